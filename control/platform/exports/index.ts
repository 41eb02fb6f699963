/** The parts of signed exports that the API and the services may use. */
export { bundleOf, openBundle, SIGNATURE_FILE } from './bundle.ts'
export {
  type DetachedSignature,
  detachedSchema,
  EXPORT_KINDS,
  type ExportKind,
  sha256,
  signatureFault,
} from './export-signature.ts'
export { type ExportedContent, signExport } from './sign-export.ts'
