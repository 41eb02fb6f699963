/**
 * Excludes Windows' events by their event code, so that a query for one `EventID` reads only the texts of events that may
 * have it. The column has the `EventID` of the record as text, or the name that stands for it where that is a list, an object or
 * nothing, which equals no number. A number in its usual notation is in no other event; codes in other notations (`04625`, `0x1211`, none) are never excluded, because the query decides them by the text.
 */
import type { ClassOfLogSource } from '../../connectors/mapping/source-mapping.ts'
import type { Expr, Test } from '../../detections/plan/expr.ts'
import { quoteText } from '../../stores/clickhouse/quote.ts'

const FIELD = 'EventID'
/** Longer numbers are rounded when JSON is parsed. */
const USUAL = '^(?:0|[1-9][0-9]{0,14})$'
const USUAL_NUMBER = new RegExp(USUAL)
/** Codes of one statement; a longer list excludes nothing. */
const CODES_MAX = 500

/** Name of the mapping whose event codes are the `EventID`. */
export const WINDOWS = 'windows'

/** True for events of Windows that cannot pass. Null when the condition requires no event code. */
export function otherCodesSql(where: Expr): string | null {
  const codes = codesOf(where)
  if (codes === null || codes.size > CODES_MAX) return null
  const wanted = codes.size === 0 ? '' : ` AND event_code NOT IN (${[...codes].map(quoteText).join(', ')})`
  return `(match(event_code, ${quoteText(USUAL)})${wanted})`
}

/** `classUid` null: any class. */
export type EventsOfClass = Pick<ClassOfLogSource, 'when'> & { readonly classUid: number | null }

/**
 * True for events of Windows whose code none of the table's events of their class has: the mapping's table selects these by
 * the `EventID`, as a word. Null when that excludes nothing. `others` are events of the mapping that are not in the table.
 */
export function codesOfClassesSql(ofTable: readonly EventsOfClass[], others: readonly EventsOfClass[]): string | null {
  const limited = [...new Set(others.map(({ classUid }) => classUid))].flatMap((uid) => {
    const words = ofTable.filter(({ classUid }) => classUid === uid).map(({ when }) => usualWords(when[FIELD]))
    const codes = new Set(words.flatMap((list) => list ?? []))
    const isKnown = uid !== null && words.length > 0 && words.every((list) => list !== null) && codes.size <= CODES_MAX
    return isKnown ? [`class_uid = ${uid} AND event_code NOT IN (${[...codes].map(quoteText).join(', ')})`] : []
  })
  if (limited.length === 0) return null
  return `(match(event_code, ${quoteText(USUAL)}) AND (${limited.join(' OR ')}))`
}

/** Null when an event may have another code. */
function usualWords(wanted: ClassOfLogSource['when'][string] | undefined): readonly string[] | null {
  if (wanted === undefined) return null
  const words = [wanted].flat().map(String)
  return words.every((word) => USUAL_NUMBER.test(word)) ? words : null
}

/** The usual notations that a passing event's `EventID` may have. Null: any. */
function codesOf(expr: Expr): ReadonlySet<string> | null {
  switch (expr.kind) {
    case 'const':
      return expr.value ? null : new Set()
    case 'field':
      return expr.field === FIELD ? codesOfTest(expr.test) : null
    case 'and':
      return fewest(expr.of.map(codesOf))
    case 'or':
      return union(expr.of.map(codesOf))
    default:
      return null
  }
}

function codesOfTest(test: Test): ReadonlySet<string> | null {
  if (test.op === 'number') return usual(test.value.toString())
  // Other texts may be equal to an `EventID` of which the mapping makes no code, such as `-`.
  if (test.op === 'equals') return USUAL_NUMBER.test(test.text) ? new Set([test.text]) : null
  // The words of booleans, which a comparison with a number tests too.
  return test.op === 'regex' && test.source === '^(?:true|false)$' ? new Set() : null
}

const usual = (text: string) => new Set(USUAL_NUMBER.test(text) ? [text] : [])

function fewest(of: readonly (ReadonlySet<string> | null)[]): ReadonlySet<string> | null {
  const known = of.filter((one) => one !== null)
  return known.toSorted((a, b) => a.size - b.size)[0] ?? null
}

function union(of: readonly (ReadonlySet<string> | null)[]): ReadonlySet<string> | null {
  const all = new Set<string>()
  for (const one of of) {
    if (one === null) return null
    for (const code of one) all.add(code)
  }
  return all
}
