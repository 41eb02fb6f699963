/** Findings of products, from their events as received to the signal for fusion. */
import { expect, test } from 'vitest'
import { detectMapping } from '../../connectors/index.ts'
import { findingOf, liftEntities } from '../../connectors/mapping/finding.ts'
import { EventRow } from '../../schemas/event-row.ts'
import type { MatchedField } from '../../schemas/signal.ts'
import type { RuleHead } from './detector.ts'
import type { OverlayDocument } from './documents.ts'
import { RuleBook } from './rule-book.ts'

type Seen = { readonly row: EventRow; readonly heads: RuleHead[]; readonly matched: readonly MatchedField[] }

function seen(
  record: Record<string, unknown>,
  overlays: Readonly<Record<string, Partial<OverlayDocument>>> = {},
): Seen {
  const row = Object.assign(new EventRow(), { tenantId: 'acme', source: 'edr-1', sourceFormat: 'json' })
  const mapping = detectMapping(record)
  expect(mapping.fill(record, row)).toBeNull()
  row.mapping = mapping.id
  const finding = findingOf(row, record)
  if (finding) liftEntities(finding.entities, row)
  const book = new RuleBook([])
  for (const [id, overlay] of Object.entries(overlays)) {
    const none: OverlayDocument = { disabled: false, min_severity: null, suppress_when: {}, allowlists: {} }
    book.change('acme', 'rule_overlay', id, { ...none, ...overlay })
  }
  const heads: RuleHead[] = []
  let matched: readonly MatchedField[] = []
  const found = (head: RuleHead, fields: readonly MatchedField[]) => {
    heads.push(head)
    matched = fields
  }
  book.detect({ tenantId: 'acme', record, mapping, row, finding }, found, () => undefined)
  return { row, heads, matched }
}

const finding = (more: Record<string, unknown> = {}) => ({
  class_uid: 2004,
  category_uid: 2,
  activity_id: 1,
  type_uid: 200_401,
  severity_id: 5,
  time: 1_795_774_272_000,
  metadata: { version: '1.8.0', product: { name: 'Shield EDR', vendor_name: 'Example' } },
  finding_info: {
    uid: 'f-0001',
    title: 'Ransomware found',
    analytic: { uid: 'R-77', name: 'Mass encryption' },
    desc: 'many files',
  },
  src_url: 'https://edr.example/findings/f-0001',
  evidences: [
    {
      src_endpoint: { ip: '203.0.113.79' },
      dst_endpoint: { ip: '10.0.0.9' },
      device: { hostname: 'ws1', ip: '10.0.0.8' },
      actor: { user: { name: 'kim' } },
      process: {
        name: 'enc.exe',
        cmd_line: 'enc.exe /all',
        file: { path: 'C:\\t\\enc.exe', hashes: [{ algorithm_id: 3, value: 'ab'.repeat(32) }] },
      },
      url: { url_string: 'http://evil.example/x', hostname: 'evil.example' },
    },
    { src_endpoint: { ip: '203.0.113.80' }, device: { hostname: 'ws2' } },
  ],
  attacks: [{ technique: { uid: 'T1486' }, tactic: { name: 'Impact' } }],
  ...more,
})

test("a vendor's finding becomes a signal with the vendor's name, and its evidence fills the columns", () => {
  const { row, heads, matched } = seen(finding())
  expect(heads).toEqual([
    {
      ...{ id: 'finding:shield-edr:r-77', title: 'Ransomware found', language: 'finding', severityId: 5 },
      ...{ techniques: ['T1486'], tactics: ['impact'] },
    },
  ])
  expect(row).toMatchObject({ srcIp: '203.0.113.79', dstIp: '10.0.0.9', host: 'ws1', user: 'kim' })
  expect(row).toMatchObject({ fileHash: 'ab'.repeat(32), url: 'http://evil.example/x', domain: 'evil.example' })
  expect(matched.slice(0, 2)).toEqual([
    { field: 'finding_info.uid', value: 'f-0001' },
    { field: 'finding_info.src_url', value: 'https://edr.example/findings/f-0001' },
  ])
  // The event's own machine has a column.
  expect(matched.filter(({ field }) => field === 'host')).toEqual([{ field: 'host', value: 'ws2' }])
})

test.each([
  [
    'SentinelOne',
    {
      threatInfo: { threatName: 'Mimikatz', confidenceLevel: 'malicious', sha1: 'a'.repeat(40) },
      agentRealtimeInfo: { agentComputerName: 'ws1' },
      id: '1',
      agentDetectionInfo: {},
    },
  ],
  [
    'Wazuh',
    {
      timestamp: '2026-11-27T10:11:12.345+0100',
      rule: { level: 10, description: 'sshd: brute force', id: '5712' },
      agent: { id: '001', name: 'ws1' },
      id: '1795774272.1',
      data: { srcip: '198.51.100.9' },
    },
  ],
])('%s', (_, record) => {
  const { heads, row } = seen(record)
  expect(heads).toHaveLength(1)
  expect(row.host).toBe('ws1')
})

test('a closed, suppressed or passed finding is informational and makes no alert of its own', () => {
  expect(seen(finding({ status_id: 4 })).heads[0]?.severityId).toBe(1)
  expect(seen(finding({ activity_id: 3 })).heads[0]?.severityId).toBe(1)
  const passed = finding({ class_uid: 2003, compliance: { status_id: 1 } })
  expect(seen(passed).heads[0]?.severityId).toBe(1)
  expect(seen(finding({ severity_id: 0 })).heads[0]?.severityId).toBe(3)
})

test('any other event is a finding when it is severe and has a verdict', () => {
  const web = { class_uid: 4002, category_uid: 4, severity_id: 4, malware: [{ name: 'Eicar' }], evidences: undefined }
  expect(seen(finding({ ...web })).heads).toHaveLength(1)
  expect(seen(finding({ ...web, malware: [], attacks: [] })).heads).toEqual([])
  expect(seen(finding({ ...web, severity_id: 3 })).heads).toEqual([])
})

test('an overlay applies to a detection, to a product or to all products', () => {
  for (const id of ['finding:shield-edr:r-77', 'finding:shield-edr', 'finding:*', '*']) {
    expect(seen(finding(), { [id]: { disabled: true } }).heads, id).toEqual([])
    expect(seen(finding(), { [id]: { suppress_when: { source: ['edr-1'] } } }).heads, id).toEqual([])
    expect(seen(finding(), { [id]: { suppress_when: { source: ['other'] } } }).heads, id).toHaveLength(1)
    expect(seen(finding({ severity_id: 3 }), { [id]: { min_severity: 'high' } }).heads, id).toEqual([])
    expect(seen(finding(), { [id]: { allowlists: { src_ip: ['203.0.113.0/24'] } } }).heads, id).toEqual([])
  }
  expect(seen(finding(), { 'finding:other': { disabled: true } }).heads).toHaveLength(1)
})

test('without evidence, observables and resources give the entities; loopback addresses, masks and placeholders are left out', () => {
  const { row } = seen(
    finding({
      evidences: undefined,
      resources: [
        { type: 'Host', name: 'srv9' },
        { type: 'User', name: 'CORP\\lee' },
      ],
      observables: [
        { name: 'a', type_id: 2, value: '127.0.0.1' },
        { name: 'a', type_id: 2, value: '198.51.100.7' },
        { name: 'b', type_id: 4, value: '*****' },
        { name: 'c', type_id: 1, value: 'unknown' },
      ],
    }),
  )
  expect(row).toMatchObject({ host: 'srv9', user: 'lee', srcIp: '198.51.100.7' })
})
