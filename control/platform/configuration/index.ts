/** The configuration of a tenant as documents that are planned and applied in one transaction. */
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
