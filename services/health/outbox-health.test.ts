import { expect, test } from 'vitest'
import { openMetrics } from '../../platform/metrics.ts'
import { watchOutboxes } from './outbox-health.ts'

test('an outbox is down when its oldest row has waited too long, and says how many wait', async () => {
  let oldestSeconds = 30
  const metrics = openMetrics('relay', { processMetrics: false })
  const { checks, figures, stop } = watchOutboxes({ entity_changes: async () => ({ rows: 7, oldestSeconds }) }, metrics)
  await checks.entity_changes?.()
  expect(await figures.entity_changes?.()).toEqual({ waiting_rows: 7, oldest_seconds: 30 })
  oldestSeconds = 31
  await expect(checks.entity_changes?.()).rejects.toThrow('7 outbox rows wait, the oldest for 31 s')
  expect(await metrics.text()).toContain('svc_outbox_oldest_seconds')
  stop()
})
