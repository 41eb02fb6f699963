import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a role reports to its supervisor which setting prevents its start', async () => {
  const env = { ...process.env, DATABASE_POOL_SIZE: '0' }
  const child = fork(join(import.meta.dirname, 'role-start.ts'), ['relay'], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const exited = once(child, 'exit')
  const [message] = await once(child, 'message')
  expect(message).toEqual({ failed: 'DATABASE_POOL_SIZE: a whole number from 1 to 500, not "0"' })
  expect(await exited).toEqual([1, null])
})
