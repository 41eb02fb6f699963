import { expect, test } from 'vitest'
import { matching } from './match.ts'

const ENTRIES = [
  { label: 'Overview', kind: 'page' },
  { label: 'Alerts', kind: 'page' },
  { label: 'Use the light theme', kind: 'setting' },
  { label: 'Alerts with “al”', kind: 'search' },
] as const
const labels = (text: string) => matching(ENTRIES, text).map(({ label }) => label)

test('names that begin with the text come first, searches for the text last', () => {
  expect(labels('al')).toEqual(['Alerts', 'Alerts with “al”'])
  expect(labels('LIGHT use')).toEqual(['Use the light theme', 'Alerts with “al”'])
})

test('without a text all entries are offered in their order', () => {
  expect(labels(' ')).toEqual(['Overview', 'Alerts', 'Use the light theme', 'Alerts with “al”'])
})
