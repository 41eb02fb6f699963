import { expect, test } from 'vitest'
import { whenReachable } from './when-reachable.ts'

/** A server that does not answer the first `asks` requests. */
function away(asks: number) {
  const log: string[] = []
  let left = asks
  const answers = async () => {
    log.push('ask')
    return left-- <= 0
  }
  return { log, ways: { answers, pause: async () => void log.push('pause') } }
}

test('code that failed to load is loaded again once the server answers', async () => {
  const { log, ways } = away(2)
  const load = async () => {
    log.push('load')
    if (log.filter((one) => one === 'load').length === 1) throw new TypeError('Failed to fetch')
    return 'page'
  }
  expect(await whenReachable(load, ways)()).toBe('page')
  expect(log).toEqual(['load', 'ask', 'pause', 'ask', 'pause', 'ask', 'load'])
})

test('code that a reachable server does not have is a failure: a new release has other file names', async () => {
  const { ways } = away(0)
  await expect(whenReachable(() => Promise.reject(new TypeError('gone')), ways)()).rejects.toThrow('gone')
})

test('code that loads causes no other request', async () => {
  const { log, ways } = away(0)
  expect(await whenReachable(async () => 'page', ways)()).toBe('page')
  expect(log).toEqual([])
})
