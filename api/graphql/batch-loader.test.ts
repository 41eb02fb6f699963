import { expect, test } from 'vitest'
import { batchLoader } from './batch-loader.ts'

test('keys requested in one tick are loaded in one query, each once, and a failure rejects all', async () => {
  const batches: (readonly string[])[] = []
  const loader = batchLoader(async (keys) => {
    batches.push(keys)
    if (keys.includes('bad')) throw new Error('refused')
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]))
  })
  expect(await Promise.all(['a', 'b', 'a', 'none'].map((key) => loader.load(key)))).toEqual(['A', 'B', 'A', null])
  expect(await loader.load('a')).toBe('A')
  expect(batches).toEqual([['a', 'b', 'none']])
  const failed = await Promise.allSettled([loader.load('bad'), loader.load('c')])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
