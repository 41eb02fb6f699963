/**
 * Every sentence of a summary names the entries of the ledger that it rests on. A sentence stands when those entries are
 * there and hold every number and every name in quotation marks that it says; all else is dropped and counted.
 */
import type { LedgerEntry } from './ledger.ts'

export type Claim = {
  readonly text: string
  /** `seq` of the entries that it rests on. */
  readonly rests: readonly number[]
}

export type CheckedClaims = {
  readonly kept: readonly Claim[]
  readonly dropped: readonly { readonly claim: Claim; readonly reason: string }[]
}

const NUMBER = /(?<![\w.])\d+(?:\.\d+)?(?![\w])/g
const QUOTED = /“([^”]{1,400})”/g

export function checkClaims(
  claims: readonly Claim[],
  entries: readonly Pick<LedgerEntry, 'seq' | 'payload'>[],
): CheckedClaims {
  const bySeq = new Map(entries.map((entry) => [entry.seq, saidBy(entry.payload.output)]))
  const kept: Claim[] = []
  const dropped: { claim: Claim; reason: string }[] = []
  for (const claim of claims) {
    const reason = faultOf(claim, bySeq)
    if (reason === null) kept.push(claim)
    else dropped.push({ claim, reason })
  }
  return { kept, dropped }
}

type Said = { readonly numbers: ReadonlySet<string>; readonly texts: ReadonlySet<string> }

function faultOf({ text, rests }: Claim, entries: ReadonlyMap<number, Said>): string | null {
  if (rests.length === 0) return 'it rests on nothing'
  const missing = rests.find((seq) => !entries.has(seq))
  if (missing !== undefined) return `there is no entry ${missing}`
  const said = rests.map((seq) => entries.get(seq) as Said)
  const plain = text.replaceAll(QUOTED, ' ')
  const number = [...plain.matchAll(NUMBER)]
    .map(([found]) => found)
    .find((one) => !said.some(({ numbers }) => numbers.has(one)))
  if (number !== undefined) return `${number} is in none of its entries`
  const name = [...text.matchAll(QUOTED)]
    .map(([, found = '']) => found)
    .find((one) => !said.some(({ texts }) => texts.has(one)))
  return name === undefined ? null : `“${name}” is in none of its entries`
}

/** Every number and every text of what a step gave, and how many elements its lists have. */
function saidBy(value: unknown): Said {
  const numbers = new Set<string>()
  const texts = new Set<string>()
  const walk = (one: unknown): void => {
    if (typeof one === 'number') numbers.add(String(one))
    else if (typeof one === 'string') texts.add(one)
    else if (Array.isArray(one)) {
      numbers.add(String(one.length))
      for (const own of one) walk(own)
    } else if (one !== null && typeof one === 'object') for (const own of Object.values(one)) walk(own)
  }
  walk(value)
  return { numbers, texts }
}

/** With the entries it rests on behind each sentence. */
export function summaryOf(kept: readonly Claim[]): string {
  return kept.map(({ text, rests }) => `${text} [${rests.join(', ')}]`).join(' ')
}
