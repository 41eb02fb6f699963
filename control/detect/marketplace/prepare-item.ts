/** An item made ready before the transaction that installs it: fetched, checked, and its rules read. */
import { AppError, requireFound } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Postgres } from '../../../stores/postgres/pool.ts'
import { judgeYaraInTime, type RuleText, readTexts } from '../detections/index.ts'
import type { Catalogue } from './catalogue.ts'
import { type Contents, contentsOf } from './contents.ts'
import type { Listed } from './item.ts'

export type ReadyRule = RuleText & { readonly path: string }
export type Ready = {
  readonly item: Listed
  readonly contents: Omit<Contents, 'rules'> & { readonly rules: readonly ReadyRule[] }
}

/** Throws `not_found`. */
export function findItem({ items }: Catalogue, slug: string): Listed {
  return requireFound(
    items.find(({ manifest }) => manifest.slug === slug),
    'item',
  )
}

/**
 * Throws `not_found`; `conflict` for an item that is broken or altered, and for one that is only for reading;
 * `unavailable` when it cannot be fetched now; and `rate_limited` like reading rules.
 */
export async function prepareItem(
  pool: Postgres,
  tenant: TenantId,
  catalogue: Catalogue,
  slug: string,
): Promise<Ready> {
  const item = findItem(catalogue, slug)
  const contents = contentsOf(await catalogue.open(item))
  const [problem] = contents.problems
  if (problem) throw new AppError('conflict', `the item is broken: ${problem.path}: ${problem.reason}`)
  if (contents.rules.length + contents.hunts.length + contents.playbooks.length === 0)
    throw new AppError('conflict', 'this item has nothing to install: it only describes settings')
  return { item, contents: { ...contents, rules: await readyRules(pool, tenant, contents.rules) } }
}

async function readyRules(pool: Postgres, tenant: TenantId, rules: Contents['rules']): Promise<ReadyRule[]> {
  const { sound, faults } = await judgeYaraInTime(rules.filter(({ language }) => language === 'yara'))
  const [fault] = faults
  if (fault) throw new AppError('conflict', `the item is broken: ${fault.file}:${fault.line}: ${fault.reason}`)
  const others = rules.filter(({ language }) => language !== 'yara')
  const ready = new Map([...(await readTexts(pool, tenant, others)), ...sound].map((one) => [one.file, one]))
  return rules.map((rule) => ({ ...rule, ...ready.get(rule.file) }))
}
