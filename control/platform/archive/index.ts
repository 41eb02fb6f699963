/** The archive: moves old events from ClickHouse into Iceberg files, reads them there, and restores them. */

export { type FileDeps, inFolder, isTransient } from './archive-file.ts'
export { archiveWorkers } from './archive-workers.ts'
export { repairArchive } from './end-runs.ts'
export { expireSnapshots, removeOrphans, SNAPSHOTS_KEPT_MS } from './expire.ts'
export { type LakeRows, lakeRows } from './lake-rows.ts'
export { askBoth, askLake, type BothDeps } from './lake-turns.ts'
export { type ArchiveMove, archivedSpans, archiveFiles, moves, tablePointer } from './move-store.ts'
export { FILES_URL, pathOf, tableFolder, urlOf } from './paths.ts'
export { type ArchiveUse, archiveUseSchema, type Both, NO_ARCHIVE, overBoth } from './read-archived.ts'
export { type Mended, type MendedFile, mendArchive } from './repair.ts'
export { type Days, restoreArchive } from './restore.ts'
export {
  type ArchivedSubject,
  type Compacted,
  compactArchive,
  type Erased,
  eraseArchive,
  expireArchive,
  rowsOfSubject,
} from './rewrite.ts'
export { type ArchiveDeps, type Moved, runArchive } from './run-archive.ts'
export { verifyArchive } from './verify.ts'
