/**
 * Rule files. A `.eql` file is one query, a `.toml` file a rule as Elastic publishes it (`elastic-rule.ts`). Every other
 * is YAML, each document a rule:
 *
 *     title: Something that should not happen
 *     id: 0f1e...
 *     description: Why it should not
 *     severity: high
 *     tags: [attack.t1059.001]
 *     language: eql
 *     query: |
 *       process where process.name : "evil.exe"
 *
 * `status`, `author`, `references`, `false_positives` and `fields` are read where they stand. A document that is no
 * rule costs itself only.
 */
import type { LineCounter, Scalar, YAMLMap } from 'yaml'
import type { Rule } from '../plan/plan.ts'
import { type RuleDocument, ruleDocuments, yaml } from '../rule-documents.ts'
import { windowFault } from '../window/rule-fault.ts'
import { type Body, compileQuery, notesOf } from './compile-query.ts'
import { queryPlace, readElasticRule } from './elastic-rule.ts'
import { type EqlFault, positionOf } from './fault.ts'
import { EQL_LIMITS } from './limits.ts'
import { attempt, parseQuery } from './parse.ts'
import { readFields, ruleOf } from './read-rule.ts'

/** `notes`: parts of its query that a loaded rule ignores. */
export type EqlFile = {
  readonly rules: readonly Rule[]
  readonly faults: readonly EqlFault[]
  readonly notes: readonly EqlFault[]
}

/** Returns the rules of a file, and faults for the rest of it. Never throws. */
export function parseEql(text: string, file: string): EqlFile {
  if (text.length > EQL_LIMITS.fileChars) return fault(file, `file is longer than ${EQL_LIMITS.fileChars} characters`)
  if (/\.eql$/i.test(file))
    return loadQuery({ fields: {}, query: text, origin: { file, line: 1, locate: (place) => place } })
  if (/\.toml$/i.test(file)) return loadElastic(text, file)
  const results = documentsOf(text, file)
  return {
    rules: results.flatMap((result) => result.rules),
    faults: results.flatMap((result) => result.faults),
    notes: results.flatMap((result) => result.notes),
  }
}

type Position = { readonly line: number; readonly column: number }
type Origin = {
  readonly file: string
  readonly line: number
  /** Converts a position in the query to one in the file. */
  readonly locate: (inQuery: Position) => Position
}
type Source = {
  readonly fields: Readonly<Record<string, unknown>>
  readonly query: string
  readonly origin: Origin
  /** Span of a sequence without maxspan; null means the engine's bound. */
  readonly spanMs?: number | null
}

const fault = (file: string, reason: string, line = 0, column = 0): EqlFile => ({
  rules: [],
  faults: [{ file, line, column, reason }],
  notes: [],
})

function loadElastic(text: string, file: string): EqlFile {
  const read = readElasticRule(text)
  if ('reason' in read) return fault(file, read.reason, read.line, read.column)
  const { fields, query, lookBackMs: spanMs } = read
  const start = queryPlace(text, query)
  const locate = ({ line, column }: Position) => ({
    line: start.line + line - 1,
    column: line === 1 ? start.column + column - 1 : column,
  })
  return loadQuery({ fields, query, spanMs, origin: { file, line: 1, locate } })
}

function loadQuery({ fields, query, origin, spanMs = null }: Source): EqlFile {
  const { file, line, locate } = origin
  const parsed = parseQuery(query)
  if ('fault' in parsed) return refused(origin, parsed.fault)
  const compiled = attempt(query, () => ({ body: within(compileQuery(parsed.query), spanMs) }))
  if ('fault' in compiled) return refused(origin, compiled.fault)
  const read = readFields(fields, query, titleOf(file))
  if ('reason' in read) return fault(file, read.reason, line, 1)
  const rule = ruleOf(read, compiled.body, file, line)
  const inWindow = windowFault(rule)
  if (inWindow !== null) return refused(origin, { line: 1, column: 1, reason: inWindow })
  const notes = notesOf(parsed.query).map(({ at, reason }) => ({ file, ...locate(positionOf(query, at)), reason }))
  return { rules: [rule], faults: [], notes }
}

function within(body: Body, spanMs: number | null): Body {
  if (body.kind !== 'window' || body.window.kind !== 'sequence') return body
  return { ...body, window: { ...body.window, maxSpanMs: body.window.maxSpanMs ?? spanMs } }
}

function refused({ file, locate }: Origin, { line, column, reason }: Omit<EqlFault, 'file'>): EqlFile {
  const place = locate({ line, column })
  return fault(file, reason, place.line, place.column)
}

function titleOf(file: string): string {
  return file.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '') || 'EQL query'
}

/** The YAML library reports errors in its result, but throws for nesting that exhausts its stack. */
function documentsOf(text: string, file: string): readonly EqlFile[] {
  const read = ruleDocuments(text)
  if (read === null) return [fault(file, 'YAML is nested too deep')]
  return read.documents.map((one) =>
    'reason' in one ? fault(file, one.reason, one.line, one.column) : loadDocument(one, file, text, read.lines),
  )
}

function loadDocument(
  { document, contents, ...start }: RuleDocument,
  file: string,
  text: string,
  lines: LineCounter,
): EqlFile {
  const language = document.get('language')
  if (language !== 'eql') return fault(file, "language is not 'eql'", start.line, start.column)
  const query = document.get('query', true)
  if (!yaml().isScalar(query) || typeof query.value !== 'string')
    return fault(file, 'query is not a text', start.line, start.column)
  const origin = { file, line: start.line, locate: locator(query, text, lines) }
  return loadQuery({ fields: fieldsOf(contents), query: query.value, origin })
}

/** Refuses aliases instead of following them: a rule does not need them, and they can multiply. */
function fieldsOf(contents: YAMLMap): Readonly<Record<string, unknown>> {
  const { isScalar } = yaml()
  const fields: Record<string, unknown> = Object.create(null)
  for (const { key, value } of contents.items) {
    if (isScalar(key) && typeof key.value === 'string') fields[key.value] = plainValue(value)
  }
  return fields
}

/** Scalars, and lists of scalars; everything else stays an object, which no field of a rule accepts. */
function plainValue(node: unknown): unknown {
  const { isMap, isScalar } = yaml()
  if (isScalar(node)) return node.value
  const items = typeof node === 'object' && node !== null && 'items' in node && !isMap(node) ? node.items : null
  return Array.isArray(items) ? items.map((item: unknown) => (isScalar(item) ? item.value : {})) : (node ?? null)
}

/** A literal block keeps its lines; of other scalars only the beginning is known. */
function locator(query: Scalar, text: string, lines: LineCounter): Origin['locate'] {
  const start = lines.linePos(query.range?.[0] ?? 0)
  if (query.type !== 'BLOCK_LITERAL') return () => ({ line: start.line, column: start.col })
  const block = text.split('\n').slice(start.line)
  const indent = block.find((line) => line.trim() !== '')?.search(/\S/) ?? 0
  return ({ line, column }) => ({ line: start.line + line, column: column + indent })
}
