import fs from 'node:fs'
import { expect, test } from 'vitest'
import { corporaDir } from './config.ts'
import { committedShares, FIDELITY_PAGE, fidelityPage, measureFidelity, type SourceFidelity } from './fidelity.ts'
import { UNEXPLAINED } from './unknown.ts'

const corpora = corporaDir()

test.skipIf(corpora === null)(
  'no source parses less of real logs than the committed page says (needs SVC_CORPORA_DIR)',
  () => {
    const measured = measureFidelity(corpora ?? '')
    expect(measured.unknown.get(UNEXPLAINED), 'records that no source takes, without a reason').toBeUndefined()
    expect(measured.generic.get(UNEXPLAINED), 'syslog without a table, without a reason').toBeUndefined()
    const now = committedShares(fidelityPage(measured))
    for (const [source, share] of committedShares(fs.readFileSync(FIDELITY_PAGE, 'utf8')))
      expect.soft(now.get(source) ?? 0, source).toBeGreaterThanOrEqual(share)
  },
  120_000,
)

test('the page is parsed as it was written', () => {
  const shares = { mapped: 1, derived: 0, unmapped: 2 }
  const report: SourceFidelity = {
    source: 'a/1',
    records: 3,
    unclassified: 0,
    paths: shares,
    bytes: shares,
    unmapped: [],
  }
  const page = fidelityPage({
    sources: [report],
    written: [],
    unknown: new Map([['a reason', 2]]),
    generic: new Map([['words', 3]]),
  })
  expect(committedShares(page)).toEqual(new Map([['a/1', 33.3]]))
  expect(page).toContain('| 2 | a reason |')
  expect(page).toContain('| 3 | words |')
})
