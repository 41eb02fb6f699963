import { expect, test } from 'vitest'
import { openMetrics } from '../../platform/metrics.ts'
import { watchBacklog } from './audit-health.ts'

test('the chain is down when its oldest entry has waited too long, and says for how long', async () => {
  let seconds = 30
  const metrics = openMetrics('chainer', { processMetrics: false })
  const watched = watchBacklog(async () => ({ oldest_unchained_seconds: seconds }), metrics)
  await watched.check()
  seconds = 31
  await expect(watched.check()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('31 s') })
  expect(await watched.figures()).toEqual({ oldest_unchained_seconds: 31 })
  expect(await metrics.text()).toContain('svc_audit_oldest_unchained_seconds')
  watched.stop()
})
