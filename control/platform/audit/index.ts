/** The audit log: a hash chain of sealed entries, with signed heads and proofs. */
export { appendAudit } from './append.ts'
export { auditBacklog } from './backlog.ts'
export { type AuditBatcher, openAuditBatcher } from './batcher.ts'
export { canonicalJson } from './canonical-json.ts'
export { chainOnce, chainWorkers } from './chainer.ts'
export { checkChain } from './check-chain.ts'
export {
  type AuditActor,
  type AuditEntry,
  type AuditValue,
  emailSubject,
  erasableText,
  Personal,
  Subject,
} from './entry.ts'
export { eraseSubject } from './erase-subject.ts'
export { exportBundle } from './export-bundle.ts'
export { EXPORT_ROWS_MAX, type ExportFormat } from './export-table.ts'
export { latestHead } from './head-store.ts'
export { type AuditPage, type AuditQuery, auditCursor, auditPage, auditTotal } from './list-entries.ts'
export { type AuditLog, openAuditLog } from './open-log.ts'
export { proveConsistency, proveInclusion } from './proofs.ts'
export { exportAuditLog, readAuditLog } from './read-log.ts'
export { signHeads } from './sign-heads.ts'
export { publicSigningKeys, rotateSigningKey, signText } from './signing-keys.ts'
export { destroyNaming } from './subject-store.ts'
export { keyIdOf, type SignedHead } from './tree-head.ts'
export { type Fault, type Verdict, verifyBundle } from './verify-bundle.ts'
export { type AuditView, ERASED, UNREADABLE } from './view.ts'
