import { describe, expect, test } from 'vitest'
import { normalisedEvents } from '../../pipeline/sample/sample-events.ts'
import { tableList } from './learned-book.ts'
import { learnedMapping } from './learned-mapping.ts'
import { type LearnedTable, tableFaults } from './learned-table.ts'
import { proposeTable } from './propose-table.ts'

const lines = (events: readonly object[]) => events.map((event) => JSON.stringify(event)).join('\n')
const readsOf = (sample: string) =>
  [...normalisedEvents(Buffer.from(sample), 'auto')].flatMap((one) => ('reason' in one ? [] : [one.read]))

/** The events of a sample, mapped by a table: class, activity, status and entities. */
function through(sample: string, table: LearnedTable) {
  expect(tableFaults(table)).toEqual([])
  const learned = tableList([learnedMapping('acme', 1, table)])
  const found = []
  for (const one of normalisedEvents(Buffer.from(sample), 'auto', { learned })) {
    if ('reason' in one) throw new Error(one.reason)
    const { user, targetUser, srcIp, srcPort, dstIp, host, timeMs, classUid, activityId, statusId } = one.row
    found.push({
      ...{ mapping: one.mapping?.id, class: classUid, activity: activityId, status: statusId, user, targetUser, srcIp },
      ...{ srcPort, dstIp, host, time: new Date(timeMs).toISOString() },
    })
  }
  return found
}

const GATE = lines([
  {
    quelle: 'ZutrittPro',
    ereignis: 'Anmeldung_failed',
    benutzer: 'kim',
    herkunft: '198.51.100.4',
    zeit: '2026-11-27T10:11:12Z',
  },
  {
    quelle: 'ZutrittPro',
    ereignis: 'Abmeldung',
    benutzer: 'lee',
    herkunft: '198.51.100.5',
    zeit: '2026-11-27T10:12:12Z',
  },
  {
    quelle: 'ZutrittPro',
    ereignis: 'Wartung',
    benutzer: 'ann',
    herkunft: '198.51.100.6',
    zeit: '2026-11-27T10:13:12Z',
  },
])
const VPN = [
  '<29>Nov 27 10:11:12 gw1 acmevpnd[7]: peer kim came up via 198.51.100.4:4001 slot 12',
  '<29>Nov 27 10:12:12 gw1 acmevpnd[7]: peer lee came up via 198.51.100.5:4002 slot 13',
].join('\n')

describe('a table that is proposed', () => {
  test('distinguishes sentences by their ends, and takes a varying word after “of” for a user', () => {
    const lines = ['4711 of kim refused at gate 7', '4712 of lee accepted at gate 7', '4713 of ann refused at gate 8']
    const sample = lines.map((words) => `<13>Nov 27 10:11:12 door1 doord[7]: badge ${words}`).join('\n')
    const table = proposeTable('door', readsOf(sample)) as LearnedTable
    expect(table.kinds).toHaveLength(2)
    expect(through(sample, table)).toMatchObject([{ user: 'kim' }, {}, { user: 'ann' }])
  })

  test('uses a whole date under any name as the time', () => {
    const door = (user: string) => ({ akteur: user, herkunft: '198.51.100.4', schicht: '2026-11-27T10:11:12Z' })
    const table = proposeTable('door', readsOf(lines([door('kim'), door('lee')]))) as LearnedTable
    expect(table.rows).toMatchObject({ user: 'akteur', src_ip: 'herkunft', time: 'schicht' })
  })

  test('knows names in another language, and kinds by the member that distinguishes them', () => {
    const table = proposeTable('acme', readsOf(GATE)) as LearnedTable
    expect(table.recognises).toEqual({ members: { quelle: 'ZutrittPro' } })
    expect(table.rows).toMatchObject({ user: 'benutzer', src_ip: 'herkunft' })
    const at = { mapping: 'learned:acme/1', user: '' }
    expect(through(GATE, { ...table, rows: { ...table.rows, time: 'zeit' } })).toMatchObject([
      {
        ...at,
        class: 3002,
        activity: 1,
        status: 2,
        targetUser: 'kim',
        srcIp: '198.51.100.4',
        time: '2026-11-27T10:11:12.000Z',
      },
      { ...at, class: 3002, activity: 2, targetUser: 'lee', srcIp: '198.51.100.5' },
      { mapping: 'learned:acme/1', class: 0, user: 'ann', srcIp: '198.51.100.6' },
    ])
  })

  test('makes sentences from lines, with placeholders where they differ', () => {
    const table = proposeTable('acme', readsOf(VPN)) as LearnedTable
    expect(table.recognises).toEqual({ program: 'acmevpnd' })
    const [kind] = table.kinds
    expect(kind?.sentences).toEqual(['peer {other_peer} came up via {src_ip}:{src_port} slot {other_slot}'])
    const mended = {
      ...table,
      kinds: [
        {
          ...{ name: 'up', sentences: ['peer {user} came up via {src_ip}:{src_port} slot {other}'] },
          ...{ class: 'authentication', activity: 'Logon', status: 'success' },
        },
      ],
    } as const satisfies LearnedTable
    expect(through(VPN, mended)).toMatchObject([
      { class: 3002, status: 1, targetUser: 'kim', srcIp: '198.51.100.4', srcPort: 4001, host: 'gw1' },
      { class: 3002, status: 1, targetUser: 'lee', srcIp: '198.51.100.5', srcPort: 4002, host: 'gw1' },
    ])
  })

  test('returns no table when the samples have nothing in common', () => {
    expect(proposeTable('acme', [])).toBeNull()
    expect(proposeTable('acme', readsOf('x\ny\n'))).toBeNull()
  })
})

const BASE: LearnedTable = {
  vendor: 'Acme',
  product: 'VPN',
  recognises: { members: { app: 'vpn' } },
  rows: {},
  kinds: [],
}

test('a value that does not fit its slot is left out, and a required value must be present', () => {
  const table: LearnedTable = {
    ...BASE,
    rows: { user: 'who', src_ip: 'from', time: 'at' },
    kinds: [{ name: 'in', when: { member: 'act', is: ['IN'] }, class: 'authentication', activity: 'Logon' }],
  }
  const sample = lines([
    { app: 'VPN', act: 'in', who: '*****', from: '127.0.0.1', at: 'soon' },
    { app: 'vpn', act: 'in', who: 'EXAMPLE\\kim', from: '[198.51.100.4]', at: 1795774272 },
    { app: 'other', act: 'in', who: 'kim', from: '198.51.100.4' },
  ])
  const [masked, good, other] = through(sample, table)
  expect(masked).toMatchObject({ class: 0, user: '', targetUser: '', srcIp: '' })
  expect(good).toMatchObject({
    class: 3002,
    targetUser: 'kim',
    srcIp: '198.51.100.4',
    time: '2026-11-27T10:11:12.000Z',
  })
  expect(other?.mapping).toBe('generic/2')
})

test('a tenant’s table cannot change events that a table of the product reads', () => {
  const sample = '<38>Nov 27 10:11:12 h1 sshd[12]: Failed password for root from 198.51.100.4 port 4242 ssh2'
  const table: LearnedTable = { ...BASE, recognises: { program: 'sshd' }, rows: {} }
  expect(through(sample, table)[0]?.mapping).toBe('linux/1')
})

test.each([
  [{ recognises: {} }, 'recognises'],
  [{ kinds: [{ name: 'x', class: 'authentication', activity: 'Query' }] }, 'kinds.0.activity'],
  [{ kinds: [{ name: 'x', sentences: ['a {nobody} b words'], class: 'base_event', activity: 'Other' }] }, '{nobody}'],
  [{ kinds: [{ name: 'x', sentences: ['{user} {host}'], class: 'base_event', activity: 'Other' }] }, 'too few words'],
] as const)('%j is refused', (wrong, why) => {
  expect(tableFaults({ ...BASE, ...wrong } as LearnedTable).join('\n')).toContain(why)
})

test('a hostile line takes bounded time', () => {
  const sentences = ['a {user*} b {src_ip*} c {host*} d {other*} e {other1*} f words']
  const mapping = learnedMapping('slow', 1, {
    ...BASE,
    recognises: {},
    kinds: [{ name: 'x', sentences, class: 'base_event', activity: 'Other' }],
  })
  const message = `a ${'x b y c z d w e v '.repeat(200)}`
  const begun = process.cpuUsage()
  for (let n = 0; n < 20; n++) mapping.takes({ message })
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(4_000)
})
