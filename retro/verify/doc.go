// Package verify derives every value of a table from those of the positions that
// its moves lead to, with the rules of package chess. [Table] explains why a table
// that passes is right. Nothing of the generator is linked, and a test of the
// module's packages keeps it so.
package verify
