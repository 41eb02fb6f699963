/** Encodings and digests of texts, as their UTF-8 bytes. */
import { createHash } from 'node:crypto'
import xxhash from 'xxhash-wasm'
import { cast } from '../compare.ts'
import { textOf } from '../convert.ts'
import { argument, argumentCount, type FunctionSpec, fn, made } from '../function-spec.ts'
import { isArray, type Json, type KqlType, type Value, wrapped } from '../value.ts'

const { h64Raw } = await xxhash()

/** Null when the bytes are not valid text, as in the service. */
function decodeBase64(text: string): string | null {
  const bytes = bytesOf(text)
  if (bytes === null) return null
  const decoded = bytes.toString('utf8')
  return Buffer.from(decoded, 'utf8').equals(bytes) ? decoded : null
}

function bytesOf(text: string): Buffer | null {
  const bare = text.replace(/\s/g, '')
  return /^[A-Za-z0-9+/]*={0,2}$/.test(bare) ? Buffer.from(bare, 'base64') : null
}

function fromBytes(list: Json): string | null {
  if (!isArray(list)) return null
  return Buffer.from(list.map(Number)).toString('base64')
}

/** A text with invalid escapes is returned unchanged. */
function urlDecode(text: string): string {
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (escaped) =>
    Buffer.from(escaped.replaceAll('%', ''), 'hex').toString('utf8'),
  )
}

/** A space becomes `+` and escapes are in lower case, as in the service's older function. */
function urlEncode(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      if (/[A-Za-z0-9_.!*()-]/.test(character)) return character
      return byte === 0x20 ? '+' : `%${byte.toString(16).padStart(2, '0')}`
    })
    .join('')
}

const urlEncodeComponent = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const digest =
  (algorithm: string): FunctionSpec =>
  (call) => {
    const { run, type } = argument(call, 0)
    return made(call.args, 'string', (row) =>
      createHash(algorithm)
        .update(textOf(run(row), type))
        .digest('hex'),
    )
  }

/** xxHash64 of a text's bytes and of the eight of a number or time; the second argument bounds it from 0 up. */
const hash: FunctionSpec = (call) => {
  argumentCount(call, 1, 2)
  const { run, type } = argument(call, 0)
  const bound = call.args[1] ? cast(call.args[1], 'long').run : null
  return made(call.args, 'long', (row): Value => {
    const value = run(row)
    if (value === null) return null
    const hashed = wrapped(h64Raw(hashedBytes(value, type)))
    const below = bound?.(row)
    if (below === undefined) return hashed
    return typeof below !== 'bigint' || below <= 0n ? null : ((hashed % below) + below) % below
  })
}

function hashedBytes(value: Value, type: KqlType): Buffer {
  const isReal = typeof value === 'number' && type === 'real'
  if (!isReal && typeof value !== 'bigint') return Buffer.from(textOf(value, type))
  const bytes = Buffer.alloc(8)
  if (isReal) bytes.writeDoubleLE(value)
  else bytes.writeBigInt64LE(wrapped(value as bigint))
  return bytes
}

export const encodingFunctions: Readonly<Record<string, FunctionSpec>> = {
  base64_encode_tostring: fn(['string'], 'string', (text) => Buffer.from(text).toString('base64')),
  base64_encodestring: fn(['string'], 'string', (text) => Buffer.from(text).toString('base64')),
  base64_encode_fromarray: fn(['dynamic'], 'string', fromBytes),
  base64_decode_tostring: fn(['string'], 'string', decodeBase64),
  base64_decodestring: fn(['string'], 'string', decodeBase64),
  base64_decode_toarray: fn(['string'], 'dynamic', (text) => {
    const bytes = bytesOf(text)
    return bytes === null ? null : [...bytes]
  }),
  url_encode: fn(['string'], 'string', urlEncode),
  url_encode_component: fn(['string'], 'string', urlEncodeComponent),
  url_decode: fn(['string'], 'string', urlDecode),
  hash,
  hash_xxhash64: hash,
  hash_md5: digest('md5'),
  hash_sha1: digest('sha1'),
  hash_sha256: digest('sha256'),
}
