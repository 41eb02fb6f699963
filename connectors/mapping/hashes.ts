/** Digests of files as vendors list them, as OCSF fingerprints. Called by generated code; none of it throws. */

import { codeAt } from '../../platform/code-at.ts'
import { HEX, text } from './transforms.ts'

/** `algorithm_id` of the names that vendors use; 99 is Other. */
const ALGORITHMS: ReadonlyMap<string, number> = new Map([
  ['MD5', 1],
  ['SHA1', 2],
  ['SHA-1', 2],
  ['SHA256', 3],
  ['SHA-256', 3],
  ['SHA512', 4],
  ['SHA-512', 4],
  ['IMPHASH', 18],
])
const LENGTHS: Readonly<Record<number, number>> = { 32: 1, 40: 2, 64: 3, 128: 4 }
/** Minimum number of digits of a digest, and of a digest without a name, whose algorithm follows from their number. */
const DIGEST_MIN = 8
const BARE_MIN = 32
const DIGEST_MAX = 128
const HASH_NAME_MAX = 12
const PIECES_MAX = 8
/** Strength by `algorithm_id`; the other algorithms are not for files. */
const STRENGTH = [0, 2, 3, 4, 5] as const

/** Results for the last text: `hash` and `hashes` are called for the same one. */
let hashedText = ''
let strongest = ''
let fingerprints = ''

/** Value of the strongest file hash; an import hash is not a hash of the file. */
export function hash(value: unknown): string {
  readHashes(text(value))
  return strongest
}

/** JSON of OCSF fingerprints. */
export function hashes(value: unknown): string {
  readHashes(text(value))
  return fingerprints
}

/** Texts of digests as `SHA256=..,MD5=..`, each named by its length; invalid ones and zeros are left out. */
export function namedHashes(...digests: readonly string[]): string {
  let pairs = ''
  for (const digest of digests) {
    const name = NAMES[LENGTHS[digest.length] ?? 0]
    if (name === undefined || !isDigest(digest, 0, digest.length, BARE_MIN) || isNone(digest)) continue
    pairs += pairs === '' ? `${name}=${digest}` : `,${name}=${digest}`
  }
  return pairs
}

/** By `algorithm_id`. */
const NAMES: readonly (string | undefined)[] = [undefined, 'MD5', 'SHA1', 'SHA256', 'SHA512']

/** Reads `MD5=..,SHA256=..`, or digests alone. It is written by hand, because patterns take three times as long. */
function readHashes(pairs: string): void {
  if (pairs === hashedText) return
  hashedText = pairs
  strongest = ''
  fingerprints = ''
  let strength = 0
  for (let at = 0, piece = 0; at <= pairs.length && piece < PIECES_MAX; piece++) {
    const comma = pairs.indexOf(',', at)
    const end = comma === -1 ? pairs.length : comma
    const equals = endOfHashName(pairs, at, end)
    const start = equals === -1 ? at : equals + 1
    if (isDigest(pairs, start, end, equals === -1 ? BARE_MIN : DIGEST_MIN)) {
      const digest = pairs.slice(start, end)
      const name = equals === -1 ? '' : pairs.slice(at, equals)
      const id = equals === -1 ? (LENGTHS[digest.length] ?? OTHER) : algorithmOf(name)
      const isWhole = equals === -1 && digest.length === pairs.length
      const found = isWhole ? Number.POSITIVE_INFINITY : equals === -1 ? 0 : (STRENGTH[id] ?? 0)
      if (found > strength) {
        strongest = digest
        strength = found
      }
      if (!isNone(digest)) fingerprints += fingerprint(fingerprints === '', id, name, digest)
    }
    at = end + 1
  }
  if (fingerprints !== '') fingerprints = `[${fingerprints}]`
  if (strength !== Number.POSITIVE_INFINITY && strongest !== '' && isNone(strongest)) strongest = ''
}

const OTHER = 99

function fingerprint(isFirst: boolean, id: number, name: string, digest: string): string {
  const word = id === OTHER && name !== '' ? `"algorithm":"${name}",` : ''
  return `${isFirst ? '' : ','}{${word}"algorithm_id":${id},"value":"${digest}"}`
}

function algorithmOf(name: string): number {
  return ALGORITHMS.get(name) ?? ALGORITHMS.get(name.toUpperCase()) ?? OTHER
}

/** The `=` behind two or more letters, digits or dashes; -1 if there is no name. */
function endOfHashName(pairs: string, start: number, end: number): number {
  const limit = Math.min(end, start + HASH_NAME_MAX + 1)
  for (let at = start; at < limit; at++) {
    const code = codeAt(pairs, at)
    if (code === 61) return at - start >= 2 ? at : -1
    const isLetter = (code | 32) >= 97 && (code | 32) <= 122
    if (!isLetter && !(code >= 48 && code <= 57) && code !== 45) return -1
  }
  return -1
}

function isDigest(pairs: string, start: number, end: number, least: number): boolean {
  if (end - start < least || end - start > DIGEST_MAX) return false
  let digits = 0
  for (let at = start; at < end; at++) digits += HEX[codeAt(pairs, at)] ?? 0
  return digits === end - start
}

/** Sysmon writes zeros for a hash that it could not make. */
function isNone(digest: string): boolean {
  return codeAt(digest, 0) === 48 && /^0+$/.test(digest)
}
