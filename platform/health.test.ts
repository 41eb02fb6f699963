import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openHealth } from './health.ts'

const log = pino({ level: 'silent' })

test('a failing subsystem is down, and an unreadable figure is left out', async () => {
  const no = () => Promise.reject(new Error('no'))
  const health = openHealth({
    checks: { good: async () => 'anything', bad: no },
    figures: { outbox: async () => ({ waiting_rows: 3 }), unread: no },
    nowMs: () => 0,
    log,
  })
  expect(await health()).toEqual({
    status: 'degraded',
    subsystems: { good: 'ok', bad: 'down' },
    figures: { outbox: { waiting_rows: 3 } },
  })
})

test('checks subsystems at most once a second', async () => {
  let [checks, nowMs] = [0, 0]
  const health = openHealth({ checks: { one: async () => void checks++ }, nowMs: () => nowMs, log })
  await Promise.all([health(), health(), health()])
  nowMs = 999
  expect([(await health()).status, checks]).toEqual(['ok', 1])
  nowMs = 1_000
  await health()
  expect(checks).toBe(2)
})
