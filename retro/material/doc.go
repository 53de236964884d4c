// Package material names which men are on the board, as KRvK does, and orders the
// names so that a table is built after those that its captures and promotions
// lead to.
package material
