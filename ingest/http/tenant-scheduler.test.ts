import { expect, test } from 'vitest'
import { TURN_BYTES, Turns } from './tenant-scheduler.ts'

/** Turns of the event loop, started by the test. */
function turnsByHand() {
  const scheduled: (() => void)[] = []
  const turns = new Turns((call) => scheduled.push(call))
  const looked: string[] = []
  const ask = (tenant: string, name: string, bytes: number) =>
    void turns.waitForTurn(tenant, bytes).then(() => looked.push(name))
  /** The bodies that get their turn before the loop continues. */
  const settled = async () => {
    for (let i = 0; i < 10; i++) await Promise.resolve()
    return looked.splice(0)
  }
  const next = async () => {
    for (const call of scheduled.splice(0)) call()
    return settled()
  }
  return { ask, settled, next, scheduled }
}

test('processes a body at once while the turn has room, and many small ones too', async () => {
  const { ask, settled } = turnsByHand()
  for (let i = 0; i < 4; i++) ask('loud', `${i}`, TURN_BYTES / 4)
  expect(await settled()).toEqual(['0', '1', '2', '3'])
  ask('quiet', 'above', 1)
  expect(await settled()).toEqual([])
})

test('tenants with many and with few bodies take turns; order within a tenant is kept', async () => {
  const { ask, settled, next } = turnsByHand()
  for (let i = 0; i < 5; i++) ask('loud', `loud ${i}`, 4 * TURN_BYTES)
  ask('quiet', 'quiet 0', 4 * TURN_BYTES)
  expect(await settled()).toEqual(['loud 0'])
  ask('quiet', 'quiet 1', 10)
  expect(await next()).toEqual(['loud 1'])
  expect(await next()).toEqual(['quiet 0'])
  expect(await next()).toEqual(['loud 2'])
  ask('third', 'third 0', 10)
  expect(await next()).toEqual(['quiet 1', 'loud 3'])
  expect(await next()).toEqual(['third 0', 'loud 4'])
})

test('a new body does not overtake waiting ones, and a turn is requested only when needed', async () => {
  const { ask, settled, next, scheduled } = turnsByHand()
  ask('a', 'a 0', TURN_BYTES)
  ask('a', 'a 1', TURN_BYTES)
  ask('b', 'b 0', 1)
  expect(await settled()).toEqual(['a 0'])
  expect(await next()).toEqual(['a 1'])
  expect(scheduled.length).toBe(1)
  expect(await next()).toEqual(['b 0'])
  expect(scheduled.length).toBe(0)
  ask('a', 'a 2', 1)
  expect(await settled()).toEqual(['a 2'])
})
