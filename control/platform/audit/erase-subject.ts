import type { Sealer } from '../../../platform/seal.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { appendAudit } from './append.ts'
import { type AuditActor, emailSubject, Subject } from './entry.ts'
import { destroySubjects, subjectsNamed } from './subject-store.ts'

export type Erasure = {
  /** The id the log knows the person by. */
  readonly subjectId: string
  /** Addresses under which attempts to sign in were recorded before anybody knew whose they were. */
  readonly emails?: readonly string[]
  readonly by: AuditActor
}

/**
 * Destroys the keys of a person in the tenant of the transaction: wherever the log speaks of them it reads `[erased]`
 * from the commit on, and the chain verifies as before. The erasure is recorded, under a reference that leads nowhere
 * either. Returns how many subjects were erased; 0 when the log knows none, and when it is done again.
 *
 * What is left are references that tie the person's entries to one another, and what somebody wrote into the changes
 * without saying that it is personal. Rows that Postgres has not vacuumed yet and backups hold the sealed key as long
 * as they exist.
 */
export async function eraseSubject(
  tx: TenantTx,
  sealer: Sealer,
  { subjectId, emails = [], by }: Erasure,
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
  return { subjectsErased: known.length }
}
