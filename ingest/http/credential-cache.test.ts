import { expect, test, vi } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import { CACHE_DEFAULTS, cacheCredentials } from './credential-cache.ts'
import type { TokenRecord } from './deps.ts'

const record: TokenRecord = {
  tenantId: tenantId('acme'),
  templateId: 'connector-push',
  tokenId: '1',
  hmacSecret: null,
  revokedAt: null,
  tenantStatus: 'active',
}

function open(over: Partial<Parameters<typeof cacheCredentials>[1]> = {}) {
  const seen: string[] = []
  const clock = { nowMs: 0 }
  const state = { answer: async (raw: string): Promise<TokenRecord | null> => (raw.startsWith('good') ? record : null) }
  const store = {
    findToken: (raw: string) => {
      seen.push(raw)
      return state.answer(raw)
    },
    tenantActive: async () => true,
  }
  const options = { ...CACHE_DEFAULTS, now: () => clock.nowMs, lookupTimeoutMs: 10_000, ...over }
  return { cache: cacheCredentials(store, options), seen, clock, state }
}

test('looks a good token up again after five seconds, an unknown one after one', async () => {
  const { cache, seen, clock } = open()
  for (clock.nowMs = 0; clock.nowMs < 5000; clock.nowMs += 500) expect(await cache.findToken('good')).toBe(record)
  expect(seen).toEqual(['good'])
  await cache.findToken('good')
  expect(seen).toEqual(['good', 'good'])
  await cache.findToken('bad')
  clock.nowMs += 999
  await cache.findToken('bad')
  expect(seen).toEqual(['good', 'good', 'bad'])
  clock.nowMs += 1
  await cache.findToken('bad')
  expect(seen).toEqual(['good', 'good', 'bad', 'bad'])
})

test('shares concurrent lookups and their failures, and caches no failure', async () => {
  const { cache, seen, state } = open()
  state.answer = async () => {
    throw new Error('away')
  }
  const both = await Promise.allSettled([cache.findToken('good'), cache.findToken('good')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(seen).toHaveLength(1)
  state.answer = async () => record
  expect(await cache.findToken('good')).toBe(record)
})

test('guessed tokens cannot evict good ones, and the cache is bounded', async () => {
  const { cache, seen } = open({ entriesMax: 3 })
  await cache.findToken('good')
  for (let i = 0; i < 10; i++) await cache.findToken(`bad-${i}`)
  await cache.findToken('good')
  expect(seen.filter((raw) => raw === 'good')).toHaveLength(1)
  await cache.findToken('bad-0')
  expect(seen.filter((raw) => raw === 'bad-0')).toHaveLength(2)
})

test('bounds concurrent lookups', async () => {
  const { cache, state } = open({ lookupsMax: 2 })
  let finish: () => void = () => undefined
  const hanging = new Promise<null>((resolve) => {
    finish = () => resolve(null)
  })
  state.answer = () => hanging
  const first = [cache.findToken('a'), cache.findToken('b')]
  await expect(cache.findToken('c')).rejects.toMatchObject({ code: 'unavailable' })
  finish()
  expect(await Promise.all(first)).toEqual([null, null])
  expect(await cache.findToken('c')).toBeNull()
})

test('a store that does not answer is unavailable', async () => {
  const { cache, state } = open({ lookupTimeoutMs: 1 })
  state.answer = () => new Promise(() => undefined)
  await expect(cache.findToken('a')).rejects.toMatchObject({ code: 'unavailable' })
})

const AWAY = async () => {
  throw new Error('away')
}

test('accepts a known token for five minutes at most while the store fails, and no unknown one', async () => {
  const stale: unknown[] = []
  const { cache, clock, state } = open({ onStale: (reason) => stale.push(reason) })
  await cache.findToken('good')
  state.answer = AWAY
  for (clock.nowMs = 5_000; clock.nowMs < 300_000; clock.nowMs += 59_000)
    expect(await cache.findToken('good')).toBe(record)
  expect(stale).toHaveLength(5)
  await expect(cache.findToken('good-2')).rejects.toThrow('away')
  clock.nowMs = 300_000
  await expect(cache.findToken('good')).rejects.toThrow('away')
  state.answer = async () => record
  expect(await cache.findToken('good')).toBe(record)
})

test('waits for a silent store once a second, and uses its late answer', async () => {
  const { cache, clock, state, seen } = open({ staleAfterMs: 1, lookupTimeoutMs: 1 })
  await cache.findToken('good')
  await cache.findToken('good-2')
  clock.nowMs = 6_000
  let answer: (found: TokenRecord | null) => void = () => undefined
  state.answer = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  expect(await cache.findToken('good')).toBe(record)
  const finish = answer
  expect(await cache.findToken('good-2')).toBe(record)
  await expect(cache.findToken('new')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 })
  await expect(cache.findToken('new-2')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 })
  expect(seen).toEqual(['good', 'good-2', 'good', 'good-2', 'new'])
  const revoked = { ...record, revokedAt: 1 }
  finish(revoked)
  await vi.waitFor(async () => expect(await cache.findToken('good')).toBe(revoked))
})

test('refuses a token that the store no longer knows, in spite of its earlier answer', async () => {
  const { cache, clock, state } = open()
  await cache.findToken('good')
  clock.nowMs = 5_000
  state.answer = async () => null
  expect(await cache.findToken('good')).toBeNull()
  clock.nowMs = 10_000
  state.answer = AWAY
  await expect(cache.findToken('good')).rejects.toThrow('away')
})
