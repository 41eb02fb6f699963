import { createECDH, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import webPush from 'web-push'
import type { Egress } from '../../../platform/egress/client.ts'
import { sendPush } from './send.ts'

const browser = createECDH('prime256v1')
const to = {
  endpoint: 'https://push.example/1',
  p256dh: browser.generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
}
const vapid = { ...webPush.generateVAPIDKeys(), subject: 'mailto:soc@example.com' }
const answering = (status: number, headers = {}): Egress => {
  return async ({ url }) => ({ status, headers, body: Buffer.alloc(0), url })
}
const sent = (status: number, headers = {}) => sendPush(answering(status, headers), vapid, to, { title: 'x', tag: 't' })

test('a push service that is busy is asked again at its time, and one that refuses is not', async () => {
  expect(await sent(201)).toEqual({ outcome: 'delivered' })
  for (const gone of [404, 410]) expect(await sent(gone)).toEqual({ outcome: 'gone' })
  for (const refused of [307, 400, 401, 403, 413])
    expect(await sent(refused)).toMatchObject({ outcome: 'failed', mayRetry: false })
  expect(await sent(429, { 'retry-after': '90' })).toMatchObject({ outcome: 'failed', mayRetry: true, afterMs: 90_000 })
  expect(await sent(503)).toEqual({ outcome: 'failed', why: 'the push service answered 503', mayRetry: true })
})
