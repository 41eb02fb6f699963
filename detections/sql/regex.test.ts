import { expect, test } from 'vitest'
import { rows, useEngine } from '../../stores/clickhouse/test-engine.ts'
import { compileRegex } from '../plan/regex.ts'
import { regexFault, regexSql } from './compile-test.ts'

const engine = useEngine({ migrated: false })
const FLAGS = { i: false, m: false, s: false }

test('counts whole characters, not bytes', async () => {
  const patterns = [
    'kiwi\u212a?',
    'kiwi\u212a*',
    'a\u{1f600}{0,2}b',
    '\u{1f600}??',
    'kiwi\u20ac{0}',
    'abc\u03c3?',
    '[a\u20ac?]b',
    '\u20ac+k',
  ]
  const texts = ['', 'kiwi', 'kiwi\u212a', 'ab', 'a\u{1f600}\u{1f600}b', 'abc', '?b', '\u20acb', '\u20ac\u20ack', 'x']
  const found = patterns.map((pattern) => `arrayMap(x -> ${regexSql('x', pattern, FLAGS)}, {texts:Array(String)})`)
  const [row] = await rows<{ found: number[][] }>(engine().client, `SELECT [${found.join(', ')}] AS found`, { texts })
  const expected = patterns.map((pattern) => {
    const regex = compileRegex(pattern, FLAGS)
    return texts.map((text) => ('fault' in regex ? Number.NaN : Number(regex.test(text))))
  })
  expect(row?.found).toEqual(expected)
})

test.each([
  ['a\\Bb', true],
  ['\\\\\\B', true],
  ['\\Qa?\\E', true],
  ['a\\\\Bb', false],
  ['a\\bB', false],
])('%s is refused for the engine: %s', (source, isRefused) => {
  expect(regexFault(source, FLAGS) !== null).toBe(isRefused)
})
