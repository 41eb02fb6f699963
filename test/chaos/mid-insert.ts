/**
 * Kills the engine of the lake, under load, at the moment at which it has written down the token of an insert and not
 * yet put its part in place: `strace` lets it come to the renaming of the part and no further. Chance seldom finds this
 * moment, which lasts a few ten microseconds.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Instance } from '../e2e/instance.ts'
import { isAlive, until } from '../e2e/until.ts'
import { Load } from './load.ts'
import { type ChaosResult, whatIsThere } from './rounds.ts'

const TENANT = 'mid-insert'
const LANES = 3
const ROUNDS = 10
/** The parts of all tables are counted: which table it hits changes from round to round. */
const PARTS_MAX = 7

export async function killMidInsert(tell: (line: string) => void): Promise<ChaosResult> {
  const instance = await Instance.start({})
  try {
    const load = new Load(instance.ingestUrl, await instance.token(TENANT), LANES)
    for (let round = 1; round <= ROUNDS; round++) {
      await load.more(200)
      await killAtPart(instance, 1 + (round % PARTS_MAX))
      tell(`round ${round} of ${ROUNDS}: killed in an insert; ${load.acknowledged} events acknowledged`)
    }
    const acknowledged = await load.stop()
    return { acknowledged, killed: { clickhouse: ROUNDS }, ...(await whatIsThere(instance, TENANT)) }
  } catch (error) {
    tell(instance.said)
    throw error
  } finally {
    await instance.remove()
  }
}

/** Resolves when the engine is back. Throws where there is no `strace`, or it may not trace. */
async function killAtPart(instance: Instance, nth: number): Promise<void> {
  const engineOf = () => instance.file().children.clickhouse ?? null
  await until('the engine to run', () => engineOf() !== null)
  const pid = engineOf() as number
  const kill = `inject=rename:error=EIO:signal=SIGKILL:when=${nth}`
  const tracer = spawn('strace', ['-f', '-q', '-p', String(pid), '-e', 'trace=rename', '-e', kill, '-o', '/dev/null'])
  await once(tracer, 'spawn')
  await until('the engine to be killed in an insert', () => {
    if (tracer.exitCode !== null && isAlive(pid)) throw new Error('strace cannot trace the engine')
    return !isAlive(pid)
  })
  await until('the engine to be back', () => engineOf() !== null && engineOf() !== pid)
}
