package astar
