import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openMetrics } from '../../platform/metrics.ts'
import { listen, statusServer } from './status-server.ts'

test('metrics that cannot be read are a 503, and those that follow are read', async () => {
  const { text, contentType } = openMetrics('pipeline', { processMetrics: false })
  let isGone = true
  const metrics = { contentType, text: () => (isGone ? Promise.reject(new Error('the thread has ended')) : text()) }
  const server = statusServer(metrics, pino({ level: 'silent' }), {})
  const url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}/metrics`
  try {
    expect((await fetch(url)).status).toBe(503)
    isGone = false
    expect((await fetch(url)).status).toBe(200)
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
