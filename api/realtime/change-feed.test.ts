import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import { encodeEntityChange } from '../../schemas/entity-change.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { EmbeddedDriver } from '../../stream/embedded/driver.ts'
import { type FeedChange, openChangeFeed } from './change-feed.ts'
import { followChanges } from './change-tail.ts'

const [acme, bolt] = [tenantId('acme'), tenantId('bolt')]
const log = pino({ level: 'silent' })
const output = (sequence: number, tenant: string, kind = 'alert_created') => {
  const change = { sequence, tenant_id: tenant, kind, entity_id: `id-${sequence}`, at_ms: 1_000, document: '{"n":1}' }
  return outputOf(encodeEntityChange(change))
}
const outputOf = (value: Buffer) => ({
  ...{ topic: TOPICS.entityChanges.name, partition: 0, timestampMs: 1, key: 'k', value: [value] },
})

async function withLog(work: (driver: EmbeddedDriver, stop: AbortController) => Promise<void>): Promise<void> {
  const dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-feed-'))
  const driver = await EmbeddedDriver.open({ dir, writes: ['alerts'] })
  const stop = new AbortController()
  try {
    await work(driver, stop)
  } finally {
    stop.abort()
    await driver.close()
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

test('subscribers receive each new alert of their tenant once, until they unsubscribe', () =>
  withLog(async (driver, stop) => {
    await driver.append([output(1, acme)])
    const feed = openChangeFeed(driver, log, stop.signal)
    const [mine, also, theirs]: FeedChange[][] = [[], [], []]
    const leave = feed.subscribe(acme, 'alert_created', (alert) => mine?.push(alert))
    feed.subscribe(acme, 'alert_created', (alert) => also?.push(alert))
    feed.subscribe(bolt, 'alert_created', (alert) => theirs?.push(alert))
    // The feed begins at the end of the topic, wherever that is once it has looked.
    await expect
      .poll(async () => {
        await driver.append([output(2 + Math.trunc(performance.now() * 1_000), bolt)])
        return theirs?.length
      })
      .toBeGreaterThan(0)
    const next = (theirs?.length ?? 0) + 1e12
    await driver.append([output(next, acme), output(next, acme), outputOf(Buffer.from('not Avro'))])
    const notNew = ['alert_updated', 'alert_deleted', 'alert_forgotten']
    await driver.append(notNew.map((kind, n) => output(next + 1 + n, acme, kind)))
    await driver.append([output(next - 1, acme), output(next + 5, acme)])
    await expect.poll(() => mine?.length).toBe(2)
    const [first, second] = mine ?? []
    expect(first).toEqual({
      ...{ tenantId: acme, entityId: `id-${next}`, at: '1970-01-01T00:00:01.000Z' },
      document: { n: 1 },
    })
    expect(second?.entityId).toBe(`id-${next + 5}`)
    leave()
    leave()
    await driver.append([output(next + 6, acme)])
    await expect.poll(() => also?.length).toBe(3)
    expect(mine).toHaveLength(2)
    expect(new Set(theirs?.map(({ tenantId: of }) => of))).toEqual(new Set([bolt]))
    stop.abort()
    await feed.ended
  }))

test('a starting process reads back over the configured time and no further', () =>
  withLog(async (driver, stop) => {
    await driver.append([1, 2, 3, 4].map((sequence) => output(sequence, acme)))
    const read: number[] = []
    const receive = ({ sequence }: { sequence: number }) => void read.push(sequence)
    const tail = followChanges({ driver, log, stop: stop.signal, before: 2, onChange: receive })
    await tail.caughtUp
    expect(read).toEqual([3, 4])
    stop.abort()
    await tail.ended
  }))
