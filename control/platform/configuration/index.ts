/** The parts of configuration that other contexts may use. */
export { KIND, KINDS, type KindName } from './kinds.ts'
export {
  applyDocuments,
  DOCUMENTS_BYTES_MAX,
  DOCUMENTS_MAX,
  documentSchema,
  type Means,
  planView,
} from './operations.ts'
export { type Document, planOf } from './plan.ts'
