import { expect, test } from 'vitest'
import { eventsIn } from './events-in.ts'

test.each([
  ['', []],
  ['{"a": 1}', [{ a: 1 }]],
  ['[{"a": 1}, {"b": 2}]', [{ a: 1 }, { b: 2 }]],
  ['{"a": 1}\n\n{"b": 2}\n', [{ a: 1 }, { b: 2 }]],
  ['{\n  "a": 1\n}', [{ a: 1 }]],
])('%j holds events', (text, events) => {
  expect(eventsIn(text, 2)).toEqual({ events, fault: null })
})

test.each([
  ['[{}, {}, {}]', 'at most 2 events at once'],
  ['[1]', 'each event is a JSON object'],
  ['"text"', 'each event is a JSON object'],
])('%j is refused', (text, fault) => {
  expect(eventsIn(text, 2)).toEqual({ events: [], fault })
})

test('a fault has the number of its line if there is one event on each line', () => {
  expect(eventsIn('{"a": 1}\n{"b": }', 5).fault).toMatch(/^line 2: /)
  expect(eventsIn('{"a": 1', 5).fault).not.toMatch(/^line/)
})
