/** ClickHouse's engine without any of our code, in its own process. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { childEnv } from '../stores/clickhouse/embedded/config.ts'
import { usageOf } from './processes.ts'

const CHILD = new URL('./raw-engine-child.ts', import.meta.url).pathname

export type RawEngine = {
  /** CPU milliseconds of the process for one INSERT FROM INFILE. */
  insert(file: string, token: string): Promise<number>
  rows(): Promise<number>
  stop(): Promise<void>
}

export type RawJob =
  | { readonly insert: { file: string; token: string } }
  | { readonly rows: true }
  | { readonly stop: true }

export async function startRawEngine(dataDir: string): Promise<RawEngine> {
  const child = fork(CHILD, [dataDir], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: childEnv() })
  const exited = once(child, 'exit')
  const answer = async () => {
    const [message] = await Promise.race([
      once(child, 'message'),
      exited.then(() => Promise.reject(new Error('the raw engine ended'))),
    ])
    return message as { rows: number }
  }
  const ask = async (job: RawJob) => {
    child.send(job)
    return answer()
  }
  await answer()
  return {
    async insert(file, token) {
      const before = usageOf(child.pid as number).cpuMs
      await ask({ insert: { file, token } })
      return usageOf(child.pid as number).cpuMs - before
    },
    rows: async () => (await ask({ rows: true })).rows,
    async stop() {
      if (child.connected) child.send({ stop: true } satisfies RawJob)
      await exited
    },
  }
}
