/** Measures of access: who can get in, and how. */
import { int } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { COMPLIANCE_LIMITS } from '../limits.ts'
import { fail, judged, type Measure, unknown } from './measure.ts'

type Counts = { readonly some: number; readonly all: number }

async function counted(tx: TenantTx, sql: string, params: unknown[] = []): Promise<Counts> {
  const found = await tx.maybeOne((row) => ({ some: int(row, 'some'), all: int(row, 'all') }), sql, params)
  return found ?? { some: 0, all: 0 }
}

const CONNECTIONS = /* sql */ `
  SELECT count(*) FILTER (WHERE enabled)::int AS some, count(*)::int AS "all" FROM sso_connections`

export const sso: Measure = async ({ tx }) => {
  const { some, all } = await counted(tx, CONNECTIONS)
  return judged(some > 0, `${some} of ${all} sign-in connections are on`)
}

/** The product has no second factor of its own: a provider may have one, and does not report it. */
export const secondFactor: Measure = async ({ tx }) => {
  const { some } = await counted(tx, CONNECTIONS)
  if (some === 0) return fail('people sign in with a password alone: no sign-in connection is on')
  const sql = /* sql */ `
    SELECT count(*) FILTER (WHERE password_hash IS NOT NULL)::int AS some, count(*)::int AS "all"
    FROM users WHERE is_active`
  const withPassword = await counted(tx, sql)
  if (withPassword.some > 0)
    return fail(`${withPassword.some} of ${withPassword.all} active users can sign in with a password alone`)
  return unknown('everybody signs in over a provider, which does not say whether it asks for a second factor')
}

export const dormantUsers: Measure = async ({ tx, nowMs }) => {
  const days = COMPLIANCE_LIMITS.dormantDays
  const since = new Date(nowMs - days * 86_400_000)
  const sql = /* sql */ `
    SELECT count(*) FILTER (WHERE coalesce(last_login_at, created_at) < $1)::int AS some, count(*)::int AS "all"
    FROM users WHERE is_active`
  const { some, all } = await counted(tx, sql, [since])
  if (all === 0) return unknown('the tenant has no active users')
  return judged(some === 0, `${some} of ${all} active users did not sign in within ${days} days`)
}

export const apiKeys: Measure = async ({ tx, nowMs }) => {
  const sql = /* sql */ `
    SELECT count(*) FILTER (WHERE expires_at IS NULL)::int AS some, count(*)::int AS "all"
    FROM api_keys WHERE is_active AND (expires_at IS NULL OR expires_at > $1)`
  const { some, all } = await counted(tx, sql, [new Date(nowMs)])
  return judged(some === 0, `${some} of ${all} API keys that work never expire`)
}
