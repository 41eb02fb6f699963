/** Lists a tenant's rules: its own, newest first, then the built-in ones. */
import { type Static, Type } from 'typebox'
import { builtInRules } from '../../../detections/content/load.ts'
import type { Rule } from '../../../detections/plan/plan.ts'
import { SEVERITIES } from '../../../detections/plan/plan.ts'
import type { Placed, Position } from '../../../platform/paging.ts'
import { oneOf, pageQuery, plainText } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { overlaysOf } from './overlays.ts'
import { LANGUAGES, type StoredRule } from './rule.ts'
import { type RuleFilter, rulesPage } from './rule-store.ts'

export const catalogueQuery = Type.Object({
  ...pageQuery,
  is_builtin: Type.Optional(Type.Boolean({ description: 'only built-in rules, or only the others' })),
  language: Type.Optional(oneOf(LANGUAGES)),
  severity: Type.Optional(oneOf(SEVERITIES)),
  enabled: Type.Optional(Type.Boolean()),
  search: Type.Optional(plainText(200)),
})

/** Either an own rule or a built-in one. */
export type Catalogued = { readonly own: StoredRule } | { readonly builtIn: Rule }

/** Returns at most `limit` rules after a position. */
export async function cataloguePage(
  tx: TenantTx,
  { is_builtin: wanted, language, severity, enabled, search }: Omit<Static<typeof catalogueQuery>, 'limit' | 'cursor'>,
  limit: number,
  after: Position | null,
): Promise<Placed<Catalogued>[]> {
  const filter = { language, severity, isEnabled: enabled, search: search?.toLowerCase() }
  const own = wanted === true ? [] : await rulesPage(tx, limit, after, filter)
  const builtIn = wanted === false || own.length >= limit ? [] : await builtInPage(tx, filter, after)
  const placed = own.map(({ item, position }) => ({ item: { own: item }, position }))
  return [...placed, ...builtIn].slice(0, limit)
}

async function builtInPage(tx: TenantTx, filter: RuleFilter, after: Position | null): Promise<Placed<Catalogued>[]> {
  const rules = builtInRules()
  const ids = filter.isEnabled === undefined ? [] : rules.map(({ id }) => id)
  const off = new Set((await overlaysOf(tx, ids)).filter(({ isDisabled }) => isDisabled).map(({ ruleId }) => ruleId))
  return rules.flatMap((rule, at) => {
    const isAfter = after?.[0] !== OLDEST || at > placeOf(after[1])
    const isWanted = filter.isEnabled === undefined || filter.isEnabled === !off.has(rule.id)
    return isAfter && isWanted && fits(rule, filter) ? [{ item: { builtIn: rule }, position: positionAt(at) }] : []
  })
}

function fits({ language, severity, title, file, id, tags }: Rule, filter: RuleFilter): boolean {
  if (filter.language !== undefined && filter.language !== language) return false
  if (filter.severity !== undefined && filter.severity !== severity) return false
  return filter.search === undefined || `${title} ${file} ${id} ${tags.join(' ')}`.toLowerCase().includes(filter.search)
}

/** Built-in rules have no creation time: they are listed after the tenant's rules, in the product's order. */
const OLDEST = '1970-01-01 00:00:00+00'
const PLACES = '00000000-0000-4000-8000-'

function positionAt(place: number): Position {
  return [OLDEST, `${PLACES}${String(place).padStart(12, '0')}`]
}

function placeOf(id: string): number {
  return id.startsWith(PLACES) ? Number(id.slice(PLACES.length)) : -1
}
