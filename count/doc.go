// Package count draws positions as texelutil's rndfen does.
package count
