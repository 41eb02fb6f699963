import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { movedSample, SAMPLE_END_MS, sampleMove } from './sample-time.ts'
import { SAMPLES } from './samples.ts'

const DAY_MS = 86_400_000
const LATER_MS = SAMPLE_END_MS + 500 * DAY_MS

test.each(SAMPLES.map(({ file }) => file))('every time of %s moves, and nothing else of a line does', (file) => {
  const lines = fs.readFileSync(file, 'utf8').split('\n')
  const moved = movedSample(lines.join('\n'), LATER_MS - SAMPLE_END_MS)
  expect(moved).not.toMatch(/2024-05|\bMay 1\d |\b17156\d{8}/)
  const back = moved
    .replace(/2025-09-26/g, '2024-05-14')
    .replace(/\bSep 26 /g, 'May 14 ')
    .replace(/\b1758\d{9}\b/g, (ms) => String(Number(ms) - (LATER_MS - SAMPLE_END_MS)))
    .replace(/2932e00-/g, '')
  expect(back.split('\n')).toEqual(lines)
})

test('moved events end shortly before now', () => {
  const times = SAMPLES.flatMap(({ file }) => {
    const moved = movedSample(fs.readFileSync(file, 'utf8'), LATER_MS - SAMPLE_END_MS)
    return [...moved.matchAll(/2025-09-26[T ][\d:]{8}/g)].map(([time]) => Date.parse(`${time.replace(' ', 'T')}Z`))
  })
  expect(Math.max(...times)).toBeLessThan(LATER_MS)
  expect(Math.max(...times)).toBeGreaterThan(LATER_MS - 10 * 60_000)
  expect(Math.min(...times)).toBeGreaterThan(LATER_MS - 3 * 3_600_000)
})

test('a folder keeps its move for half a day, and then has another', () => {
  const dir = fs.mkdtempSync(join(tmpdir(), 'svc-sample-'))
  const first = sampleMove(dir, LATER_MS + 1)
  expect(first).toBe(500 * DAY_MS)
  expect(sampleMove(dir, LATER_MS + 11 * 3_600_000)).toBe(first)
  expect(sampleMove(dir, LATER_MS + DAY_MS)).toBe(first + DAY_MS)
  fs.rmSync(dir, { recursive: true })
})

test('a day of one digit is padded as in syslog', () => {
  const move = Date.UTC(2024, 11, 3) - Date.UTC(2024, 4, 14)
  expect(movedSample('<134>May 14 07:00:29 fw', move)).toBe('<134>Dec  3 07:00:29 fw')
})
