/**
 * Indicators in memory: bytes per indicator, and lookups per second on one core. `SVC_BENCH_INDICATORS` sets their
 * number; one looked-up value in a hundred is an indicator.
 */
import type { Kind } from '../intel/indicator.ts'
import { matchValue } from '../intel/indicator-matcher.ts'
import { IndicatorTable, type TableEntry } from '../intel/indicator-table.ts'
import { benchConfig } from './config.ts'
import { jsonParseUnit } from './unit.ts'

const INDICATORS = benchConfig().indicators
const VALUES = 300_000
const KINDS: readonly Kind[] = ['sha256', 'domain', 'ip', 'url']
/** Mean length of the texts of the kinds above, rounded up to words. */
const TEXT_BYTES = 40

export async function benchIntel(): Promise<Record<string, unknown>> {
  const table = IndicatorTable.make({ entries: INDICATORS + 16, textBytes: INDICATORS * TEXT_BYTES + 1024, tenants: 4 })
  const acme = table.makeTenant('acme') as number
  const addedAt = process.cpuUsage()
  for (let n = 0; n < INDICATORS; n++) if (!table.add(entry(acme, n))) throw new Error('the table is full')
  const addUs = cpuSince(addedAt) / INDICATORS
  for (const value of ['203.0.113.0/24', '203.1.0.0/16', '203.16.0.0/12'])
    if (!table.add({ ...entry(acme, 0), kind: 'cidr', value })) throw new Error('the table is full')
  const questions = Array.from({ length: VALUES }, (_, i) =>
    valueNumber(i % 100 === 0 ? (i * 7919) % INDICATORS : INDICATORS + i),
  )
  ask(table, acme, questions)
  const startedAt = process.cpuUsage()
  const hits = ask(table, acme, questions)
  const us = cpuSince(startedAt) / VALUES
  const unit = jsonParseUnit([Buffer.from(`${JSON.stringify({ a: 'x'.repeat(400) })}\n`.repeat(20_000))])
  return {
    indicators: INDICATORS,
    bytes_an_indicator: Math.round(table.block.byteLength / INDICATORS),
    add_us: round(addUs),
    value_us: round(us),
    values_a_second: Math.round(1e6 / us),
    hits,
    json_parse_us: round(unit.microseconds),
  }
}

function ask(table: IndicatorTable, tenant: number, request: readonly (readonly [Kind, string])[]): number {
  let hits = 0
  for (const [kind, value] of request) matchValue(table, tenant, kind, value, 1, () => void hits++)
  return hits
}

function valueNumber(n: number): readonly [Kind, string] {
  const kind = KINDS[n % KINDS.length] as Kind
  const hex = n.toString(16).padStart(8, '0')
  if (kind === 'sha256') return [kind, hex.repeat(8)]
  if (kind === 'domain') return [kind, `h${hex}.sub${n % 997}.example`]
  if (kind === 'url') return [kind, `http://h${n % 9973}.example/${hex}`]
  return [kind, `${(n >>> 24) & 127}.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`]
}

function entry(tenant: number, n: number): TableEntry {
  const [kind, value] = valueNumber(n)
  const of = { confidence: 80, severityId: 4, source: 0, seenS: 1, expiresS: 0, isFalsePositive: false }
  return { ...of, tenant, role: 'indicator', kind, value }
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}

const round = (us: number) => Math.round(us * 1000) / 1000
