import { expect, test } from 'vitest'
import { didYouMean } from './suggest.ts'

const KNOWN = ['alerts:read', 'cases:read', 'cases:write']

test.each([
  ['alert:read', ' (did you mean alerts:read?)'],
  ['cases:wirte', ' (did you mean cases:write?)'],
  ['moon:landing', ''],
  ['', ''],
])('for %j suggests the closest known word, if one is close', (typed, suggested) => {
  expect(didYouMean(typed, KNOWN)).toBe(suggested)
})

test('compares only the beginning of a long word, so that any input ends soon', () => {
  expect(didYouMean('a'.repeat(1_000_000), KNOWN)).toBe('')
})

const SCOPES = ['alerts:read', 'alerts:write', 'cases:read', 'hunts:read', 'lake:query', 'actions:execute:high']
test.each([
  ['alert:read', ' (did you mean alerts:read?)'],
  ['alerts:rite', ' (did you mean alerts:write?)'],
  ['lake:read', ' (did you mean lake:query?)'],
  ['actions:exectue:high', ' (did you mean actions:execute:high?)'],
  ['events:read', ''],
  ['evnets:read', ''],
  ['ingest:write', ''],
  ['alerts:delete', ''],
  ['alerts', ''],
  [':', ''],
  ['', ''],
])('of parts, %s suggests %o', (typed, suggested) => {
  expect(didYouMean(typed, SCOPES)).toBe(suggested)
})
