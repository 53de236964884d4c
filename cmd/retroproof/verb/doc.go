// Package verb is what the verbs of retroproof have in common: what they get from the program ([Env]), exit codes, how
// lists of positions are read and answers written, and flags that a request's struct declares.
package verb
