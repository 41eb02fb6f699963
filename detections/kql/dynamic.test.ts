/** Columns that hold an object: rules look for texts in its JSON text (Kusto documentation, dynamic). */
import { RE2JS } from 're2js'
import { expect, test, vi } from 'vitest'
import { plainView } from '../../schemas/event-view.ts'
import { compileMatcher } from '../match/matcher.ts'
import { scanExpr } from '../match/scan.ts'
import { ruleOf } from '../match/test-arbitraries.ts'
import { holds } from '../plan/evaluate-expr.ts'
import { compileKql } from './compile-query.ts'

const EVENTS: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { D: 'user ann' },
  { D: { user: { name: 'Ann Lee', id: 7 } } },
  { D: [{ user: 'bob' }, 'x'] },
  { D: { user: null, path: 'C:\\x' } },
]

function found(condition: string): readonly number[] {
  const body = compileKql(`SecurityEvent | where ${condition}`)
  if ('reason' in body || body.kind !== 'event') expect.fail(`${condition}: ${JSON.stringify(body)}`)
  const logSource = { product: 'windows', service: 'security', categories: [] }
  const matcher = compileMatcher([ruleOf(body)])
  return EVENTS.flatMap((record, i) => {
    const event = { record, view: plainView, logSource, timeMs: 0 }
    const scanned = scanExpr(body.where)(event)
    let matches = false
    matcher.match(event, () => {
      matches = true
    })
    expect([matches, holds(body.where, event)], `${condition} of event ${i}`).toEqual([scanned, scanned])
    return scanned ? [i] : []
  })
}

test.each<[string, readonly number[]]>([
  ['D has "ann"', [1, 2]],
  ['D has_cs "Ann"', [2]],
  ['D has "an"', []],
  ['D contains "an"', [1, 2]],
  ['D has_any ("bob", "lee")', [2, 3]],
  ['D has_all ("user", "lee")', [2]],
  // Names of members are part of the text.
  ['D has "user"', [1, 2, 3, 4]],
  ['D has "name"', [2]],
  ['D startswith "{"', [2, 4]],
  ['D startswith "["', [3]],
  ['D hasprefix "an"', [1, 2]],
  ['D hasprefix ""', [0, 1, 2, 3, 4]],
  ['D endswith "}}"', [2]],
  ['D matches regex "\\"id\\":\\\\d"', [2]],
  ['tostring(D) has "lee"', [2]],
  ['tolower(D) contains "ann lee"', [2]],
  ['not(D has "ann")', [0, 3, 4]],
  ['D !has "user"', [0]],
  ['D !contains "bob"', [0, 1, 2, 4]],
  // A backslash is written as two.
  ['D contains @"C:\\\\x"', [4]],
  // An object is no text to be equal to, and it is not empty.
  ['D == "Ann Lee"', []],
  ['isempty(D)', [0]],
  ['isnotempty(D)', [1, 2, 3, 4]],
])('%s', (condition, expected) => {
  expect(found(condition)).toEqual(expected)
})

test('a pattern for a term of a very long list is compiled only when a text may match, and never for an object', () => {
  const compile = vi.spyOn(RE2JS, 'compile')
  const terms = Array.from({ length: 3000 }, (_, i) => `"term${i}", `)
  const body = compileKql(`SecurityEvent | where D has_any (${terms.join('')}"lee")`)
  if ('reason' in body) expect.fail(body.reason)
  const matcher = compileMatcher([ruleOf(body)], { onFault: (_, error) => expect.fail(String(error)) })
  const logSource = { product: 'windows', service: 'security', categories: [] }
  const found: number[] = []
  for (const [i, record] of EVENTS.entries())
    matcher.match({ record, view: plainView, logSource, timeMs: 0 }, () => found.push(i))
  expect(found).toEqual([2])
  expect(compile).not.toHaveBeenCalled()
  compile.mockRestore()
})
