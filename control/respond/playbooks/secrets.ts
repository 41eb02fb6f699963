/** Secrets of a tenant for HTTP steps: sealed by the vault, sent only to their hosts, and never shown. */
import { hostOf } from '../../../platform/egress/guard.ts'
import { isWithinItself } from '../../../platform/egress/reach.ts'
import { AppError, noSuch } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { PLAYBOOK_LIMITS } from './limits.ts'

export const SECRETS = tableInCamelCase('PlaybookSecret', {
  name: column.text(),
  hosts: column.texts(),
  changed_by: column.text(),
  changed_at: column.time(),
})
export type PlaybookSecret = RowOf<typeof SECRETS>

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?::\d{1,5})?$/

export function playbookSecrets(tx: TenantTx): Promise<PlaybookSecret[]> {
  return tx.many(SECRETS.read, /* sql */ `SELECT ${SECRETS.columns} FROM playbook_secrets ORDER BY name`)
}

/** Throws 422 for an invalid host, `conflict` past the number that a tenant may have. */
export async function putPlaybookSecret(
  tx: TenantTx,
  vault: Vault,
  input: { readonly name: string; readonly hosts: readonly string[]; readonly value: string; readonly by: string },
): Promise<PlaybookSecret> {
  const hosts = [...new Set(input.hosts.map((host) => host.toLowerCase()))]
  const wrong = hosts.find((host) => !HOST.test(host))
  if (wrong !== undefined) throw invalid('hosts', `${wrong} is no host, such as api.example.com or siem.example:8089`)
  const inner = hosts.find((host) => isWithinItself(hostOf(new URL(`https://${host}`))))
  if (inner !== undefined) throw invalid('hosts', `${inner} is an address that no tenant is connected to`)
  const value = vault.encrypt(input.value, useOf(tx, input.name, 'save'))
  const sql = /* sql */ `
    INSERT INTO playbook_secrets (name, hosts, value, changed_by) SELECT $1, $2, $3, $4
    WHERE (SELECT count(*) FROM playbook_secrets WHERE name <> $1) < $5
    ON CONFLICT (tenant_id, name) DO UPDATE SET hosts = $2, value = $3, changed_by = $4, changed_at = clock_timestamp()
    RETURNING ${SECRETS.columns}`
  const put = await tx.maybeOne(SECRETS.read, sql, [input.name, hosts, value, input.by, PLAYBOOK_LIMITS.secrets])
  if (put === null) throw new AppError('conflict', `a tenant has at most ${PLAYBOOK_LIMITS.secrets} secrets`)
  return put
}

/** Throws `not_found`. */
export async function deletePlaybookSecret(tx: TenantTx, name: string): Promise<void> {
  if ((await tx.run(/* sql */ `DELETE FROM playbook_secrets WHERE name = $1`, [name])) === 0) throw noSuch('secret')
}

/**
 * Gives the secrets by name as the vault keeps them, if they may go to the address. Throws `bad_request` for a secret
 * that does not exist or is for other hosts, and for an address that is not https: others on the way would read it.
 */
export async function requireSecrets(
  tx: TenantTx,
  names: readonly string[],
  { host, hostname, protocol }: URL,
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map()
  if (protocol !== 'https:') throw new AppError('bad_request', `the secret ${names[0]} is sent over https alone`)
  const sql = /* sql */ `SELECT name, hosts, value FROM playbook_secrets WHERE name = ANY($1)`
  const rows = await tx.many((row) => row, sql, [names])
  const found = new Map(rows.map((row) => [text(row, 'name'), row]))
  return new Map(
    names.map((name) => {
      const row = found.get(name)
      if (row === undefined) throw new AppError('bad_request', `there is no secret ${name}`)
      const hosts = row.hosts as readonly string[]
      const isFor = hosts.includes(host) || (host === hostname && hosts.includes(`${hostname}:443`))
      if (!isFor) throw new AppError('bad_request', `the secret ${name} is not for ${host}`)
      return [name, text(row, 'value')]
    }),
  )
}

/** Opened. Throws as `requireSecrets` does. */
export async function openedSecrets(
  tx: TenantTx,
  vault: Vault,
  names: readonly string[],
  url: URL,
): Promise<ReadonlyMap<string, string>> {
  const kept = await requireSecrets(tx, names, url)
  return new Map([...kept].map(([name, value]) => [name, vault.decrypt(value, useOf(tx, name, 'http'))]))
}

function useOf({ tenantId }: TenantTx, name: string, what: string) {
  return { tenantId, connectorId: `playbook-secret/${name}`, caller: `playbook:${what}` }
}
