/**
 * Adds to the conditions of a person's SQL what the engine's filters of texts can answer (decision 115). `position(raw, 'Mimikatz') > 0`
 * uses no index; where it holds, `lower(raw) LIKE '%mimikatz%'` holds too, which does. Both are joined by AND, so that the statement
 * means the same. `ILIKE` of ASCII becomes `LIKE` of the lower-case text, as in event search: the engine's `ILIKE` finds `K` (the Kelvin
 * sign) for `k` in some rows and not in others of the same text. The statement must be as the engine formatted it: an operator that is
 * an operand has parentheses there.
 */
import { quoteText } from '../../stores/clickhouse/quote.ts'
import { tokens } from '../../stores/clickhouse/sql-lexer.ts'
import { predicateAt, TEXT_COLUMNS, type TextPredicate, type Word } from './text-predicates.ts'

export type FilteredSql = {
  readonly sql: string
  /** Columns of long texts whose conditions no filter answers, where no other condition has one. */
  readonly unfiltered: readonly string[]
}

/** Words that begin and end the part of a SELECT in which conditions choose rows. */
const CONDITIONS = new Set(['WHERE', 'PREWHERE'])
const OTHER_PARTS = new Set(
  'SELECT FROM GROUP HAVING WINDOW QUALIFY ORDER LIMIT OFFSET UNION EXCEPT INTERSECT SETTINGS FORMAT'.split(' '),
)
const BEFORE = new Set(['(', ',', 'AND', 'OR', 'NOT', ...CONDITIONS])
const AFTER = new Set([')', ',', 'AND', 'OR', 'AS', ...OTHER_PARTS, ...CONDITIONS])

/** Where a condition is a truth value only, so that a number may take its place. */
const TRUTHS = new Set(['AND', 'OR', 'NOT', ...CONDITIONS])

export function withTextFilters(sql: string): FilteredSql {
  const words = wordsOf(sql)
  const renamed = renamedIn(words)
  const unfiltered = new Set<string>()
  let filtered = ''
  let done = 0
  let filters = 0
  let isChoosing = false
  const outer: boolean[] = []
  for (let at = 0; at < words.length; at++) {
    const { text, kind } = words[at] as Word
    if (text === '(') outer.push(isChoosing)
    else if (text === ')') isChoosing = outer.pop() ?? false
    else if (kind === 'word' && CONDITIONS.has(text)) isChoosing = true
    else if (kind === 'word' && OTHER_PARTS.has(text)) isChoosing = false
    if (!isChoosing) continue
    const before = words[at - 1]?.text ?? ''
    const found = BEFORE.has(before) ? predicateAt(words, at, renamed) : null
    const isWhole = found !== null && AFTER.has(words[found.end]?.text ?? ')')
    if (found === null || !isWhole || (found.isNumber && !TRUTHS.has(before))) {
      if (TEXT_COLUMNS.has(text) && !renamed.has(text)) unfiltered.add(text)
      continue
    }
    const [start, end] = [words[at]?.start ?? 0, words[found.end - 1]?.end ?? 0]
    if (found.filter !== null) filters++
    else if (TEXT_COLUMNS.has(found.column)) unfiltered.add(found.column)
    if (found.filter !== null) {
      filtered += sql.slice(done, start) + joined(sql.slice(start, end), found.filter, found)
      done = end
    }
    at = found.end - 1
  }
  return { sql: filtered + sql.slice(done), unfiltered: filters > 0 ? [] : [...unfiltered] }
}

function joined(condition: string, filter: string, { isSame, isDear }: TextPredicate): string {
  if (isSame) return filter
  // Only `if` makes the engine look at the cheap condition first.
  return `(${filter} AND ${isDear ? `if(${filter}, ${condition}, 0)` : condition})`
}

function wordsOf(sql: string): readonly Word[] {
  const words: Word[] = []
  for (const { kind, start, end } of tokens(sql))
    if (kind !== 'space' && kind !== 'comment') words.push({ kind, start, end, text: sql.slice(start, end) })
  return words
}

/** Names that the statement gives to other values: their types are unknown. */
function renamedIn(words: readonly Word[]): ReadonlySet<string> {
  const renamed = new Set<string>()
  for (const [at, { text }] of words.entries()) {
    if (text === 'AS') renamed.add(words[at + 1]?.text ?? '')
    if (text === '-' && words[at + 1]?.text === '>') renamed.add(words[at - 1]?.text ?? '')
  }
  return renamed
}

/** Rewrites statements for a reader (`ReadLimits.rewrite`), and knows afterwards what to advise about the last one. */
export class TextFilters {
  #unfiltered: readonly string[] = []

  readonly rewrite = (statement: string): string => {
    const { sql, unfiltered } = withTextFilters(statement)
    this.#unfiltered = unfiltered
    return sql
  }

  get advice(): string | null {
    return adviceOf(this.#unfiltered)
  }
}

/** Says what a statement reads, and what to write instead; null where nothing better is known. */
export function adviceOf(unfiltered: readonly string[]): string | null {
  if (unfiltered.length === 0) return null
  return `The statement reads ${unfiltered.join(' and ')} of every event in its time. Events are skipped for a text of five characters or more in a condition such as ${EXAMPLES}. Add one, or a condition on time or on a column.`
}

const EXAMPLES = [`raw ILIKE ${quoteText('%mimikatz%')}`, `JSONExtractString(raw, 'LogonGuid') = '...'`].join(' or ')
