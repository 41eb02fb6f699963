/**
 * A remote catalogue: `index.json`, which names every item with the hash of its file, and `index.json.sig`, an Ed25519
 * signature of its bytes (RFC 8032) in base64. Nothing is listed or installed that the signature does not cover.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { withDeadline } from '../../../platform/deadline.ts'
import type { Egress } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import { sha256 } from '../../../platform/sha256.ts'
import { type ItemPackage, isPackage, type Listed, manifestSchema, packageFault } from './item.ts'
import { MARKETPLACE_LIMITS } from './limits.ts'
import type { RaiseSerial } from './serials.ts'

export type MarketplaceSettings = {
  /** Address of the folder that `index.json` is in. */
  readonly url: string
  /** Raw, 32 bytes, in base64. */
  readonly publicKey: string
}

/**
 * `off`: no remote catalogue is configured. `refused`: its signature, age or format is invalid. Items are then those of
 * `asOf`, or none.
 */
export type RemoteState = {
  readonly state: 'off' | 'ok' | 'unavailable' | 'refused'
  readonly reason: string | null
  readonly asOf: Date | null
}

export type RemoteCatalogue = {
  read(nowMs: number): Promise<{ readonly items: readonly Listed[]; readonly state: RemoteState }>
  open(item: Listed): Promise<ItemPackage>
}

const indexSchema = Compile(
  Type.Object({
    format: Type.Literal(1),
    /** Grows with each issue: an older one that is played back is refused. */
    serial: Type.Integer({ minimum: 1 }),
    expires_at: Type.String({ maxLength: 40 }),
    items: Type.Array(
      Type.Object({
        manifest: manifestSchema,
        file: Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{0,150}\\.json$' }),
        sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      }),
      { maxItems: MARKETPLACE_LIMITS.items },
    ),
  }),
)

async function isDone(asking: Promise<void>): Promise<boolean> {
  const late = new Error('late')
  try {
    await withDeadline(asking, MARKETPLACE_LIMITS.waitMs, () => late)
    return true
  } catch (error) {
    if (error !== late) throw error
    return false
  }
}

const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex') // RFC 8410, before the 32 bytes of the key

/** Throws `bad_config`. */
export function publicKeyOf(base64: string): KeyObject {
  const raw = Buffer.from(base64, 'base64')
  if (raw.length !== 32) throw new AppError('bad_config', 'SVC_MARKETPLACE_PUBLIC_KEY: 32 bytes in base64')
  return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' })
}

type RemoteItem = Listed & { readonly file: string }
type Known = {
  readonly items: readonly RemoteItem[]
  readonly serial: number
  readonly expiresMs: number
  readonly asOf: Date
}

/** `raiseSerial` remembers over restarts, and for all processes, which issue was seen last. */
export function openRemote(
  egress: Egress,
  { url, publicKey }: MarketplaceSettings,
  raiseSerial: RaiseSerial,
): RemoteCatalogue {
  const key = publicKeyOf(publicKey)
  const base = url.replace(/\/+$/, '')
  let known: Known | null = null
  let state: RemoteState = { state: 'unavailable', reason: 'it has not answered yet', asOf: null }
  let nextMs = 0
  let asking: Promise<void> | null = null
  let tooSlow: Promise<void> | null = null

  const fetched = async (name: string, responseBytesMax: number) => {
    const request = { url: `${base}/${name}`, chosenBy: 'operator', timeoutMs: MARKETPLACE_LIMITS.requestMs } as const
    const { status, body } = await egress({ ...request, responseBytesMax })
    if (status !== 200) throw new AppError('unavailable', `${name}: the catalogue answered ${status}`)
    return body
  }
  const refresh = async (nowMs: number) => {
    try {
      const [index, signature] = await Promise.all([
        fetched('index.json', MARKETPLACE_LIMITS.indexBytes),
        fetched('index.json.sig', 1024),
      ])
      const found = readIndex(key, index, signature, nowMs)
      refuseOlder(found.serial, await raiseSerial(publicKey.trim(), found.serial))
      known = found
      state = { state: 'ok', reason: null, asOf: known.asOf }
      nextMs = nowMs + MARKETPLACE_LIMITS.refreshMs
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const isRefused = error.code === 'conflict'
      state = { state: isRefused ? 'refused' : 'unavailable', reason: error.message, asOf: known?.asOf ?? null }
      nextMs = nowMs + MARKETPLACE_LIMITS.retryMs
    } finally {
      asking = null
    }
  }
  return {
    async read(nowMs) {
      if (nowMs >= nextMs) {
        asking ??= refresh(nowMs)
        // A reader of the list waits for a short time, and only once for one refresh; then the list shows the items
        // known so far.
        if (asking !== tooSlow) tooSlow = (await isDone(asking)) ? null : asking
      }
      if (known !== null && known.expiresMs <= nowMs)
        return { items: [], state: { state: 'refused', reason: 'its index has expired', asOf: known.asOf } }
      return { items: known?.items ?? [], state }
    },
    async open(item) {
      const found = known?.items.find((one) => one === item)
      if (!found) throw new AppError('unavailable', 'the catalogue has changed: ask again')
      const body = await fetched(found.file, 2 * MARKETPLACE_LIMITS.bytes)
      if (!sha256(body).equals(found.sha256))
        throw new AppError('conflict', `${found.file} does not match the signed index: it was altered`)
      return packageOf(body, found)
    },
  }
}

/** Throws `conflict` for an issue before the highest that any process of the installation has believed. */
function refuseOlder(serial: number, highest: number): void {
  if (serial < highest)
    throw new AppError('conflict', `the index is older (${serial}) than one that was seen (${highest})`)
}

/** Throws `conflict` for an index that is not believed. */
function readIndex(key: KeyObject, index: Buffer, signature: Buffer, nowMs: number): Known {
  const bytes = Buffer.from(signature.toString('latin1').trim(), 'base64')
  if (bytes.length !== 64 || !verify(null, index, key, bytes))
    throw new AppError('conflict', 'the signature is not of this index under the key that is configured')
  const value = jsonOf(index)
  if (!indexSchema.Check(value)) {
    const [first] = indexSchema.Errors(value)
    throw new AppError('conflict', `the index has another form: ${first?.instancePath} ${first?.message}`)
  }
  const expiresMs = Date.parse(value.expires_at)
  if (!(expiresMs > nowMs)) throw new AppError('conflict', 'the index has expired')
  const items = value.items.map(({ manifest, file, sha256 }): RemoteItem => {
    return { manifest, file, source: 'remote', sha256: Buffer.from(sha256, 'hex') }
  })
  if (new Set(items.map(({ manifest }) => manifest.slug)).size < items.length)
    throw new AppError('conflict', 'the index names an item twice')
  return { items, serial: value.serial, expiresMs, asOf: new Date(nowMs) }
}

function packageOf(body: Buffer, { manifest, file }: RemoteItem): ItemPackage {
  const value = jsonOf(body)
  if (!isPackage(value)) throw new AppError('conflict', `${file}: ${packageFault(value)}`)
  const isSame = value.manifest.slug === manifest.slug && value.manifest.version === manifest.version
  if (!isSame) throw new AppError('conflict', `${file} is another item or version than the index says`)
  return value
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
