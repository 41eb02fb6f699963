/** The parts of searches that go on after their answer that the API and the services may use. */
export { runSearchJobOnce, type SearchJobDeps, searchJobWorkers } from './run-jobs.ts'
export { startSearchJob } from './search-job.ts'
