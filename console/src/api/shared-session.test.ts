import { expect, test } from 'vitest'
import { accountOf, adopts } from './shared-session.ts'

const tokens = (tenant: string, sub: string, refresh = 'r') => ({
  access: `x.${btoa(JSON.stringify({ tenant, sub })).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.y`,
  refresh,
})

test('a tab without a session adopts the session of another tab', () => {
  expect(adopts(null, tokens('acme', 'ann'))).toBe(true)
})

test('a tab adopts newer tokens of its own account, but none of another account or tenant', () => {
  const own = tokens('acme', 'ann')
  expect(adopts(own, tokens('acme', 'ann', 'newer'))).toBe(true)
  expect(adopts(own, own)).toBe(false)
  expect(adopts(own, tokens('acme', 'ben', 'newer'))).toBe(false)
  expect(adopts(own, tokens('bolt', 'ann', 'newer'))).toBe(false)
})

test.each(['', 'gone', 'a.b.c', `a.${btoa('null')}.c`, `a.${btoa('{"sub":1}')}.c`])(
  'an access token that cannot be read is of no account: %s',
  (access) => {
    expect(accountOf({ access, refresh: 'r' })).toBe('')
    expect(adopts({ access, refresh: 'r' }, { access, refresh: 'newer' })).toBe(false)
  },
)
