import { expect, test } from 'vitest'
import { resultOf } from './ledger-result.ts'

test.each([
  [
    { alerts: [{ id: 'a1', title: 'LSASS dumped', severity: 'high', risk_score: 81 }] },
    'alerts: LSASS dumped (risk score 81)',
  ],
  [
    {
      at_risk: [
        { risk: 100, entity: 'kim' },
        { risk: 7, entity: 'ws1' },
      ],
    },
    'at risk: kim (risk 100), ws1 (risk 7)',
  ],
  [{ known: [], looked_up: 0 }, 'known: none; looked up: 0'],
  [{ plan: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }, 'plan: a, b, c, d, e and 2 more'],
  [{ claims: [{ text: 'The case has 1 alert.', rests: [2] }] }, 'claims: The case has 1 alert.'],
  [{ error: null }, null],
])('a result reads %j as %s', (output, text) => expect(resultOf({ input: {}, output })).toBe(text))

test('a step without a result has none', () => {
  expect([null, undefined, 'x', {}, { output: null }].map(resultOf)).toEqual([null, null, null, null, null])
})
