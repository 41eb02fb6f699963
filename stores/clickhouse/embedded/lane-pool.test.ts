import { expect, test } from 'vitest'
import type { Job } from './lane-messages.ts'
import { LanePool } from './lane-pool.ts'

/** A pool whose statements run until they are ended by their name. */
function opened(lanesMax: number, queueMax = 8) {
  const running = new Map<string, () => void>()
  const lane = () => {
    let isFree = true
    return {
      get isFree() {
        return isFree
      },
      async run({ sql }: Job) {
        isFree = false
        await new Promise<void>((resolve) => running.set(sql, resolve))
        running.delete(sql)
        isFree = true
        return {}
      },
    }
  }
  const pool = new LanePool(lane as never, lanesMax, queueMax)
  let id = 0
  const start = (sql: string, holder?: string) => pool.run({ id: ++id, sql } as Job, { chunk: () => {} }, holder)
  return { pool, running, start, names: () => [...running.keys()].toSorted() }
}

test('one lane is left beside the statements of one tenant, and those of others overtake the rest', async () => {
  const { running, start, names } = opened(3)
  const third = [start('a1', 'acme'), start('a2', 'acme'), start('a3', 'acme')].at(-1)
  expect(names()).toEqual(['a1', 'a2'])
  const others = [start('g1', 'globex'), start('own')]
  expect(names()).toEqual(['a1', 'a2', 'g1'])
  running.get('g1')?.()
  await others[0]
  await expect.poll(names).toEqual(['a1', 'a2', 'own'])
  running.get('a1')?.()
  await expect.poll(names).toEqual(['a2', 'a3', 'own'])
  for (const end of running.values()) end()
  await third
})

test('one tenant fills half of the queue, and the next one of another still waits', () => {
  const { start, names } = opened(2, 4)
  for (const sql of ['a1', 'a2', 'a3']) void start(sql, 'acme').catch(() => {})
  expect(() => start('a4', 'acme')).toThrow('too many queries are waiting')
  void start('g1', 'globex')
  void start('g2', 'globex')
  expect(names()).toEqual(['a1', 'g1'])
})

test('the service itself may use every lane', () => {
  const { start, names } = opened(2)
  for (const sql of ['1', '2', '3']) void start(sql)
  expect(names()).toEqual(['1', '2'])
})
