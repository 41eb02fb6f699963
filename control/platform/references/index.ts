/**
 * Things of the tenant that a request names by id. A use case asks for them in the transaction that writes the id down:
 * an id of another tenant, or of nothing, is a fault of the request and never gets into a record.
 */
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import { text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'

const THINGS = {
  // An alert that became part of another answers to the id that it had.
  alert: /* sql */ `
    SELECT id FROM alerts WHERE id = ANY ($1::uuid[]) UNION SELECT id FROM alert_successors WHERE id = ANY ($1::uuid[])`,
  case: /* sql */ `SELECT id FROM cases WHERE id = ANY ($1::uuid[])`,
  connector: /* sql */ `SELECT id FROM connectors WHERE id = ANY ($1::uuid[])`,
  // Delegates included.
  user: /* sql */ `
    SELECT id FROM users WHERE id = ANY ($1::uuid[]) AND is_active
    UNION SELECT id FROM svc_delegates($1::uuid[]) WHERE role IS NOT NULL`,
} as const

export type Reference = {
  /** The member of the body, which the fault names. */
  readonly member: string
  readonly kind: keyof typeof THINGS
  /** Null is not checked. */
  readonly ids: readonly (string | null | undefined)[]
}

const NAMED_MAX = 5

/** Throws 422 that names every member whose ids are not of the tenant. */
export async function requireReferences(tx: TenantTx, references: readonly Reference[]): Promise<void> {
  const faults = []
  for (const { member, kind, ids } of references) {
    const wanted = [...new Set(ids.flatMap((id) => (id == null ? [] : [id.toLowerCase()])))]
    if (wanted.length === 0) continue
    const known = new Set(await tx.many((row) => text(row, 'id'), THINGS[kind], [wanted.filter(isUuid)]))
    const missing = wanted.filter((id) => !known.has(id))
    if (missing.length === 0) continue
    const what = kind === 'user' ? 'no active user' : `no ${kind}`
    const msg = `${missing.slice(0, NAMED_MAX).join(', ')} is ${what} of this tenant`
    faults.push({ loc: ['body', ...member.split('.')], msg, type: 'reference' })
  }
  if (faults.length > 0) throw new InvalidInput(...faults)
}
