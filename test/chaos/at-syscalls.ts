/**
 * Kills a process of an installation, under load, just before it writes, syncs or renames something: `strace` stops it
 * at that call. Random kills seldom hit states that last only some ten microseconds, such as the moment after
 * ClickHouse's engine has written the token of an insert and before it has moved the part to its place.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Instance } from '../e2e/instance.ts'
import { isAlive, until } from '../e2e/until.ts'
import { Load } from './load.ts'
import { type ChaosResult, killChild, whatIsThere } from './rounds.ts'

const TENANT = 'at-syscalls'
const LANES = 3
/** The engine renames the parts that it has written, both of inserts and of merges. */
const CALLS = [
  ['clickhouse', 'rename'],
  ['pipeline', 'pwritev,pwrite64'],
  ['clickhouse', 'rename'],
  ['ingest', 'pwritev,pwrite64'],
  ['clickhouse', 'fdatasync'],
  ['pipeline', 'fdatasync'],
  ['clickhouse', 'rename'],
  ['ingest', 'fdatasync'],
  ['pipeline', 'rename'],
] as const
/**
 * The number of the call at which the process is killed changes from round to round, and with it the table or the file.
 */
const NTH_MAX = 7

export async function killAtSyscalls(rounds: number, tell: (line: string) => void): Promise<ChaosResult> {
  const instance = await Instance.start({})
  const killed: Record<string, number> = {}
  try {
    const load = new Load(instance.ingestUrl, await instance.token(TENANT), LANES)
    for (let round = 0; round < rounds; round++) {
      const [victim, calls] = CALLS[round % CALLS.length] as (typeof CALLS)[number]
      await load.more(200)
      await killChild(instance, victim, (pid) => killAt(pid, calls, 1 + (round % NTH_MAX)))
      killed[victim] = (killed[victim] ?? 0) + 1
      tell(`round ${round + 1} of ${rounds}: killed ${victim} at ${calls}; ${load.acknowledged} events acknowledged`)
    }
    const acknowledged = await load.stop()
    return { acknowledged, killed, ...(await whatIsThere(instance, TENANT)) }
  } catch (error) {
    tell(instance.logTail)
    throw error
  } finally {
    await instance.remove()
  }
}

/** Resolves when the process is killed. Throws where there is no `strace`, or it may not trace. */
async function killAt(pid: number, calls: string, nth: number): Promise<void> {
  const kill = `inject=${calls}:error=EIO:signal=SIGKILL:when=${nth}`
  const tracer = spawn('strace', ['-f', '-q', '-p', String(pid), '-e', `trace=${calls}`, '-e', kill, '-o', '/dev/null'])
  await once(tracer, 'spawn')
  await until(`${pid} to be killed at ${calls}`, () => {
    if (tracer.exitCode !== null && isAlive(pid)) throw new Error(`strace cannot trace ${pid}`)
    return !isAlive(pid)
  })
}
