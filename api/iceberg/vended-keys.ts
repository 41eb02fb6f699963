/**
 * S3 keys vended to a reader of the archive with a table. The access key contains the credential that it stands for and
 * its expiry; the secret is derived from it and from the installation's key, so nothing is stored. At each request it
 * has the rights of that credential, limited to the tenant's files.
 */
import { createHmac, hkdfSync } from 'node:crypto'
import type { IdentifyDeps, Principal } from '../../control/identity/accounts/index.ts'
import { identifyKnownKey, identifyService, identifySession } from '../../control/identity/accounts/index.ts'
import { AppError } from '../../platform/errors.ts'
import { tenantId } from '../../platform/tenant.ts'

export const ICEBERG_PREFIX = '/iceberg'
const VENDED_SECONDS = 3_600

/** `keys` is the form of `SVC_CREDENTIAL_KEY`; the newest one makes the secrets. */
export function secretOfVendedKeys(keys: string): (accessKeyId: string) => string {
  const [newest = ''] = keys.split(',')
  const key = Buffer.from(hkdfSync('sha256', newest.trim(), '', 'keys of S3 for readers of the archive', 32))
  return (accessKeyId) => createHmac('sha256', key).update(accessKeyId).digest('base64url')
}

export type VendedKey = {
  readonly tenant: string
  readonly kind: 'key' | 'user' | 'service'
  readonly id: string
  readonly session: string
  readonly expiresSeconds: number
}

/** Throws `forbidden` for a credential that no key is vended for. */
export function vendedKeyFor(principal: Principal, nowMs: number): string {
  const { kind, id, tenantId: tenant, sessionId, expiresMs } = principal
  const endMs = Math.min(nowMs + VENDED_SECONDS * 1000, expiresMs ?? Number.POSITIVE_INFINITY)
  const end = Math.floor(endMs / 1000)
  if (kind === 'api_key') return ['svc', tenant, end, 'key', id].join('.')
  if (kind === 'user' && sessionId !== null) return ['svc', tenant, end, 'user', id, sessionId].join('.')
  if (kind === 'service') return ['svc', tenant, end, 'service', id].join('.')
  throw new AppError('forbidden', 'no storage key was issued for this credential')
}

/** Files contain whole events. Throws `forbidden` when a field rule hides a part of events from the caller. */
export function refuseHiddenFiles({ hidden }: Principal): void {
  const fields = hidden.get('event') ?? []
  if (fields.length === 0) return
  const names = fields.map(({ name }) => name).join(', ')
  throw new AppError('forbidden', `field rules hide ${names} of events from you, which files of the archive hold`)
}

const VENDED_KEY =
  /^svc\.([a-z0-9_-]{1,64})\.(\d{1,12})\.(key|user|service)\.([0-9a-z-]{1,64})(?:\.([0-9a-z-]{1,64}))?$/

export function readVendedKey(accessKeyId: string): VendedKey | null {
  const [, tenant, end, kind, id, session = ''] = VENDED_KEY.exec(accessKeyId) ?? []
  if (tenant === undefined || kind === undefined || id === undefined) return null
  return { tenant, kind: kind as VendedKey['kind'], id, session, expiresSeconds: Number(end) }
}

/** The principal of the key, with its current permissions. Throws `bad_credential` and `forbidden`. */
export async function principalOfVendedKey(deps: IdentifyDeps, vended: VendedKey): Promise<Principal> {
  const tenant = tenantId(vended.tenant)
  const expiresMs = vended.expiresSeconds * 1000
  if (expiresMs <= deps.nowMs()) throw new AppError('bad_credential', 'the key has expired: load the table again')
  if (vended.kind === 'key') return identifyKnownKey(deps, tenant, vended.id)
  if (vended.kind === 'service') return identifyService(deps, tenant)
  return identifySession(deps, { tenant, session: vended.session, subject: vended.id, expiresMs })
}
