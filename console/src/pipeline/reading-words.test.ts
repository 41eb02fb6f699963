import { expect, test } from 'vitest'
import { sumWords, tableWords } from './reading-words.ts'
import { SAMPLE_CHARS_MAX, sampleOf } from './sample-text.ts'

const READING = {
  ...{ events: [], events_total: 4, is_whole: true, read: 3, refused: 1, known: 2, classed: 2 },
  ...{ with_entities: 2, with_time: 3 },
}

test('the table of an event is told from the generic reader, and a table of the tenant from one of the product', () => {
  expect(tableWords({ table: 'linux/1', is_known: true })).toBe('linux')
  expect(tableWords({ table: 'learned:acme-vpn/3', is_known: true })).toBe('acme-vpn, version 3 (own)')
  expect(tableWords({ table: 'learned:draft/1', is_known: true })).toBe('the table below')
  expect(tableWords({ table: 'generic/2', is_known: false })).toBe('the generic reader')
  expect(tableWords({ table: 'text/1', is_known: false })).toBe('none: kept as text')
})

test('the sum names every event once, and no part that is zero', () => {
  expect(sumWords(READING)).toBe('4 events: 2 read by a table, 1 without a table, 1 would be a dead letter.')
  expect(sumWords({ ...READING, events_total: 2, read: 2, refused: 0 })).toBe('2 events: 2 read by a table.')
})

test('a long file is cut after a whole line, and says so', () => {
  expect(sampleOf('one\ntwo')).toEqual({ text: 'one\ntwo', isCut: false })
  const line = `${'x'.repeat(99)}\n`
  const cut = sampleOf(line.repeat(2_000))
  expect(cut.isCut).toBe(true)
  expect(cut.text.length).toBeLessThanOrEqual(SAMPLE_CHARS_MAX)
  expect(cut.text.endsWith(line)).toBe(true)
  expect(sampleOf('y'.repeat(SAMPLE_CHARS_MAX + 1)).text).toHaveLength(SAMPLE_CHARS_MAX)
})
