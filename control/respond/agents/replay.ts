/**
 * Replays a run of the ledger: checks that its entries are unchanged, and that the same rules reach the same
 * conclusion.
 */
import { GENESIS } from '../../../platform/hash-chain.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Claim, checkClaims, summaryOf } from './claims.ts'
import {
  digestOf,
  entriesOfRun,
  hashOf,
  type InvestigationRun,
  type LedgerEntry,
  type Sealed,
  sealedHeader,
} from './ledger.ts'

export type Replay = {
  readonly runId: string
  /** Entries that are no longer as they were written, by `seq`. */
  readonly changed: readonly number[]
  /** Entries that came after the run had ended. */
  readonly added: readonly number[]
  readonly missing: readonly number[]
  /** Entries that an erasure took a name out of: their place in the chain is checked, their text cannot be. */
  readonly erased: readonly number[]
  /** Members of the header that are no longer as they were when the run ended. */
  readonly header: readonly string[]
  /**
   * False when the run is older than the chaining of entries or not finished; added entries cannot be detected then.
   */
  readonly isSealed: boolean
  /** The conclusion of the same rules from the same results now. */
  readonly summary: string
  readonly isSame: boolean
}

/** Concludes again from the results in the ledger, without any request: the same rules give the same summary. */
export async function replayRun(tx: TenantTx, run: InvestigationRun): Promise<Replay> {
  const entries = await entriesOfRun(tx, run.id)
  const sealed = await sealedHeader(tx, run.id)
  const isSealed = sealed !== null
  const header = sealed?.changed ?? []
  const found = isSealed ? againstChain(tx.tenantId, entries, sealed) : unchained(entries)
  const own = entries.filter(({ seq }) => !found.added.includes(seq))
  const last = own.findLast(({ kind }) => kind === 'summary' || kind === 'verdict')
  const lastOutput = last?.payload.output as { claims?: Claim[]; dropped?: Claim[] } | undefined
  const kept = lastOutput?.claims ?? []
  const claims = [
    ...kept,
    ...(lastOutput?.dropped ?? []).map(({ text, rests, events }) => ({ text, rests, ...(events && { events }) })),
  ]
  const steps = own.filter((entry) => entry !== last)
  // Sentences from before entries were chained were checked by other rules.
  const summary = summaryOf(isSealed ? checkClaims(claims, steps).kept : kept)
  const isWhole = [found.changed, found.added, found.missing, header].every((list) => list.length === 0)
  const erased = own.flatMap(({ seq, erasedAt }) => (erasedAt === null ? [] : [seq]))
  return {
    runId: run.id,
    ...found,
    erased,
    header,
    isSealed,
    summary,
    isSame: isWhole && summary === (run.summary ?? ''),
  }
}

type Found = Pick<Replay, 'changed' | 'added' | 'missing'>

/**
 * The hash of an entry is stored twice: in the entry, and in the next one or, for the last, in the header. When the two
 * differ, the entry was changed.
 */
function againstChain(tenant: string, entries: readonly LedgerEntry[], { steps, headHash }: Sealed): Found {
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]))
  const changed: number[] = []
  const missing: number[] = []
  for (let seq = 1; seq <= steps; seq++) {
    const entry = bySeq.get(seq)
    const behind = seq === steps ? headHash : (bySeq.get(seq + 1)?.previousHash ?? null)
    if (entry === undefined) missing.push(seq)
    else if (!isAsWritten(entry) || !isChained(tenant, entry) || (behind !== null && !entry.hash?.equals(behind)))
      changed.push(seq)
  }
  const first = bySeq.get(1)
  if (first?.previousHash && !first.previousHash.equals(GENESIS) && !changed.includes(1)) changed.unshift(1)
  return { changed, missing, added: entries.flatMap(({ seq }) => (seq > steps ? [seq] : [])) }
}

function isChained(tenant: string, entry: LedgerEntry): boolean {
  if (entry.hash === null || entry.previousHash === null) return false
  if (entry.erasedAt !== null) return true
  return hashOf(tenant, entry, entry.previousHash).equals(entry.hash)
}

function isAsWritten({ payload, inputHash, outputHash, erasedAt }: LedgerEntry): boolean {
  if (erasedAt !== null) return true
  return digestOf(payload.input).equals(inputHash) && digestOf(payload.output).equals(outputHash)
}

function unchained(entries: readonly LedgerEntry[]): Found {
  return { changed: entries.flatMap((entry) => (isAsWritten(entry) ? [] : [entry.seq])), added: [], missing: [] }
}
