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
import type { Document, LineCounter } from 'yaml'
import { MATCH_LIMITS } from '../match/limits.ts'
import type { Expr } from '../plan/expr.ts'
import type { EventBody, Rule, WindowBody } from '../plan/plan.ts'
import { type RuleDocument, ruleDocuments } from '../rule-documents.ts'
import { windowFault } from '../window/rule-fault.ts'
import { type KqlQuery, readKql } from './compile-query.ts'
import type { KqlFault } from './fault.ts'
import { KQL_LIMITS } from './limits.ts'
import { type RuleFields, readFields } from './read-rule.ts'

/** Lines and columns count from 1; line 0 is the file as a whole. */
export type KqlFileFault = {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly reason: string
}

export type KqlFile = {
  readonly rules: readonly Rule[]
  readonly faults: readonly KqlFileFault[]
  /** The parts of the rules' queries outside of their conditions, in the order of the rules. */
  readonly remainders: readonly QueryRemainder[]
}

/** Parts of a query beside its rule's condition: a rule ignores them, a search must execute or refuse them. */
export type QueryRemainder = Pick<KqlQuery, 'lookBackMs'> & { readonly leftOut: readonly KqlFileFault[] }

/** A document in the form of a rule; its query is not compiled yet. */
export type RuleText = {
  readonly fields: RuleFields
  readonly query: string
  readonly file: string
  /** Where the document begins. */
  readonly line: number
  /** Converts a fault of the query to a fault of the file. */
  readonly faultOf: (fault: KqlFault) => KqlFileFault
}

/** Returns the rules of a file, and faults for the rest of it. Never throws. */
export function parseKqlRules(text: string, file: string): KqlFile {
  const { texts, faults } = readRuleTexts(text, file)
  const parts = texts.map(compileRule)
  return {
    rules: parts.flatMap(({ rules }) => rules),
    remainders: parts.flatMap(({ remainders }) => remainders),
    faults: [...faults, ...parts.flatMap((part) => part.faults)].sort((a, b) => a.line - b.line),
  }
}

/** The rules of a file before their queries are compiled. Never throws. */
export function readRuleTexts(
  text: string,
  file: string,
): { readonly texts: readonly RuleText[]; readonly faults: readonly KqlFileFault[] } {
  const fault = (line: number, reason: string) => ({ texts: [], faults: [{ file, line, column: 0, reason }] })
  if (text.length > KQL_LIMITS.fileChars) return fault(0, `file is longer than ${KQL_LIMITS.fileChars} characters`)
  if (/\.kql$/i.test(file)) return partsOf([queryFile(text, file)])
  const read = ruleDocuments(text)
  if (read === null) return fault(0, 'YAML is nested too deep')
  const { documents, lines } = read
  if (documents.length > KQL_LIMITS.rules) return fault(0, `file holds more than ${KQL_LIMITS.rules} rules`)
  return partsOf(documents.map((one) => ('reason' in one ? { file, ...one } : readDocument(one, file, lines))))
}

function partsOf(parts: readonly (RuleText | KqlFileFault)[]) {
  return {
    texts: parts.flatMap((part) => ('reason' in part ? [] : [part])),
    faults: parts.flatMap((part) => ('reason' in part ? [part] : [])),
  }
}

function queryFile(query: string, file: string): RuleText | KqlFileFault {
  const title = /^\s*\/\/\s*(\S.{0,299})/.exec(query)?.[1]?.trim()
  const name = file.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '') || 'KQL query'
  const fields = readFields(new Map([['name', title ?? name]]), query, name)
  if ('reason' in fields) return { file, line: 0, column: 0, reason: fields.reason }
  return { fields, query, file, line: 1, faultOf: (fault) => ({ file, ...fault }) }
}

function readDocument(
  { document, line, column }: RuleDocument,
  file: string,
  lines: LineCounter,
): RuleText | KqlFileFault {
  const fault = (reason: string) => ({ file, line, column, reason })
  const values = new Map<string, unknown>()
  for (const key of FIELDS) values.set(key, plain(document, key))
  const query = values.get('query')
  if (typeof query !== 'string') return fault('query is not a text')
  const fields = readFields(values, query, file)
  if ('reason' in fields) return fault(fields.reason)
  const above = lines.linePos(nodeStart(document)).line
  const faultOf = ({ line: inQuery, column: at, reason }: KqlFault) =>
    inQuery === 0 ? fault(`query: ${reason}`) : { file, line: above + inQuery, column: at, reason: `query: ${reason}` }
  return { fields, query, file, line, faultOf }
}

/** One rule or one fault. */
export function compileRule({ fields, query, file, line, faultOf }: RuleText): KqlFile {
  const read = readKql(query, { spanMs: fields.periodMs })
  if ('reason' in read) return faulty(faultOf(read))
  const triggered = withTrigger(read.body, fields)
  if (typeof triggered === 'string') return faulty({ file, line, column: 1, reason: triggered })
  return sound(ruleOf(fields, triggered, file, line), {
    lookBackMs: read.lookBackMs,
    leftOut: read.leftOut.map(faultOf),
  })
}

const faulty = (fault: KqlFileFault): KqlFile => ({ rules: [], remainders: [], faults: [fault] })

/** Checks the nesting after expansion, because definitions nest as deep as names refer to one another. */
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

function sound(rule: Rule, remainder: QueryRemainder): KqlFile {
  const reason = windowFault(rule) ?? nestingFault(rule)
  if (reason === null) return { rules: [rule], remainders: [remainder], faults: [] }
  return faulty({ file: rule.file, line: rule.line, column: 1, reason })
}

const FIELDS = [
  ...['id', 'name', 'title', 'description', 'severity', 'status', 'author', 'tags', 'references', 'query'],
  ...['queryPeriod', 'triggerOperator', 'triggerThreshold', 'tactics', 'relevantTechniques', 'falsepositives'],
]

/** Aliases are not followed: a rule does not need them, and they can multiply. */
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

/** A trigger above a number of rows becomes a window over the events, each of which is a row. */
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
