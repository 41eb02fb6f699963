/** The parts of signed exports that the API and the services may use. */
export { openBundle, SIGNATURE_FILE } from './bundle.ts'
export { type ExportedFile, writeExportFile } from './export-file.ts'
export {
  EXPORT_JOB_FORMATS,
  EXPORT_JOBS,
  EXPORT_LANGUAGES,
  type ExportJob,
  type ExportLanguage,
  type ExportManifest,
  exportFolder,
  requireExportJob,
  startExportJob,
} from './export-job.ts'
export {
  type DetachedSignature,
  detachedSchema,
  EXPORT_KINDS,
  type ExportKind,
  sha256,
  signatureFault,
} from './export-signature.ts'
export { type ExportJobDeps, exportJobWorkers, runExportOnce } from './run-exports.ts'
export { type ExportedContent, signExport } from './sign-export.ts'
export {
  EXPORT_BYTES_MAX,
  EXPORT_ROWS_MAX,
  requireExport,
  SIGNATURE_HEADER,
  signed,
  signedBundle,
  zipFile,
} from './signed-file.ts'
