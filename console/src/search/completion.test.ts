import { describe, expect, test } from 'vitest'
import { completed, offersFor, placeAt, quoted } from './completion.ts'

const FIELDS = [
  { text: 'user', about: 'who acts' },
  { text: 'target_user', about: 'whom' },
]

describe('where the cursor stands', () => {
  test.each([
    ['us', { kind: 'field', typed: 'us', from: 0 }],
    ['host:dc1 AND us', { kind: 'field', typed: 'us', from: 13 }],
    ['(us', { kind: 'field', typed: 'us', from: 1 }],
    ['user:', { kind: 'value', field: 'user', typed: '', from: 5 }],
    ['user:ki', { kind: 'value', field: 'user', typed: 'ki', from: 5 }],
    ['user:"LOCAL SE', { kind: 'value', field: 'user', typed: 'LOCAL SE', from: 5 }],
    ['-user:ki', { kind: 'value', field: 'user', typed: 'ki', from: 6 }],
    ['"a word', null],
    ['user:kim ', null],
    ['', null],
  ])('in %j', (text, place) => expect(placeAt(text, text.length, 'lucene')).toEqual(place))

  test('in KQL a colon does not begin a value', () => {
    expect(placeAt('T | whe', 7, 'kql')).toEqual({ kind: 'field', typed: 'whe', from: 4 })
    expect(placeAt('T | where a == "x', 17, 'kql')).toBeNull()
  })
})

test('fields that begin with the text are offered before fields that contain it', () => {
  const offers = offersFor({ kind: 'field', typed: 'us', from: 0 }, FIELDS, 'lucene')
  expect(offers.map(({ text }) => text)).toEqual(['user:', 'target_user:'])
})

test.each([
  ['us', 2, 'user:', 'user:', 5],
  ['us AND host:dc1', 2, 'user:', 'user: AND host:dc1', 5],
  ['user:ki', 7, 'kim', 'user:kim ', 9],
  ['user:"LOCAL SE', 14, quoted('LOCAL SERVICE'), 'user:"LOCAL SERVICE" ', 21],
])('%j at %d is completed with %j', (text, cursor, offer, becomes, at) => {
  const place = placeAt(text, cursor, 'lucene')
  expect(place && completed(text, cursor, place, offer)).toEqual({ text: becomes, cursor: at })
})

test.each([
  ['kim', 'kim'],
  ['LOCAL SERVICE', '"LOCAL SERVICE"'],
  ['a"b\\c', '"a\\"b\\\\c"'],
])('%j is written %j', (value, text) => expect(quoted(value)).toBe(text))
