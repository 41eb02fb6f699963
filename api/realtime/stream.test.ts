import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOTHING_HIDDEN } from '../../control/platform/governance/index.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import type { EntityChange } from '../../schemas/entity-change.ts'
import type { Channel } from './channels.ts'
import type { Frame } from './frames.ts'
import { RecentChanges } from './recent-changes.ts'
import { CLOSE, type Outlet, Stream } from './stream.ts'

const acme = tenantId('acme')
const change = (tenant: string, sequence: number, document = '{}'): EntityChange => ({
  ...{ sequence, tenant_id: tenant, kind: 'alert_created', entity_id: String(sequence), at_ms: 0, document },
})
const frameOf = (_: string, { sequence }: EntityChange): Frame => ({ text: 'x'.repeat(100), cursor: String(sequence) })

/** A connection that accepts data only when the test says so. */
function openOutlet() {
  const sent: string[] = []
  const waiting: (() => void)[] = []
  const closed: number[] = []
  let answers = true
  const outlet: Outlet = {
    send({ cursor }, done) {
      sent.push(cursor ?? '')
      waiting.push(done)
    },
    close: (code) => void closed.push(code),
    probe: () => answers,
  }
  const read = (count = Number.POSITIVE_INFINITY) => {
    for (let n = 0; n < count && waiting.length > 0; n++) waiting.shift()?.()
  }
  const mute = () => {
    answers = false
  }
  return { outlet, sent, closed, read, mute, waiting }
}

function openStream(recent: RecentChanges, outlet: Outlet, channels: readonly Channel[] = ['alerts']): Stream {
  const lane = recent.lane(acme)
  const bearer = { kind: 'user', tenant: acme, subject: 's', session: 's', keyId: 'k' } as const
  return new Stream(
    {
      bearer,
      channels: new Set(channels),
      hidden: NOTHING_HIDDEN,
      lane,
      from: 0,
      pendingBytesMax: 300,
      outlet,
      frameOf,
    },
    Date.now(),
  )
}

describe('a stream', () => {
  test('keeps frames that its connection cannot accept, and loses none', () => {
    const recent = new RecentChanges({ recentMax: 1000, recentBytesMax: 1e9 })
    const { outlet, sent, waiting, read } = openOutlet()
    const stream = openStream(recent, outlet)
    for (let n = 1; n <= 50; n++) {
      recent.add(change(acme, n), 0)
      stream.pump()
    }
    expect(waiting).toHaveLength(3)
    read(1)
    expect(sent).toHaveLength(4)
    read()
    expect(sent).toEqual(Array.from({ length: 50 }, (_, n) => String(n + 1)))
    expect(stream.isCurrent).toBe(true)
  })

  test('that falls behind the kept changes is closed with code 4000', () => {
    const recent = new RecentChanges({ recentMax: 10, recentBytesMax: 1e9 })
    const { outlet, closed, sent, read } = openOutlet()
    const stream = openStream(recent, outlet)
    for (let n = 1; n <= 30; n++) {
      recent.add(change(acme, n), 0)
      stream.pump()
    }
    expect(closed).toEqual([])
    read(1)
    expect([closed, stream.isOpen, sent]).toEqual([[CLOSE.resume], false, ['1', '2', '3']])
    read()
    stream.pump()
    stream.send({ text: 'late', cursor: null })
    expect(sent).toHaveLength(3)
  })

  test('whose connection accepts nothing between two heartbeats is closed, and a slow one is not', () => {
    const recent = new RecentChanges({ recentMax: 100, recentBytesMax: 1e9 })
    const [stuck, slow, away] = [openOutlet(), openOutlet(), openOutlet()]
    const streams = [stuck, slow, away].map(({ outlet }) => openStream(recent, outlet))
    for (let n = 1; n <= 9; n++) recent.add(change(acme, n), 0)
    for (const stream of streams) stream.pump()
    away.read()
    expect(streams.map((stream) => stream.beat())).toEqual([true, true, true])
    slow.read(1)
    away.mute()
    expect(streams.map((stream) => stream.beat())).toEqual([false, true, false])
    expect([stuck.closed, slow.closed, away.closed]).toEqual([[CLOSE.resume], [], [CLOSE.resume]])
  })

  test('receives changes of its channels, and skips unknown kinds of a newer writer', () => {
    const recent = new RecentChanges({ recentMax: 100, recentBytesMax: 1e9 })
    const { outlet, sent, read } = openOutlet()
    const insights = openOutlet()
    const streams = [openStream(recent, outlet), openStream(recent, insights.outlet, ['insights'])]
    recent.add(change(acme, 1), 0)
    recent.add({ ...change(acme, 2), kind: 'alert_forgotten' }, 0)
    recent.add(change(acme, 3), 0)
    for (const stream of streams) stream.pump()
    read()
    expect([sent, insights.sent]).toEqual([['1', '3'], []])
    expect(streams.map(({ isCurrent }) => isCurrent)).toEqual([true, true])
  })
})

describe('recent changes', () => {
  test('of a quiet tenant stay, however many a loud one has', () => {
    const recent = new RecentChanges({ recentMax: 100, recentBytesMax: 1e9 })
    const quiet = tenantId('quiet')
    recent.add(change(quiet, 1), 0)
    for (let n = 2; n <= 5_000; n++) recent.add(change(acme, n), 0)
    expect(recent.covers(quiet, 0, 0)).toBe(true)
    expect(recent.covers(acme, 0, 0)).toBe(false)
    expect(recent.lane(quiet).length).toBe(1)
    expect(recent.lane(acme).length).toBeLessThan(100)
  })

  test('begin where reading began: earlier ones are not covered', () => {
    const recent = new RecentChanges({ recentMax: 100, recentBytesMax: 1e9 })
    expect([recent.covers(acme, 0, 0), recent.covers(acme, 0, 7)]).toEqual([true, false])
    recent.add(change('other', 50), 0)
    const covered = [48, 49, 50, 51].map((sequence) => recent.covers(acme, 0, sequence))
    expect(covered).toEqual([false, true, true, false])
  })

  test('are limited, and a covered cursor misses none', () => {
    const history = fc.array(fc.record({ tenant: fc.constantFrom('acme', 'b', 'c'), size: fc.nat(2_000) }), {
      maxLength: 150,
    })
    const bounds = fc.record({ recentMax: fc.integer({ min: 2, max: 60 }), recentBytesMax: fc.constant(60_000) })
    fc.assert(
      fc.property(history, bounds, fc.nat(150), (events, limits, cursor) => {
        const recent = new RecentChanges(limits)
        const all = events.map(({ tenant, size }, i) => change(tenant, i + 1, 'x'.repeat(size)))
        for (const one of all) recent.add(one, 0)
        const lanes = ['acme', 'b', 'c'].map((tenant) => recent.lane(tenantId(tenant)))
        expect(lanes.reduce((sum, lane) => sum + lane.length, 0)).toBeLessThanOrEqual(limits.recentMax)
        expect(lanes.reduce((sum, lane) => sum + lane.bytes, 0)).toBeLessThanOrEqual(limits.recentBytesMax)
        if (!recent.covers(acme, 0, cursor)) return
        const missed = all.filter(({ tenant_id, sequence }) => tenant_id === acme && sequence > cursor)
        expect(resumed(recent, acme, cursor)).toEqual(missed)
      }),
    )
  })
})

function resumed(recent: RecentChanges, tenant: TenantId, cursor: number): EntityChange[] {
  const lane = recent.lane(tenant)
  const found: EntityChange[] = []
  for (let at = lane.after(cursor); at < lane.end; at++) {
    const alert = lane.at(at)
    if (alert) found.push(alert)
  }
  return found
}
