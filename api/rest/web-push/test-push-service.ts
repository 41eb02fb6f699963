/** A browser and the push service of its vendor, for tests: what is sent is judged and decrypted as the standards have it. */
import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes } from 'node:crypto'
import { jwtVerify } from 'jose'
import type { Egress, EgressRequest } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'

export type TestPushService = {
  readonly origin: string
  readonly egress: Egress
  /** Messages that browsers got, by endpoint. */
  readonly got: Map<string, Record<string, unknown>[]>
  /** Answers to the next requests to an endpoint, where they are not 201; `dead` does not answer. */
  readonly answers: Map<string, (number | 'dead')[]>
  browser(): TestBrowser
}
export type TestBrowser = {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

export function testPushService(): TestPushService {
  const origin = 'https://push.example'
  const secrets = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>()
  const service: TestPushService = {
    ...{ origin, got: new Map(), answers: new Map() },
    browser() {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      const endpoint = `${origin}/send/${randomBytes(12).toString('hex')}`
      secrets.set(endpoint, { ecdh, auth })
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    async egress(request) {
      const answer = service.answers.get(request.url)?.shift() ?? 201
      if (answer === 'dead') throw new AppError('unavailable', 'the target does not answer')
      const own = secrets.get(request.url)
      if (own === undefined) return answered(404)
      await requireVapid(request, origin)
      const message = JSON.parse(decrypted(Buffer.from(request.body ?? ''), own))
      if (answer < 300) service.got.set(request.url, [...(service.got.get(request.url) ?? []), message])
      return answered(answer)

      function answered(status: number) {
        return { status, headers: {}, body: Buffer.alloc(0), url: request.url }
      }
    },
  }
  return service
}

/** RFC 8292: signed by the key that stands beside the token, for this service. Throws otherwise. */
async function requireVapid({ headers = {} }: EgressRequest, origin: string): Promise<void> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(headers.Authorization ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  await jwtVerify(token, createPublicKey({ key: jwk, format: 'jwk' }), { audience: origin, algorithms: ['ES256'] })
  if (headers.TTL === undefined || headers['Content-Encoding'] !== 'aes128gcm')
    throw new Error('no message of Web Push')
}

/** RFC 8291, 3.4 and RFC 8188, of one record. */
function decrypted(body: Buffer, { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer }): string {
  const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
  const hmac = (key: Buffer, ...parts: (Buffer | string)[]) =>
    parts.reduce((mac, part) => mac.update(part), createHmac('sha256', key)).digest()
  const shared = hmac(auth, ecdh.computeSecret(sender))
  const input = hmac(shared, 'WebPush: info\0', ecdh.getPublicKey(), sender, '\x01')
  const pseudo = hmac(salt, input)
  const key = hmac(pseudo, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16)
  const nonce = hmac(pseudo, 'Content-Encoding: nonce\0\x01').subarray(0, 12)
  const opened = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
