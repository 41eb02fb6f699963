/** Decoys are made, shown and revoked. Intake learns what of them may turn up in events. */
import { randomBytes, randomInt } from 'node:crypto'
import { normaliseValue } from '../../../intel/normalise-value.ts'
import { AppError, noSuch } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { announceDecoy, requireLaidOut } from './decoy-values.ts'
import type { Decoy, Honeytoken, TokenType } from './honeytoken.ts'
import { honeytoken, insertHoneytoken, lockHoneytoken, markRevoked } from './honeytoken-store.ts'
import { HONEYTOKEN_LIMITS } from './limits.ts'

export type HoneytokenInput = {
  readonly name: string
  readonly description: string | null
  readonly type: TokenType
  readonly ttlDays: number | null
  /** `address` of an email decoy, `file_name` of a file, `user`, `dns_name` and `url` of any; anything else is only kept. */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly createdBy: string
}

const DAY_MS = 86_400_000

/** Throws 422 for an email decoy without an address, `conflict` past the number that a tenant may have. */
export async function createHoneytoken(tx: TenantTx, honeytoken: HoneytokenInput, nowMs: number): Promise<Honeytoken> {
  const { name, description, type, ttlDays, metadata, createdBy } = honeytoken
  if (JSON.stringify(metadata).length > HONEYTOKEN_LIMITS.metadataBytes) throw invalid('metadata', 'is too large')
  requireLaidOut(metadata)
  const decoy = decoyOf(type, metadata)
  const expiresAt = ttlDays === null ? null : new Date(nowMs + ttlDays * DAY_MS)
  const made = await insertHoneytoken(tx, { name, description, tokenType: type, decoy, metadata, createdBy, expiresAt })
  if (made === null) throw new AppError('conflict', `this tenant has ${HONEYTOKEN_LIMITS.tokens} honeytokens`)
  await announceDecoy(tx, made)
  return made
}

/** Throws `not_found`. `isNew` is false when it was revoked before: nothing changed. */
export async function revokeHoneytoken(
  tx: TenantTx,
  id: string,
): Promise<{ readonly token: Honeytoken; readonly isNew: boolean }> {
  const found = await lockHoneytoken(tx, id)
  if (found === null) throw missing()
  if (found.status === 'revoked') return { token: found, isNew: false }
  const revoked = await markRevoked(tx, id)
  if (revoked === null) throw missing()
  await announceDecoy(tx, revoked)
  return { token: revoked, isNew: true }
}

/** Throws `not_found`. */
export async function requireHoneytoken(tx: TenantTx, id: string): Promise<Honeytoken> {
  const found = await honeytoken(tx, id)
  if (found === null) throw missing()
  return found
}

const missing = () => noSuch('honeytoken')

function decoyOf(type: TokenType, metadata: Readonly<Record<string, unknown>>): Decoy {
  switch (type) {
    case 'url':
      return {}
    case 'file':
      return { file_name: fileName(metadata.file_name) }
    case 'email':
      return { address: addressOf(metadata.address) }
    case 'aws_key':
      return { access_key_id: accessKeyId(), secret_access_key: randomBytes(30).toString('base64') }
  }
}

function addressOf(value: unknown): string {
  const address = typeof value === 'string' ? normaliseValue('email', value) : null
  if (address === null) throw invalid('metadata.address', 'an email decoy needs the address that is laid out')
  return address
}

function fileName(input: unknown): string {
  if (input === undefined) return 'passwords.html'
  if (typeof input === 'string' && /^[\w .()-]{1,100}\.html?$/.test(input)) return input
  throw invalid('metadata.file_name', 'is a plain name that ends with .html')
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Twenty characters, as those of IAM users are. */
function accessKeyId(): string {
  return `AKIA${Array.from({ length: 16 }, () => BASE32[randomInt(32)]).join('')}`
}
