import { expect, test } from 'vitest'
import { SEARCH_LIMITS } from './limits.ts'
import { eventOf } from './search-events.ts'
import { shownFields } from './shown-fields.ts'

const shown = shownFields(['cmd_line', 'user', 'ocsf', 'unmapped.script'], String)
const found = (values: readonly string[]) =>
  eventOf({ uid: 'u', ms: '0', ...Object.fromEntries(values.map((value, at) => [`v${at}`, value])) } as never, shown)

test('a long text shows its beginning, and both it and a long value of another kind are listed', () => {
  const long = Buffer.from(`-encs ${'é'.repeat(SEARCH_LIMITS.valueChars)}`)
  // The engine cuts bytes, and puts a mark in the place of half a character.
  const sent = long.subarray(0, SEARCH_LIMITS.valueChars + 1).toString()
  expect(sent).toMatch(/\uFFFD$/)
  const { fields, cut } = found([sent, 'kim', '', `"${'a'.repeat(SEARCH_LIMITS.valueChars)}`])
  expect(cut).toEqual(['cmd_line', 'ocsf', 'unmapped.script'])
  expect(fields).toEqual({ cmd_line: sent.replace('\uFFFD', ''), user: 'kim', ocsf: null, 'unmapped.script': null })
})

test('a text as long as a page shows is whole', () => {
  const text = 'a'.repeat(SEARCH_LIMITS.valueChars)
  expect(found([text, '', '{}', ''])).toMatchObject({ cut: [], fields: { cmd_line: text, user: null, ocsf: {} } })
})
