/** A whole embedded instance on a fresh folder, started as a user starts it. */
import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { INTAKE } from '../pipeline/topology.ts'
import { openLog } from '../platform/log.ts'
import { TOPICS } from '../schemas/topics.ts'
import { waitForDrain } from '../services/cli/drain.ts'
import { config } from '../services/config.ts'
import { groupLag } from '../services/metrics/pipeline-metrics.ts'
import { openBackbone } from '../services/stream/backbone.ts'
import type { Instance } from '../services/supervisor/instance.ts'
import { freeOffset } from '../test/e2e/free-offset.ts'
import { benchConfig } from './config.ts'

const SVC = new URL('../bin/svc.mjs', import.meta.url).pathname
const run = promisify(execFile)
const DRAIN_MS_MAX = 600_000

export type BenchInstance = {
  readonly dir: string
  readonly instance: Instance
  /** The command line against this instance; its stdout. */
  svc(...args: string[]): Promise<string>
  /** Resolves when nothing is in flight. */
  drain(): Promise<void>
  /**
   * Polls the number of pushed batches that intake has not read, until it is closed; this costs CPU of this process.
   */
  watch(): Promise<{ lag(): Promise<number>; close(): Promise<void> }>
  stop(): Promise<void>
}

/** `kept` is a folder that stays after the instance has stopped, and on which the next one starts. */
export async function startInstance(env: NodeJS.ProcessEnv = {}, kept?: string): Promise<BenchInstance> {
  const settings = benchConfig()
  const dir = kept ?? fs.mkdtempSync(path.join(settings.dir, 'svc-bench-'))
  const args = ['--data', dir, '--port-offset', String(await freeOffset())]
  const child = spawn(process.execPath, [SVC, 'up', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...settings.inherited, SVC_LOG_LEVEL: 'warn', ...env },
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const [line] = await Promise.race([
    new Promise<[string]>((resolve) =>
      createInterface({ input: child.stdout }).once('line', (text) => resolve([text])),
    ),
    exited.then((): [string] => ['']),
  ])
  if (!line.startsWith('ready')) {
    child.kill('SIGTERM')
    throw new Error(`the instance did not start: ${line}`)
  }
  const instance = JSON.parse(fs.readFileSync(path.join(dir, 'instance.json'), 'utf8')) as Instance
  return {
    dir,
    instance,
    svc: async (...command) =>
      (
        await run(process.execPath, [SVC, ...command, ...args], {
          maxBuffer: 1 << 30,
          env: { ...settings.inherited, ...env },
        })
      ).stdout,
    async watch() {
      const settled = config({ ...settings.inherited, ...env, SVC_DATA_DIR: dir })
      const driver = await openBackbone(settled, [], openLog('bench', 'warn'))
      return { lag: () => groupLag(driver, INTAKE.name, TOPICS.securityEvents.name), close: () => driver.close() }
    },
    drain: () => waitForDrain(config({ ...settings.inherited, ...env, SVC_DATA_DIR: dir }), DRAIN_MS_MAX),
    async stop() {
      process.kill(instance.pid, 'SIGTERM')
      await exited
      if (kept === undefined) fs.rmSync(dir, { recursive: true, force: true })
    },
  }
}
