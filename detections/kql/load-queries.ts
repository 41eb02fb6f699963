/**
 * Rules whose queries a plan cannot express: joins, several figures of a summary, row-by-row lists. The stream cannot
 * run them; the runner (`run/`) can, over stored events, and each row of the result is a match.
 */
import type { Bound } from '../plan/plan.ts'
import { compileRule, type KqlFileFault, type RuleText, readRuleTexts } from './load.ts'
import type { RuleFields } from './read-rule.ts'

export type KqlQueryRule = Pick<RuleFields, 'id' | 'title'> & {
  readonly query: string
  readonly file: string
  readonly line: number
  /** Number of rows that makes a match: each of them is one then. */
  readonly trigger: Bound
  /** Converts a fault of the query to a fault of the file. */
  readonly faultOf: RuleText['faultOf']
}

export type KqlQueries = {
  readonly queries: readonly KqlQueryRule[]
  /** Faults of documents that are no rules. */
  readonly faults: readonly KqlFileFault[]
}

/**
 * Returns the documents whose query `parseKqlRules` rejects. Never throws; a query that cannot run fails when it is
 * run.
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
