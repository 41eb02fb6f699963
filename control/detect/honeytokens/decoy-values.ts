/**
 * Values of a decoy that appear in events when someone uses it: intake receives them as control data until the decoy is
 * revoked.
 */
import { normaliseValue } from '../../../intel/normalise-value.ts'
import { type DecoyDocument, HONEYTOKEN_KIND } from '../../../pipeline/stages/intake/honeytoken/decoy-book.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { announce } from '../../platform/broadcast/index.ts'
import type { Honeytoken } from './honeytoken.ts'

/** Path of a decoy's address below the origin of the API. */
export const TRACK_PATH = '/api/v1/honeytokens/track'

/** Members of `metadata` that are decoy values too, for every type. */
const LAID_OUT = { user: laidOutUser, dns_name: laidOutName, url: laidOutUrl } as const
const LAID_OUT_KINDS = Object.keys(LAID_OUT) as (keyof typeof LAID_OUT)[]
const USER_CHARS = { min: 3, max: 256 } as const

/** Throws 422 for an invalid user, DNS name or URL. */
export function requireLaidOut(metadata: Readonly<Record<string, unknown>>): void {
  for (const kind of LAID_OUT_KINDS) {
    const value = metadata[kind]
    if (value === undefined) continue
    if (typeof value !== 'string' || LAID_OUT[kind](value) === null) throw invalid(`metadata.${kind}`, NEEDS[kind])
  }
}

const NEEDS = {
  user: `is a name of ${USER_CHARS.min} to ${USER_CHARS.max} characters with letters or digits`,
  dns_name: 'is a DNS name with a dot',
  url: 'is a URL with a host',
} as const

export async function announceDecoy(tx: TenantTx, token: Honeytoken): Promise<void> {
  const document = token.status === 'revoked' ? null : documentOf(token)
  await announce(tx, { kind: HONEYTOKEN_KIND, id: token.id, document })
}

function documentOf({ id, name, decoy, metadata }: Honeytoken): DecoyDocument {
  const values: DecoyDocument['values'][number][] = [
    { kind: 'track_path', value: `${TRACK_PATH.split('/').slice(-2).join('/')}/${id}` },
  ]
  if (decoy.address !== undefined) values.push({ kind: 'address', value: decoy.address })
  if (decoy.file_name !== undefined) values.push({ kind: 'file_name', value: decoy.file_name })
  if (decoy.access_key_id !== undefined) values.push({ kind: 'access_key_id', value: decoy.access_key_id })
  for (const kind of LAID_OUT_KINDS) {
    const chosen = metadata[kind]
    const value = typeof chosen === 'string' ? LAID_OUT[kind](chosen) : null
    if (value !== null) values.push({ kind, value })
  }
  return { name, values }
}

function laidOutUser(text: string): string | null {
  const user = text.trim()
  const isName = user.length >= USER_CHARS.min && user.length <= USER_CHARS.max && /[\p{L}\p{N}]/u.test(user)
  return isName ? user : null
}

function laidOutName(value: string): string | null {
  return value.includes('.') ? normaliseValue('domain', value) : null
}

/** Without its scheme, which events of proxies and resolvers leave out. */
function laidOutUrl(text: string): string | null {
  const url = normaliseValue('url', text)
  const rest = url === null ? null : url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/\/$/, '')
  return rest !== null && /[\p{L}\p{N}]/u.test(rest) ? rest : null
}
