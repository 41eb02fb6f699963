/** Encodings and digests of texts, as their UTF-8 bytes. */
import { createHash } from 'node:crypto'
import { textOf } from '../convert.ts'
import { argument, type FunctionSpec, fn, made } from '../function-spec.ts'
import { isArray, type Json } from '../value.ts'

/** Null when the bytes are no text, as the service says. */
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

/** Text that is not well escaped stays as it is. */
function urlDecode(text: string): string {
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (escaped) =>
    Buffer.from(escaped.replaceAll('%', ''), 'hex').toString('utf8'),
  )
}

/** A space is `+` and what is escaped is in small letters, as the service's older function has it. */
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
  hash_md5: digest('md5'),
  hash_sha1: digest('sha1'),
  hash_sha256: digest('sha256'),
}
