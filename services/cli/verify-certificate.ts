/** Checks a certificate of an erasure without the installation, by the public keys that GET /audit/keys gives. */
import { createPublicKey, verify } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { canonicalJson, keyIdOf } from '../../control/platform/audit/index.ts'
import { type Certificate, certificateSchema } from '../../control/platform/governance/index.ts'
import { AppError } from '../../platform/errors.ts'

const CERTIFICATE = Compile(certificateSchema)
const KEYS = Compile(Type.Array(Type.Object({ key_id: Type.String(), public_key: Type.String() })))

/** Null for text that is not a certificate. */
export function certificateIn(text: string): Certificate | null {
  const parsed = parsedOr(text)
  return CERTIFICATE.Check(parsed) ? parsed : null
}

/** Null when it equals the signed one. Throws `bad_request` for invalid keys. */
export function certificateFault(certificate: Certificate, keys: string, trusted: readonly string[] | null) {
  const { statement, key_id: keyId, signature } = certificate
  const known = keysIn(keys)
  if (!KEYS.Check(known))
    throw new AppError(
      'bad_request',
      'the file of keys is neither an answer of GET /api/v1/audit/keys nor the lines of `svc audit keys list --json`',
    )
  if (trusted !== null && !trusted.includes(keyId)) return `it is signed by key ${keyId}, which is not trusted`
  const found = known.find((one) => one.key_id === keyId)
  if (found === undefined) return `key ${keyId} is not among the keys`
  const raw = Buffer.from(found.public_key, 'base64url')
  if (raw.length !== 32 || keyIdOf(raw) !== keyId) return `key ${keyId} does not match its id`
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') } })
  const isSigned = verify(null, Buffer.from(canonicalJson(statement)), key, Buffer.from(signature, 'base64'))
  return isSigned ? null : 'the signature does not match this statement'
}

export function certificateLine({ statement, key_id: keyId }: Certificate): string {
  const { deletion_id, tenant_id, subject_kind, completed_at, searched, changed, remains } = statement
  const rows = Object.values(changed).reduce((all, n) => all + n, 0)
  const places = remains.map(({ where }) => where).join(', ') || 'nothing'
  return `verified: erasure ${deletion_id} of a ${subject_kind} of tenant ${tenant_id}, completed ${completed_at}, ${searched.length} places searched, ${rows} rows changed, left: ${places}; signed by key ${keyId}`
}

function keysIn(text: string): unknown {
  const whole = parsedOr(text)
  if (typeof whole === 'object' && whole !== null && 'items' in whole) return whole.items
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parsedOr)
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // an archive or text, which is no certificate
  }
}
