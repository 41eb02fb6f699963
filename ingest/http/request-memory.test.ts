import { describe, expect, test } from 'vitest'
import type { SharedRequests } from '../../stores/redis/redis-requests.ts'
import { RESEND_WINDOW_MS, RequestMemory, type RequestNote } from './request-memory.ts'

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

test('two copies that broke off are two resends, the third is a new request', async () => {
  const memory = new RequestMemory()
  const broken = [await openIn(memory, START), await openIn(memory, START)]
  for (const copy of broken) copy.broken()
  const again = [await openIn(memory, START + 1), await openIn(memory, START + 2), await openIn(memory, START + 3)]
  const keys = broken.map(({ requestKey }) => requestKey)
  expect(again.slice(0, 2).map(({ requestKey }) => requestKey)).toEqual(keys)
  expect(keys).not.toContain(again[2]?.requestKey)
})

test('a copy whose place was taken says nothing more of its request', async () => {
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

test('what a tenant loses track of keeps nothing of another from being known', async () => {
  const memory = new RequestMemory()
  const mine = await openIn(memory, START)
  mine.broken()
  for (let n = 0; n < 6_000; n++) (await openIn(memory, START, Buffer.from(`${n}`), 'loud')).broken()
  expect((await openIn(memory, START + 1)).requestKey).toBe(mine.requestKey)
})

describe('behind a kill', () => {
  const journal = () => {
    const notes: RequestNote[] = []
    return { notes, read: () => notes.slice(), write: (note: RequestNote) => void notes.push(note) }
  }

  test('what was answered is a new request when it comes again, and what was not is the same', async () => {
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

  test('a copy is noted before its key is known to anybody', async () => {
    const kept = journal()
    const { requestKey } = await openIn(new RequestMemory({ journal: kept }), START)
    expect(kept.notes).toMatchObject([{ kind: 'opened', tenant: 'acme', requestKey }])
  })

  test('past the window what was not answered is new', async () => {
    const kept = journal()
    const { requestKey } = await openIn(new RequestMemory({ journal: kept }), START)
    const late = await openIn(new RequestMemory({ journal: kept }), START + 3 * RESEND_WINDOW_MS)
    expect([late.requestKey, late.earlierKey]).not.toContain(requestKey)
  })
})

test('with a Redis that is away a process goes by what it knows itself', async () => {
  const away = () => Promise.reject(new Error('away'))
  const lost: SharedRequests = { open: away, close: away, stop: () => undefined }
  const memory = new RequestMemory({ shared: lost })
  const first = await openIn(memory, START)
  first.broken()
  expect((await openIn(memory, START + 1)).requestKey).toBe(first.requestKey)
})
