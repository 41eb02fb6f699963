import { isMembers } from '../../../platform/members.ts'
import { canonicalJson } from './canonical-json.ts'
import type { SignedHead } from './tree-head.ts'

export type BundleEntry = {
  readonly seq: number
  readonly prev: string
  readonly hash: string
  /** Canonical JSON, exactly as it was hashed. */
  readonly document: string
  readonly tenantId: string
}

/** One line of a bundle. `broken` is a line that no svc export writes. */
export type BundleLine =
  | { readonly kind: 'first'; readonly head: SignedHead }
  | { readonly kind: 'key'; readonly keyId: string; readonly publicKey: Buffer }
  | { readonly kind: 'entry'; readonly entry: BundleEntry }
  | { readonly kind: 'head'; readonly head: SignedHead }
  | { readonly kind: 'broken'; readonly reason: string }

/** Longer than the longest line: a document has at most 131,072 characters. */
const LINE_LENGTH_MAX = 1 << 20

/** The lines of a text that comes in pieces. A line past 1 MiB is cut there, which makes it a broken one. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<{ text: string; isWhole: boolean }> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) yield { text, isWhole: true }
    if (rest.length > LINE_LENGTH_MAX) {
      yield { text: rest.slice(0, LINE_LENGTH_MAX), isWhole: true }
      rest = ''
    }
  }
  if (rest !== '') yield { text: rest, isWhole: false }
}

/** Accepts only the exact bytes that an export writes: any other form could hide a change. */
export function parseLine(text: string): BundleLine {
  const value = parsed(text)
  if (value === null) return { kind: 'broken', reason: 'the line is not canonical JSON' }
  const [first, second, third] = Object.keys(value)
  if (first === 'bundle' && second === 'head' && third === undefined && value.bundle === 'svc-audit-bundle-v1')
    return headLine('first', value.head)
  if (first === 'head' && second === undefined) return headLine('head', value.head)
  if (first === 'key' && second === undefined) return keyLine(value.key)
  if (first === 'entry' && second === undefined) return entryLine(value.entry)
  return { kind: 'broken', reason: 'the line is none that an export writes' }
}

type Fields = Readonly<Record<string, unknown>>

function parsed(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text)
    return isMembers(value) && canonicalJson(value) === text ? value : null
  } catch {
    return null
  }
}

function headLine(kind: 'first' | 'head', head: unknown): BundleLine {
  const { tenant_id, size, time_ms, root, key_id, signature } = isMembers(head) ? head : {}
  const isHead =
    isCount(size) &&
    isCount(time_ms) &&
    [tenant_id, root, key_id, signature].every((field) => typeof field === 'string')
  if (!isHead || !hasFields(head, 6)) return { kind: 'broken', reason: 'the head is incomplete' }
  return { kind, head: head as SignedHead }
}

function keyLine(key: unknown): BundleLine {
  const { key_id, public_key } = isMembers(key) ? key : {}
  if (typeof key_id !== 'string' || typeof public_key !== 'string' || !hasFields(key, 2))
    return { kind: 'broken', reason: 'the key is incomplete' }
  const publicKey = Buffer.from(public_key, 'base64url')
  if (publicKey.toString('base64url') !== public_key) return { kind: 'broken', reason: 'the key is no base64url' }
  return { kind: 'key', keyId: key_id, publicKey }
}

function entryLine(entry: unknown): BundleLine {
  const { seq, prev, hash, document } = isMembers(entry) ? entry : {}
  if (
    !isCount(seq) ||
    typeof prev !== 'string' ||
    typeof hash !== 'string' ||
    !isMembers(document) ||
    !hasFields(entry, 4)
  )
    return { kind: 'broken', reason: 'the entry is incomplete' }
  const tenantId = String(document.tenant_id)
  return { kind: 'entry', entry: { seq, prev, hash, document: canonicalJson(document), tenantId } }
}

/** An extra field would be one that nothing verifies. */
function hasFields(value: unknown, count: number): boolean {
  return isMembers(value) && Object.keys(value).length === count
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
