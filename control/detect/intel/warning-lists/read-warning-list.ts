/** Entries of a list that is sent: texts, or a warning list as MISP publishes them. */
import { readMisp } from '../../../../intel/read/misp.ts'
import { inTurns } from '../../../../platform/turns.ts'
import { ImportBatches, type ImportCounts } from '../import-indicators.ts'
import type { Entry } from './warning-list-store.ts'

/** Types of MISP's warning lists; those of substrings and regular expressions name no value. */
export const MISP_LIST_TYPES = ['string', 'hostname', 'cidr', 'substring', 'regex'] as const
export type SentList = {
  readonly name: string
  readonly type: (typeof MISP_LIST_TYPES)[number]
  readonly list: readonly string[]
}

/** Returns each entry once; when a domain is listed both with and without subdomains, the one with them. */
export async function readWarningList(list: SentList): Promise<{ entries: Entry[]; counts: ImportCounts }> {
  const sink = new ImportBatches()
  await inTurns(readMisp(list, sink))
  const entries = new Map<string, Entry>()
  for (const batch of sink.batches(true))
    for (const { kind, value, role } of batch) {
      const key = `${kind} ${value}`
      const isHost = kind === 'domain' && role === 'warning_host'
      if (isHost || !entries.has(key)) entries.set(key, { kind, value, isHost })
    }
  return { entries: [...entries.values()], counts: sink.counts }
}
