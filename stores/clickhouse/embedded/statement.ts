import { tokens } from '../sql-lexer.ts'

/** `INSERT .. FORMAT X`: the data follows in the text from `dataStart` on, or in the request's body. */
export type InsertStatement = {
  readonly kind: 'insert'
  readonly target: string
  /** The `SETTINGS` clause with its keyword, or ''. */
  readonly settings: string
  readonly format: string
  readonly dataStart: number
}

export type ReadStatement = {
  readonly kind: 'read'
  /** False for SHOW, EXPLAIN and similar statements. */
  readonly isSelect: boolean
  readonly format: string | undefined
  /** True when the result has more than rows (totals, extremes), or when the statement sets an output setting. */
  readonly hasTotals: boolean
}

type WriteStatement = {
  readonly kind: 'write'
  /** True when the statement creates something that takes disk space: tables, mutations, rows. */
  readonly makes: boolean
  /** True when it changes only its own session: `SET`, `USE`, a temporary table. */
  readonly isForSession: boolean
}

/** The facts about a statement that the HTTP face needs before the engine sees it. */
export type Statement =
  | ReadStatement
  | WriteStatement
  | InsertStatement
  /** The statement reads or writes a file of this machine, which only the HTTP face itself may do. */
  | { readonly kind: 'refused'; readonly reason: string }

const RESHAPING = new Set(['TOTALS', 'EXTREMES', 'OUTPUT_FORMAT_JSON_ARRAY_OF_ROWS'])
const SELECTS = new Set(['SELECT', 'WITH', 'FROM'])
const READS = new Set([...SELECTS, 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'EXISTS', 'CHECK'])
const MAKES = new Set(['CREATE', 'ALTER', 'INSERT', 'DELETE', 'UPDATE', 'ATTACH', 'RESTORE', 'REPLACE'])

const TEMPORARY = new Set(['TEMPORARY', 'TEMP'])

/** A token with its position. `word` is in upper case for a word; other tokens keep their text. */
type Part = { readonly word: string; readonly start: number; readonly end: number }

/** Stops parsing where the data of an insert begins, because the data may contain anything. */
export function inspectStatement(sql: string): Statement {
  let first = ''
  let isTemporary = false
  let last: Part | undefined
  let format: string | undefined
  let hasTotals = false
  const insert = insertReader(sql)
  for (const part of parts(sql)) {
    const refused = last && forbiddenPair(last.word, part.word)
    if (refused) return { kind: 'refused', reason: refused }
    if (first === '' && part.word !== '(') first = part.word
    else isTemporary ||= (last?.word === first || last?.word === 'REPLACE') && TEMPORARY.has(part.word)
    const found = first === 'INSERT' ? insert(part, last) : undefined
    if (found) return found
    if (last?.word === 'FORMAT') format = sql.slice(part.start, part.end)
    hasTotals ||= RESHAPING.has(part.word)
    last = part
  }
  if (READS.has(first)) return { kind: 'read', isSelect: SELECTS.has(first), format, hasTotals }
  const isForSession = first === 'SET' || first === 'USE' || (first === 'CREATE' && isTemporary)
  return { kind: 'write', makes: MAKES.has(first), isForSession }
}

function* parts(sql: string): Generator<Part> {
  for (const { kind, start, end } of tokens(sql)) {
    if (kind === 'word' || kind === 'sign') yield { word: sql.slice(start, end).toUpperCase(), start, end }
    else if (kind === 'text' || kind === 'name') yield { word: '', start, end }
  }
}

function forbiddenPair(first: string, second: string): string | undefined {
  if (first === 'INTO' && second === 'OUTFILE') return 'INTO OUTFILE is not allowed'
  if (first === 'FROM' && second === 'INFILE') return 'FROM INFILE is not allowed'
  return undefined
}

/**
 * Returns the insert once its data begins, and undefined until then; always undefined when the rows come from a SELECT.
 */
function insertReader(sql: string): (part: Part, last: Part | undefined) => InsertStatement | undefined {
  let depth = 0
  let settingsAt: number | undefined
  let isSelect = false
  const at = (end: number, format: string, dataStart: number): InsertStatement => ({
    kind: 'insert',
    target: sql.slice(0, settingsAt ?? end).trimEnd(),
    settings: settingsAt === undefined ? '' : sql.slice(settingsAt, end).trimEnd(),
    format,
    dataStart,
  })
  return (part, last) => {
    if (part.word === '(') depth += 1
    if (part.word === ')') depth -= 1
    if (depth > 0 || isSelect || !last) return undefined
    isSelect = part.word === 'SELECT' || part.word === 'WITH'
    if (part.word === 'SETTINGS') settingsAt ??= part.start
    if (last.word === 'FORMAT') return at(last.start, sql.slice(part.start, part.end), part.end)
    if (part.word === 'VALUES' && last.word !== 'INTO' && last.word !== 'TABLE')
      return at(part.start, 'Values', part.end)
    return undefined
  }
}
