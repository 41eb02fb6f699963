/** Everything embedded, a demo tenant, the bundled sample pushed through the door, and what came of it. */
import path from 'node:path'
import { openLog } from '../../platform/log.ts'
import type { Config } from '../config.ts'
import { instanceConfig } from '../supervisor/config.ts'
import type { Instance } from '../supervisor/instance.ts'
import { bootstrap } from './admin-bootstrap.ts'
import { demoReport, look } from './demo-report.ts'
import { waitForDrain } from './drain.ts'
import { quietLogs } from './globals.ts'
import { SAMPLES, type Sample } from './samples.ts'
import { sendFile } from './send.ts'
import { startInstance } from './start-instance.ts'
import { mintFor } from './tokens.ts'

const TENANT = 'demo'
const ADMIN = 'admin@demo.example'
const DRAIN_MS_MAX = 120_000

/** Runs until stopped, or with `once` ends after the sample: with status 1 when its ledger does not balance. */
export async function runDemo(options: { once?: boolean }): Promise<void> {
  quietLogs()
  const settings = instanceConfig()
  const startedAt = performance.now()
  tell(`starting ClickHouse, Postgres, ingest, the pipeline and the API on ${path.resolve(settings.dataDir)} ...`)
  // Stopped before its end, the run of the sample has not shown what it was started for.
  const running = await startInstance(settings, openLog('svc'), options.once ? 1 : 0)
  tell(`ready after ${seconds(startedAt)} s; pushing the sample ...`)
  const isBalanced = await demonstrate(settings, running.instance, options.once === true).catch(async (error) => {
    await running.stop()
    throw error
  })
  if (options.once) await running.end(isBalanced ? 0 : 1)
}

/** Prints the report; false when what was sent and what came of it do not agree. */
async function demonstrate(settings: Config, instance: Instance, isOnce: boolean): Promise<boolean> {
  const { token } = await mintFor({ tenant: TENANT })
  // What an earlier run left on its way is not counted as this one's.
  await waitForDrain(settings, DRAIN_MS_MAX)
  const before = await look(TENANT)
  for (const sample of SAMPLES) await pushSample(sample, token, instance.ingestUrl)
  await waitForDrain(settings, DRAIN_MS_MAX)
  const { password } = await bootstrap({ email: ADMIN, tenant: TENANT })
  const after = await look(TENANT)
  const report = demoReport({ before, after, token, admin: { email: ADMIN, password }, instance, settings, isOnce })
  console.log(report.text)
  return report.isBalanced
}

async function pushSample({ file, format, connector }: Sample, token: string, url: string): Promise<void> {
  await sendFile(file, { format, connector, url, tenantToken: token, batchBytes: '1000000', parallel: '1' }, () => {})
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}
