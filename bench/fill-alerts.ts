/** The tenants of the alerts bench: users, keys, and alerts in the form in which the use case writes them. */
import assert from 'node:assert/strict'
import {
  createApiKey,
  createUser,
  openHashSlots,
  type Principal,
  permissionSet,
  prepareUser,
} from '../control/identity/accounts/index.ts'
import { createTenant } from '../control/identity/tenants/index.ts'
import { NOTHING_HIDDEN } from '../control/platform/governance/index.ts'
import { createAlert, newestAlerts } from '../control/soc/alerts/index.ts'
import { type TenantId, tenantId } from '../platform/tenant.ts'
import { text } from '../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withTenant } from '../stores/postgres/pool.ts'

export type FilledTenant = {
  readonly id: TenantId
  readonly email: string
  readonly key: string
  /** Ids of some of its alerts. */
  readonly alerts: readonly string[]
}

export const BENCH_PASSWORD = 'correct horse battery'
const DETAILS = 20

export async function fillTenant(pool: Postgres, i: number, alerts: number): Promise<FilledTenant> {
  const id = tenantId(`tenant-${i}`)
  const email = `ann@${id}.example`
  await createTenant(pool, { id })
  const input = { email, username: 'ann', password: BENCH_PASSWORD }
  const user = await prepareUser(openHashSlots(), principalOf(id, null), input)
  return withTenant(pool, id, async (tx) => {
    const { id: userId } = await createUser(tx, user)
    const wanted = { name: 'bench', scopes: ['alerts:read', 'alerts:write'], expiresInDays: null }
    const { raw } = await createApiKey(tx, principalOf(id, userId), wanted, Date.now())
    await tx.run(FILL, [alerts, userId])
    if (i === 0) await requireSameAsWritten(tx)
    const some = /* sql */ `SELECT id FROM alerts ORDER BY id LIMIT $1`
    return { id, email, key: raw, alerts: await tx.many((row) => text(row, 'id'), some, [DETAILS]) }
  })
}

/** How long a password takes to be hashed for a new user. */
export async function hashMs(): Promise<number> {
  const startedAt = performance.now()
  const input = { email: 'bob@tenant-0.example', username: 'bob', password: BENCH_PASSWORD }
  await prepareUser(openHashSlots(), principalOf(tenantId('tenant-0'), null), input)
  return performance.now() - startedAt
}

function principalOf(id: TenantId, userId: string | null): Principal {
  const nobody = { sessionId: null, keyPrefix: null, delegationId: null, expiresMs: null }
  return {
    ...{ kind: 'user', id: userId ?? 'bench', tenantId: id, userId, email: null, permissions: permissionSet(['*']) },
    hidden: NOTHING_HIDDEN,
    ...nobody,
  }
}

/** Spread over 90 days, most of them closed, a tenth of them assigned, with names, tags and an event each. */
const FILL = /* sql */ `
  INSERT INTO alerts (id, title, severity, status, priority, category, rule_id, connector_type, mitre_techniques,
    affected_hosts, affected_users, affected_ips, tags, confidence, disposition, assigned_to_id, event_time, first_seen,
    last_seen, resolved_at, raw_event, search_text, created_at)
  SELECT gen_random_uuid(), 'Suspicious activity ' || n || ' on a host', 1 + (n / 10) % 5,
    (ARRAY['new','triaged','in_progress','resolved','closed','closed','closed','closed','closed','closed'])[1 + n % 10],
    n % 100, 'Findings', 'rule-' || n % 300, 'edr', ARRAY['T1059.001'], ARRAY['host-' || n % 500],
    ARRAY['user-' || n % 200], ARRAY['10.0.0.' || n % 250], ARRAY['submitted', 't' || n % 40],
    n % 101, CASE WHEN n % 10 > 3 THEN 'benign' END, CASE WHEN n % 10 = 1 THEN $2::uuid END, at, at, at,
    CASE WHEN n % 10 > 2 THEN at + interval '1 hour' END,
    json_build_array(json_build_object('class_uid', 2004, 'message', repeat('x', 300), 'n', n)),
    'suspicious activity ' || n || E' on a host\nrule-' || n % 300 || E'\nhost-' || n % 500 || E'\nuser-' || n % 200
      || E'\n10.0.0.' || n % 250, at
  FROM (SELECT n, now() - n * (interval '90 days' / $1) AS at FROM generate_series(1, $1::int) n) rows`

/**
 * Creates an alert through the use case, and checks that the row differs from a filled one only in id and time of
 * writing.
 */
async function requireSameAsWritten(tx: TenantTx): Promise<void> {
  const [found] = await newestAlerts(tx, { search: 'suspicious activity 10 on' }, 1, null)
  assert.ok(found, 'the bench has filled its tenant')
  const made = await createAlert(tx, { ...found.item, rawEvent: null }, Date.now())
  const { id, createdAt, updatedAt } = made
  assert.deepEqual({ ...found.item, id, createdAt, updatedAt }, made)
  const texts = /* sql */ `SELECT search_text FROM alerts WHERE id = ANY ($1)`
  const [one, two] = await tx.many((row) => text(row, 'search_text'), texts, [[found.item.id, id]])
  assert.equal(one, two)
}
