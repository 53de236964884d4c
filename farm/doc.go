// Package farm has the units of an estimate made by workers that share no disk, over NATS JetStream: work for package
// surveyrun, at least once each. Who reaches the server need not be believed.
//
// The record is the folder of the survey, never the queue. Submit sends what the folder lacks, puts what workers have
// made into it, and merges; after any disaster it is run again. Jobs are signed, and workers do those of keys that they
// know. A result is checked as retroproof-check does before it is taken; a wrong one is put aside, and its job is sent
// again. A unit that was made twice has to be the same both times, byte for byte; if not, Submit names the machines. A
// job that is sent in vain too often is reported, and does not hold up the others.
package farm
