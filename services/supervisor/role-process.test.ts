import { pino } from 'pino'
import { expect, test } from 'vitest'
import { processStamp } from '../../platform/process-stamp.ts'
import { startRoleProcess } from './role-process.ts'

const lines: object[] = []
const log = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(JSON.parse(line) as object) })

async function refused(env: NodeJS.ProcessEnv, bounds: { stepMsMax?: number; sayEveryMs?: number } = {}) {
  let pid = 0
  const spawned = (its: number) => void (pid = its)
  const started = startRoleProcess(['relay'], { ...process.env, ...env }, { log, spawned, ...bounds })
  const refusal = await started.then(
    () => null,
    (error: unknown) => error,
  )
  expect(pid).toBeGreaterThan(0)
  return { refusal, pid, stamp: processStamp(pid) }
}

test('a process that cannot start has ended when its start is refused, with the reason', async () => {
  const { refusal, stamp } = await refused({ DATABASE_POOL_SIZE: '0' })
  expect(refusal).toMatchObject({
    code: 'unavailable',
    message: 'relay could not start: DATABASE_POOL_SIZE: a whole number from 1 to 500, not "0"',
  })
  expect(stamp).toBeNull()
})

test('a process that hangs is killed, and the refusal names the step', async () => {
  const { refusal, stamp } = await refused({}, { stepMsMax: 0 })
  expect(refusal).toMatchObject({
    code: 'unavailable',
    message: 'relay did not start: no progress for 0 s at "starting Node"',
  })
  expect(stamp).toBeNull()
})

test('a start that takes its time says at which step it is', async () => {
  lines.length = 0
  const { pid } = await refused({ DATABASE_POOL_SIZE: '0' }, { sayEveryMs: 1 })
  expect(lines[0]).toMatchObject({ msg: 'a child is not ready yet', child: 'relay', pid, step: 'starting Node' })
})
