/** A process with some roles, started and awaited. */
import { type ChildProcess, fork } from 'node:child_process'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { flagsOf } from '../../platform/node-flags.ts'
import type { StartMessage } from '../main.ts'
import type { Child } from './supervised.ts'

const MAIN = new URL('../role-start.ts', import.meta.url).pathname
/**
 * The longest step of a start. It is a bound against a hang, not a measure of speed: with many times more to run than
 * there are cores, a start of three seconds takes minutes.
 */
const STEP_MS_MAX = 600_000
const SAY_EVERY_MS = 30_000
const STOP_MS_MAX = 12_000

type Options = {
  readonly log: Log
  /** Called with the pid as soon as the process exists. */
  readonly spawned: (pid: number) => void
  readonly stepMsMax?: number
  readonly sayEveryMs?: number
}

/** Resolves when every role in it runs; rejects, when the process has ended, with why it does not. */
export async function startRoleProcess(
  roles: readonly string[],
  env: NodeJS.ProcessEnv,
  { log, spawned, stepMsMax = STEP_MS_MAX, sayEveryMs = SAY_EVERY_MS }: Options,
): Promise<Child> {
  const child = fork(MAIN, roles, {
    env,
    // In its own process group: Ctrl+C reaches only the supervisor, which stops its children in order.
    detached: true,
    execArgv: [...flagsOf(roles, Boolean(env.KAFKA_BROKERS))],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => resolve({ code: null, signal: null }))
  })
  if (child.pid !== undefined) spawned(child.pid)
  const refusal = await ready(child, exited, { log, roles, stepMsMax, sayEveryMs })
  if (refusal !== null) throw new AppError('unavailable', `${roles.join('+')} ${refusal}`)
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
    await exited
    clearTimeout(timer)
  }
  return { pid: child.pid as number, exited, stop }
}

type Waiting = Required<Pick<Options, 'log' | 'stepMsMax' | 'sayEveryMs'>> & { readonly roles: readonly string[] }

/** Null once the child is ready. Otherwise why it is not; it has ended then, so its ports and folders are free. */
async function ready(
  child: ChildProcess,
  exited: Child['exited'],
  { log, roles, stepMsMax, sayEveryMs }: Waiting,
): Promise<string | null> {
  const startedAt = performance.now()
  let step = 'starting Node'
  let reason: string | undefined
  const saying = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    log.warn({ child: roles.join('+'), pid: child.pid, step, seconds }, 'a child is not ready yet')
  }, sayEveryMs)
  const hung = setTimeout(() => {
    reason = `did not start: no progress for ${stepMsMax / 1000} s at "${step}"`
    child.kill('SIGKILL')
  }, stepMsMax)
  const isReady = new Promise<null>((resolve) => {
    child.on('message', (message: StartMessage) => {
      if ('ready' in message) return resolve(null)
      if ('failed' in message) reason = `could not start: ${message.failed}`
      else step = message.step
      hung.refresh()
    })
  })
  const hasEnded = exited.then(
    ({ code, signal }) => reason ?? `could not start: it ended with ${signal ?? code} at "${step}"`,
  )
  return Promise.race([isReady, hasEnded]).finally(() => {
    clearInterval(saying)
    clearTimeout(hung)
  })
}
