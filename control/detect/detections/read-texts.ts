/** Parses rule texts before a transaction begins, so that parsing does not keep it open. */
import { RuleParser } from '../../../detections/content/parser/rule-parser.ts'
import type { ParsedSource, RuleSource } from '../../../detections/content/rule-source.ts'
import type { SigmaOptions } from '../../../detections/sigma/parse.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import { type RuleText, unreadable } from './check-rules.ts'
import { placeholdersOf } from './placeholders.ts'

/** One for the process: its thread runs while it is in use. */
const parser = new RuleParser()

export type ReadText = (source: RuleSource, options: SigmaOptions) => ParsedSource | Promise<ParsedSource>

/** A reader within the tenant's share: throws `rate_limited` when its texts have used more time than it may. */
export function readerFor(tenant: TenantId): ReadText {
  return (source, options) => parser.check(tenant, source, options)
}

/** Returns each text with its parsed form. Throws `rate_limited`. */
export async function readTexts(pool: Postgres, tenant: TenantId, texts: readonly RuleText[]): Promise<RuleText[]> {
  const read = readerFor(tenant)
  const placeholders = await withTenant(pool, tenant, placeholdersOf)
  return Promise.all(
    texts.map(async (one) => {
      const { language, file, text } = one
      if (language === 'yara' || unreadable(one)) return one
      return { ...one, parsed: await read({ language, file, text }, { placeholders }) }
    }),
  )
}
