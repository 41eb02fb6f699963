/**
 * Rule files. A `.kql` file is one query; its title is the first line when that is a comment, otherwise the file's name.
 * Every other is YAML, each document a rule in the form of Sentinel's analytic rules:
 *
 *     id: 0f1e...
 *     name: Something that should not happen
 *     description: Why it should not
 *     severity: High
 *     queryPeriod: 1h
 *     triggerOperator: gt
 *     triggerThreshold: 0
 *     tactics: [CredentialAccess]
 *     relevantTechniques: [T1110]
 *     query: |
 *       SigninLogs | where ResultType == 50126 | summarize c = count() by UserPrincipalName | where c > 20
 *
 * A document that is no rule costs itself only. `queryPeriod` is the window of counts that name none themselves; a
 * threshold above zero counts the events that the query finds within it.
 */
import { type Document, isMap, LineCounter, parseAllDocuments } from 'yaml'
import { MATCH_LIMITS } from '../match/limits.ts'
import type { Expr } from '../plan/expr.ts'
import type { EventBody, Rule, WindowBody } from '../plan/plan.ts'
import { windowFault } from '../window/rule-fault.ts'
import { compileKql } from './compile-query.ts'
import { KQL_LIMITS } from './limits.ts'
import { type RuleFields, readFields } from './read-rule.ts'

/** Lines and columns count from 1; line 0 is the file as a whole. */
export type KqlFileFault = {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly reason: string
}

export type KqlFile = { readonly rules: readonly Rule[]; readonly faults: readonly KqlFileFault[] }

const NONE: KqlFile = { rules: [], faults: [] }

/** Whether a YAML text holds rules of this language rather than of another: a document with a `query` of a KQL table. */
export function looksLikeKql(text: string): boolean {
  return /^query:\s/m.test(text) && !/^language:\s*['"]?(?:eql|sigma)/m.test(text) && !/^detection:\s*$/m.test(text)
}

/** Rules of a file, and why the rest of it is none. Never throws. */
export function parseKqlRules(text: string, file: string): KqlFile {
  if (text.length > KQL_LIMITS.fileChars)
    return fault(file, 0, 0, `file is longer than ${KQL_LIMITS.fileChars} characters`)
  if (/\.kql$/i.test(file)) return loadQuery(text, file)
  const lines = new LineCounter()
  try {
    const documents: readonly Document[] = [...parseAllDocuments(text, { lineCounter: lines, uniqueKeys: true })]
    const full = documents.filter((document) => document.contents !== null || document.errors.length > 0)
    if (full.length > KQL_LIMITS.rules) return fault(file, 0, 0, `file holds more than ${KQL_LIMITS.rules} rules`)
    const parts = full.map((document) => loadDocument(document, file, lines))
    return { rules: parts.flatMap(({ rules }) => rules), faults: parts.flatMap(({ faults }) => faults) }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return fault(file, 0, 0, 'YAML is nested too deep')
  }
}

function fault(file: string, line: number, column: number, reason: string): KqlFile {
  return { ...NONE, faults: [{ file, line, column, reason }] }
}

function loadQuery(text: string, file: string): KqlFile {
  const title = /^\s*\/\/\s*(\S.{0,299})/.exec(text)?.[1]?.trim()
  const name = file.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '') || 'KQL query'
  const fields = readFields(new Map([['name', title ?? name]]), text, name)
  if ('reason' in fields) return fault(file, 0, 0, fields.reason)
  const body = compileKql(text)
  if ('reason' in body) return fault(file, body.line, body.column, body.reason)
  return sound(ruleOf(fields, body, file, 1))
}

function loadDocument(document: Document, file: string, lines: LineCounter): KqlFile {
  const { contents } = document
  const start = lines.linePos(contents?.range?.[0] ?? document.range?.[0] ?? 0)
  const [error] = document.errors
  if (error) return fault(file, error.linePos?.[0].line ?? start.line, 1, `not YAML: ${error.message.split('\n')[0]}`)
  if (!isMap(contents)) return fault(file, start.line, start.col, 'a rule is a map of fields')
  const fields = new Map<string, unknown>()
  for (const key of FIELDS) fields.set(key, plain(document, key))
  const query = fields.get('query')
  if (typeof query !== 'string') return fault(file, start.line, start.col, 'query is not a text')
  const read = readFields(fields, query, file)
  if ('reason' in read) return fault(file, start.line, start.col, read.reason)
  const body = compileKql(query, { spanMs: read.periodMs })
  const at = lines.linePos(nodeStart(document)).line
  if ('reason' in body) return fault(file, at + body.line, body.column, `query: ${body.reason}`)
  const triggered = withTrigger(body, read)
  if (typeof triggered === 'string') return fault(file, start.line, start.col, triggered)
  return sound(ruleOf(read, triggered, file, start.line))
}

/** What names stand for nests as deep as they name each other. */
function nestingFault({ body }: Rule): string | null {
  const feeds = body.kind === 'event' ? [body] : body.window.kind === 'sequence' ? [] : body.window.feeds
  const isDeep = feeds.some((feed) => 'where' in feed && isDeeper(feed.where, MATCH_LIMITS.nestingMax + 1))
  return isDeep ? `its conditions are nested more than ${MATCH_LIMITS.nestingMax} deep` : null
}

function isDeeper(expr: Expr, depth: number): boolean {
  if (depth === 0) return true
  if (expr.kind === 'not') return isDeeper(expr.of, depth - 1)
  return (expr.kind === 'and' || expr.kind === 'or') && expr.of.some((one) => isDeeper(one, depth - 1))
}

function sound(rule: Rule): KqlFile {
  const reason = windowFault(rule) ?? nestingFault(rule)
  return reason === null ? { rules: [rule], faults: [] } : fault(rule.file, rule.line, 1, reason)
}

const FIELDS = [
  ...['id', 'name', 'title', 'description', 'severity', 'status', 'author', 'tags', 'references', 'query'],
  ...['queryPeriod', 'triggerOperator', 'triggerThreshold', 'tactics', 'relevantTechniques', 'falsepositives'],
]

/** Aliases are not followed: a rule has no use for them, and they multiply. */
function plain(document: Document, key: string): unknown {
  const value: unknown = document.get(key)
  if (typeof value !== 'object' || value === null) return value
  const items = 'items' in value && Array.isArray(value.items) ? value.items : []
  return items.map((item: unknown) => (typeof item === 'object' && item !== null && 'value' in item ? item.value : {}))
}

function nodeStart(document: Document): number {
  const node: unknown = document.get('query', true)
  const range =
    typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range) ? node.range : []
  return Number(range[0] ?? 0)
}

/** More rows than a number: a window over the events, where each of them is a row. */
function withTrigger(body: EventBody | WindowBody, { trigger, periodMs }: RuleFields): EventBody | WindowBody | string {
  const isAny = trigger.op === 'gt' && trigger.value === 0
  if (isAny) return body
  if (body.kind === 'window') return 'a threshold above the rows of a summary is not for rules'
  if (periodMs === null) return 'a threshold needs a queryPeriod'
  const window = {
    kind: 'aggregate',
    feeds: [body],
    groupBy: [],
    windowMs: periodMs,
    measure: { of: 'count' },
  } as const
  return { kind: 'window', generate: false, window: { ...window, bounds: [trigger] } }
}

function ruleOf(
  { trigger, periodMs, ...fields }: RuleFields,
  body: EventBody | WindowBody,
  file: string,
  line: number,
): Rule {
  return { ...fields, language: 'kql', body, file, line }
}
