/** The alerts and the dashboard that ship must name existing metrics, and each alert must have its runbook. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { PROGRAM_FOLDERS } from './cruise.ts'
import { findPromtool } from './find-promtool.ts'

const ROOT = path.join(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, 'docker/monitoring')
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8')

type Alert = { alert: string; expr: string; annotations: { runbook: string } }
const alerts = (parse(read('docker/monitoring/alerts.yml')) as { groups: { rules: Alert[] }[] }).groups.flatMap(
  ({ rules }) => rules,
)
type Panel = { title: string; targets: { expr: string }[] }
const { panels } = JSON.parse(read('docker/monitoring/dashboard.json')) as { panels: Panel[] }

/** Names of metrics in the code. Prometheus appends suffixes to those of histograms. */
const made = new Set(PROGRAM_FOLDERS.flatMap((folder) => namesIn(folder)))
const BY_OTHERS = new Set(['process_resident_memory_bytes'])

function namesIn(folder: string): string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|node_modules/.test(file))
    .flatMap((file) => read(path.join(folder, file)).match(/(?<=')(?:svc|ingest)_[a-z_]+(?=')/g) ?? [])
}

const namesOf = (expr: string) => expr.match(/\b(?:svc|ingest|process)_[a-z_]+/g) ?? []

test.each([
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
])('%s asks for metrics that there are: %s', (_, expr) => {
  const lost = namesOf(expr).filter((name) => !made.has(name.replace(/_bucket$/, '')) && !BY_OTHERS.has(name))
  expect(lost).toEqual([])
})

test('each alert has a runbook under its name', () => {
  const headings = [...read('docs/runbooks.md').matchAll(/^## (.+)$/gm)].map(([, words = '']) =>
    words.toLowerCase().replaceAll(' ', '-'),
  )
  expect(alerts.length).toBeGreaterThan(5)
  for (const { alert, annotations } of alerts) {
    expect(annotations.runbook).toBe(`docs/runbooks.md#${alert.toLowerCase()}`)
    expect(headings).toContain(alert.toLowerCase())
  }
})

const promtool = findPromtool()
test.skipIf(promtool === null)('promtool: alerts fire on their faults', () => {
  for (const args of [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
    ['check', 'config', 'prometheus.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync(promtool as string, args, { cwd: FOLDER, encoding: 'utf8' })
    expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, ''])
  }
})
