import { expect, test } from 'vitest'
import { corporaDir } from '../../../test/corpora/config.ts'
import { GOLDEN_FILES, goldenCases } from './golden-cases.ts'
import { LISTED } from './golden-listed.ts'
import { runKql } from './query.ts'

const dir = corporaDir()
const NOW = { nowMs: Date.UTC(2024, 5, 1) }
/** Number of cases, and number of passing ones: neither may shrink. */
const COUNTS = {
  babykusto: [146, 154],
  'kustoloco-e2e': [24, 25],
  'kustoloco-basic': [304, 318],
  pql: [35, 46],
} as const

test.skipIf(dir === null).each(GOLDEN_FILES)(
  'golden cases of %s pass, except the listed ones (SVC_CORPORA_DIR)',
  (file) => {
    const cases = goldenCases(dir ?? '', file)
    const outcomes = cases.map(({ id, query, database, check }) => ({ id, wrong: check(runKql(query, database, NOW)) }))
    const failed = outcomes.filter(({ wrong }) => wrong !== null)
    const unlisted = failed.filter(({ id }) => !Object.hasOwn(LISTED, id))
    expect(unlisted, 'cases that fail and are not listed').toEqual([])
    const passing = outcomes.filter(({ id, wrong }) => wrong === null && Object.hasOwn(LISTED, id))
    expect(passing, 'cases that are listed and pass').toEqual([])
    expect([cases.length - failed.length, cases.length]).toEqual(COUNTS[file])
  },
)

test.skipIf(dir === null)('every listed exception is a golden case (SVC_CORPORA_DIR)', () => {
  const ids = new Set(GOLDEN_FILES.flatMap((file) => goldenCases(dir ?? '', file).map(({ id }) => id)))
  expect(Object.keys(LISTED).filter((id) => !ids.has(id))).toEqual([])
})
