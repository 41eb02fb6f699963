/**
 * Checks an exported log with nothing but the file: each line, each link of the chain, each signed head against the
 * Merkle tree of the entries before it. Reads once, in memory that does not grow with the file.
 */
import * as merkle from '../../../platform/merkle.ts'
import { type BundleEntry, type BundleLine, linesOf, parseLine } from './bundle-lines.ts'
import { entryHash, GENESIS } from './chain.ts'
import { isSignedBy, keyIdOf, type SignedHead } from './tree-head.ts'

/** The first thing that is wrong. `from` and `to` are the places of the entries it is about. */
export type Fault = {
  readonly kind: 'changed' | 'dropped' | 'inserted' | 'reordered' | 'truncated' | 'unsigned' | 'rewritten'
  readonly line: number
  readonly from: number
  readonly to: number
  readonly detail: string
}

export type Verdict = {
  readonly fault: Fault | null
  readonly head: SignedHead | null
  /** Number of entries verified, up to the fault. */
  readonly entries: number
  readonly heads: number
  readonly keyIds: readonly string[]
}

export type VerifyOptions = {
  /** Keys the reader knows from elsewhere; when given, a head under any other is a fault. */
  readonly trustedKeyIds?: readonly string[]
  /** A head that the reader kept, for example of an older export: the entries that it covers must be unchanged. */
  readonly knownHead?: SignedHead
}

/** The part of a bundle that was read and found right so far. */
type State = {
  readonly options: VerifyOptions
  readonly keys: Map<string, Buffer>
  readonly frontier: merkle.Frontier
  first: SignedHead | null
  lastHash: Buffer
  /** Size of the last head that held. */
  proven: number
  heads: number
}

type Numbered = { readonly number: number; readonly line: BundleLine }

/** Keys are few: one for each rotation there ever was. */
const KEYS_MAX = 10_000

export async function verifyBundle(chunks: AsyncIterable<string>, options: VerifyOptions = {}): Promise<Verdict> {
  const frontier = merkle.frontierOf(0, Buffer.alloc(0))
  const state: State = { options, keys: new Map(), frontier, first: null, lastHash: GENESIS, proven: 0, heads: 0 }
  const fault = await firstFault(state, numbered(chunks))
  return { fault, head: state.first, entries: frontier.size, heads: state.heads, keyIds: [...state.keys.keys()] }
}

async function* numbered(chunks: AsyncIterable<string>): AsyncGenerator<Numbered> {
  let number = 0
  for await (const { text, isWhole } of linesOf(chunks)) {
    const cut: BundleLine = { kind: 'broken', reason: 'the file ends within the line' }
    yield { number: ++number, line: isWhole ? parseLine(text) : cut }
  }
}

async function firstFault(state: State, lines: AsyncGenerator<Numbered>): Promise<Fault | null> {
  let last = 0
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const fault = await takeLine(state, next.value, lines)
    if (fault !== null) return fault
    last = next.value.number
  }
  return endOf(state, last)
}

async function takeLine(state: State, { number, line }: Numbered, rest: AsyncGenerator<Numbered>) {
  if (line.kind === 'entry') return takeEntry(state, line.entry, number, rest)
  const fault = (kind: Fault['kind'], detail: string) => faultAt(state, kind, number, detail)
  if (line.kind === 'broken') {
    const isLast = (await rest.next()).done
    return fault(isLast ? 'truncated' : 'changed', line.reason)
  }
  if ((number === 1) !== (line.kind === 'first')) return fault('changed', 'the line is not in its place')
  if (line.kind === 'key') return takeKey(state, line.keyId, line.publicKey, number)
  if (line.kind === 'head') return takeHead(state, line.head, number)
  state.first = line.head
  return null
}

function takeKey(state: State, keyId: string, publicKey: Buffer, number: number): Fault | null {
  const isEarly = state.frontier.size === 0 && state.keys.size < KEYS_MAX
  if (!isEarly || keyIdOf(publicKey) !== keyId)
    return faultAt(state, 'changed', number, `key ${keyId} does not match its id`)
  state.keys.set(keyId, publicKey)
  return null
}

async function takeEntry(state: State, entry: BundleEntry, line: number, rest: AsyncGenerator<Numbered>) {
  const expected = state.frontier.size + 1
  const fault = (kind: Fault['kind'], from: number, to: number, detail: string): Fault => ({
    ...{ kind, line, from, to, detail },
  })
  if (state.first === null) return fault('truncated', 1, entry.seq, 'the file does not begin with its head')
  const unsigned = expected === 1 ? signatureFault(state, state.first, 1) : null
  if (unsigned !== null) return unsigned
  if (entry.seq < expected)
    return fault('inserted', entry.seq, entry.seq, 'the chain has an entry in this place already')
  if (entry.seq > expected) {
    const isLater = await comesLater(rest, expected)
    if (isLater) return fault('reordered', expected, entry.seq, `entry ${entry.seq} stands before entry ${expected}`)
    return fault('dropped', expected, entry.seq - 1, `entry ${entry.seq} follows entry ${state.frontier.size}`)
  }
  if (expected > state.first.size) return fault('inserted', expected, expected, 'the signed head does not cover it')
  if (entry.tenantId !== state.first.tenant_id) return fault('changed', expected, expected, 'it is of another tenant')
  const hash = entryHash(entry.seq, Buffer.from(entry.prev, 'hex'), entry.document)
  if (hash.toString('hex') !== entry.hash) return fault('changed', expected, expected, 'its hash is not its own')
  if (entry.prev !== state.lastHash.toString('hex')) return brokenLink(entry, line, rest)
  state.lastHash = hash
  merkle.appendLeaf(state.frontier, merkle.leafHash(hash))
  return knownHeadFault(state, line)
}

async function comesLater(rest: AsyncGenerator<Numbered>, seq: number): Promise<boolean> {
  for await (const { line } of rest) if (line.kind === 'entry' && line.entry.seq === seq) return true
  return false
}

/**
 * The entry's hash is right but does not follow from the entry before. When the entry after agrees with it, the entry
 * before was changed and rehashed.
 */
async function brokenLink(entry: BundleEntry, line: number, rest: AsyncGenerator<Numbered>): Promise<Fault> {
  const after = await nextEntry(rest)
  const isOurs = entry.seq === 1 || (after !== null && after.prev !== entry.hash)
  const seq = isOurs ? entry.seq : entry.seq - 1
  return {
    kind: 'changed',
    line,
    from: seq,
    to: seq,
    detail: 'its hash is its own and not the one the chain goes on from',
  }
}

async function nextEntry(rest: AsyncGenerator<Numbered>): Promise<BundleEntry | null> {
  for await (const { line } of rest) if (line.kind === 'entry') return line.entry
  return null
}

function takeHead(state: State, head: SignedHead, line: number): Fault | null {
  const unsigned = signatureFault(state, head, line)
  if (unsigned !== null) return unsigned
  const { size } = state.frontier
  const range = { line, from: state.proven + 1, detail: `after entry ${size} stands a head of ${head.size} entries` }
  if (head.size <= state.proven) return faultAt(state, 'inserted', line, 'the file has a head of this size already')
  if (head.size > size) return { ...range, kind: 'dropped', from: size + 1, to: head.size }
  if (head.size < size) return { ...range, kind: 'inserted', to: size }
  if (merkle.rootOf(state.frontier).toString('hex') !== head.root)
    return { ...range, kind: 'changed', to: size, detail: 'they agree with one another and not with the signed head' }
  state.proven = size
  state.heads++
  return null
}

function signatureFault(state: State, head: SignedHead, line: number): Fault | null {
  const fault = (detail: string) => faultAt(state, 'unsigned', line, detail)
  const key = state.keys.get(head.key_id)
  if (key === undefined) return fault(`the file lacks key ${head.key_id}`)
  const trusted = state.options.trustedKeyIds
  if (trusted !== undefined && !trusted.includes(head.key_id)) return fault(`key ${head.key_id} is not one you trust`)
  if (!isSignedBy(head, key)) return fault('the signature of the head is not valid')
  return head.tenant_id === state.first?.tenant_id ? null : fault('the head is of another tenant')
}

function knownHeadFault(state: State, line: number): Fault | null {
  const known = state.options.knownHead
  if (known?.size !== state.frontier.size || merkle.rootOf(state.frontier).toString('hex') === known.root) return null
  const detail = 'the log was another one when the head you kept was signed'
  return { kind: 'rewritten', line, from: 1, to: known.size, detail }
}

function endOf(state: State, line: number): Fault | null {
  const { first, frontier, options, proven } = state
  if (first === null) return faultAt(state, 'truncated', line, 'the file is empty')
  const missing = Math.max(first.size, options.knownHead?.size ?? 0)
  if (frontier.size < missing) {
    const detail = `the file ends after entry ${frontier.size}`
    return { kind: 'truncated', line, from: frontier.size + 1, to: missing, detail }
  }
  const unsigned = signatureFault(state, first, 1)
  if (unsigned !== null) return unsigned
  if (proven < first.size || merkle.rootOf(frontier).toString('hex') !== first.root)
    return { kind: 'truncated', line, from: proven + 1, to: first.size, detail: 'the last signed head is missing' }
  return null
}

function faultAt(state: State, kind: Fault['kind'], line: number, detail: string): Fault {
  const next = state.frontier.size + 1
  return { kind, line, from: next, to: next, detail }
}
