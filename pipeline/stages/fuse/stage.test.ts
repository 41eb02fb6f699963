import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AlertDocument, type AlertDraft, decodeAlertDrafts } from '../../../schemas/alert-draft.ts'
import { encodeSignals, FINDING_OVER, type Signal } from '../../../schemas/signal.ts'
import type { StageTask } from '../../../stream/stage.ts'
import { assertCompliant } from '../../contract/compliance.ts'
import { FUSE } from '../../topology.ts'
import { FUSE_LIMITS, type FuseLimits, HOUR_MS } from './limits.ts'
import { fuseStage } from './stage.ts'
import { referenceAlerts, storedAfter, testSignal } from './testing.ts'

const START = Date.UTC(2026, 2, 3, 10)
const minute = (n: number) => START + n * 60_000

/** A stage with its committed slots; `crash` loses uncommitted state. */
class Run {
  readonly drafts: AlertDraft[] = []
  readonly slots = new Map<string, Buffer>()
  readonly limits: FuseLimits
  #task: StageTask
  #offset = 0

  constructor(limits: FuseLimits = FUSE_LIMITS) {
    this.limits = limits
    this.#task = this.#open()
  }

  #open(): StageTask {
    const stage = fuseStage({ draftPartitions: 1, isStory: (rule) => rule !== 'stopped', limits: this.limits })
    const task = stage.open(0)
    task.restore([...this.slots].map(([slot, payload]) => ({ store: 'stories', slot, payload })))
    return task
  }

  add(signals: readonly Signal[], timestampMs = Math.max(0, ...signals.map((signal) => signal.received_ms))): this {
    const value = encodeSignals(signals)
    this.#task.step({ topic: 'svc.signals', partition: 0, offset: this.#offset++, timestampMs, key: '', value })
    return this
  }

  commit(): this {
    const { outputs, changes } = this.#task.flush()
    for (const { value } of outputs) this.drafts.push(...decodeAlertDrafts(Buffer.concat(value)))
    for (const { slot, payload } of changes) {
      if (payload.length === 0) this.slots.delete(slot)
      else this.slots.set(slot, payload)
    }
    return this
  }

  /** Uncommitted steps are lost. */
  crash(): this {
    this.#task = this.#open()
    return this
  }

  figures() {
    return this.#task.flush().figures
  }

  get alerts(): Map<string, AlertDocument> {
    return new Map([...storedAfter(this.drafts)].map(([id, text]) => [id, JSON.parse(text) as AlertDocument]))
  }
}

const run = (...signals: Signal[]) => new Run().add(signals).commit()
const only = (one: Run): AlertDocument => {
  expect(one.alerts.size).toBe(1)
  return [...one.alerts.values()][0] as AlertDocument
}

test('signals that share a host, a user or an address within an hour are one alert, in order', () => {
  const alert = only(
    run(
      testSignal('3', {
        rule_id: 'c',
        time_ms: minute(50),
        host: 'ws2',
        user: 'CORP\\alice',
        tactics: ['lateral-movement'],
      }),
      testSignal('1', { rule_id: 'a', time_ms: minute(0), host: 'WS1', tactics: ['execution'], severity_id: 4 }),
      testSignal('2', { rule_id: 'b', time_ms: minute(9), host: 'ws1', user: 'alice', tactics: ['credential-access'] }),
    ),
  )
  expect(alert).toMatchObject({ signal_count: 3, rule_count: 3, severity_id: 4, rule_id: 'a', hosts: ['WS1', 'ws2'] })
  expect(alert.tactics).toEqual(['TA0002', 'TA0006', 'TA0008'])
  expect(alert.evidence.map(({ order, rule_id }) => [order, rule_id])).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ])
  expect(alert.evidence[1]?.why).toContain('first evidence of credential-access')
  expect(alert.evidence[2]?.why).toContain('shares user')
  const { score } = alert
  const sum = score.features.reduce((total, { contribution }) => total + contribution, score.bias)
  expect(score.probability).toBeCloseTo(1 / (1 + Math.exp(-sum)), 3)
  expect(score.risk).toBeCloseTo(100 * score.probability * score.impact, 0)
})

const bad = (type: string, value: string, field: string, seen = value) => [
  { field, value: seen },
  ...Object.entries({ id: '1', type, value, source: 'abuse list', confidence: '90' }).map(([name, is]) => {
    return { field: `indicator.${name}`, value: is }
  }),
]

test('an alert of intelligence names the bad value, its feed and where it was seen, and lists the address', () => {
  const intel = { rule_id: 'intel:ip', rule_title: 'Known bad address', language: 'intel', severity_id: 4, host: 'ws1' }
  const one = testSignal('1', { ...intel, src_ip: '10.0.0.9', matched: bad('ip', '203.0.113.7', 'dst_ip') })
  const alert = only(run(one))
  expect(alert).toMatchObject({
    ...{ title: 'Known bad address 203.0.113.7 on ws1', ips: ['10.0.0.9', '203.0.113.7'] },
    evidence: [{ title: 'Known bad address 203.0.113.7', matched: bad('ip', '203.0.113.7', 'dst_ip') }],
  })
  expect(alert.evidence[0]?.why).toContain('abuse list lists the ip 203.0.113.7, seen as dst_ip')
  const two = testSignal('2', {
    ...intel,
    time_ms: minute(5),
    matched: bad('ip', '203.0.113.8', 'url', 'http://203.0.113.8/x'),
  })
  const both = only(run(one, two))
  expect(both.title).toBe('Known bad address 203.0.113.7 and others on ws1')
  expect(both.ips).toEqual(['10.0.0.9', '203.0.113.7', '203.0.113.8'])
  expect(both.evidence[0]?.why).toContain('203.0.113.8, seen as url')
  const net = { ...intel, rule_id: 'intel:cidr', rule_title: 'Address in a known bad network' }
  const network = only(
    run(testSignal('3', { ...net, matched: bad('cidr', '203.0.113.0/24', 'src_ip', '203.0.113.9') })),
  )
  expect(network.title).toBe('Address in a known bad network 203.0.113.9 (203.0.113.0/24) on ws1')
  expect(network.ips).toEqual(['203.0.113.9'])
  const file = testSignal('4', {
    ...intel,
    rule_id: 'intel:sha256',
    matched: bad('sha256', 'ab'.repeat(32), 'file_hash'),
  })
  expect(only(run(file)).title).toContain('ab'.repeat(32))
  expect(only(run(file)).ips).toEqual([])
})

test('an alert of a finding lists the addresses of its evidence, and they link no other alert', () => {
  const finding = (id: string, host: string, address: string) =>
    testSignal(id, {
      ...{ rule_id: `finding:edr:${id}`, language: 'finding', severity_id: 4, host, src_ip: address },
      matched: [
        { field: 'finding_info.uid', value: id },
        { field: 'dst_ip', value: '203.0.113.80' },
        { field: 'ip', value: address },
        { field: 'ip', value: '10.0.0.5' },
      ],
    })
  const alerts = [...run(finding('1', 'ws1', '10.0.0.7'), finding('2', 'ws2', '10.0.0.8')).alerts.values()]
  expect(alerts.map(({ ips }) => ips)).toEqual([
    ['10.0.0.5', '10.0.0.7', '203.0.113.80'],
    ['10.0.0.5', '10.0.0.8', '203.0.113.80'],
  ])
})

test('an alert of a finding lists the machines and accounts of its evidence, and they link no other alert', () => {
  const finding = (id: string, host: string, user: string) =>
    testSignal(id, {
      ...{ rule_id: `finding:edr:${id}`, language: 'finding', severity_id: 4, host, user, src_ip: '' },
      matched: [
        { field: 'finding_info.uid', value: id },
        { field: 'host', value: 'ws9' },
        { field: 'host', value: host.toUpperCase() },
        { field: 'user', value: 'lee' },
      ],
    })
  const alerts = [...run(finding('1', 'ws1', 'kim'), finding('2', 'ws2', 'ada')).alerts.values()]
  expect(alerts.map(({ hosts, users }) => [hosts, users])).toEqual([
    [
      ['ws1', 'ws9'],
      ['kim', 'lee'],
    ],
    [
      ['ws2', 'ws9'],
      ['ada', 'lee'],
    ],
  ])
})

test('links neither tenants, nor distant hours, nor other entities of one rule', () => {
  const signals = [
    testSignal('1', { host: 'ws1' }),
    testSignal('2', { host: 'ws1', tenant_id: 'bolt' }),
    testSignal('3', { host: 'ws1', time_ms: minute(200) }),
    testSignal('4', { host: 'ws2' }),
  ]
  expect(run(...signals).alerts.size).toBe(4)
})

test('common names link nothing', () => {
  const everybody: Partial<Signal>[] = [
    { user: 'NT AUTHORITY\\SYSTEM', src_ip: '127.0.0.1' },
    { user: 'root', src_ip: '0.0.0.0' },
    { user: 'WIN10$', src_ip: '255.255.255.255' },
    { user: '-', src_ip: '::1' },
    { user: 'LOCAL SERVICE', src_ip: 'fe80::1' },
  ]
  for (const names of everybody) {
    expect(run(testSignal('1', { host: 'h1', ...names }), testSignal('2', { host: 'h2', ...names })).alerts.size).toBe(
      2,
    )
  }
  expect(
    run(testSignal('1', { host: 'localhost', user: 'ann' }), testSignal('2', { host: 'localhost', user: 'bob' })).alerts
      .size,
  ).toBe(2)
})

test('a domain controller and a service account link no stories once they are recognised as common', () => {
  const atDc = Array.from({ length: 40 }, (_, n) =>
    testSignal(`dc${n}`, { host: 'dc1', user: `u${n}`, rule_id: `r${n}` }),
  )
  expect(run(...atDc).alerts.size).toBe(40)
  const service = Array.from({ length: 40 }, (_, n) =>
    testSignal(`s${n}`, { host: `h${n}`, user: 'svc', rule_id: `r${n}` }),
  )
  expect(run(...service).alerts.size).toBe(40)
})

test('an alert splits when its host turns out to be common, without duplicates', () => {
  const signals = Array.from({ length: 17 }, (_, n) =>
    testSignal(`dc${n}`, { host: 'dc1', user: `u${n}`, rule_id: `r${n}` }),
  )
  const one = new Run()
  for (const signal of signals) one.add([signal]).commit()
  expect(one.alerts.size).toBe(17)
  expect([...one.alerts.values()].reduce((sum, { signal_count }) => sum + signal_count, 0)).toBe(17)
  expect(one.alerts).toEqual(run(...signals).alerts)
})

test('a storm of 10,000 similar signals is one alert with a count, whatever their entities', () => {
  const same = Array.from({ length: 10_000 }, (_, n) => testSignal(`${n}`, { host: 'ws1', time_ms: minute(n % 50) }))
  expect(only(run(...same))).toMatchObject({ signal_count: 10_000, rule_count: 1, is_storm: false })
  const spray = Array.from({ length: 10_000 }, (_, n) => testSignal(`${n}`, { user: `u${n}`, src_ip: '203.0.113.9' }))
  const one = new Run()
  for (let at = 0; at < spray.length; at += 500) one.add(spray.slice(at, at + 500)).commit()
  const alert = only(one)
  expect(alert).toMatchObject({ signal_count: 10_000, is_storm: true, ips: ['203.0.113.9'] })
  expect(alert.users).toHaveLength(100)
  const hosts = Array.from({ length: 10_000 }, (_, n) => testSignal(`${n}`, { host: `h${n}`, user: 'backup' }))
  expect(only(run(...hosts))).toMatchObject({ signal_count: 10_000, is_storm: true, users: ['backup'] })
})

test('a storm of a common entity does not link the stories of its partners', () => {
  const storm = Array.from({ length: 30 }, (_, n) =>
    testSignal(`s${n}`, { host: `h${n}`, user: 'svc', rule_id: 'noise' }),
  )
  const story = [
    testSignal('1', { host: 'h3', user: 'eve', rule_id: 'mimikatz', severity_id: 5 }),
    testSignal('2', { host: 'h4', user: 'eve', rule_id: 'psexec', severity_id: 4 }),
  ]
  const alerts = [...run(...storm, ...story).alerts.values()]
  expect(alerts.map(({ signal_count }) => signal_count).sort()).toEqual([2, 30])
})

test('merges two alerts of one story, and names the absorbed alert', () => {
  const one = new Run()
  one.add([testSignal('1', { host: 'ws1' })]).commit()
  one.add([testSignal('2', { host: 'ws2' })]).commit()
  expect(one.alerts.size).toBe(2)
  const [first, second] = [...one.alerts.keys()]
  one
    .add([testSignal('3', { host: 'ws2', src_ip: '10.0.0.1' }), testSignal('4', { host: 'ws1', src_ip: '10.0.0.1' })])
    .commit()
  expect(only(one)).toMatchObject({ signal_count: 4 })
  expect(one.drafts.at(-1)).toMatchObject({ alert_id: first, absorbs: [second] })
})

test('late evidence updates the alert and keeps its id, also when it is the oldest', () => {
  const one = run(testSignal('1', { host: 'ws1', time_ms: minute(30) }))
  const [id] = one.alerts.keys()
  one.add([testSignal('0', { host: 'ws1', rule_id: 'early', time_ms: minute(2), received_ms: minute(40) })]).commit()
  expect([...one.alerts.keys()]).toEqual([id])
  expect(only(one)).toMatchObject({ signal_count: 2, first_ms: minute(2) })
  expect(only(one).evidence[0]?.rule_id).toBe('early')
})

test('a repeat counts once; a disabled rule makes no alert, nor does an informational one alone', () => {
  const one = run(testSignal('1', { host: 'ws1' }), testSignal('1', { host: 'ws1' }))
  one.add([testSignal('1', { host: 'ws1' })]).commit()
  expect(only(one).signal_count).toBe(1)
  expect(run(testSignal('1', { rule_id: 'stopped' })).alerts.size).toBe(0)
  expect(run(testSignal('1', { host: 'a', severity_id: 1 })).alerts.size).toBe(0)
  expect(only(run(testSignal('1', { host: 'a', severity_id: 1 }), testSignal('2', { host: 'a' }))).signal_count).toBe(2)
})

test('puts a signal with extreme times or names into an alert', () => {
  const wild: Partial<Signal>[] = [
    { time_ms: -1, received_ms: START, host: 'a' },
    { time_ms: Date.UTC(2999, 0), received_ms: START, host: 'b' },
    { time_ms: 0, received_ms: START, host: 'c' },
    { host: 'x'.repeat(10_000) },
    { host: '__proto__', user: 'constructor', src_ip: 'not an address' },
    { host: 'a\0b', user: '\ud800' },
  ]
  expect(run(...wild.map((more, n) => testSignal(`${n}`, more))).alerts.size).toBe(wild.length)
})

test('drops finished stories, and later signals make a new alert', () => {
  const one = run(testSignal('1', { host: 'ws1' }))
  const later = START + 30 * HOUR_MS
  one.add([testSignal('2', { host: 'ws1', received_ms: later })], later).commit()
  expect([...one.alerts.values()].map(({ signal_count }) => signal_count)).toEqual([1, 1])
  one.add([testSignal('3', { host: 'ws9', time_ms: later + 60 * HOUR_MS })]).commit()
  expect(one.figures().state).toMatchObject({ parts: 1, entities: 1 })
})

test('a tenant with ever more hosts fills only its own bound, is notified, and loses no signal', () => {
  const limits = { ...FUSE_LIMITS, partsMax: 50, entitiesMax: 60 }
  const one = new Run(limits)
  one.add(Array.from({ length: 500 }, (_, n) => testSignal(`${n}`, { host: `h${n}` })))
  one.add([testSignal('other', { tenant_id: 'bolt', host: 'h1' })])
  const { outcomes } = one.commit() && one.add([testSignal('x', { host: 'new' })]).figures()
  expect(outcomes).toMatchObject([{ outcome: 'not_linked', events: 1 }])
  const alerts = [...one.alerts.values()]
  expect(alerts.length).toBeLessThan(55)
  expect(alerts.reduce((sum, { signal_count }) => sum + signal_count, 0)).toBe(501)
})

/** Few names and low bounds, so that stories merge, split and become storms all the time. */
const TIGHT: FuseLimits = { ...FUSE_LIMITS, partnersMax: 2, hoursMax: 3 }
const pick = (...names: string[]) => fc.constantFrom('', ...names)
const anySignal = fc
  .record({
    id: fc.nat(40),
    rule: fc.constantFrom('r1', 'r2', 'r3', 'finding:edr:f'),
    host: pick('h1', 'h2', 'h3', 'h4'),
    user: pick('u1', 'u2', 'u3', 'u4', 'root'),
    ip: pick('10.0.0.1', '10.0.0.2', '10.0.0.3'),
    hour: fc.integer({ min: 0, max: 30 }),
    severity: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ id, rule, host, user, ip, hour, severity }) => {
    const time = START + hour * HOUR_MS
    const key = `${id} ${rule} ${host} ${user} ${ip} ${hour}`
    return testSignal(key, {
      ...(rule.startsWith('finding:') && {
        language: 'finding',
        matched: [{ field: 'finding_info.uid', value: key }],
      }),
      ...{ rule_id: rule, rule_title: rule, host, user, src_ip: ip, time_ms: time, received_ms: START + hour * 60_000 },
      ...{
        severity_id: severity,
        tactics: rule === 'r1' ? ['execution'] : ['impact'],
        source: rule === 'r3' ? 'b' : 'a',
      },
    })
  })
const anyStory = fc.record({
  signals: fc.array(anySignal, { minLength: 1, maxLength: 60 }),
  seed: fc.integer(),
  commitEvery: fc.integer({ min: 1, max: 12 }),
  crashAt: fc.nat(60),
})

function shuffled(signals: readonly Signal[], seed: number): Signal[] {
  const keyed = signals.map((signal, at) => ({ signal, key: Math.imul(seed ^ (at * 2_654_435_761), 40_503) >>> 0 }))
  return keyed.sort((a, b) => a.key - b.key).map(({ signal }) => signal)
}

test('any order, repeats, commits and crashes give the alerts of the reference', () => {
  const property = fc.property(anyStory, ({ signals, seed, commitEvery, crashAt }) => {
    const expected = referenceAlerts(signals, TIGHT)
    const one = new Run(TIGHT)
    const order = [...shuffled(signals, seed), ...signals.slice(0, 5)]
    let uncommitted: Signal[] = []
    for (const [at, signal] of order.entries()) {
      one.add([signal])
      uncommitted.push(signal)
      if (at === crashAt) {
        one.crash()
        for (const again of uncommitted) one.add([again])
      }
      if (at % commitEvery === 0) {
        one.commit()
        uncommitted = []
      }
    }
    one.commit()
    expect(Object.fromEntries(storedAfter(one.drafts))).toEqual(Object.fromEntries(expected))
  })
  fc.assert(property, { numRuns: 400 })
})

test('keeps the contract of a stage', () => {
  const property = fc.property(anyStory, ({ signals, crashAt, commitEvery }) => {
    const records = signals.map((signal, offset) => {
      const at = { topic: 'svc.signals', partition: 0, offset, timestampMs: signal.received_ms, key: '' }
      return { ...at, value: encodeSignals([signal]) }
    })
    const make = () => fuseStage({ draftPartitions: 1, isStory: () => true, limits: TIGHT })
    assertCompliant(FUSE, make, records, { crashAt, commitEvery, partitionsOf: () => 1 })
  })
  fc.assert(property, { numRuns: 100 })
})

test('versions rise, and a crash gives the same drafts as a run without one', () => {
  const signals = Array.from({ length: 30 }, (_, n) => testSignal(`${n}`, { host: `h${n % 3}`, rule_id: `r${n % 5}` }))
  const calm = new Run()
  const shaken = new Run()
  for (const signal of signals) {
    calm.add([signal]).commit()
    shaken.add([signal]).crash().add([signal]).commit().crash()
  }
  expect(shaken.drafts).toEqual(calm.drafts)
  const versions = calm.drafts.map(({ version }) => version)
  expect(versions).toEqual([...versions].sort((a, b) => a - b))
})

const found = (id: string, uid: string, more: Partial<Signal> = {}, status = 'New') =>
  testSignal(id, {
    ...{
      language: 'finding',
      rule_id: 'finding:edr:r-77',
      rule_title: 'Ransomware found',
      severity_id: 3,
      host: 'ws1',
    },
    matched: [
      { field: 'finding_info.uid', value: uid },
      { field: 'status', value: status },
    ],
    ...more,
  })

test('a repeated finding updates its alert and makes no other, over hours, crashes and restarts', () => {
  const run = new Run().add([found('a', 'f-1', { time_ms: minute(0), received_ms: minute(0) })]).commit()
  const later = { time_ms: minute(300), received_ms: minute(300), severity_id: 5 }
  run.add([found('b', 'f-1', later, 'Resolved')]).commit()
  run
    .crash()
    .add([found('c', 'f-1', later, 'Resolved')])
    .commit()
  expect(new Set(run.drafts.map(({ alert_id }) => alert_id)).size).toBe(1)
  const last = JSON.parse(run.drafts.at(-1)?.document ?? '{}') as AlertDocument
  expect(last).toMatchObject({ severity_id: 5, signal_count: 1 })
  expect(last.evidence[0]?.matched).toContainEqual({ field: 'status', value: 'Resolved' })
  // A draft is written only over one with a smaller version.
  const versions = run.drafts.map(({ version }) => version)
  expect(new Set(versions).size).toBe(versions.length)
})

test('an alert shows when vendors closed all its findings, and when one is open again', () => {
  const run = new Run()
  const closedAfter = (id: string, uid: string, isOver: boolean) => {
    const { matched, ...signal } = found(id, uid)
    run.add([{ ...signal, matched: isOver ? [...matched, FINDING_OVER] : matched }]).commit()
    return (JSON.parse(run.drafts.at(-1)?.document ?? '{}') as AlertDocument).is_closed_by_vendor
  }
  expect([closedAfter('a', 'f-1', false), closedAfter('b', 'f-2', false)]).toEqual([false, false])
  expect([closedAfter('c', 'f-1', true), closedAfter('d', 'f-2', true), closedAfter('e', 'f-1', false)]).toEqual([
    false,
    true,
    false,
  ])
  run.add([testSignal('x', { host: 'ws1' })]).commit()
  expect(JSON.parse(run.drafts.at(-1)?.document ?? '{}')).toMatchObject({ rule_count: 2, is_closed_by_vendor: null })
})

test('findings of one detection are one alert with a count, and one that was closed before its first report makes none', () => {
  const flood = Array.from({ length: 50 }, (_, i) => found(`${i}`, `f-${i}`, { time_ms: minute(0) }))
  const run = new Run().add(flood).commit()
  const documents = new Map(
    run.drafts.map(({ alert_id, document }) => [alert_id, JSON.parse(document) as AlertDocument]),
  )
  expect([...documents.values()]).toEqual([expect.objectContaining({ signal_count: 50, rule_count: 1 })])
  const closed = new Run().add([found('z', 'f-9', { severity_id: 1, host: 'ws9' }, 'Resolved')]).commit()
  expect(closed.drafts).toEqual([])
})

const campaignOf = (hosts: number, first = 0) =>
  Array.from({ length: hosts }, (_, n) =>
    found(`c${first + n}`, `c-${first + n}`, {
      ...{
        host: `ws${String(first + n).padStart(3, '0')}`,
        user: `u${first + n}`,
        src_ip: `10.1.${n >> 8}.${n & 255}`,
      },
      ...{ time_ms: minute(n % 50), received_ms: minute(n % 50), severity_id: 4 },
    }),
  )

test('one detection on 400 unrelated hosts is one alert that names each of them', () => {
  const one = new Run()
  const flood = campaignOf(400)
  for (let at = 0; at < flood.length; at += 7) one.add(flood.slice(at, at + 7)).commit()
  const alert = only(one.crash())
  expect(alert).toMatchObject({ signal_count: 400, rule_count: 1, severity_id: 4, is_storm: false })
  expect(alert.hosts).toEqual(flood.map(({ host }) => host))
  expect(alert.title).toBe('Ransomware found on ws000 and 399 more')
  // Another detection on one of the hosts is a separate story, and a few hosts are no campaign.
  one.add([testSignal('x', { host: 'ws007', rule_id: 'psexec', time_ms: minute(3) })]).commit()
  expect([...one.alerts.values()].map(({ signal_count }) => signal_count).sort()).toEqual([1, 400])
  expect(new Run().add(campaignOf(10)).commit().alerts.size).toBe(10)
})

test('the alerts of the first hosts refer to the alert of the campaign', () => {
  const one = new Run().add(campaignOf(5)).commit()
  const before = new Set(one.drafts.map(({ alert_id }) => alert_id))
  one.add(campaignOf(20, 5)).commit()
  expect(only(one).signal_count).toBe(25)
  expect(new Set(one.drafts.flatMap(({ absorbs }) => absorbs))).toEqual(before)
})

const retold = (signal: Signal, more: Partial<Signal>, isOver = false): Signal => ({
  ...signal,
  signal_id: `${signal.signal_id.slice(0, -1)}${isOver ? 'a' : 'b'}`,
  ...more,
  matched: isOver ? [...signal.matched, FINDING_OVER] : signal.matched,
})

test('findings on one host, or of a campaign, count as closed when their vendor closed all of them', () => {
  for (const findings of [campaignOf(400), campaignOf(40).map((one) => ({ ...one, host: 'ws1', user: 'kim' }))]) {
    const one = new Run().add(findings).commit()
    // A closed finding is sent with the lowest severity, but keeps its earlier one.
    one.add(findings.slice(1).map((signal) => retold(signal, { severity_id: 1 }, true))).commit()
    expect(only(one)).toMatchObject({ is_closed_by_vendor: false, severity_id: 4 })
    one
      .crash()
      .add(findings.slice(0, 1).map((signal) => retold(signal, { severity_id: 1 }, true)))
      .commit()
    expect(only(one)).toMatchObject({ is_closed_by_vendor: true, severity_id: 4 })
    one.add(findings.slice(7, 8).map((signal) => retold(signal, {}))).commit()
    expect(only(one)).toMatchObject({ is_closed_by_vendor: false })
  }
})

test('follows a severity that the vendor lowers, without removing the alert', () => {
  const [first, second] = campaignOf(2).map((one) => ({ ...one, host: 'ws1' })) as [Signal, Signal]
  const one = new Run().add([first, second]).commit()
  const severityAfter = (signal: Signal, severity: number) => {
    one.add([retold(signal, { severity_id: severity })]).commit()
    return only(one).severity_id
  }
  expect([
    severityAfter(first, 2),
    severityAfter(second, 3),
    severityAfter(second, 1),
    severityAfter(first, 5),
  ]).toEqual([4, 3, 2, 5])
})
