/** Searches of the SDKs that continue as jobs: all events arrive, or an error names the time that was not searched. */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { FROM_MS, MIDDLE_MS, openFakeSearches } from './fake-searches.ts'
import { findGo, findPython, SDK } from './languages.ts'
import { GO_MODULE, GO_MS, goProgram } from './test-go-programs.ts'

vi.setConfig({ testTimeout: 180_000 })
const run = promisify(execFile)
const python = findPython()
const go = findGo()
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TO_MS = MIDDLE_MS + DAY_MS

async function searches(file: string, args: readonly string[], cwd: string): Promise<void> {
  const server = await openFakeSearches()
  try {
    const env = {
      ...process.env,
      PYTHONPATH: path.join(SDK, 'python/src'),
      SVC_API_URL: server.url,
      SVC_API_KEY: 'svc_any',
    }
    const { stdout } = await run(file, args, { cwd, env })
    const shown = (reason: string, fromMs = FROM_MS, toMs = MIDDLE_MS) => `${reason} ${fromMs} ${toMs}`
    const fault = 'needs more than one question may have'
    expect(JSON.parse(stdout)).toEqual({
      whole: [[1, 2, 30], 'none'],
      job: [[1, 30, 31], 'none'],
      progress: [
        ['running', 1, MIDDLE_MS],
        ['running', 1, FROM_MS],
        ['running', 2, FROM_MS],
        ['done', 3, FROM_MS],
        ['done', 3, FROM_MS],
      ],
      'two ways': [[1, 2, 30, 31, 32], 'none'],
      'no job': [[1, 30], 'none'],
      full: [[1, 30], `incomplete ${shown('rows', FROM_MS, FROM_MS + HOUR_MS)}`],
      memory: [[1], `incomplete ${shown('memory')}`],
      unreadable: [
        [1, 30],
        `incomplete ${shown('archived', FROM_MS, FROM_MS + HOUR_MS)}, ${shown('unreadable', FROM_MS, TO_MS)}`,
      ],
      failed: [[1, 30], `failed ${fault}`],
      cancelled: [[1], 'cancelled'],
      late: [[1], 'deadline'],
      early: [1],
      stopped: [[1], 'stopped'],
      'refused table': [[], 'other kql'],
      table: [['ann', 'bob'], 'none'],
      'table by a job': [['ann', 'bob'], 'none'],
      'full table': [['ann', 'bob'], `incomplete ${shown('rows')}`],
      'table of a part': [['ann'], `incomplete ${shown('memory')}`],
      events: [[], 'other search'],
      follow: [[1, [31]]],
      'follow kql': ['ann', 'bob'],
    })
    expect(server.cancelled.sort(), 'no job is left running').toEqual([
      ...['early', 'events', 'late', 'refused table', 'stopped'],
    ])
  } finally {
    await server.close()
  }
}

const pythonDriver = path.join(SDK, 'conformance/drive_search.py')

test('TypeScript', () => searches(process.execPath, [path.join(SDK, 'conformance/drive-search.ts')], SDK))

test.skipIf(python === null)('Python, blocking', () => searches(python ?? '', [pythonDriver], SDK))

test.skipIf(python === null)('Python, async', () => searches(python ?? '', [pythonDriver, 'async'], SDK))

test.skipIf(go === null)('Go', { timeout: GO_MS }, async () =>
  searches(await goProgram(go ?? '', 'search'), [], GO_MODULE),
)
