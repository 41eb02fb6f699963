/** Starts everything embedded, pushes the bundled sample for a demo tenant through ingest, and prints the result. */
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openLog } from '../../platform/log.ts'
import type { Config } from '../config.ts'
import { instanceConfig } from '../supervisor/config.ts'
import type { Instance } from '../supervisor/instance.ts'
import { bootstrap } from './admin-bootstrap.ts'
import { demoReport, look } from './demo-report.ts'
import { waitForDrain } from './drain.ts'
import { quietLogs } from './globals.ts'
import { movedSample, sampleMove } from './sample-time.ts'
import { SAMPLES } from './samples.ts'
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
  printLine(`starting ClickHouse, Postgres, ingest, the pipeline and the API on ${path.resolve(settings.dataDir)} ...`)
  // A run of the sample that was stopped early counts as failed.
  const running = await startInstance(settings, openLog('svc'), options.once ? 1 : 0)
  printLine(`ready after ${seconds(startedAt)} s; pushing the sample ...`)
  const isBalanced = await demonstrate(settings, running.instance, options.once === true).catch(async (error) => {
    await running.stop()
    throw error
  })
  if (options.once) await running.end(isBalanced ? 0 : 1)
}

/** Prints the report; false when the sent events and the ledger do not agree. */
async function demonstrate(settings: Config, instance: Instance, isOnce: boolean): Promise<boolean> {
  const { token } = await mintFor({ tenant: TENANT })
  // Events that an earlier run left in the pipeline are not counted as this run's.
  await waitForDrain(settings, DRAIN_MS_MAX)
  const before = await look(TENANT)
  await pushSamples(sampleMove(settings.dataDir, Date.now()), token, instance.ingestUrl)
  await waitForDrain(settings, DRAIN_MS_MAX)
  const { password } = await bootstrap({ email: ADMIN, tenant: TENANT, isOneTime: false })
  const after = await look(TENANT)
  const report = demoReport({ before, after, token, admin: { email: ADMIN, password }, instance, settings, isOnce })
  console.log(report.text)
  return report.isBalanced
}

/** Each file as `svc send` sends it, with its times moved. */
async function pushSamples(moveMs: number, token: string, url: string): Promise<void> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'svc-sample-'))
  try {
    for (const { file, format, connector } of SAMPLES) {
      const moved = path.join(folder, path.basename(file))
      fs.writeFileSync(moved, movedSample(fs.readFileSync(file, 'utf8'), moveMs))
      const options = { format, connector, url, tenantToken: token, batchBytes: '1000000', parallel: '1' }
      await sendFile(moved, options, () => {})
    }
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

function printLine(line: string): void {
  process.stderr.write(`${line}\n`)
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}
