/** Signatures of webhooks that the platform sends. */

/** Maximum age in seconds of a timed signature, in either direction. */
const TOLERANCE_SECONDS = 300

/**
 * True if `header` (X-SVC-Signature) is the signature of the raw body with the secret: `sha256=HEX`, or
 * `t=SECONDS,v1=HEX`, which is valid for five minutes. Verify the received bytes before you parse the body.
 */
export async function verifySignature(
  body: Uint8Array | string,
  header: string | null | undefined,
  secret: string,
  nowMs = Date.now(),
): Promise<boolean> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const [, plain] = /^sha256=([0-9a-f]{64})$/i.exec(header ?? '') ?? []
  if (plain !== undefined) return isSame(plain, await hmac(secret, bytes))
  const [, seconds, dated] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/i.exec(header ?? '') ?? []
  if (seconds === undefined || dated === undefined) return false
  const isTimely = Math.abs(nowMs / 1000 - Number(seconds)) <= TOLERANCE_SECONDS
  const begin = new TextEncoder().encode(`${seconds}.`)
  const signed = new Uint8Array(begin.length + bytes.length)
  signed.set(begin)
  signed.set(bytes, begin.length)
  return isSame(dated, await hmac(secret, signed)) && isTimely
}

async function hmac(secret: string, bytes: Uint8Array): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['sign'])
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes as Uint8Array<ArrayBuffer>))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Compares in constant time for texts of equal length. */
function isSame(a: string, b: string): boolean {
  let apart = a.length ^ b.length
  for (let at = 0; at < b.length; at++) apart |= a.toLowerCase().charCodeAt(at) ^ b.charCodeAt(at)
  return apart === 0
}
