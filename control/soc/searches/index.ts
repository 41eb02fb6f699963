/** The parts of searches that go on after their answer that the API and the services may use. */
export { ADVICE_LIMITS, type Advice, advise } from './advice.ts'
export { jobCounts } from './counts.ts'
export { addFieldIndex, removeFieldIndex, tenantFieldIndexes } from './field-index-store.ts'
export { fieldIndexWorker } from './field-index-worker.ts'
export { fieldUses, noteFieldUses, type SearchCost, type UseLanguage } from './field-uses.ts'
export { fieldsOfCondition, fieldsOfSql } from './named-fields.ts'
export { runSearchJobOnce, type SearchJobDeps, searchJobWorkers } from './run-jobs.ts'
export { runTableOnce, type TableJobDeps } from './run-tables.ts'
export {
  cancelSearchJob,
  jobRows,
  jobTable,
  requireSearchJob,
  SEARCH_JOB_LIMITS,
  startSearchJob,
  tableHead,
} from './search-job.ts'
