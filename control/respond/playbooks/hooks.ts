/**
 * Webhooks with which another program starts a playbook: `X-SVC-Signature: t=SECONDS,v1=HEX`, the HMAC-SHA256 of `SECONDS.BODY`
 * under the webhook's secret. A signature is valid for five minutes and starts one run, however often it is sent and with any
 * delivery id, because the id is not signed. A sender that retries signs again with the same id, which also starts one run.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { sameSecret } from '../../../platform/same-secret.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { int, type Row, text } from '../../../stores/postgres/columns.ts'
import type { SystemTx, TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Requester } from '../../platform/acting/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { holds } from './context.ts'
import { PLAYBOOK_LIMITS } from './limits.ts'
import { getPlaybook } from './manage-playbooks.ts'
import type { PlaybookRun } from './run.ts'
import { startRun } from './start-run.ts'

export const HOOKS = tableInCamelCase('PlaybookHook', {
  id: column.text(),
  playbook_id: column.text(),
  label: column.text(),
  created_by: column.text(),
  /** The person that a sender with this secret acts for: see `personBehind`. */
  created_by_person: column.orNull(column.text()),
  created_at: column.time(),
  last_used: column.orNull(column.time()),
})
export type PlaybookHook = RowOf<typeof HOOKS>

const FRESH_MS = 5 * 60_000

/** With its secret, which is shown once. Throws `not_found`, `conflict` for a playbook that no webhook starts. */
export async function createHook(
  tx: TenantTx,
  vault: Vault,
  input: { readonly playbookId: string; readonly label: string; readonly by: Requester },
): Promise<{ readonly hook: PlaybookHook; readonly secret: string }> {
  const { document } = await getPlaybook(tx, input.playbookId)
  if (document.trigger.on !== 'webhook')
    throw new AppError('conflict', `this playbook begins by ${document.trigger.on}: its trigger has to be webhook`)
  const secret = randomBytes(32).toString('base64url')
  const sql = /* sql */ `
    INSERT INTO playbook_hooks (playbook_id, label, secret, created_by, created_by_person) SELECT $1, $2, $3, $4, $6
    WHERE (SELECT count(*) FROM playbook_hooks) < $5 RETURNING ${HOOKS.columns}`
  const kept = vault.encrypt(secret, useOf(tx, 'save'))
  const { by, person } = input.by
  const params = [input.playbookId, input.label, kept, by, PLAYBOOK_LIMITS.hooks, person]
  const hook = await tx.maybeOne(HOOKS.read, sql, params)
  if (hook === null) throw new AppError('conflict', `a tenant has at most ${PLAYBOOK_LIMITS.hooks} webhooks`)
  return { hook, secret }
}

export function hooksOf(tx: TenantTx, playbookId: string): Promise<PlaybookHook[]> {
  const sql = /* sql */ `SELECT ${HOOKS.columns} FROM playbook_hooks WHERE playbook_id = $1 ORDER BY created_at DESC, id DESC`
  return tx.many(HOOKS.read, sql, [playbookId])
}

/** Throws `not_found`. */
export async function deleteHook(tx: TenantTx, id: string): Promise<PlaybookHook> {
  const sql = /* sql */ `DELETE FROM playbook_hooks WHERE id = $1 RETURNING ${HOOKS.columns}`
  return requireFound(await tx.maybeOne(HOOKS.read, sql, [id]), 'webhook')
}

export function tenantOfHook(tx: SystemTx, id: string): Promise<TenantId | null> {
  const toTenant = (row: Row) => (row.tenant === null ? null : tenantId(text(row, 'tenant')))
  return tx.maybeOne(toTenant, /* sql */ `SELECT svc_playbook_hook_tenant($1) AS tenant`, [id])
}

export type Delivery = {
  readonly signature: string | undefined
  /** The sender's id of the delivery. Undefined: a body that is signed at the same second is the same delivery. */
  readonly id: string | undefined
  /** The body as it was sent, and its parsed form. */
  readonly signed: string
  readonly payload: Readonly<Record<string, unknown>>
}

/**
 * Returns null when the condition of the trigger does not hold, or the delivery is a repetition. Throws
 * `bad_credential` for an invalid, foreign or old signature, `rate_limited`, and the errors of `startRun`.
 */
export async function startByHook(
  tx: TenantTx,
  vault: Vault,
  hookId: string,
  { signature, id, signed, payload }: Delivery,
  nowMs: number,
): Promise<{ readonly run: PlaybookRun | null; readonly isRepeated: boolean }> {
  const sql = /* sql */ `SELECT ${HOOKS.columns}, secret FROM playbook_hooks WHERE id = $1`
  const found = await tx.maybeOne((row) => ({ hook: HOOKS.read(row), sealed: text(row, 'secret') }), sql, [hookId])
  const secret = found === null ? '' : vault.decrypt(found.sealed, useOf(tx, 'start'))
  const proof = checkedSignature(secret, signature, signed, nowMs)
  if (found === null || proof === null)
    throw new AppError('bad_credential', 'the signature does not match the secret of this webhook')
  const { playbookId } = found.hook
  const { document } = await getPlaybook(tx, playbookId)
  const trigger = { webhook: payload }
  if (document.trigger.on !== 'webhook')
    throw new AppError('conflict', 'this playbook is no longer started by a webhook')
  if (document.trigger.condition && !holds(document.trigger.condition, { trigger }))
    return { run: null, isRepeated: false }
  if (!(await useSignature(tx, hookId, proof))) return { run: null, isRepeated: true }
  if ((await startedLately(tx, playbookId)) >= PLAYBOOK_LIMITS.hookRunsPerMinute)
    throw new AppError('rate_limited', `${PLAYBOOK_LIMITS.hookRunsPerMinute} runs a minute`, { retryAfterSeconds: 60 })
  await tx.run(/* sql */ `UPDATE playbook_hooks SET last_used = $2 WHERE id = $1`, [hookId, new Date(nowMs)])
  const key = `hook/${hookId}/${id ?? proof.mac}`.slice(0, 200)
  const requester = { by: `webhook/${hookId}`, person: found.hook.createdByPerson }
  const run = await startRun(tx, {
    ...{ playbookId, kind: 'webhook', key, trigger, dryRun: false, requester },
    ...{ caseId: null, alertId: null, parentRunId: null, depth: 0 },
  })
  return { run, isRepeated: run === null }
}

type Signature = { readonly mac: string; readonly expires: Date }

/** Null for a signature that is not right, or does not hold any more or yet. */
function checkedSignature(secret: string, text: string | undefined, signed: string, nowMs: number): Signature | null {
  const [, at = '', mac = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(text ?? '') ?? []
  if (at === '' || Math.abs(Number(at) * 1000 - nowMs) > FRESH_MS || secret === '') return null
  const wanted = createHmac('sha256', secret).update(`${at}.${signed}`).digest('hex')
  return sameSecret(mac, wanted) ? { mac, expires: new Date(Number(at) * 1000 + FRESH_MS + SKEW_MS) } : null
}

/** Signatures are remembered this much longer than they are valid, for replicas whose clocks differ. */
const SKEW_MS = 60_000

/** False when it has started a run before. */
async function useSignature(tx: TenantTx, hookId: string, { mac, expires }: Signature): Promise<boolean> {
  await tx.run(/* sql */ `DELETE FROM playbook_hook_signatures WHERE expires < clock_timestamp()`)
  const sql = /* sql */ `
    INSERT INTO playbook_hook_signatures (hook_id, signature, expires) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
  return (await tx.run(sql, [hookId, mac, expires])) === 1
}

async function startedLately(tx: TenantTx, playbookId: string): Promise<number> {
  const sql = /* sql */ `
    SELECT count(*)::int AS runs FROM playbook_runs
    WHERE playbook_id = $1 AND trigger_kind = 'webhook' AND started_at > clock_timestamp() - interval '1 minute'`
  return (await tx.maybeOne((row) => int(row, 'runs'), sql, [playbookId])) ?? 0
}

function useOf({ tenantId: tenant }: TenantTx, what: string) {
  return { tenantId: tenant, connectorId: 'playbook-hook', caller: `playbook-hook:${what}` }
}
