import type { Parameters } from '../../../../connectors/respond/executor.ts'
import { SUBMISSION_PORT } from '../../../../connectors/respond/mail.ts'
import { respondOf } from '../../../../connectors/vendor-apis.ts'
import { portOf } from '../../../../platform/egress/guard.ts'
import { type Reach, requireReachable } from '../../../../platform/egress/reach.ts'
import { AppError, noSuch } from '../../../../platform/errors.ts'
import { invalid } from '../../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../../stores/postgres/table.ts'
import type { Vault } from '../../../platform/vault/index.ts'
import { RESPONSE_LIMITS } from '../limits.ts'

export const EXECUTORS = tableInCamelCase('StoredExecutor', {
  id: column.text(),
  name: column.text(),
  vendor: column.text(),
  /** Kinds of actions that it carries out. */
  capabilities: column.texts(),
  base_url: column.text(),
  settings: column.json<Parameters>(),
  /** As the vault keeps it. */
  secret: column.orNull(column.text()),
  enabled: column.bool(),
  created_at: column.time(),
  updated_at: column.time(),
})
export type StoredExecutor = RowOf<typeof EXECUTORS>

/** Executors, oldest first: the first one with the capability carries an action out. */
export function executorsOf(tx: TenantTx): Promise<StoredExecutor[]> {
  return tx.many(
    EXECUTORS.read,
    /* sql */ `SELECT ${EXECUTORS.columns} FROM response_executors ORDER BY created_at, id`,
  )
}

export async function openExecutors(tx: TenantTx): Promise<StoredExecutor[]> {
  return (await executorsOf(tx)).filter(({ enabled }) => enabled)
}

export type ExecutorInput = {
  readonly name: string
  readonly vendor: string
  readonly capabilities: readonly string[] | null
  readonly baseUrl: string
  readonly settings: Parameters
  readonly secret: string | null
  readonly enabled: boolean
}

/** Throws 422 for an unsupported action and for an invalid or unreachable address, `conflict` for a name in use. */
export async function addExecutor(
  tx: TenantTx,
  vault: Vault,
  reach: Reach,
  value: ExecutorInput,
): Promise<StoredExecutor> {
  const all = await executorsOf(tx)
  if (all.length >= RESPONSE_LIMITS.executors)
    throw new AppError('conflict', `a tenant has at most ${RESPONSE_LIMITS.executors} executors`)
  if (all.some(({ name }) => name === value.name))
    throw new AppError('conflict', 'an executor of this name exists already')
  const can = respondOf(value.vendor)?.capabilities ?? []
  const capabilities = value.capabilities ?? can
  const cannot = capabilities.find((name) => !can.includes(name))
  if (cannot !== undefined) throw invalid('capabilities', `${value.vendor} cannot ${cannot}`)
  checkAddress(value, reach)
  const sql = /* sql */ `
    INSERT INTO response_executors (name, vendor, capabilities, base_url, settings, enabled)
    VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${EXECUTORS.columns}`
  const { name, vendor, baseUrl, settings, enabled } = value
  const [made] = await tx.many(EXECUTORS.read, sql, [
    name,
    vendor,
    capabilities,
    baseUrl,
    JSON.stringify(settings),
    enabled,
  ])
  const executor = made as StoredExecutor
  if (value.secret === null) return executor
  const use = { tenantId: tx.tenantId, connectorId: executor.id, caller: 'response_executor:put' }
  const secret = vault.encrypt(value.secret, use)
  await tx.run(/* sql */ `UPDATE response_executors SET secret = $2 WHERE id = $1`, [executor.id, secret])
  return { ...executor, secret }
}

function checkAddress({ vendor, baseUrl, settings }: ExecutorInput, reach: Reach): void {
  const url = URL.parse(baseUrl)
  const isMail = vendor === 'smtp'
  const protocols = isMail ? /^smtps?:$/ : /^https?:$/
  if (
    url === null ||
    !protocols.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.hostname === ''
  )
    throw invalid(
      'base_url',
      isMail ? 'is smtp://host:587 or smtps://host:465, without user' : 'is an http or https address without user',
    )
  // As a web address, so that every way to write an address of IPv4 becomes one.
  const place = URL.parse(`http://${url.host}`)
  if (place === null) throw invalid('base_url', 'names no host')
  requireReachable('base_url', place, reach, { port: isMail ? SUBMISSION_PORT : portOf(url) })
  if (isMail && !settings.from) throw invalid('settings', 'needs from: the address that mails come from')
}

export async function removeExecutor(tx: TenantTx, id: string): Promise<void> {
  if ((await tx.run(/* sql */ `DELETE FROM response_executors WHERE id = $1`, [id])) === 0) throw noSuch('executor')
}
