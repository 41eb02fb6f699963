import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type Condition, compileSearch } from '../../../query/search/compile.ts'
import { SearchFault } from '../../../query/search/fault.ts'
import { parseSearch } from '../../../query/search/parse.ts'
import { type KqlCondition, kqlSearchRule } from '../detections/index.ts'
import type { HuntQuestion } from './hunt.ts'

/** A query in the form in which the lake gets it. */
export type Question =
  | { readonly kind: 'lucene'; readonly condition: Condition }
  | ({ readonly kind: 'kql' } & KqlCondition)
  | { readonly kind: 'sql'; readonly sql: string }

/** Throws 422 with the place of the fault, and `rate_limited` for a tenant that has too much read at once. */
export async function questionOf(
  tenant: TenantId,
  { language, query }: Pick<HuntQuestion, 'language' | 'query'>,
  nowMs: number,
): Promise<Question> {
  if (language === 'sql') return { kind: 'sql', sql: query }
  if (language === 'lucene') return { kind: 'lucene', condition: conditionOf(query, nowMs) }
  const rule = await kqlSearchRule(tenant, query)
  if ('fault' in rule) throw invalid('query', rule.fault)
  return { kind: 'kql', ...rule }
}

function conditionOf(query: string, nowMs: number): Condition {
  try {
    return compileSearch(parseSearch(query), query, nowMs)
  } catch (error) {
    if (error instanceof SearchFault) throw invalid('query', error.text())
    throw error
  }
}
