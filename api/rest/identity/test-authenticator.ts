/** An authenticator in software, for tests: ES256, attestation `none` (WebAuthn Level 3, 6.5), with what a careless one does. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export type TestAuthenticator = {
  readonly id: string
  signCount: number
  /** True when the user was verified, by a finger or a PIN. */
  verifiesUser: boolean
  create(options: { readonly challenge: string }, origin: string): Record<string, unknown>
  get(options: { readonly challenge: string }, origin: string): Record<string, unknown>
}

export function testAuthenticator(): TestAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const own: TestAuthenticator = {
    ...{ id: id.toString('base64url'), signCount: 0, verifiesUser: true },
    create({ challenge }, origin) {
      // COSE_Key of EC2 (RFC 9053, 7.1.1): kty 2, alg -7, crv 1.
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, unbase64(x)],
          [-3, unbase64(y)],
        ]),
      )
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const authData = Buffer.concat([authenticatorData(own, origin, 0x40), credential])
      const object = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      const response = {
        ...{
          clientDataJSON: clientData('webauthn.create', challenge, origin),
          transports: ['internal', 'carrier-pigeon'],
        },
        attestationObject: cbor(object).toString('base64url'),
      }
      return {
        id: own.id,
        rawId: own.id,
        type: 'public-key',
        response,
        clientExtensionResults: { credProps: { rk: true } },
      }
    },
    get({ challenge }, origin) {
      own.signCount++
      const authData = authenticatorData(own, origin, 0)
      const clientDataJSON = clientData('webauthn.get', challenge, origin)
      const signed = Buffer.concat([authData, createHash('sha256').update(unbase64(clientDataJSON)).digest()])
      const signature = sign('sha256', signed, privateKey).toString('base64url')
      const response = { clientDataJSON, authenticatorData: authData.toString('base64url'), signature }
      return { id: own.id, rawId: own.id, type: 'public-key', response, clientExtensionResults: {} }
    },
  }
  return own
}

/** Hash of the relying party, flags (user present, verified, and what is given), count. */
function authenticatorData({ signCount, verifiesUser }: TestAuthenticator, origin: string, flags: number): Buffer {
  const party = createHash('sha256').update(new URL(origin).hostname).digest()
  const count = Buffer.alloc(4)
  count.writeUInt32BE(signCount)
  return Buffer.concat([party, Buffer.from([0x01 | (verifiesUser ? 0x04 : 0) | flags]), count])
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
}

const unbase64 = (text: string) => Buffer.from(text, 'base64url')

/** CBOR (RFC 8949) of what is needed here: integers, texts, bytes and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (!(value instanceof Map)) throw new TypeError('no CBOR here')
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, of]) => [cbor(name), cbor(of)])])
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  return size < 256 ? Buffer.from([(major << 5) | 24, size]) : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}
