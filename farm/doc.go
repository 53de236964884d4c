// Package farm has the units of an estimate made by workers that share no disk, over NATS JetStream: work for package
// surveyrun, at least once each.
//
// The record is the folder of the survey, never the queue. Submit sends what the folder lacks, puts what workers have
// made into it, and merges; after any disaster it is run again. Files go through an object store, named by their
// SHA-256. A unit that was made twice has to be the same both times, byte for byte; if not, Submit stops and names the
// machines. A unit that fails five times is reported, and does not hold up the others.
package farm
