/** Mappings that a tenant makes for sources of its own. */
export { applyTable, tablesOf, testTable } from './manage-tables.ts'
export { newestTables } from './table-store.ts'
