/**
 * AWS Signature Version 4: the headers that prove who sends a request, as "Create a signed AWS API request" in the IAM user
 * guide says.
 */
import { createHash, createHmac } from 'node:crypto'

export type AwsKeys = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Of a credential that is lent for a while. */
  readonly sessionToken?: string | undefined
}

export type SignedScope = { readonly service: string; readonly region: string; readonly nowMs: number }

type Unsigned = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The headers that were given and those of the signature. Every header that is given is signed; names become lower case. */
export function signedForAws(request: Unsigned, keys: AwsKeys, scope: SignedScope): Record<string, string> {
  const { host, pathname, searchParams } = new URL(request.url)
  const stamp = new Date(scope.nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const bodyHash = sha256(request.body ?? '')
  const given = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]))
  const headers: Record<string, string> = { ...given, 'x-amz-date': stamp }
  if (keys.sessionToken) headers['x-amz-security-token'] = keys.sessionToken
  if (scope.service === 's3') headers['x-amz-content-sha256'] = bodyHash
  const signed: Record<string, string> = { ...headers, host }
  const names = Object.keys(signed).sort()
  const canonical = [
    request.method,
    // What a URL holds is encoded once; of S3 it is signed so, of every other service encoded once more.
    scope.service === 's3' ? pathname : pathname.split('/').map(encoded).join('/'),
    queryOf(searchParams),
    ...names.map((name) => `${name}:${(signed[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n')
  const place = `${stamp.slice(0, 8)}/${scope.region}/${scope.service}/aws4_request`
  const toSign = `AWS4-HMAC-SHA256\n${stamp}\n${place}\n${sha256(canonical)}`
  const signature = hmac(keyOf(keys.secretAccessKey, place), toSign).toString('hex')
  const credential = `Credential=${keys.accessKeyId}/${place}`
  const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...headers, authorization }
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
