/**
 * A faulty disk, under load: every few calls of one kind fail in one process of an installation (with `strace`) for
 * some seconds, then calls of another kind. The process may report an error, retry, or exit.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Instance } from '../e2e/instance.ts'
import { isAlive, until } from '../e2e/until.ts'
import { Load } from './load.ts'
import { type ChaosResult, pidOf, whatIsThere } from './rounds.ts'

const TENANT = 'bad-disk'
const LANES = 3
const CALLS = [
  ['clickhouse', 'fdatasync'],
  ['pipeline', 'pwritev,pwrite64'],
  ['clickhouse', 'rename'],
  ['ingest', 'pwritev,pwrite64'],
  ['clickhouse', 'openat'],
  ['pipeline', 'fdatasync'],
  // Some of these wake threads of Node: the process aborts.
  ['clickhouse', 'write'],
  ['ingest', 'fdatasync'],
  ['clickhouse', 'pread64'],
  ['pipeline', 'rename'],
  ['clickhouse', 'unlink,rmdir'],
  ['clickhouse', 'close'],
] as const
const ERRORS = ['EIO', 'ENOSPC']
/** Every second call of each thread fails; if all failed, no operation would fail halfway. */
const EVERY = 2
const REFUSING_MS = 5_000

export async function refuseCalls(rounds: number, tell: (line: string) => void): Promise<ChaosResult> {
  const instance = await Instance.start({})
  try {
    const load = new Load(instance.ingestUrl, await instance.token(TENANT), LANES)
    for (let round = 0; round < rounds; round++) {
      const [victim, calls] = CALLS[round % CALLS.length] as (typeof CALLS)[number]
      const error = ERRORS[Math.floor(round / CALLS.length) % ERRORS.length] as string
      await load.more(200)
      await until(`${victim} to run`, () => isAlive(pidOf(instance, victim) ?? 0))
      const pid = pidOf(instance, victim) as number
      const refused = await refuse(pid, `inject=${calls}:error=${error}:when=${1 + (round % EVERY)}+${EVERY}`, calls)
      const what = `${victim} had ${error} for ${refused} of ${calls} and ${isAlive(pid) ? 'lives' : 'ended'}`
      tell(`round ${round + 1} of ${rounds}: ${what}; ${load.acknowledged} events acknowledged`)
    }
    const acknowledged = await load.stop()
    return { acknowledged, killed: {}, ...(await whatIsThere(instance, TENANT)) }
  } catch (error) {
    tell(instance.logTail)
    throw error
  } finally {
    await instance.remove()
  }
}

/** Returns how many calls were refused. Throws where there is no `strace`, or it may not trace. */
async function refuse(pid: number, inject: string, calls: string): Promise<number> {
  const tracer = spawn('strace', ['-f', '-q', '-p', String(pid), '-e', `trace=${calls}`, '-e', inject])
  const exited = once(tracer, 'exit')
  let refused = 0
  let rest = ''
  tracer.stderr.on('data', (bytes: Buffer) => {
    const lines = (rest + bytes).split('\n')
    rest = lines.pop() ?? ''
    refused += lines.filter((line) => line.endsWith('(INJECTED)')).length
  })
  await once(tracer, 'spawn')
  await Promise.race([exited, delay(REFUSING_MS)])
  if (tracer.exitCode !== null && isAlive(pid)) throw new Error(`strace cannot trace ${pid}`)
  tracer.kill('SIGINT')
  await exited
  return refused
}
