/** Products that no table knows: the generic reader's score on lines that were labelled before it read them. */
import { expect, test } from 'vitest'
import { type NormalisedEvent, normalisedEvents } from '../../pipeline/sample/sample-events.ts'
import { FIRST_HELD_OUT, type HeldOutLine, SECOND_HELD_OUT } from './held-out-products.ts'

const ENTITIES = ['user', 'target', 'host', 'src', 'dst', 'time'] as const
const OUTCOMES = ['', 'success', 'failure'] as const

type Values = Readonly<Record<string, string>>

/** The columns of the last event of a line, under the names of its labels. */
function readIn(line: string): Values & { readonly class: string } {
  const events = [...normalisedEvents(Buffer.from(`${line}\n`), 'auto')].map((event) =>
    'reason' in event ? null : valuesOf(event),
  )
  const last = events.at(-1)
  if (!last) throw new Error(`not read: ${line}`)
  return last
}

type Normalised = Exclude<NormalisedEvent, { readonly reason: string }>

function valuesOf({ row, event }: Normalised) {
  const isReceipt = JSON.stringify(event.enrichments ?? []).includes('time of receipt')
  return {
    class: String(row.classUid),
    user: row.user || row.targetUser,
    target: row.user === '' ? '' : row.targetUser,
    host: row.host,
    src: row.srcIp,
    dst: row.dstIp,
    time: isReceipt || Number.isNaN(row.timeMs) ? '' : new Date(row.timeMs).toISOString(),
    outcome: OUTCOMES[row.statusId] ?? '',
  }
}

type Score = { classes: number; expected: number; right: number; readonly wrong: string[]; readonly missing: string[] }

function scoreOf(lines: readonly HeldOutLine[]): Score {
  const score: Score = { classes: 0, expected: 0, right: 0, wrong: [], missing: [] }
  for (const line of lines) judge(line, readIn(line.line), score)
  return score
}

function judge(line: HeldOutLine, read: ReturnType<typeof readIn>, score: Score): void {
  if (line.class.includes(Number(read.class))) score.classes++
  else (read.class === '0' ? score.missing : score.wrong).push(`${line.product}: class ${read.class}`)
  for (const name of [...ENTITIES, 'outcome'] as const) {
    const wanted = [line[name] ?? []].flat() as string[]
    const value = read[name] ?? ''
    const isFree = line.either?.includes(name) === true
    if (wanted.length > 0 && name !== 'outcome' && !isFree) score.expected++
    if (value !== '' && !wanted.includes(value) && !isFree)
      score.wrong.push(`${line.product}: ${name} ${value}, not ${wanted[0] ?? 'any'}`)
    if (wanted.includes(value) && name !== 'outcome' && !isFree) score.right++
    else if (value === '' && wanted.length > 0 && !isFree) score.missing.push(`${line.product}: no ${name}`)
  }
}

/** Minimum of 100. */
const CLASSES_MIN = 90
const ENTITIES_MIN = 95

test.each([
  ['first', FIRST_HELD_OUT, 70],
  ['second', SECOND_HELD_OUT, 30],
] as const)('of the %s lines held out most classes and entities are read, and none wrongly', (_, lines, linesMin) => {
  const { classes, expected, right, wrong, missing } = scoreOf(lines)
  expect(lines.length).toBeGreaterThanOrEqual(linesMin)
  expect(wrong).toEqual([])
  expect((100 * classes) / lines.length, missing.join('\n')).toBeGreaterThanOrEqual(CLASSES_MIN)
  expect((100 * right) / expected, missing.join('\n')).toBeGreaterThanOrEqual(ENTITIES_MIN)
})
