import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { AppError } from './errors.ts'

/**
 * Encrypts secrets that must be read again later (a push token, a shared secret), bound to the place where they are
 * stored.
 */
export type Sealer = {
  /**
   * `context` identifies the secret's owner and place; opening needs the same context, so a value copied to another row
   * does not open.
   */
  seal(plain: string, context: string): Buffer
  /** Throws `secret_unreadable` when no key fits or the value was changed. */
  open(sealed: Uint8Array, context: string): string
}

/** version (1) | key id (4) | nonce (12) | tag (16) | ciphertext */
const VERSION = 1
const NONCE_AT = 5
const TAG_AT = 17
const BODY_AT = 33

/** A prepared key object: importing raw key bytes at each use costs four times the encryption. */
type Key = { readonly id: Buffer; readonly secret: KeyObject }

/**
 * `keys` is the form of `SVC_CREDENTIAL_KEY`: one or more keys of 44 characters of URL-safe base64, comma-separated,
 * newest first. The first seals, all open. AES-256-GCM, under keys derived for this use alone (HKDF-SHA256).
 */
export function sealerOf(keys: string): Sealer {
  const [newest, ...older] = keys.split(',').map((key) => derive(key.trim()))
  if (newest === undefined) throw new AppError('bad_config', 'no credential key')
  const ring = [newest, ...older]
  return {
    seal: (plain, context) => seal(newest, plain, context),
    open: (sealed, context) => open(ring, Buffer.from(sealed), context),
  }
}

/**
 * Ids of the keys in the form of `SVC_CREDENTIAL_KEY`, in order: eight hexadecimal digits that reveal nothing about the
 * key.
 */
export function credentialKeyIds(keys: string): string[] {
  return keys.split(',').map((key) => derive(key.trim()).id.toString('hex'))
}

/** Id of the key that a sealed value needs. */
export function sealedKeyId(sealed: Uint8Array): string {
  return Buffer.from(sealed.subarray(1, NONCE_AT)).toString('hex')
}

/**
 * The content of a key file, which is created (0600) when it is missing. Of two concurrent processes the second reads
 * the first one's key.
 */
export function credentialKeyIn(path: string): string {
  const fresh = `${path}.${randomBytes(6).toString('hex')}`
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  try {
    writeDurably(fresh, `${randomBytes(32).toString('base64url')}=\n`)
    linkSync(fresh, path) // Unlike a rename, a link never replaces a key that may already be in use.
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(fresh, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}

function writeDurably(path: string, text: string): void {
  const fd = openSync(path, 'wx', 0o600)
  try {
    writeSync(fd, text)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

function derive(text: string): Key {
  const raw = Buffer.from(text, 'base64url')
  if (!/^[A-Za-z0-9_-]{43}=$/.test(text) || raw.length !== 32)
    throw new AppError('bad_config', 'a credential key is 32 bytes in 44 characters of URL-safe base64')
  const secret = Buffer.from(hkdfSync('sha256', raw, '', 'svc seal v1', 32))
  const id = createHash('sha256').update('svc key id').update(secret).digest().subarray(0, 4)
  return { id, secret: createSecretKey(secret) }
}

function seal(key: Key, plain: string, context: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), key.id, nonce, cipher.getAuthTag(), body])
}

function open(ring: readonly Key[], sealed: Buffer, context: string): string {
  const key = ring.find(({ id }) => id.equals(sealed.subarray(1, NONCE_AT)))
  if (sealed.length < BODY_AT || sealed[0] !== VERSION || key === undefined)
    throw new AppError('secret_unreadable', 'SVC_CREDENTIAL_KEY: a stored secret was sealed with another key')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.secret, sealed.subarray(NONCE_AT, TAG_AT), {
      authTagLength: 16,
    })
    decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(TAG_AT, BODY_AT))
    return decipher.update(sealed.subarray(BODY_AT), undefined, 'utf8') + decipher.final('utf8')
  } catch (cause) {
    throw new AppError('secret_unreadable', 'a stored secret was changed or belongs to another row', { cause })
  }
}

/** A sealed value for use in a URL or code, which only this installation makes and reads. */
export function sealedToken(sealer: Sealer, value: unknown, context: string): string {
  return sealer.seal(JSON.stringify(value), context).toString('base64url')
}

/**
 * Opens a token and parses its value by `read`. Null when it is too long, was changed, has another context, or its key
 * is gone.
 */
export function openSealedToken<T>(
  sealer: Sealer,
  token: string,
  { context, charsMax }: { readonly context: string; readonly charsMax: number },
  read: (value: unknown) => T | null,
): T | null {
  if (token.length > charsMax || !/^[\w-]+$/.test(token)) return null
  try {
    return read(JSON.parse(sealer.open(Buffer.from(token, 'base64url'), context)))
  } catch {
    return null
  }
}
