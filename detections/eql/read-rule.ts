/** The fields of a rule document, checked. */
import { createHash } from 'node:crypto'
import { type Rule, SEVERITIES, type Severity } from '../plan/plan.ts'
import type { Body } from './compile-query.ts'

/** Everything of a rule except its query. */
export type RuleFields = Omit<Rule, 'body' | 'language' | 'file' | 'line'>

const TEXT_MAX = 16 * 1024
const LIST_MAX = 256

/**
 * Returns the fields of a document, or the invalid field with the reason. `fallback` is the title of a rule without
 * one.
 */
export function readFields(
  document: Readonly<Record<string, unknown>>,
  query: string,
  fallback: string,
): RuleFields | { readonly key: string; readonly reason: string } {
  const reader = new FieldReader(document)
  const fields: RuleFields = {
    id: reader.text('id') || contentId(query),
    name: reader.text('name') || null,
    title: reader.text('title') || reader.text('name') || fallback,
    description: reader.text('description'),
    severity: reader.severity(),
    status: reader.text('status'),
    author: reader.text('author') || reader.list('author').join(', '),
    tags: reader.list('tags'),
    references: reader.list('references'),
    falsePositives: [...reader.list('falsepositives'), ...reader.list('false_positives')],
    fields: reader.list('fields'),
  }
  return reader.fault ?? fields
}

export function ruleOf(fields: RuleFields, body: Body, file: string, line: number): Rule {
  return { ...fields, language: 'eql', body, file, line }
}

/** The same query always has the same id. */
function contentId(query: string): string {
  return `eql-${createHash('sha256').update(query.trim()).digest('hex').slice(0, 32)}`
}

/** Continues after a fault and keeps the first one. */
class FieldReader {
  readonly #document: Readonly<Record<string, unknown>>
  fault: { readonly key: string; readonly reason: string } | null = null

  constructor(document: Readonly<Record<string, unknown>>) {
    this.#document = document
  }

  #get(key: string): unknown {
    return Object.hasOwn(this.#document, key) ? (this.#document[key] ?? null) : null
  }

  #blame(key: string, reason: string): void {
    this.fault ??= { key, reason: `${key} ${reason}` }
  }

  /** '' when it is missing, and for a list, which `list` reads. */
  text(key: string): string {
    const value = this.#get(key)
    if (value === null || Array.isArray(value)) return ''
    if (typeof value === 'object') this.#blame(key, 'is not a text')
    const text = typeof value === 'object' ? '' : String(value).trim()
    if (text.length > TEXT_MAX) this.#blame(key, `is longer than ${TEXT_MAX} characters`)
    return text
  }

  /** A text alone is a list of one. */
  list(key: string): readonly string[] {
    const value = this.#get(key)
    const items: readonly unknown[] = Array.isArray(value) ? value : value === null ? [] : [value]
    if (items.length > LIST_MAX) this.#blame(key, `has more than ${LIST_MAX} entries`)
    if (items.some((item) => typeof item === 'object' || String(item).length > TEXT_MAX)) {
      this.#blame(key, 'is not a list of texts')
    }
    return items.map(String)
  }

  severity(): Severity {
    const text = this.text('severity') || this.text('level')
    const found = SEVERITIES.find((severity) => severity === text.toLowerCase())
    if (text !== '' && found === undefined) this.#blame('severity', `is none of ${SEVERITIES.join(', ')}`)
    return found ?? 'medium'
  }
}
