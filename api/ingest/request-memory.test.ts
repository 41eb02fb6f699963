import { expect, test } from 'vitest'
import type { SharedRequests } from '../../stores/redis/redis-requests.ts'
import { RESEND_WINDOW_MS, RequestMemory } from './request-memory.ts'

const body = Buffer.from('{"event":"link down on port 7","host":"sw1"}')
const START = 1_700_000_000_000 - (1_700_000_000_000 % RESEND_WINDOW_MS)
const openIn = (memory: RequestMemory, atMs: number, sent = body, tenant = 'acme') =>
  memory.open(tenant, 'edge', sent, atMs)

test('requests that were answered are as many, however equal they are', async () => {
  const memory = new RequestMemory()
  const keys: string[] = []
  for (let n = 0; n < 3; n++) {
    const request = await openIn(memory, START + n * 60_000)
    request.answered()
    keys.push(request.requestKey)
  }
  expect(new Set(keys).size).toBe(3)
})

test('two that are under way at once are two', async () => {
  const memory = new RequestMemory()
  const [first, second] = [await openIn(memory, START), await openIn(memory, START)]
  expect(first.requestKey).not.toBe(second.requestKey)
})

test.each([1, 3])('request %i of which the answer broke off is the one that comes again, once', async (nth) => {
  const memory = new RequestMemory()
  for (let before = 1; before < nth; before++) (await openIn(memory, START)).answered()
  const broken = await openIn(memory, START)
  broken.broken()
  const again = await openIn(memory, START + 1_000)
  expect(again.requestKey).toBe(broken.requestKey)
  again.answered()
  expect((await openIn(memory, START + 2_000)).requestKey).not.toBe(broken.requestKey)
})

test('a resend that breaks off again is followed by the same request', async () => {
  const memory = new RequestMemory()
  const keys: string[] = []
  for (let n = 0; n < 3; n++) {
    const request = await openIn(memory, START + n)
    request.broken()
    keys.push(request.requestKey)
  }
  expect(new Set(keys).size).toBe(1)
})

test('an answer that turns out not to have arrived makes the next one a resend', async () => {
  const memory = new RequestMemory()
  const first = await openIn(memory, START)
  first.answered()
  first.broken()
  expect((await openIn(memory, START + 1_000)).requestKey).toBe(first.requestKey)
})

test('past the window a broken request is forgotten, and what comes is new', async () => {
  const memory = new RequestMemory()
  const first = await openIn(memory, START)
  first.broken()
  const late = await openIn(memory, START + 3 * RESEND_WINDOW_MS)
  expect([late.requestKey, late.earlierKey]).not.toContain(first.requestKey)
})

test('after a crash the same request has the key of its window, or names it as the earlier one', async () => {
  const in1 = (atMs: number) => openIn(new RequestMemory(), atMs)
  const before = await in1(START + RESEND_WINDOW_MS - 1)
  const [soon, later] = [await in1(START + RESEND_WINDOW_MS - 1), await in1(START + RESEND_WINDOW_MS)]
  const muchLater = await in1(START + 2 * RESEND_WINDOW_MS)
  expect(soon.requestKey).toBe(before.requestKey)
  expect(later.earlierKey).toBe(before.requestKey)
  expect([muchLater.requestKey, muchLater.earlierKey]).not.toContain(before.requestKey)
})

test('other bytes, and the same of another tenant or source, are another request', async () => {
  const memory = new RequestMemory()
  const requests = [
    await openIn(memory, START),
    await openIn(memory, START, body, 'other'),
    await openIn(memory, START, Buffer.from('x')),
    await memory.open('acme', 'core', body, START),
  ]
  expect(new Set(requests.map(({ requestKey }) => requestKey)).size).toBe(4)
})

test('replicas know of one another what was answered, and what broke off', async () => {
  const kept = new Map<string, string>()
  const shared: SharedRequests = {
    get: async (tenant, request) => kept.get(`${tenant} ${request}`) ?? null,
    put: async (tenant, request, state) => void kept.set(`${tenant} ${request}`, state),
  }
  const [one, two, three] = [new RequestMemory(shared), new RequestMemory(shared), new RequestMemory(shared)]
  const first = await openIn(one, START)
  first.answered()
  const second = await openIn(two, START + 1_000)
  expect([second.requestKey === first.requestKey, second.earlierKey]).toEqual([false, ''])
  second.broken()
  expect((await openIn(three, START + 2_000)).requestKey).toBe(second.requestKey)
  const lost: SharedRequests = { get: () => Promise.reject(new Error('away')), put: () => Promise.reject(new Error()) }
  const alone = await openIn(new RequestMemory(lost), START)
  alone.answered()
  expect(alone.requestKey).toBe(first.requestKey)
})
