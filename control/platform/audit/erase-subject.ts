import type { Sealer } from '../../../platform/seal.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { appendAudit } from './append.ts'
import { type AuditActor, emailSubject, Subject } from './entry.ts'
import { destroyNaming, destroySubjects, subjectsNamed } from './subject-store.ts'

export type Erasure = {
  /** The id the log knows the person by. */
  readonly subjectId: string
  /** Addresses of failed sign-ins, which were recorded without a user id. */
  readonly emails?: readonly string[]
  /** Patterns of Postgres for the person's names in texts that the log keeps under keys of their own. */
  readonly naming?: readonly string[]
  readonly by: AuditActor
}

/**
 * Destroys the keys of a person in the tenant of the transaction: from the commit on, the log shows `[erased]` in their
 * place, and the chain still verifies. The erasure is recorded too, under a reference that can no longer be resolved.
 * Returns the number of erased subjects; 0 when the log knows none, and when it is repeated.
 *
 * Two things remain: references that link the person's entries to one another, and personal data in changes whose member
 * is none of those that name somebody (`control/platform/acting/record.ts`). Rows that Postgres has not vacuumed, and backups, hold the sealed key as long as they exist.
 */
export async function eraseSubject(
  tx: TenantTx,
  sealer: Sealer,
  { subjectId, emails = [], naming = [], by }: Erasure,
): Promise<{ readonly subjectsErased: number }> {
  const subjects = [subjectId, ...emails.map(emailSubject)]
  const known = await subjectsNamed(tx, subjects)
  await appendAudit(tx, sealer, {
    action: 'identity:data_erased',
    resource: 'identity',
    resourceId: new Subject(subjectId),
    actor: by,
  })
  await destroySubjects(tx, subjects)
  let texts = 0
  for (const pattern of naming) texts += await destroyNaming(tx, pattern)
  return { subjectsErased: known.length + texts }
}
