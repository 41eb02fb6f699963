/** A catalogue for others to install from: what `remote.ts` reads. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import { readItems } from './catalogue.ts'
import { contentsOf } from './contents.ts'

export type Packed = {
  /** Files by name: one for each item, `index.json` and `index.json.sig`. */
  readonly files: ReadonlyMap<string, Buffer>
  /** In the format of `SVC_MARKETPLACE_PUBLIC_KEY`. */
  readonly publicKey: string
  readonly items: number
}

/** `serial` must grow with each issue. Throws `bad_request` for a broken item: an issue is complete or not written. */
export function packCatalogue(
  dir: string,
  { pem, serial, expires }: { readonly pem: string; readonly serial: number; readonly expires: Date },
): Packed {
  const key = privateKeyOf(pem)
  const { items, broken } = readItems(dir)
  const problems = [
    ...broken.map(({ slug, reason }) => `${slug}: ${reason}`),
    ...items.flatMap(({ manifest, whole }) =>
      contentsOf(whole).problems.map(({ path, reason }) => `${manifest.slug}/${path}: ${reason}`),
    ),
  ]
  if (problems.length > 0) throw new AppError('bad_request', problems.join('\n'))
  const files = new Map<string, Buffer>()
  const entries = items.map(({ manifest, whole }) => {
    const body = Buffer.from(`${JSON.stringify(whole)}\n`)
    const file = `${manifest.slug}-${manifest.version}.json`
    files.set(file, body)
    return { manifest, file, sha256: createHash('sha256').update(body).digest('hex') }
  })
  const index = { format: 1, serial, expires_at: expires.toISOString(), items: entries }
  const bytes = Buffer.from(`${JSON.stringify(index)}\n`)
  files.set('index.json', bytes)
  files.set('index.json.sig', Buffer.from(`${sign(null, bytes, key).toString('base64')}\n`))
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
  return { files, publicKey, items: items.length }
}

function privateKeyOf(pem: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch (cause) {
    throw new AppError('bad_request', 'the key is no private key in PEM', { cause })
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new AppError('bad_request', 'the key is not of Ed25519')
  return key
}
