/**
 * AWS Signature Version 4: the headers that authenticate a request, as described in "Create a signed AWS API request"
 * in the IAM user guide.
 */
import { createHash, createHmac } from 'node:crypto'
import { sameSecret } from './same-secret.ts'

export type AwsKeys = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Present for temporary credentials only. */
  readonly sessionToken?: string | undefined
}

export type SignedScope = { readonly service: string; readonly region: string; readonly nowMs: number }

type Unsigned = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** SHA-256 of a binary body, in hexadecimal digits. */
  readonly bodyHash?: string
}

/** Returns the given headers and those of the signature. Every given header is signed; names are in lower case. */
export function signedForAws(request: Unsigned, keys: AwsKeys, scope: SignedScope): Record<string, string> {
  const { host, pathname, searchParams } = new URL(request.url)
  const stamp = new Date(scope.nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const bodyHash = request.bodyHash ?? sha256(request.body ?? '')
  const headersByName = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const headers: Record<string, string> = { ...headersByName, 'x-amz-date': stamp }
  if (keys.sessionToken) headers['x-amz-security-token'] = keys.sessionToken
  if (scope.service === 's3') headers['x-amz-content-sha256'] = bodyHash
  const signed: Record<string, string> = { ...headers, host }
  const names = Object.keys(signed).sort()
  // Parts of a URL are already encoded: S3 signs them as they are, every other service encodes them a second time.
  const path = scope.service === 's3' ? pathname : pathname.split('/').map(encoded).join('/')
  const parts = { method: request.method, path, query: searchParams, headers: signed, names, bodyHash }
  const place = `${stamp.slice(0, 8)}/${scope.region}/${scope.service}/aws4_request`
  const signature = signatureOf(parts, keys.secretAccessKey, stamp, place)
  const credential = `Credential=${keys.accessKeyId}/${place}`
  const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...headers, authorization }
}

type Canonical = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  /** Names of the signed headers, sorted. */
  readonly names: readonly string[]
  readonly bodyHash: string
}

function signatureOf(request: Canonical, secret: string, stamp: string, place: string): string {
  const { method, path, query, headers, names, bodyHash } = request
  const canonical = [
    method,
    path,
    queryOf(query),
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n')
  const toSign = `AWS4-HMAC-SHA256\n${stamp}\n${place}\n${sha256(canonical)}`
  return hmac(keyOf(secret, place), toSign).toString('hex')
}

export type ReceivedRequest = {
  readonly method: string
  /** Path and query, as they were sent. */
  readonly url: string
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

export type AwsSignature = {
  readonly accessKeyId: string
  /** True when the signature was made with this secret, by a clock within a quarter of an hour of ours. */
  isOf(secret: string, nowMs: number): boolean
}

const CREDENTIAL =
  /^AWS4-HMAC-SHA256 +Credential=([^/,\s]+)\/(\d{8}\/[a-z0-9-]+\/s3\/aws4_request), *SignedHeaders=([a-z0-9;_-]+), *Signature=([0-9a-f]{64})$/
const STAMP = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/
const SKEW_MS = 900_000

/** The signature in the headers of a request that reached us in the role of an S3 server; null when there is none. */
export function receivedSignature({ method, url, headers }: ReceivedRequest): AwsSignature | null {
  const [, accessKeyId, place, signedNames, signature] = CREDENTIAL.exec(headers.authorization ?? '') ?? []
  const stamp = headers['x-amz-date'] ?? ''
  const parsed = URL.parse(url, 'http://s3')
  if (accessKeyId === undefined || place === undefined || signedNames === undefined || !signature || !parsed)
    return null
  const names = signedNames.split(';')
  const bodyHash = headers['x-amz-content-sha256'] ?? ''
  const request = { method, path: parsed.pathname, query: parsed.searchParams, headers, names, bodyHash }
  const atMs = Date.parse(stamp.replace(STAMP, '$1-$2-$3T$4:$5:$6Z'))
  const isBound = names.includes('host') && names.includes('x-amz-date') && stamp.startsWith(place.slice(0, 8))
  return {
    accessKeyId,
    isOf: (secret, nowMs) =>
      isBound && Math.abs(nowMs - atMs) <= SKEW_MS && sameSecret(signatureOf(request, secret, stamp, place), signature),
  }
}

/** RFC 3986: everything but letters, digits and `-._~`. */
export function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

function queryOf(params: URLSearchParams): string {
  const pairs = [...params].map(([name, value]) => [encoded(name), encoded(value)] as const)
  const ordered = pairs.sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
  return ordered.map(([name, value]) => `${name}=${value}`).join('&')
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function keyOf(secret: string, place: string): Buffer {
  return place.split('/').reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secret}`) as Buffer
}
