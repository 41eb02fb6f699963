/** For tests: events in a real table, and the events that SQL conditions find. */
import { randomUUID } from 'node:crypto'
import type { ClickHouseClient } from '@clickhouse/client'
import type { MatchEvent } from '../../schemas/event-view.ts'
import { quoteText } from '../../stores/clickhouse/quote.ts'
import { coversLogSource } from '../match/scan.ts'
import type { Bindings } from './bindings.ts'
import { BATCH_SETTINGS, type SqlRule } from './compile.ts'
import type { LakeKind, LakeKinds } from './kind.ts'

/** One kind for each view and log source; `mapping` distinguishes them. */
export function kindsOf(events: readonly MatchEvent[]): { kinds: LakeKinds; mappingOf(event: MatchEvent): string } {
  const known = new Map<string, LakeKind>()
  const mappingOf = ({ view, logSource }: MatchEvent) => `${view.name}|${JSON.stringify(logSource)}`
  for (const event of events) {
    const name = mappingOf(event)
    const { view, logSource } = event
    known.set(name, { name, view, covers: (wanted) => coversLogSource(wanted, logSource) })
  }
  return { kinds: byMapping([...known.values()]), mappingOf }
}

/** Kinds whose rows have the kind's name as their mapping. */
export function byMapping(list: readonly LakeKind[]): LakeKinds {
  const cases = list.flatMap(({ name }, at) => [`mapping = ${quoteText(name)}`, `${at}`])
  return { list, numberSql: () => `multiIf(${[...cases, `${list.length}`].join(', ')})` }
}

export type StoredText = { readonly mapping: string; readonly raw: string }

/** Numbered from 0 in `pid`, under a tenant of their own. */
export async function insertTexts(
  client: ClickHouseClient,
  tenant: string,
  texts: readonly StoredText[],
): Promise<void> {
  const time = '2026-01-01 00:00:00.000'
  const values = texts.map(({ mapping, raw }, pid) => {
    return { tenant_id: tenant, event_uid: randomUUID(), time, ingest_time: time, mapping, raw, pid }
  })
  await client.insert({ table: 'events', values, format: 'JSONEachRow' })
}

export type Found = { readonly certain: readonly number[]; readonly undecided: readonly number[] }

/** Runs many rules in one statement: for each event the numbers of the matching rules, and of the undecided ones. */
export async function findAll(
  client: ClickHouseClient,
  tenant: string,
  rules: readonly SqlRule[],
  bindings: Bindings,
): Promise<Map<number, Found>> {
  const held = (sqls: readonly string[]) => {
    const matches = sqls.flatMap((sql, i) => (sql === '0' ? [] : [`if(${sql}, ${i}, -1)`]))
    return matches.length === 0 ? '[]' : `arrayFilter(x -> x >= 0, [${matches.join(', ')}])`
  }
  const query = /* sql */ `
    SELECT pid, ${held(rules.map(({ where }) => where))} AS certain, ${held(rules.map(({ undecided }) => undecided))} AS undecided
    FROM ${bindings.table(['pid'], `WHERE tenant_id = '${tenant}'`)}`
  const answer = await client.query({ query, format: 'JSONEachRow', clickhouse_settings: BATCH_SETTINGS })
  const found = await answer.json<{ pid: number; certain: number[]; undecided: number[] }>()
  return new Map(found.map(({ pid, certain, undecided }) => [pid, { certain, undecided }]))
}
