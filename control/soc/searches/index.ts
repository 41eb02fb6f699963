/** The parts of searches that go on after their answer that the API and the services may use. */
export { jobCounts } from './counts.ts'
export { runSearchJobOnce, type SearchJobDeps, searchJobWorkers } from './run-jobs.ts'
export { runTableOnce, type TableJobDeps } from './run-tables.ts'
export { jobRows, jobTable, requireSearchJob, SEARCH_JOB_LIMITS, startSearchJob, tableHead } from './search-job.ts'
