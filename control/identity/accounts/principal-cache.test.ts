import { expect, test } from 'vitest'
import { tenantId } from '../../../platform/tenant.ts'
import { NOTHING_HIDDEN } from '../../platform/governance/index.ts'
import { permissionSet } from './permissions.ts'
import type { Principal } from './principal.ts'
import { FRESH_MS, openPrincipalCache } from './principal-cache.ts'

const principal = (id: string, expiresMs: number | null = null): Principal => ({
  kind: 'user',
  id,
  tenantId: tenantId('acme'),
  userId: id,
  email: null,
  permissions: permissionSet([]),
  hidden: NOTHING_HIDDEN,
  sessionId: null,
  keyPrefix: null,
  delegationId: null,
  expiresMs,
})

function counted(answer: Principal) {
  const calls = { times: 0 }
  const ask = async () => {
    calls.times++
    return answer
  }
  return { calls, ask }
}

test('asks once while fresh, and again after that', async () => {
  let nowMs = 0
  const cache = openPrincipalCache(() => nowMs)
  const { calls, ask } = counted(principal('a'))
  await Promise.all([cache.get('key', 'raw', ask), cache.get('key', 'raw', ask)])
  nowMs = FRESH_MS - 1
  await cache.get('key', 'raw', ask)
  expect(calls.times).toBe(1)
  nowMs = FRESH_MS
  await cache.get('key', 'raw', ask)
  expect(calls.times).toBe(2)
})

test('keeps nothing beyond its own end, keeps kinds apart, and keeps no refusal', async () => {
  let nowMs = 0
  const cache = openPrincipalCache(() => nowMs)
  const short = counted(principal('a', 10))
  await cache.get('bearer', 'raw', short.ask)
  expect((await cache.get('key', 'raw', counted(principal('b')).ask)).id).toBe('b')
  nowMs = 10
  await cache.get('bearer', 'raw', short.ask)
  expect(short.calls.times).toBe(2)
  await expect(cache.get('key', 'bad', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect((await cache.get('key', 'bad', counted(principal('c')).ask)).id).toBe('c')
})

test('an answer requested before a revocation is not cached after it', async () => {
  const cache = openPrincipalCache(() => 0)
  let answer = (_: Principal) => {}
  const slow = cache.get('key', 'raw', () => new Promise((resolve) => (answer = resolve)))
  cache.forget(({ id }) => id === 'a')
  answer(principal('a'))
  await slow
  const { calls, ask } = counted(principal('a'))
  await cache.get('key', 'raw', ask)
  expect(calls.times).toBe(1)
})

test('is bounded: the oldest entry makes room, and too many look-ups at once are refused', async () => {
  const cache = openPrincipalCache(() => 0, 2)
  const first = counted(principal('a'))
  await cache.get('key', 'a', first.ask)
  for (const raw of ['b', 'c']) await cache.get('key', raw, counted(principal(raw)).ask)
  await cache.get('key', 'a', first.ask)
  expect(first.calls.times).toBe(2)
  const endless = () => new Promise<Principal>(() => {})
  for (let n = 0; n < 256; n++) void cache.get('key', `guess ${n}`, endless)
  await expect(cache.get('key', 'one more', endless)).rejects.toMatchObject({ code: 'unavailable' })
})
