/** An S3 bucket, or a compatible one, as the place of an archive. */

import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type AwsKeys, signedForAws } from '../../platform/aws-signature.ts'
import type { Egress, EgressResponse } from '../../platform/egress/client.ts'
import { AppError } from '../../platform/errors.ts'
import { type ByteRange, isObjectPath, type Listed, type ObjectStore } from './object-store.ts'

export type S3Place = {
  /** URL of the bucket and the prefix of all paths, without a trailing slash; the bucket is part of the path. */
  readonly url: string
  readonly region: string
  readonly keys: AwsKeys
}

export type S3Options = {
  readonly egress: Egress
  readonly nowMs?: () => number
  /** Milliseconds before the next retry. */
  readonly pauseMs?: (tries: number) => number
}

/** Bytes of one answer: larger objects are read in ranges. */
const PART_BYTES = 8 << 20
/** Timeout of a request, long because an upload may be some hundred megabytes. */
const TIMEOUT_MS = 300_000
const TRIES_MAX = 6
const AGAIN: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])

/** Throws `unavailable` when the bucket does not answer after some retries, `bad_config` when it refuses the keys. */
export function s3Store(place: S3Place, options: S3Options): ObjectStore {
  const { egress, nowMs = Date.now, pauseMs = (tries) => Math.min(10_000, 200 * 2 ** tries) } = options
  const ask = async (method: string, path: string, sent: Sent = {}): Promise<EgressResponse> => {
    if (!isObjectPath(path)) throw new AppError('bad_request', 'not the path of an object')
    return send(method, `${place.url}/${path}`, path, sent)
  }
  const send = async (method: string, url: string, path: string, sent: Sent = {}): Promise<EgressResponse> => {
    for (let tries = 0; ; tries++) {
      const isLast = tries + 1 >= TRIES_MAX
      try {
        const answer = await egress(requestOf(place, method, url, sent, nowMs()))
        const isWhole = method !== 'GET' || isWholeAnswer(answer, sent.range)
        if (!AGAIN.has(answer.status) && isWhole) return checked(answer, path)
        if (isLast) throw new AppError('unavailable', `the bucket of the archive answers ${answer.status} for ${path}`)
      } catch (error) {
        if (isLast || !(error instanceof AppError && error.code === 'unavailable')) throw error
      }
      await delay(pauseMs(tries))
    }
  }
  const size = async (path: string): Promise<number | null> => {
    const answer = await ask('HEAD', path)
    return answer.status === 404 ? null : Number(answer.headers['content-length'])
  }
  async function* parts(path: string, range: ByteRange): AsyncGenerator<Buffer> {
    for (let first = range.first; first <= range.last; first += PART_BYTES) {
      const part = { first, last: Math.min(range.last, first + PART_BYTES - 1) }
      yield found(await ask('GET', path, { range: part })).body
    }
  }
  const stream = async (path: string, range?: ByteRange): Promise<Readable> => {
    if (range !== undefined) return Readable.from(parts(path, range))
    const bytes = await size(path)
    if (bytes === null) throw missing()
    return Readable.from(bytes === 0 ? [] : parts(path, { first: 0, last: bytes - 1 }))
  }
  /** For a list the request goes to the bucket of `https://host/bucket/prefix`. */
  const root = new URL(place.url)
  const [bucketName = '', ...prefixParts] = root.pathname.split('/').filter((part) => part !== '')
  const prefix = prefixParts.map((part) => `${part}/`).join('')
  const listed = async (below: string, token: string) => {
    const listQuery = new URLSearchParams({ 'list-type': '2', prefix: `${prefix}${below}/` })
    if (token !== '') listQuery.set('continuation-token', token)
    const answer = found(await send('GET', `${root.origin}/${bucketName}?${listQuery}`, below))
    return listPage(answer.body.toString(), prefix)
  }
  return {
    isLocal: false,
    async put(path, from) {
      const body = Buffer.isBuffer(from) ? from : await readFile(from.file)
      await ask('PUT', path, { body })
      const stored = await size(path)
      if (stored !== body.length)
        throw new AppError(
          'unavailable',
          `the bucket of the archive keeps ${stored} bytes of ${body.length} of ${path}`,
        )
    },
    read: async (path) => Buffer.concat(await (await stream(path)).toArray()),
    stream,
    size,
    async local(path, folder) {
      await mkdir(folder, { recursive: true })
      const file = join(folder, `${randomUUID()}.download`)
      await pipeline(await stream(path), createWriteStream(file))
      return { file, dispose: () => rm(file, { force: true }) }
    },
    async remove(path) {
      await ask('DELETE', path)
    },
    async *list(below) {
      for (let next: string | null = ''; next !== null; ) {
        const page = await listed(below, next)
        yield* page.objects
        next = page.next
      }
    },
  }
}

/** ListObjectsV2. */
function listPage(xml: string, prefix: string): { readonly objects: readonly Listed[]; readonly next: string | null } {
  const text = (part: string, name: string) => plainText(new RegExp(`<${name}>([^<]*)</${name}>`).exec(part)?.[1] ?? '')
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, part = '']) => {
    return { path: text(part, 'Key').slice(prefix.length), changedMs: Date.parse(text(part, 'LastModified')) }
  })
  const isMore = text(xml, 'IsTruncated') === 'true'
  return {
    objects: objects.filter(({ path }) => isObjectPath(path)),
    next: isMore ? text(xml, 'NextContinuationToken') : null,
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plainText = (xml: string) => xml.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)

type Sent = { readonly body?: Buffer; readonly range?: ByteRange }

function requestOf(place: S3Place, method: string, url: string, { body, range }: Sent, nowMs: number) {
  const bodyHash = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  const headers: Record<string, string> = range === undefined ? {} : { range: `bytes=${range.first}-${range.last}` }
  const signed = signedForAws({ method, url, headers, bodyHash }, place.keys, {
    ...{ service: 's3', region: place.region, nowMs },
  })
  return {
    url,
    method,
    headers: signed,
    chosenBy: 'operator' as const,
    timeoutMs: TIMEOUT_MS,
    responseBytesMax: PART_BYTES + 1,
    redirectsMax: 0,
    ...(body === undefined ? {} : { body }),
  }
}

/** A connection that ends early delivers fewer bytes than announced. */
function isWholeAnswer({ status, body }: EgressResponse, range: ByteRange | undefined): boolean {
  return range === undefined || (status !== 206 && status !== 200) || body.length === range.last - range.first + 1
}

function checked(answer: EgressResponse, path: string): EgressResponse {
  const { status } = answer
  if (status < 300 || status === 404) return answer
  const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(answer.body.toString('latin1'))?.[1] ?? ''
  throw new AppError(
    status === 401 || status === 403 ? 'bad_config' : 'unavailable',
    `the bucket of the archive answers ${status} ${code} for ${path}`,
  )
}

function found(answer: EgressResponse): EgressResponse {
  if (answer.status === 404) throw missing()
  return answer
}

const missing = () => new AppError('not_found', 'the archive has no such file')
