/**
 * Work that waits in a table is claimed by `stores/postgres/jobs.ts`, and work that is repeated is a worker of
 * `platform/workers.ts`. The files below lock rows or repeat something in another way, each with its reason; the lists
 * may only become shorter.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')

/** Files that lock rows until the transaction ends: they also remove, move or answer the rows in it. */
const LOCKS: Readonly<Record<string, string>> = {
  'control/platform/acting/idempotency.ts': 'deletes old keys',
  'control/soc/alerts/new-alert-queue.ts': 'takes rows out of a queue by deleting them',
  'control/platform/audit/chain-store.ts': 'holds chains while entries are added to them',
  'control/detect/osquery/upkeep.ts': 'deletes old questions',
  'control/respond/playbooks/start-by-cases.ts': 'takes rows out of a queue by deleting them',
  'control/soc/reports/run-reports.ts': 'makes the report in the transaction that moves its schedule',
}

/** Timers without work of their own that could fail for ten minutes, and the loop that holds a lock. */
const LOOPS: Readonly<Record<string, string>> = {
  'control/platform/broadcast/run-relay.ts': 'goes on for as long as it holds its lock, inside of one turn of a worker',
  'control/respond/models/scripted-model.ts': 'keeps a connection open in tests',
  'control/identity/tokens/touch-tokens.ts': 'writes down which tokens were used',
  'services/cli/tail.ts': 'is a command that asks until its person stops it',
  'services/health/audit-health.ts': 'reads a figure of the health',
  'services/health/outbox-health.ts': 'reads a figure of the health',
  'services/intake/threads.ts': 'hands batches to threads',
  'services/metrics/detect-metrics.ts': 'reads a metric',
  'services/metrics/rule-costs.ts': 'reads a metric',
  'services/process/repeat.ts': 'reads again what a process keeps in memory',
  'services/stream/backbone.ts': 'cuts files of the stream on this disk',
  'services/supervisor/store-generations.ts': 'reads whether the stores are there',
  'services/supervisor/role-process.ts': 'says in the log which step of a start takes long',
}

function* sources(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
    const one = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) yield* sources(one)
    else if (one.endsWith('.ts') && !one.endsWith('.test.ts')) yield one
  }
}

const filesWith = (pattern: RegExp, folders: readonly string[]) =>
  folders
    .flatMap((folder) => [...sources(folder)])
    .filter((file) => {
      return pattern.test(fs.readFileSync(path.join(ROOT, file), 'utf8'))
    })

test('only one function claims rows', () => {
  const claiming = filesWith(/SKIP LOCKED/, ['api', 'control', 'connectors', 'ingest', 'services', 'stores'])
  expect(claiming.filter((file) => file !== 'stores/postgres/jobs.ts').toSorted()).toEqual(
    Object.keys(LOCKS).toSorted(),
  )
})

test('every loop of the control plane or of a service is a worker', () => {
  const looping = filesWith(/setInterval\(|while \(!stop|while \(true\)/, ['control', 'services'])
  expect(looping.toSorted()).toEqual(Object.keys(LOOPS).toSorted())
})

/** True when a subquery behind `IN` locks rows: `text` is a source file, parentheses outside of SQL included. */
function locksWithinIn(text: string): boolean {
  for (const { index } of text.matchAll(/\bIN \(/g)) {
    let depth = 1
    let end = index + 'IN ('.length
    for (; depth > 0 && end < text.length; end++) depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0
    if (/^\s*SELECT\b/.test(text.slice(index + 'IN ('.length)) && text.slice(index, end).includes('FOR UPDATE'))
      return true
  }
  return false
}

test('no subquery behind IN locks rows, because a plan that runs it for each row passes over its LIMIT', () => {
  const joined =
    'WITH next AS (SELECT id FROM t LIMIT 4 FOR UPDATE SKIP LOCKED) DELETE FROM t USING next WHERE t.id = next.id'
  expect(locksWithinIn('DELETE FROM t WHERE id IN (\n  SELECT id FROM t LIMIT 4 FOR UPDATE SKIP LOCKED)')).toBe(true)
  expect(locksWithinIn(joined)).toBe(false)
  const folders = ['api', 'control', 'connectors', 'ingest', 'services', 'stores', 'pipeline', 'query']
  const locking = folders.flatMap((folder) => [...sources(folder)])
  expect(locking.filter((file) => locksWithinIn(fs.readFileSync(path.join(ROOT, file), 'utf8')))).toEqual([])
})
