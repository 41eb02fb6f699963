import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { encodeAvro } from '../schemas/avro.ts'
import { ControlFeed } from './control-feed.ts'
import type { Driver } from './driver.ts'

const log = pino({ level: 'silent' })
const change = (sequence: number, id: string, document: string) => ({
  ...{ sequence, tenant_id: 'acme', kind: 'rule', id, document },
})

/** Two partitions with one record each; the second record is delivered only after `open` was called. */
function twoPartitions() {
  const gate = Promise.withResolvers<void>()
  const values = [change(1, 'a', '{"n":1}'), change(2, 'b', '{"n":2}')].map((one) => encodeAvro('control-change', one))
  const reader: Driver['reader'] = async ({ partition }) => {
    let at = 0
    return {
      async read() {
        await (partition === 1 ? gate.promise : setImmediate())
        if (at === 1) await setImmediate()
        return at++ === 0 ? ([{ value: values[partition] }] as never) : []
      },
      position: () => Math.min(at, 1),
      close: async () => undefined,
    }
  }
  const driver = { partitions: () => 2, bounds: async () => ({ first: 0, end: 1 }), reader } as unknown as Driver
  return { driver, open: gate.resolve }
}

test('catches up when every partition was read to its end, and reports each change once', async () => {
  const { driver, open } = twoPartitions()
  const messages: string[] = []
  const feed = new ControlFeed((...seen) => messages.push(JSON.stringify(seen)))
  const stop = new AbortController()
  const following = feed.follow(driver, log, stop.signal)
  let isCaughtUp = false
  void feed.caughtUp.then(() => {
    isCaughtUp = true
  })
  while (messages.length < 1) await setImmediate()
  for (let turns = 0; turns < 20; turns++) await setImmediate()
  expect(isCaughtUp).toBe(false)
  open()
  await feed.caughtUp
  expect(messages).toEqual(['["acme","rule","a",{"n":1},1]', '["acme","rule","b",{"n":2},2]'])
  stop.abort()
  await following
})

test('ignores an older record of a row; reports a deleted row as undefined', () => {
  const messages: unknown[] = []
  const feed = new ControlFeed((_tenant, _kind, id, document) => messages.push([id, document]))
  for (const one of [change(5, 'a', '{}'), change(4, 'a', '{"old":1}'), change(6, 'a', '')]) feed.apply(one)
  expect(messages).toEqual([
    ['a', {}],
    ['a', undefined],
  ])
  expect(feed.get('acme', 'rule', 'a')).toBeUndefined()
})
