/** A request that is sent again because its answer was lost, and an equal one that is new. */
import { request as httpRequest } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestIngest, SERVICE_TOKEN, type TestIngest } from './test-ingest.ts'

let ingest: TestIngest
beforeEach(async () => {
  ingest = await openTestIngest()
  ingest.token('collector', { templateId: 'splunk-hec' })
})
afterEach(() => ingest.close())

const body = '{"event":"link down on port 7","host":"sw1"}'
const keys = () => ingest.batches.map(({ requestKey }) => requestKey)
const collect = (headers: Record<string, string> = {}) =>
  ingest.send('/services/collector/event', { body, headers: { authorization: 'Splunk collector', ...headers } })

/** Sends the body and disconnects before the answer; the append waits for the disconnect, and for `stored`. */
function sendAndHangUp(stored: Promise<void> = Promise.resolve()): { readonly gone: Promise<void> } {
  const appending = Promise.withResolvers<void>()
  const isGone = Promise.withResolvers<void>()
  const append = ingest.append
  ingest.append = async () => {
    ingest.append = append
    appending.resolve()
    await isGone.promise
    await stored
  }
  const headers = { authorization: 'Splunk collector' }
  const ended = ingest.senderEnds()
  const request = httpRequest(`${ingest.url}/services/collector/event`, { method: 'POST', headers, agent: false })
  request.on('error', () => undefined)
  request.end(body)
  const goAway = async () => {
    await appending.promise
    request.destroy()
    await ended
    isGone.resolve()
  }
  return { gone: goAway() }
}

test('three equal answered requests are three', async () => {
  for (let n = 0; n < 3; n++) {
    expect((await collect()).status).toBe(200)
    ingest.nowMs += 5_000
  }
  expect(new Set(keys()).size).toBe(3)
})

test('a request sent again after its sender disconnected is the same, and the next one is new', async () => {
  expect((await collect()).status).toBe(200)
  await sendAndHangUp().gone
  await expect.poll(() => keys().length).toBe(2)
  await collect()
  await collect()
  const [first, broken, again, next] = keys()
  expect(again).toBe(broken)
  expect(new Set([first, broken, next]).size).toBe(3)
})

test('a request sent again while its first copy is still being stored is the same', async () => {
  expect((await collect()).status).toBe(200)
  const release = Promise.withResolvers<void>()
  const sending = sendAndHangUp(release.promise)
  await sending.gone
  expect((await collect()).status).toBe(200)
  release.resolve()
  await expect.poll(() => keys().length).toBe(3)
  await collect()
  const [first, again, broken, next] = keys()
  expect(again).toBe(broken)
  expect(new Set([first, broken, next]).size).toBe(3)
})

test('a request that failed with an unknown result is the same when it comes again', async () => {
  ingest.append = () => Promise.reject(new Error('the disk is away'))
  const seen: string[] = []
  const append = ingest.append
  ingest.append = (outputs) => {
    seen.push(Buffer.concat(outputs[0]?.value ?? []).toString('latin1'))
    return append(outputs)
  }
  expect((await collect()).status).toBe(500)
  ingest.append = async () => undefined
  await collect()
  const [key = ''] = keys()
  expect(key).not.toBe('')
  expect(seen[0]).toContain(key)
})

test.each([
  ['Idempotency-Key', 'idempotency-key'],
  ['X-GitHub-Delivery', 'x-github-delivery'],
])('a sender that names its requests by %s says itself which are the same', async (_, header) => {
  for (const value of ['a', 'a', 'b']) await collect({ [header]: value })
  const [first, again, other] = keys()
  expect([again === first, other === first]).toEqual([true, false])
  expect(ingest.batches.map(({ earlierKey }) => earlierKey)).toEqual(['', '', ''])
})

test('requests of other channels of a collector are other requests', async () => {
  for (const channel of ['c1', 'c2']) await collect({ 'x-splunk-request-channel': channel })
  expect(new Set(ingest.batches.flatMap(({ requestKey, earlierKey }) => [requestKey, earlierKey])).size).toBe(4)
})

test('content that this installation fetches has no key, which no other sender may claim', async () => {
  const headers = { 'content-type': 'application/x-ndjson', 'x-svc-identity': 'content' }
  const service = { authorization: `Bearer ${SERVICE_TOKEN}`, 'x-tenant-id': 'acme' }
  await ingest.send('/v1/ingest', { body: '{"n":1}\n', headers: { ...headers, ...service } })
  await ingest.send('/v1/ingest', { body: '{"n":1}\n', headers: { ...headers, authorization: 'Bearer push' } })
  expect(keys().map((key) => key === '')).toEqual([true, false])
})

test('only this installation may send frames, and broken ones are refused', async () => {
  const headers = { 'content-type': 'application/vnd.svc.messages' }
  const service = { authorization: `Bearer ${SERVICE_TOKEN}`, 'x-tenant-id': 'acme' }
  const send = (own: Record<string, string>) =>
    ingest.send('/v1/ingest?source_format=syslog', {
      body: Buffer.from([0, 0, 0, 9, 1]),
      headers: { ...headers, ...own },
    })
  expect((await send({ authorization: 'Bearer push' })).status).toBe(415)
  expect((await send(service)).status).toBe(400)
})
