/** What the API and the services may use of searches that go on after their answer. */
export { runSearchJobOnce, type SearchJobDeps, searchJobWorkers } from './run-jobs.ts'
export { startSearchJob } from './search-job.ts'
