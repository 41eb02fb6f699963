import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import { takeRandom } from './random-pool.ts'

const NONCE_BYTES = 12
const BODY_AT = 28

/** The context that a box is bound to: in another entry, subject or tenant it stays shut. */
export function boxContext(tenantId: string, ref: string, entryId: string): string {
  return `svc-audit-personal-v1\n${tenantId}\n${ref}\n${entryId}`
}

/**
 * base64url of nonce (12) | tag (16) | AES-256-GCM ciphertext. Nonces are random: a key is good for 2^32 boxes
 * (NIST SP 800-38D, 8.3), which is more than the entries one person leaves.
 */
export function sealBox(key: KeyObject, text: string, context: string): string {
  const nonce = takeRandom(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

/** Null when the box was changed, belongs elsewhere, or was sealed with another key. */
export function openBox(key: KeyObject, box: string, context: string): string | null {
  const raw = Buffer.from(box, 'base64url')
  if (raw.length < BODY_AT) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, raw.subarray(0, NONCE_BYTES), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(context)).setAuthTag(raw.subarray(NONCE_BYTES, BODY_AT))
    return decipher.update(raw.subarray(BODY_AT), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null // GCM reports only that decryption failed
  }
}
