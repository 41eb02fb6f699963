/** The parts of the audit log that other contexts, the API and the services may use. */
export { appendAudit } from './append.ts'
export { auditBacklog } from './backlog.ts'
export { type AuditBatcher, type BatcherOptions, openAuditBatcher } from './batcher.ts'
export { canonicalJson } from './canonical-json.ts'
export { type ChainerDeps, chainOnce, chainWorkers } from './chainer.ts'
export { type ChainCheck, checkChain } from './check-chain.ts'
export {
  type AuditActor,
  type AuditEntry,
  type AuditValue,
  emailSubject,
  Personal,
  Subject,
} from './entry.ts'
export { type Erasure, eraseSubject } from './erase-subject.ts'
export { exportBundle } from './export-bundle.ts'
export { type AuditExport, EXPORT_ROWS_MAX, type ExportFormat } from './export-table.ts'
export { latestHead } from './head-store.ts'
export { type AuditPage, type AuditQuery, auditCursor, auditPage, auditTotal } from './list-entries.ts'
export { type AuditLog, openAuditLog } from './open-log.ts'
export { type ConsistencyProof, type InclusionProof, proveConsistency, proveInclusion } from './proofs.ts'
export type { ProvenEntry } from './prove-entry.ts'
export { type AuditDeps, exportAuditLog, type ReadRequest, readAuditLog } from './read-log.ts'
export { signHeads } from './sign-heads.ts'
export { type PublicSigningKey, publicSigningKeys, rotateSigningKey, signText } from './signing-keys.ts'
export type { SignedHead } from './tree-head.ts'
export { type Fault, type Verdict, type VerifyOptions, verifyBundle } from './verify-bundle.ts'
export { type AuditView, ERASED, UNREADABLE } from './view.ts'
