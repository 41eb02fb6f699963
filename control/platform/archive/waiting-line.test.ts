import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { WaitingLine } from './waiting-line.ts'

const LIMITS = { runningMax: 3, tenantRunningMax: 2, tenantWaitingMax: 2, waitMs: 20_000, retryAfterSeconds: 2 }
const here = new AbortController().signal

/** Questions by name that run until they are ended. */
function questions(line = new WaitingLine(LIMITS)) {
  const running = new Map<string, () => void>()
  const began: string[] = []
  const ask = (tenant: string, name: string, gone = here) => {
    const question = line.run(tenant, gone, async () => {
      began.push(name)
      await new Promise<void>((resolve) => running.set(name, resolve))
      return name
    })
    question.catch(() => undefined) // Queries that still wait when their test ends are refused after it.
    return question
  }
  const end = async (name: string) => {
    running.get(name)?.()
    await turn()
  }
  return { ask, end, began }
}

describe('the line of questions to the lake', () => {
  it('starts work that has room, and the rest when running work ends', async () => {
    const { ask, end, began } = questions()
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name))
    expect(began).toEqual(['a1', 'a2'])
    await end('a2')
    expect(began).toEqual(['a1', 'a2', 'a3'])
    for (const name of ['a1', 'a3', 'a4']) await end(name)
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4'])
  })

  it('serves tenants in turn, in any order of arrival', async () => {
    const { ask, end, began } = questions()
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('a', name)
    for (const name of ['b1', 'b2', 'b3']) void ask('b', name)
    expect(began).toEqual(['a1', 'a2', 'b1'])
    await end('a1')
    await end('a2')
    expect(began).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
  })

  it('refuses queries over the waiting limit, of that tenant alone', async () => {
    const { ask, began } = questions()
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('a', name)
    await expect(ask('a', 'a5')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
    void ask('b', 'b1')
    expect(began).toContain('b1')
  })

  it('refuses work that waited too long, and gives its place to the next', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { ask, end, began } = questions()
      void ask('a', 'a1')
      void ask('a', 'a2')
      const late = expect(ask('a', 'a3')).rejects.toMatchObject({ code: 'unavailable' })
      vi.advanceTimersByTime(10_000)
      void ask('a', 'a4')
      vi.advanceTimersByTime(10_000)
      await late
      await end('a1')
      expect(began).toEqual(['a1', 'a2', 'a4'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('forgets a question whose client went away', async () => {
    const { ask, end, began } = questions()
    const client = new AbortController()
    void ask('a', 'a1')
    void ask('a', 'a2')
    const left = expect(ask('a', 'a3', client.signal)).rejects.toThrow('gone')
    void ask('a', 'a4')
    client.abort(new Error('gone'))
    await left
    await end('a1')
    expect(began).toEqual(['a1', 'a2', 'a4'])
    await expect(ask('a', 'a5', client.signal)).rejects.toThrow('gone')
  })

  it('gives the place of a question that failed to the next', async () => {
    const line = new WaitingLine({ ...LIMITS, tenantRunningMax: 1 })
    const failed = line.run('a', here, () => Promise.reject(new Error('no engine')))
    const next = line.run('a', here, async () => 'next')
    await expect(failed).rejects.toThrow('no engine')
    expect(await next).toBe('next')
  })
})
