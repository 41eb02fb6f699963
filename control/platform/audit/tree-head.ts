import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'

/**
 * A statement, signed with a key of the installation, of a tenant's log at a time: the first `size` entries have this
 * root.
 */
export type TreeHead = {
  readonly tenant_id: string
  readonly size: number
  readonly time_ms: number
  /** Hexadecimal, as are the other hashes outside of the database. */
  readonly root: string
  readonly key_id: string
}
/** `signature` is base64url. */
export type SignedHead = TreeHead & { readonly signature: string }

const PREFIX = 'svc-audit-head-v1\n'

/** Ed25519 (RFC 8032) over `svc-audit-head-v1`, a line feed, and the canonical JSON of the head without its signature. */
export function signHead(head: TreeHead, key: KeyObject): SignedHead {
  return { ...head, signature: sign(null, signedBytes(head), key).toString('base64url') }
}

/** The bits that the last character of base64url has too many are 0, or one signature would have several texts. */
export function isSignedBy(head: SignedHead, publicKey: Buffer): boolean {
  const signature = Buffer.from(head.signature, 'base64url')
  if (signature.toString('base64url') !== head.signature) return false
  return signature.length === 64 && verify(null, signedBytes(head), publicKeyOf(publicKey), signature)
}

function signedBytes({ tenant_id, size, time_ms, root, key_id }: TreeHead): Buffer {
  return Buffer.from(PREFIX + canonicalJson({ tenant_id, size, time_ms, root, key_id }))
}

/** First 16 bytes of the digest of the raw public key, in hexadecimal: whoever knows the id can tell another key from it. */
export function keyIdOf(publicKey: Buffer): string {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, 32)
}

/** `raw` is the 32 bytes of RFC 8032. */
function publicKeyOf(raw: Buffer): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' })
}

export function rawPublicKey(key: KeyObject): Buffer {
  return Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url')
}

/** PKCS#8 in base64, the form in which the vault holds it. */
export function privateKeyOf(text: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
}
