/** What other contexts, the API and the services may use of the archive. */
export { type LakeRows, lakeRows } from './lake-rows.ts'
export { type ArchiveMove, archivedSpans, moves, tablePointer } from './move-store.ts'
export { FILES_URL, pathOf, tableFolder, urlOf } from './paths.ts'
export { type Days, restoreArchive } from './restore.ts'
export { type ArchiveDeps, type Moved, runArchive } from './run-archive.ts'
export { verifyArchive } from './verify.ts'
