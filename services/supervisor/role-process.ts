/** A process with some roles, started and awaited. */
import { fork } from 'node:child_process'
import { AppError } from '../../platform/errors.ts'
import { flagsOf } from '../../platform/node-flags.ts'
import type { StartMessage } from '../main.ts'
import type { Child } from './supervised.ts'

const MAIN = new URL('../role-start.ts', import.meta.url).pathname
const START_MS_MAX = 180_000
const STOP_MS_MAX = 12_000

/** Resolves when every role in it runs; rejects when it ended before. */
export function startRoleProcess(roles: readonly string[], env: NodeJS.ProcessEnv): Promise<Child> {
  const child = fork(MAIN, roles, {
    env,
    // In its own process group: Ctrl+C reaches only the supervisor, which stops its children in order.
    detached: true,
    execArgv: [...flagsOf(roles, Boolean(env.KAFKA_BROKERS))],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
    await exited
    clearTimeout(timer)
  }
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new AppError('unavailable', `${roles.join('+')} did not start within ${START_MS_MAX / 1000} s`))
    }, START_MS_MAX)
    let reason: string | undefined
    child.once('message', (message: StartMessage) => {
      if ('failed' in message) {
        reason = message.failed
        return
      }
      clearTimeout(timer)
      resolve({ pid: child.pid as number, exited, stop })
    })
    void exited.then(({ code, signal }) => {
      clearTimeout(timer)
      const why = reason ?? `it ended with ${signal ?? code}`
      reject(new AppError('unavailable', `${roles.join('+')} could not start: ${why}`))
    })
  })
}
