/** What the command line may use of tenants' own tables of sources. */
export { applyTable, proposeFor, tablesOf } from './manage-tables.ts'
export { newestTables } from './table-store.ts'
