/** ATT&CK techniques that the rules in force name, and those with hits. */
import { builtInRules } from '../../../detections/content/load.ts'
import { TECHNIQUE_TAG } from '../../../detections/tenant/rule-head.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { int, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { overlaysOf } from './overlays.ts'

export type Covered = { readonly technique: string; readonly builtIn: number; readonly own: number }

/**
 * Counts the rules that are on for the tenant by technique. An own text counts once for each technique that it names:
 * as a tag of Sigma, a threat of Elastic's, a technique of Sentinel's.
 */
export async function coveredTechniques(tx: TenantTx): Promise<Covered[]> {
  const builtIn = new Map<string, number>()
  const overlays = await overlaysOf(
    tx,
    builtInRules().map(({ id }) => id),
  )
  const off = new Set(overlays.flatMap(({ ruleId, isDisabled }) => (isDisabled ? ruleId : [])))
  for (const { id, tags } of builtInRules()) {
    if (off.has(id)) continue
    const named = tags.flatMap((tag) => TECHNIQUE_TAG.exec(tag)?.[1]?.toUpperCase() ?? [])
    for (const technique of new Set(named)) builtIn.set(technique, (builtIn.get(technique) ?? 0) + 1)
  }
  const sql = /* sql */ `
    SELECT upper(m[1]) AS technique, count(DISTINCT r.id)::int AS rules
    FROM detection_rules r, regexp_matches(r.text, '\\m(t[0-9]{4}(?:\\.[0-9]{3})?)\\M', 'gi') AS m
    WHERE r.is_enabled GROUP BY 1`
  const own = new Map(await tx.many((row) => [text(row, 'technique'), int(row, 'rules')] as const, sql))
  const all = [...new Set([...builtIn.keys(), ...own.keys()])].sort()
  return all.map((technique) => {
    return { technique, builtIn: builtIn.get(technique) ?? 0, own: own.get(technique) ?? 0 }
  })
}

/**
 * Ids of rules in force that name the technique or a part of it; of an own text the id of its row. Built-in ones first.
 */
export async function ruleIdsNaming(tx: TenantTx, technique: string): Promise<string[]> {
  const isNamed = (named: string) => named === technique || named.startsWith(`${technique}.`)
  const tagged = builtInRules().filter(({ tags }) =>
    tags.some((tag) => isNamed(TECHNIQUE_TAG.exec(tag)?.[1]?.toUpperCase() ?? '?')),
  )
  const ids = tagged.map(({ id }) => id)
  const off = new Set((await overlaysOf(tx, ids)).flatMap(({ ruleId, isDisabled }) => (isDisabled ? ruleId : [])))
  const sql = /* sql */ `
    SELECT DISTINCT r.id::text AS id, upper(m[1]) AS technique
    FROM detection_rules r, regexp_matches(r.text, '\\m(t[0-9]{4}(?:\\.[0-9]{3})?)\\M', 'gi') AS m
    WHERE r.is_enabled AND r.language <> 'yara' AND upper(m[1]) LIKE $1 || '%' ORDER BY 1`
  const rows = await tx.many((row) => ({ id: text(row, 'id'), technique: text(row, 'technique') }), sql, [technique])
  const own = rows.filter((row) => isNamed(row.technique)).map(({ id }) => id)
  return [...new Set([...ids.filter((id) => !off.has(id)), ...own])]
}

/** Signals by technique since then. */
export async function foundTechniques(reader: Reader, fromMs: number): Promise<ReadonlyMap<string, number>> {
  const sql = /* sql */ `
    SELECT upper(technique) AS technique, toString(count()) AS hits FROM signals ARRAY JOIN techniques AS technique
    WHERE time >= fromUnixTimestamp64Milli({from:Int64}) GROUP BY 1`
  const rows = await reader.query<{ technique: string; hits: string }>(sql, { from: fromMs })
  return new Map(rows.map(({ technique, hits }) => [technique, Number(hits)]))
}
