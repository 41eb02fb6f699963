/** Sources whose touches are kept and raise no alert: one's own scanners and backups, for a time and with a reason. */
import { isIP } from 'node:net'
import { AppError, noSuch } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import { HONEYTOKEN_LIMITS } from './limits.ts'

export const IGNORES = table('HoneytokenIgnore', {
  id: column.uuid(),
  addresses: column.orNull(column.text({ description: 'an address or a network (CIDR)' })),
  user_agent: column.orNull(column.text({ description: 'substring of the user agent, ignoring case' })),
  reason: column.text(),
  expires_at: column.time(),
  is_in_force: column.from('expires_at > clock_timestamp()', column.bool()),
  created_by: column.text(),
  created_at: column.time(),
})
export type Ignore = RowOf<typeof IGNORES>

export type NewIgnore = {
  readonly addresses: string | null
  readonly userAgent: string | null
  readonly reason: string
  readonly expiresAt: Date
  readonly by: string
}

/** Active ones first, then the newest. */
export function ignores(tx: TenantTx): Promise<Ignore[]> {
  const sql = /* sql */ `
    SELECT ${IGNORES.columns} FROM honeytoken_ignores ORDER BY expires_at > clock_timestamp() DESC, created_at DESC, id`
  return tx.many(IGNORES.read, sql)
}

/** Throws 422 for what would ignore nearly everybody, `conflict` past the bound. */
export async function addIgnore(
  tx: TenantTx,
  { addresses, userAgent, reason, expiresAt, by }: NewIgnore,
): Promise<Ignore> {
  if (addresses === null && userAgent === null) throw invalid('addresses', 'name addresses, a user agent, or both')
  const network = addresses === null ? null : networkOf(addresses)
  const sql = /* sql */ `
    INSERT INTO honeytoken_ignores (addresses, user_agent, reason, expires_at, created_by)
    SELECT network($1::inet), $2, $3, $4, $5 WHERE (SELECT count(*) FROM honeytoken_ignores) < $6 RETURNING ${IGNORES.columns}`
  const made = await tx.maybeOne(IGNORES.read, sql, [
    ...[network, userAgent, reason, expiresAt, by, HONEYTOKEN_LIMITS.ignores],
  ])
  if (made === null) throw new AppError('conflict', `a tenant ignores at most ${HONEYTOKEN_LIMITS.ignores} sources`)
  return made
}

/** Throws `not_found`. */
export async function removeIgnore(tx: TenantTx, id: string): Promise<void> {
  const removed = await tx.run(/* sql */ `DELETE FROM honeytoken_ignores WHERE id = $1`, [id])
  if (removed === 0) throw noSuch('entry')
}

export type Source = { readonly sourceIp: string; readonly userAgent: string | null }

/** For each source, in order, the entry that covers it: every field of the entry must match. */
export async function ignoredBy(
  tx: TenantTx,
  sources: readonly Source[],
): Promise<({ readonly id: string; readonly reason: string } | null)[]> {
  const sql = /* sql */ `
    SELECT s.nth, i.id, i.reason FROM jsonb_to_recordset($1) AS s (nth int, ip inet, agent text)
    CROSS JOIN LATERAL (
      SELECT id, reason FROM honeytoken_ignores
      WHERE expires_at > clock_timestamp() AND (addresses IS NULL OR s.ip <<= addresses)
        AND (user_agent IS NULL OR strpos(lower(s.agent), lower(user_agent)) > 0)
      ORDER BY created_at, id LIMIT 1) i`
  const rows = sources.map(({ sourceIp, userAgent }, nth) => {
    return { nth, ip: isIP(sourceIp) === 0 ? null : plainAddress(sourceIp), agent: userAgent ?? '' }
  })
  const found = await tx.many(
    (row) => ({ nth: Number(row.nth), id: String(row.id), reason: String(row.reason) }),
    sql,
    [JSON.stringify(rows)],
  )
  return sources.map((_, nth) => found.find((one) => one.nth === nth) ?? null)
}

/**
 * An IPv4-mapped IPv6 address is compared as IPv4. A zone is dropped, because it names a local interface and not a
 * source.
 */
function plainAddress(address: string): string {
  const [plain = ''] = address.split('%')
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain
}

function networkOf(text: string): string {
  const [address = '', length, ...rest] = text.trim().split('/')
  const version = isIP(address)
  const bits = version === 4 ? 32 : 128
  const isLength = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits)
  if (version === 0 || address.includes('%') || rest.length > 0 || !isLength)
    throw invalid('addresses', 'is an address or a network such as 10.1.2.0/24')
  const prefix = length === undefined ? bits : Number(length)
  const widest = version === 4 ? HONEYTOKEN_LIMITS.ignoredBitsOfV4 : HONEYTOKEN_LIMITS.ignoredBitsOfV6
  if (prefix < widest) throw invalid('addresses', `is no wider than /${widest}`)
  if (isIP(plainAddress(address)) !== version) throw invalid('addresses', 'write an address of IPv4 as such')
  return `${address}/${prefix}`
}
