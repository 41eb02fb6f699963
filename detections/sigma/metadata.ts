/** Reads the metadata that every kind of Sigma document has. */
import { createHash } from 'node:crypto'
import { isMembers } from '../../platform/members.ts'
import { type LogSource, type Rule, SEVERITIES, type Severity } from '../plan/plan.ts'
import { describe, Refusal } from './fault.ts'
import { LIMITS } from './limits.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A rule without a level: medium is neither hidden among the informational rules nor wakes an analyst at night. */
const SEVERITY_WHEN_ABSENT: Severity = 'medium'

/** The id derives from `content` when the author gave none. */
export function metadataOf(document: Fields, content: unknown, file: string, line: number): Omit<Rule, 'body'> {
  const title = required(document, 'title')
  return {
    id: optional(document, 'id') ?? derivedId(title, content),
    name: optional(document, 'name'),
    title,
    description: loose(document.description),
    language: 'sigma',
    severity: severityOf(document),
    status: loose(document.status),
    author: loose(document.author),
    tags: texts(document, 'tags'),
    references: texts(document, 'references'),
    falsePositives: texts(document, 'falsepositives'),
    fields: texts(document, 'fields'),
    file,
    line,
  }
}

export function logSourceOf(document: Fields): LogSource {
  const source = document.logsource
  if (!isMembers(source))
    throw new Refusal(source === undefined ? 'logsource is missing' : 'logsource must be a map', ['logsource'])
  return {
    product: wordOf(source, 'product'),
    category: wordOf(source, 'category'),
    service: wordOf(source, 'service'),
  }
}

function wordOf(source: Fields, key: string): string | null {
  const value = source[key]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw new Refusal(`${key} is not a text`, ['logsource', key])
  return value.trim().toLowerCase() || null
}

/** The same rule under another name or in another file keeps its id; a change of what it detects gives a new one. */
function derivedId(title: string, content: unknown): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([title, content]))
    .digest('hex')
  return `sigma-${hash.slice(0, 32)}`
}

function severityOf(document: Fields): Severity {
  const level = document.level
  if (level === undefined || level === null) return SEVERITY_WHEN_ABSENT
  const word = loose(level).trim().toLowerCase()
  const found = SEVERITIES.find((severity) => severity === word)
  if (found === undefined)
    throw new Refusal(`level ${describe(level)} is not one of ${SEVERITIES.join(', ')}`, ['level'])
  return found
}

function required(document: Fields, key: string): string {
  const value = document[key]
  if (value === undefined || value === null || value === '') throw new Refusal(`${key} is missing`)
  return loose(value)
}

function optional(document: Fields, key: string): string | null {
  const value = document[key]
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' && typeof value !== 'number') throw new Refusal(`${key} is not a text`, [key])
  const text = String(value)
  if (text.length > LIMITS.idChars) throw new Refusal(`${key} is longer than ${LIMITS.idChars} characters`, [key])
  return text
}

/** Text for people: a wrong type only loses the text, not the rule. */
function loose(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** A single text counts as a list of one. */
function texts(document: Fields, key: string): string[] {
  const value = document[key]
  const list = Array.isArray(value) ? value : [value]
  if (list.length > LIMITS.listEntries) throw new Refusal(`${key} has more than ${LIMITS.listEntries} entries`, [key])
  return list.map(loose).filter((text) => text !== '')
}
