/**
 * Checks the sentences of a summary against the ledger entries that they cite. A sentence is kept when those entries
 * belong to its run and contain its content: every number, every name, and at least half of its other words. It must
 * not contain mark-up or links. Other sentences are dropped and counted.
 */
import type { LedgerEntry } from './ledger.ts'
import { isInNumberWords, numbersIn, zoneIn } from './numbers.ts'
import { withoutDelimiters } from './sanitise/index.ts'
import { markUpIn } from './sanitise/mark-up.ts'

export type Claim = {
  readonly text: string
  /** `seq` of the entries that it rests on. */
  readonly rests: readonly number[]
  /** Uids of events that it rests on, as its entries have them. */
  readonly events?: readonly string[]
}

export type CheckedClaims = {
  /** One sentence each. */
  readonly kept: readonly Claim[]
  readonly dropped: readonly { readonly claim: Claim; readonly reason: string }[]
}

type Evidence = Pick<LedgerEntry, 'seq' | 'payload'> & Partial<Pick<LedgerEntry, 'kind' | 'summary'>>

/** Kinds of entries with an agent's own words, which are no evidence for its claims and its requests. */
export const OWN_WORDS: ReadonlySet<string> = new Set(['model', 'shared', 'summary', 'verdict', 'plan', 'question'])

/** A refused call has looked at nothing, and the reason of its refusal repeats words of the call. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(['tool_refused'])

const QUOTED = /“([^”]{1,400})”/g
const SENTENCE = /(?:“[^”]*”|[^.!?]|[.!?](?!\s|$))+[.!?]*\s*/gu
/** Citations that a model writes into the sentence itself. */
const CITED = /\s*\[\s*(\d{1,9}(?:\s*[,;]\s*\d{1,9})*)\s*\]/g
/** A name without quotation marks: letters with digits, dots, slashes, an underscore or an at in them. */
const NAME = /[\p{L}\p{N}]+(?:[.\\/@_:-][\p{L}\p{N}$]+)+|\p{L}+\d[\p{L}\p{N}]*|\d+\p{L}[\p{L}\p{N}]*/gu
const DECIMAL = /^\d+\.\d+$/
/** Members of outputs that hold names of hosts, users, addresses and domains. */
const NAMED: ReadonlySet<string> = new Set(['hosts', 'users', 'ips', 'value', 'entity', 'target'])
const SUPPORT_MIN = 0.5
/** Letters of another script: a numeral or a negation among them is no word that the other checks would know. */
const FOREIGN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

export function checkClaims(claims: readonly Claim[], entries: readonly Evidence[]): CheckedClaims {
  const evidence = entries.filter(({ kind = '' }) => !OWN_WORDS.has(kind) && !SAYS_NOTHING.has(kind))
  const bySeq = new Map(evidence.map((entry) => [entry.seq, evidenceWords(entry)]))
  const kept: Claim[] = []
  const dropped: { claim: Claim; reason: string }[] = []
  for (const claim of claims.flatMap(sentencesOf)) {
    const reason = faultOf(claim, bySeq)
    if (reason === null) kept.push(claim)
    else dropped.push({ claim, reason })
  }
  return { kept, dropped }
}

/**
 * Splits a claim into one claim per sentence. Entries that a sentence cites in its text count like those in `rests`.
 */
function sentencesOf({ text, rests, events }: Claim): Claim[] {
  const sentences = text.normalize('NFKC').replaceAll('。', '.').match(SENTENCE) ?? [text]
  return sentences.flatMap((sentence) => {
    const cited = [...sentence.matchAll(CITED)].flatMap(([, seqs = '']) => seqs.split(/[,;]/).map(Number))
    const own = sentence.replaceAll(CITED, '').trim()
    return own === ''
      ? []
      : [{ text: own, rests: [...new Set([...rests, ...cited])], ...(events === undefined ? {} : { events }) }]
  })
}

type EvidenceWords = {
  readonly numbers: ReadonlySet<string>
  readonly texts: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
}

function faultOf({ text, rests, events = [] }: Claim, entries: ReadonlyMap<number, EvidenceWords>): string | null {
  if (rests.length === 0) return 'it rests on nothing'
  const missing = rests.find((seq) => !entries.has(seq))
  if (missing !== undefined) return `there is no entry ${missing}`
  const cited = rests.map((seq) => entries.get(seq) as EvidenceWords)
  const holds = (of: keyof EvidenceWords, one: string) => cited.some((entry) => entry[of].has(one))
  const event = events.find((uid) => !holds('texts', uid))
  if (event !== undefined) return `there is no event ${event.slice(0, 64)} in its entries`
  const markUp = markUpIn(text, new Set(cited.flatMap(({ names }) => [...names])))
  if (markUp !== null) return markUp
  const unquoted = text.replaceAll(QUOTED, ' ')
  const named = [...unquoted.matchAll(NAME)]
    .map(([found]) => found)
    .filter((one) => !DECIMAL.test(one) && !isInNumberWords(one))
  const plain = named.reduce((left, one) => left.replace(one, ' '), unquoted)
  const numbers = numbersIn(plain)
  const number = numbers.find((one) => !holds('numbers', one))
  if (number !== undefined) return `${number} is in none of its entries`
  const zone = zoneIn(unquoted)
  if (zone !== null && !holds('stems', stemOf(zone.toLowerCase()))) return `its entries have no time of ${zone}`
  const quoted = [...text.matchAll(QUOTED)].map(([, found = '']) => found)
  const name =
    quoted.find((one) => !holds('texts', one) && !holds('texts', asShown(one))) ??
    named.find((one) => !isKnown(one, holds))
  if (name !== undefined) return `“${name}” is in none of its entries`
  const words = wordsOf(unquoted)
  const foreign = words.find((word) => FOREIGN.test(word) && !holds('stems', stemOf(word)))
  if (foreign !== undefined) return `${foreign} is in none of its entries`
  const known = words.filter((word) => holds('stems', stemOf(word)))
  const anchors = quoted.length + numbers.length + words.filter((word) => holds('texts', word)).length
  if (anchors === 0) return 'it names nothing that its entries hold'
  const supported = quoted.length + numbers.length + known.length
  const all = quoted.length + numbers.length + words.length
  return supported / all < SUPPORT_MIN ? 'its entries do not say that' : null
}

/** `look-alikes` is two words. */
function isKnown(name: string, holds: (of: keyof EvidenceWords, one: string) => boolean): boolean {
  if (holds('texts', name)) return true
  const words = wordsOf(name)
  return words.length > 0 && words.every((word) => holds('stems', stemOf(word)))
}

/** Every number, text and word in the result of a step, and the lengths of its lists. */
function evidenceWords({ payload, kind = '', summary = '' }: Evidence): EvidenceWords {
  const numbers = new Set<string>()
  const texts = new Set<string>()
  const names = new Set<string>()
  const stems = new Set(wordsOf(`${kind} ${summary}`).map(stemOf))
  const walk = (one: unknown, member: string): void => {
    if (typeof one === 'number') numbers.add(String(one))
    else if (typeof one === 'string') {
      texts.add(one.normalize('NFKC')).add(asShown(one))
      if (NAMED.has(member)) names.add(one.normalize('NFKC'))
      for (const word of wordsOf(one)) stems.add(stemOf(word))
    } else if (Array.isArray(one)) {
      numbers.add(String(one.length))
      for (const own of one) walk(own, member)
    } else if (one !== null && typeof one === 'object')
      for (const [name, own] of Object.entries(one)) {
        for (const word of wordsOf(name)) stems.add(stemOf(word))
        walk(own, name)
      }
  }
  walk(payload.output, '')
  return { numbers, texts, names, stems }
}

/** Models see texts without delimiters, as `[EDR] Malware`, so white space in their place is ignored. */
function asShown(text: string): string {
  return withoutDelimiters(text).replaceAll(/\s+/g, ' ').trim()
}

/** Words that say nothing by themselves. */
const PLAIN = new Set(
  'a an and are as at be been between both by but for from had has have he her his how in into is it its more of on one only or other over per she so than that the their them there these they this those to under was were what when where which while who with within also all each about'.split(
    ' ',
  ),
)

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}\p{N}’']*/gu) ?? []
  return words.filter((word) => !PLAIN.has(word))
}

/** Gives the stem of an English word, so that `shows` is `shown` and `knows` is `known`. */
function stemOf(word: string): string {
  return word.length < 4 ? word : word.replace(/(?:ings?|ed|es|s|n|ly|e)$/, '')
}

/** Joins the claims to a text, with the entries that each sentence rests on behind it. */
export function summaryOf(kept: readonly Claim[]): string {
  return kept.map(({ text, rests }) => `${text} [${rests.join(', ')}]`).join(' ')
}
