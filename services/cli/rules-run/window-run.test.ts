import { expect, test } from 'vitest'
import { planWindows, tapsOf } from '../../../detections/window/chains.ts'
import { count, sequence } from '../../../detections/window/conformance-rules.ts'
import { WINDOW_LIMITS, type WindowRule } from '../../../detections/window/window.ts'
import type { FedMatch } from './event-feeds.ts'
import { type WindowMatch, WindowRun } from './window-run.ts'

const START_MS = Date.UTC(2024, 4, 14)
const HOUR_MS = 3_600_000

/** The events of a file that match feed 0 of the rule, by their seconds; line 1 is the first. */
function runOf(rule: WindowRule, seconds: readonly number[], heldMax?: number, endSecond = 0) {
  const found: WindowMatch[] = []
  const run = new WindowRun([rule], (match) => found.push(match), heldMax)
  const [tap] = tapsOf(planWindows([rule], WINDOW_LIMITS).planned)
  const matches = seconds.map((second, event): FedMatch => {
    const timeMs = START_MS + second * 1000
    return { window: tap?.digest ?? '', feed: 0, event, line: 1, timeMs, key: ['ann'], values: [], carry: [] }
  })
  const chunk = { timeless: 0, refused: 0, groupsOmitted: 0, newestMs: START_MS + endSecond * 1000 }
  for (const [line, match] of matches.entries())
    run.add({ ...chunk, matches: [{ ...match, event: 0 }] }, { events: line, lines: line })
  const early = found.length
  run.end()
  return { found, early, lost: run.lost() }
}

const three = count('three', 'a', { by: 'user', in: '10s' }, { gte: 3 })
const linesOf = ({ found }: { readonly found: readonly WindowMatch[] }) => found.map(({ lines }) => lines)

test('events in any order are the same events, named in the order of their time', () => {
  expect(linesOf(runOf(three, [0, 1, 2]))).toEqual([[1, 2, 3]])
  expect(linesOf(runOf(three, [2 * 3600, 2, 3600, 0, 1]))).toEqual([[4, 5, 2]])
})

test('above the bound the oldest matches are released first, and matches later than the allowed lateness are counted', () => {
  const far = Array.from({ length: 8 }, (_, at) => 3600 + at * 60)
  const { found, lost } = runOf(three, [...far, 0, 1, 2, ...far.map((second) => second + 3600)], 8)
  expect(found).toEqual([])
  expect(lost).toEqual(['3 matches came 60 s and more behind others, and were left out of windows'])
  expect(linesOf(runOf(three, [...far, 0, 1, 2], 1000))).toEqual([[9, 10, 11]])
})

test('final matches are printed before the end, in the order of time', () => {
  const hours = Array.from({ length: 20 }, (_, hour) => [0, 1, 2].map((second) => hour * 3600 + second)).flat()
  const { found, early } = runOf(three, hours, 12)
  expect(early).toBeGreaterThan(10)
  expect(found.map(({ timeMs }) => timeMs)).toEqual(
    Array.from({ length: 20 }, (_, hour) => START_MS + hour * HOUR_MS + 2000),
  )
})

test('repeated events of a file count separately', () => {
  expect(linesOf(runOf(three, [5, 5, 5]))).toEqual([[1, 2, 3]])
})

test('absence is decided up to the newest event of the file, and undecided after it', () => {
  const absent = sequence('absent', 'a !b', 'user', '5s')
  const { found, lost } = runOf(absent, [7], undefined, 12)
  expect(found[0]).toMatchObject({
    timeMs: START_MS + 12_000,
    fromMs: START_MS + 7000,
    toMs: START_MS + 7000,
    lines: [1],
  })
  expect(lost).toEqual([])
  const open = runOf(absent, [7], undefined, 11)
  expect(open.found).toEqual([])
  expect(open.lost).toEqual([expect.stringMatching(/^1 sequences are undecided/)])
})

test('a window that cannot run is a fault, and the engine bounds its state', () => {
  const broken = count('broken', 'a', { by: 'user', in: '10s' }, { gte: WINDOW_LIMITS.entriesMax })
  const { faults } = new WindowRun([three, broken], () => undefined)
  expect(faults).toEqual([{ ruleId: 'broken', reason: expect.stringMatching(/16384 or more/) }])
})
