/** Adds the metadata of a rule to its query, in the format of the rule's language; the resulting text is stored. */
import { looksLikeKql } from '../../../detections/content/rule-language.ts'
import { splitRules } from '../../../detections/yara/split-rules.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { StoredLanguage } from './rule.ts'

/** An omitted member is not written into the text. */
export type RuleHeadInput = {
  readonly title?: string | undefined
  readonly severity?: string | undefined
  /** `T1059.001` */
  readonly techniques?: readonly string[] | undefined
}

/** Throws 422 for metadata beside a text that has its own, because it would be unclear which applies. */
export function withHead(language: StoredLanguage, text: string, head: RuleHeadInput): string {
  const declared = (['title', 'severity', 'techniques'] as const).filter((member) => head[member] !== undefined)
  const [first] = declared
  if (first === undefined) return text
  if (language === 'sigma') throw invalid(first, 'stands in the text of a Sigma rule')
  if (language === 'yara') return yaraWithMeta(text, head)
  const isRule = language === 'eql' ? /^(?:language|query):/m.test(text) || /^\[rule\]/m.test(text) : looksLikeKql(text)
  if (isRule) throw invalid(first, 'stands in the text already: this is a rule, not a query alone')
  return language === 'eql' ? eqlRule(text, head) : kqlRule(text, head)
}

/** JSON is YAML, and the query keeps its lines so that a fault is where it was written. */
const line = (name: string, value: unknown) => (value === undefined ? '' : `${name}: ${JSON.stringify(value)}\n`)
const block = (query: string) => `query: |2\n${query.replaceAll(/^/gm, '  ')}\n`

function eqlRule(query: string, { title, severity, techniques }: RuleHeadInput): string {
  const tags = techniques?.map((one) => `attack.${one.toLowerCase()}`)
  return `${line('title', title)}${line('severity', severity)}${line('tags', tags)}language: eql\n${block(query)}`
}

function kqlRule(query: string, { title, severity, techniques }: RuleHeadInput): string {
  return `${line('name', title)}${line('severity', severity)}${line('relevantTechniques', techniques)}${block(query)}`
}

/** Adds the entries as meta to each rule of the text: YARA itself has no such fields. */
function yaraWithMeta(text: string, { title, severity, techniques }: RuleHeadInput): string {
  const entries = [
    ...(title === undefined ? [] : [`title = ${JSON.stringify(title)}`]),
    ...(severity === undefined ? [] : [`severity = ${JSON.stringify(severity)}`]),
    ...(techniques === undefined ? [] : [`mitre = ${JSON.stringify(techniques.join(', '))}`]),
  ].join(' ')
  let made = text
  for (const { start, end } of splitRules(text).toReversed()) {
    const rule = text.slice(start, end)
    if (/^\s*meta\s*:/m.test(rule) || /\{\s*meta\s*:/.test(rule))
      throw invalid('severity', 'and the like stand in the meta entries of the text already')
    made = `${made.slice(0, start)}${rule.replace('{', `{ meta: ${entries}`)}${made.slice(end)}`
  }
  return made
}
