import { expect, test } from 'vitest'
import { generic } from '../../../../connectors/families/generic/mapping.ts'
import { IndicatorTable, type TableEntry } from '../../../../intel/indicator-table.ts'
import { EventRow } from '../../../../schemas/event-row.ts'
import { decodeSignals } from '../../../../schemas/signal.ts'
import type { EventAtHand } from '../step.ts'
import { type IntelBook, intelStep } from './step.ts'

const DAY_MS = 86_400_000
const NOW_MS = Date.UTC(2026, 0, 1)

function tableOf(entries: readonly (Partial<Omit<TableEntry, 'tenant'>> & { tenant: string })[]): IndicatorTable {
  const table = IndicatorTable.make({ entries: 100, textBytes: 10_000, tenants: 8 }, 3)
  for (const { tenant, ...entry } of entries) {
    const known: Omit<TableEntry, 'tenant'> = {
      ...{ kind: 'domain', role: 'indicator', value: 'evil.example', confidence: 80, severityId: 4 },
      ...{ source: table.makeSource('feed') as number, seenS: NOW_MS / 1000, expiresS: 0, isFalsePositive: false },
    }
    table.add({ ...known, ...entry, tenant: table.makeTenant(tenant) as number })
  }
  return table
}

function signalsOf(intel: IntelBook, tenant: string, columns: Partial<EventRow>, record = {}) {
  const task = intelStep({ intel, signalPartitions: 1 }).open()
  const row = Object.assign(new EventRow(), { tenantId: tenant, receivedMs: NOW_MS, timeMs: NOW_MS }, columns)
  const event = { row, record, mapping: generic, start: 0, end: 0, isTimeless: false } as unknown as EventAtHand
  task.process(event)
  return (task.flush?.(NOW_MS).outputs ?? []).flatMap(({ value }) => decodeSignals(Buffer.concat(value)))
}

test('a match is a signal with the indicator, the field and the decayed confidence', () => {
  const table = tableOf([{ tenant: 'acme', seenS: (NOW_MS - 90 * DAY_MS) / 1000 }])
  const [signal, ...others] = signalsOf({ table }, 'acme', {
    domain: 'Mail.Evil.Example',
    host: 'h1',
    srcIp: '10.0.0.1',
  })
  expect(others).toEqual([])
  expect(signal).toMatchObject({
    tenant_id: 'acme',
    language: 'intel',
    rule_id: 'intel:domain',
    severity_id: 4,
    host: 'h1',
  })
  expect(Object.fromEntries((signal?.matched ?? []).map(({ field, value }) => [field, value]))).toMatchObject({
    ...{ domain: 'Mail.Evil.Example', 'indicator.value': 'evil.example', 'indicator.source': 'feed' },
    ...{ 'indicator.confidence': '80', 'indicator.effective_confidence': '40.0' },
  })
  expect(signalsOf({ table }, 'acme', { domain: 'mail.evil.example' })[0]?.signal_id).toBe(signal?.signal_id)
})

test('a tenant’s indicators match only its events, shared ones match all, and a false positive hides one for its tenant', () => {
  const table = tableOf([
    { tenant: 'acme' },
    { tenant: '', kind: 'cidr', value: '192.0.2.0/24' },
    { tenant: 'globex', kind: 'cidr', value: '192.0.2.0/24', isFalsePositive: true },
  ])
  const columns = { domain: 'evil.example', dstIp: '192.0.2.9' }
  const rules = (tenant: string) =>
    signalsOf({ table }, tenant, columns)
      .map(({ rule_id }) => rule_id)
      .sort()
  expect(rules('acme')).toEqual(['intel:cidr', 'intel:domain'])
  expect(rules('globex')).toEqual([])
  expect(rules('nobody')).toEqual(['intel:cidr'])
})

test('reports a weak match with the lowest severity, and neither an expired one nor any without indicators', () => {
  const weak = tableOf([{ tenant: 'acme', confidence: 9 }])
  expect(signalsOf({ table: weak }, 'acme', { domain: 'evil.example' })[0]?.severity_id).toBe(1)
  const expired = tableOf([{ tenant: 'acme', expiresS: NOW_MS / 1000 }])
  expect(signalsOf({ table: expired }, 'acme', { domain: 'evil.example' })).toEqual([])
  expect(signalsOf({ table: null }, 'acme', { domain: 'evil.example' })).toEqual([])
})

test('a list of known-good values suppresses a match, or lowers it to the lowest severity and names the list', () => {
  const table = IndicatorTable.make({ entries: 100, textBytes: 10_000, tenants: 8 }, 3)
  const own = table.makeTenant('acme') as number
  const put = (
    role: 'indicator' | 'warning_host' | 'flag',
    kind: 'domain' | 'cidr' | 'ip',
    value: string,
    source: string,
  ) =>
    table.add({
      ...{ tenant: own, kind, role, value, confidence: 80, severityId: 4, source: table.makeSource(source) as number },
      ...{ seenS: NOW_MS / 1000, expiresS: 0, isFalsePositive: false },
    })
  put('indicator', 'domain', 'cdn.good.example', 'feed')
  put('indicator', 'ip', '192.0.2.53', 'feed')
  expect(signalsOf({ table }, 'acme', { domain: 'cdn.good.example', dstIp: '192.0.2.53' })).toHaveLength(2)
  put('warning_host', 'domain', 'good.example', 'Our partners')
  put('flag', 'cidr', '192.0.2.0/24', 'Resolvers')
  const [signal, ...others] = signalsOf({ table }, 'acme', { domain: 'cdn.good.example', dstIp: '192.0.2.53' })
  expect(others).toEqual([])
  expect([signal?.rule_id, signal?.severity_id]).toEqual(['intel:ip', 1])
  // An alert keeps six of them.
  expect(signal?.matched.slice(0, 6)).toContainEqual({ field: 'indicator.known_good_list', value: 'Resolvers' })
  expect(signal?.matched).toContainEqual({ field: 'indicator.known_good_entry', value: '192.0.2.0/24' })
  expect(signalsOf({ table }, 'globex', { dstIp: '192.0.2.53' })).toEqual([])
})

test('looks up addresses, URLs, hashes, names, mail addresses and fields without a column', () => {
  const hash = 'ab'.repeat(32)
  const table = tableOf([
    { tenant: '', kind: 'ip', value: '192.0.2.1' },
    { tenant: '', kind: 'url', value: 'http://evil.example/a' },
    { tenant: '', kind: 'sha256', value: hash },
    { tenant: '', kind: 'filename', value: 'bad.exe' },
    { tenant: '', kind: 'email', value: 'eve@evil.example' },
    { tenant: '', kind: 'user_agent', value: 'bad agent' },
  ])
  const columns = {
    ...{ srcIp: '192.0.2.1', url: 'http://EVIL.example/a#x', fileHash: hash.toUpperCase() },
    ...{ filePath: 'C:\\x\\Bad.EXE', user: 'Eve@evil.example' },
  }
  const record = { http_request: { user_agent: 'Bad  Agent' } }
  const found = signalsOf({ table }, 'acme', columns, record).map(({ rule_id }) => rule_id.slice('intel:'.length))
  expect(found.sort()).toEqual(['email', 'filename', 'ip', 'sha256', 'url', 'user_agent'])
})
