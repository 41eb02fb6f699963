/** The parts of tenants' own tables of sources that the command line may use. */
export { applyTable, proposeFor, tablesOf } from './manage-tables.ts'
export { newestTables } from './table-store.ts'
