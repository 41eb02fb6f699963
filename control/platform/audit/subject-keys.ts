import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import type { Sealer } from '../../../platform/seal.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { AUDIT_SUBJECT } from '../vault/index.ts'
import type { SubjectKey } from './document.ts'
import { addSubjects, type StoredSubject, subjectsNamed } from './subject-store.ts'

/**
 * Returns the keys of the subjects, creating missing ones. Nothing is cached, so a destroyed key is gone everywhere at
 * once. Throws `unavailable` when a key was sealed with a credential key that is not configured.
 */
export async function keysOf(
  tx: TenantTx,
  sealer: Sealer,
  /** Each with the long text behind its digest. */
  subjects: ReadonlyMap<string, string | null>,
): Promise<Map<string, SubjectKey>> {
  if (subjects.size === 0) return new Map()
  const found = await subjectsNamed(tx, [...subjects.keys()])
  const known = new Set(found.map(({ subject }) => subject))
  // Sorted, so that two transactions that add the same people wait for one another in one order.
  const missing = [...subjects.keys()].filter((subject) => !known.has(subject)).sort()
  if (missing.length > 0) {
    await addSubjects(
      tx,
      missing.map((subject) => ({ ...newSubject(tx, sealer, subject), longText: subjects.get(subject) ?? null })),
    )
    found.push(...(await subjectsNamed(tx, missing)))
  }
  if (found.length !== subjects.size) throw new AppError('unavailable', 'a subject of the entry is being erased')
  return new Map(found.map((stored) => [stored.subject ?? '', { ref: stored.ref, key: openKey(tx, sealer, stored) }]))
}

/** Throws `unavailable` when it was sealed with a credential key we lack. */
export function openKey(tx: TenantTx, sealer: Sealer, { ref, keySealed }: StoredSubject): KeyObject {
  try {
    const text = sealer.open(keySealed ?? Buffer.alloc(0), AUDIT_SUBJECT.context({ tenant_id: tx.tenantId, ref }))
    return createSecretKey(Buffer.from(text, 'base64url'))
  } catch (cause) {
    // Nothing is done that is not recorded.
    const detail = 'the audit log cannot be written: a key of it is under a credential key that is missing here'
    throw new AppError('unavailable', detail, { cause, retryAfterSeconds: 60 })
  }
}

function newSubject(tx: TenantTx, sealer: Sealer, subject: string): StoredSubject {
  const ref = randomUUID()
  const keySealed = sealer.seal(
    randomBytes(32).toString('base64url'),
    AUDIT_SUBJECT.context({ tenant_id: tx.tenantId, ref }),
  )
  return { ref, subject, keySealed }
}
