/**
 * Rules whose queries are more than a plan can express: joins, several figures of a summary, lists row by row. The
 * stream cannot run them; the runner can (`run/`), over stored events, and a match is a row of its result.
 */
import type { Bound } from '../plan/plan.ts'
import { compileRule, type KqlFileFault, type RuleText, readRuleTexts } from './load.ts'
import type { RuleFields } from './read-rule.ts'

export type KqlQueryRule = Pick<RuleFields, 'id' | 'title'> & {
  readonly query: string
  readonly file: string
  readonly line: number
  /** How many rows make a match: each of them is one then. */
  readonly trigger: Bound
  /** A fault of the query as one of the file. */
  readonly faultOf: RuleText['faultOf']
}

export type KqlQueries = {
  readonly queries: readonly KqlQueryRule[]
  /** Faults of documents that are no rules. */
  readonly faults: readonly KqlFileFault[]
}

/**
 * Returns the documents that `parseKqlRules` rejects for their query. Never throws; a query that cannot run fails when
 * it runs.
 */
export function parseKqlQueries(text: string, file: string): KqlQueries {
  const { texts, faults } = readRuleTexts(text, file)
  const others = texts.filter((one) => compileRule(one).rules.length === 0)
  const queries = others.map(({ fields, query, line, faultOf }): KqlQueryRule => {
    const { id, title, trigger } = fields
    return { id, title, trigger, query, file, line, faultOf }
  })
  return { queries, faults }
}
