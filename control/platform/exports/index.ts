/** Exports: files of events, alerts, cases, usage, compliance and the audit log that leave the installation signed. */
export { openBundle, SIGNATURE_FILE } from './bundle.ts'
export { type ErasedExportDeps, eraseExports } from './erase-exports.ts'
export { type ExportedFile, writeExportFile } from './export-file.ts'
export { EXPORT_LANGUAGES } from './export-job.ts'
export { type DetachedSignature, detachedSchema, sha256, signatureFault } from './export-signature.ts'
export { type ExportJobDeps, exportJobWorkers, runExportOnce } from './run-exports.ts'
export { signExport } from './sign-export.ts'
export {
  EXPORT_BYTES_MAX,
  EXPORT_ROWS_MAX,
  type Exported,
  requireExport,
  SIGNATURE_HEADER,
  signed,
  signedBundle,
  zipFile,
} from './signed-file.ts'
export { subjectFiles } from './subject-files.ts'
