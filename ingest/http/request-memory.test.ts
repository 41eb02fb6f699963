import { describe, expect, test } from 'vitest'
import type { SharedRequests } from '../../stores/redis/redis-requests.ts'
import { RESEND_WINDOW_MS, RequestMemory, type RequestNote } from './request-memory.ts'

const body = Buffer.from('{"event":"link down on port 7","host":"sw1"}')
const START = 1_700_000_000_000 - (1_700_000_000_000 % RESEND_WINDOW_MS)
const openIn = (memory: RequestMemory, atMs: number, sent = body, tenant = 'acme') =>
  memory.open(tenant, 'edge', sent, atMs)

test('answered requests are distinct, however equal they are', async () => {
  const memory = new RequestMemory()
  const keys: string[] = []
  for (let n = 0; n < 3; n++) {
    const request = await openIn(memory, START + n * 60_000)
    request.answered()
    keys.push(request.requestKey)
  }
  expect(new Set(keys).size).toBe(3)
})

test('two concurrent equal requests are distinct', async () => {
  const memory = new RequestMemory()
  const [first, second] = [await openIn(memory, START), await openIn(memory, START)]
  expect(first.requestKey).not.toBe(second.requestKey)
})

test.each([1, 3])('request %i, whose answer was lost, is recognised once when it is sent again', async (nth) => {
  const memory = new RequestMemory()
  for (let before = 1; before < nth; before++) (await openIn(memory, START)).answered()
  const broken = await openIn(memory, START)
  broken.broken()
  const again = await openIn(memory, START + 1_000)
  expect(again.requestKey).toBe(broken.requestKey)
  again.answered()
  expect((await openIn(memory, START + 2_000)).requestKey).not.toBe(broken.requestKey)
})

test('a resend whose answer is lost too can be resent', async () => {
  const memory = new RequestMemory()
  const keys: string[] = []
  for (let n = 0; n < 3; n++) {
    const request = await openIn(memory, START + n)
    request.broken()
    keys.push(request.requestKey)
  }
  expect(new Set(keys).size).toBe(1)
})

test('an answer that proves lost later makes the next request a resend', async () => {
  const memory = new RequestMemory()
  const first = await openIn(memory, START)
  first.answered()
  first.broken()
  expect((await openIn(memory, START + 1_000)).requestKey).toBe(first.requestKey)
})

test('forgets a broken request after the window', async () => {
  const memory = new RequestMemory()
  const first = await openIn(memory, START)
  first.broken()
  const late = await openIn(memory, START + 3 * RESEND_WINDOW_MS)
  expect([late.requestKey, late.earlierKey]).not.toContain(first.requestKey)
})

test('after a crash the same request gets the key of its window, or that as its earlier key', async () => {
  const in1 = (atMs: number) => openIn(new RequestMemory(), atMs)
  const before = await in1(START + RESEND_WINDOW_MS - 1)
  const [soon, later] = [await in1(START + RESEND_WINDOW_MS - 1), await in1(START + RESEND_WINDOW_MS)]
  const muchLater = await in1(START + 2 * RESEND_WINDOW_MS)
  expect(soon.requestKey).toBe(before.requestKey)
  expect(later.earlierKey).toBe(before.requestKey)
  expect([muchLater.requestKey, muchLater.earlierKey]).not.toContain(before.requestKey)
})

test('other bytes, another tenant or another source make another request', async () => {
  const memory = new RequestMemory()
  const requests = [
    await openIn(memory, START),
    await openIn(memory, START, body, 'other'),
    await openIn(memory, START, Buffer.from('x')),
    await memory.open('acme', 'core', body, START),
  ]
  expect(new Set(requests.map(({ requestKey }) => requestKey)).size).toBe(4)
})

test('two copies that broke off are two resends, the third is a new request', async () => {
  const memory = new RequestMemory()
  const broken = [await openIn(memory, START), await openIn(memory, START)]
  for (const copy of broken) copy.broken()
  const again = [await openIn(memory, START + 1), await openIn(memory, START + 2), await openIn(memory, START + 3)]
  const keys = broken.map(({ requestKey }) => requestKey)
  expect(again.slice(0, 2).map(({ requestKey }) => requestKey)).toEqual(keys)
  expect(keys).not.toContain(again[2]?.requestKey)
})

test('a replaced copy no longer changes the state of its request', async () => {
  const memory = new RequestMemory()
  const first = await openIn(memory, START)
  first.broken()
  const resend = await openIn(memory, START + 1)
  first.broken()
  first.answered()
  resend.answered()
  first.broken()
  expect((await openIn(memory, START + 2)).requestKey).not.toBe(first.requestKey)
})

test('one tenant’s lost copies evict none of another tenant', async () => {
  const memory = new RequestMemory()
  const mine = await openIn(memory, START)
  mine.broken()
  for (let n = 0; n < 6_000; n++) (await openIn(memory, START, Buffer.from(`${n}`), 'loud')).broken()
  expect((await openIn(memory, START + 1)).requestKey).toBe(mine.requestKey)
})

describe('after a kill', () => {
  const journal = () => {
    const notes: RequestNote[] = []
    return { notes, read: () => notes.slice(), write: (note: RequestNote) => void notes.push(note) }
  }

  test('an answered request is new when it comes again, an unanswered one is the same', async () => {
    const kept = journal()
    const before = new RequestMemory({ journal: kept })
    const answered = await openIn(before, START)
    answered.answered()
    const open = await openIn(before, START + 1)
    expect(open.requestKey).not.toBe(answered.requestKey)
    const after = new RequestMemory({ journal: kept })
    const resend = await openIn(after, START + 2)
    expect(resend.requestKey).toBe(open.requestKey)
    resend.answered()
    const next = new RequestMemory({ journal: kept })
    const repeated = await openIn(next, START + 3)
    const earlier = [answered.requestKey, open.requestKey]
    expect([earlier.includes(repeated.requestKey), earlier.includes(repeated.earlierKey)]).toEqual([false, false])
  })

  test('writes a copy to the journal before it returns the key', async () => {
    const kept = journal()
    const { requestKey } = await openIn(new RequestMemory({ journal: kept }), START)
    expect(kept.notes).toMatchObject([{ kind: 'opened', tenant: 'acme', requestKey }])
  })

  test('after the window an unanswered request is new', async () => {
    const kept = journal()
    const { requestKey } = await openIn(new RequestMemory({ journal: kept }), START)
    const late = await openIn(new RequestMemory({ journal: kept }), START + 3 * RESEND_WINDOW_MS)
    expect([late.requestKey, late.earlierKey]).not.toContain(requestKey)
  })
})

test('without its Redis a process uses its own memory', async () => {
  const away = () => Promise.reject(new Error('away'))
  const lost: SharedRequests = { open: away, close: away, stop: () => undefined }
  const memory = new RequestMemory({ shared: lost })
  const first = await openIn(memory, START)
  first.broken()
  expect((await openIn(memory, START + 1)).requestKey).toBe(first.requestKey)
})
