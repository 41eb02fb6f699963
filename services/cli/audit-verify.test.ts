import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { bundleOf, TEST_KEY_ID, testDocument } from '../../control/platform/audit/testing.ts'
import { verifyAudit } from './audit-verify.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-verify-'))
const documents = Array.from({ length: 5 }, (_, i) => testDocument(i + 1))
const file = (name: string, lines: readonly string[]) => {
  writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(''))
  return join(folder, name)
}
let [older, whole, dropped] = ['', '', '']

beforeAll(() => {
  older = file('older', bundleOf(documents.slice(0, 3)))
  whole = file('whole', bundleOf(documents))
  dropped = file('dropped', bundleOf(documents).toSpliced(4, 1))
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

async function outputOf(...args: Parameters<typeof verifyAudit>): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  await verifyAudit(...args)
  return String(log.mock.calls[0]?.[0])
}

test('a whole log is verified, against an older export of it too', async () => {
  expect(await outputOf(whole, { against: older, key: [TEST_KEY_ID] })).toBe(
    `verified: 5 entries, 1 signed heads of tenant acme as of 1970-01-01T00:00:05.000Z, keys ${TEST_KEY_ID}`,
  )
  expect(process.exitCode).toBeUndefined()
})

test('the first fault is named and the status is 1', async () => {
  expect(await outputOf(dropped, {})).toBe(
    'dropped: entry 3, line 5: entry 4 follows entry 2 (2 entries before it are valid)',
  )
  expect(process.exitCode).toBe(1)
})

test('a log that went back behind an older export is refused', async () => {
  expect(await outputOf(older, { against: whole })).toMatch(/^truncated: entries 4 to 5/)
})

test('a missing file is refused with a message', async () => {
  await expect(verifyAudit(join(folder, 'none'), {})).rejects.toMatchObject({ code: 'bad_request' })
})
