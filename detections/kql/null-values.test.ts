/** Missing columns in a rule: null for all types but text, which is ''. */
import { expect, test } from 'vitest'
import { plainView } from '../../schemas/event-view.ts'
import { scanExpr } from '../match/scan.ts'
import { compileKql } from './compile-query.ts'

const EVENTS: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { N: 5, A: 'net', IP: '10.1.1.1', T: true },
  { N: 7, A: '', B: 'x', IP: '8.8.8.8', T: false },
  { N: null, A: null, IP: 'none', T: null },
]

function found(condition: string): readonly number[] {
  const body = compileKql(`SecurityEvent | where ${condition}`)
  if ('reason' in body || body.kind !== 'event') expect.fail(`${condition}: ${JSON.stringify(body)}`)
  const holds = scanExpr(body.where)
  const logSource = { product: 'windows', service: 'security', categories: [] }
  return EVENTS.flatMap((record, i) => (holds({ record, view: plainView, logSource, timeMs: 0 }) ? [i] : []))
}

test('a list with null and other values is not null', () => {
  const events = [{ A: [null, 'x'] }, { A: [null] }, { A: [] }, {}]
  const holds = (condition: string) => {
    const body = compileKql(`SecurityEvent | where ${condition}`)
    if ('reason' in body || body.kind !== 'event') expect.fail(`${condition}: ${JSON.stringify(body)}`)
    const where = scanExpr(body.where)
    const logSource = { product: 'windows', service: 'security', categories: [] }
    return events.flatMap((record, i) => (where({ record, view: plainView, logSource, timeMs: 0 }) ? [i] : []))
  }
  expect(holds('isnull(A)')).toEqual([1, 3])
  expect(holds('isnotnull(A)')).toEqual([0, 2])
  expect(holds('isempty(A)')).toEqual([1, 3])
})

test.each<[string, readonly number[]]>([
  ['N < 6', [1]],
  ['not(N < 6)', [2]],
  ['not(not(N < 6))', [1]],
  ['N !between (4 .. 6)', [2]],
  ['not(N > 5 or A == "net")', []],
  ['not(N > 5 and A == "net")', [0, 1, 2, 3]],
  ['N != 5', [0, 2, 3]],
  ['not(N + 1 > 6)', [1]],
  ['T', [1]],
  ['not(T)', [2]],
  ['T != true', [0, 2, 3]],
  ['not(not(T))', [1]],
  ['not(not(T) or N < 6)', []],
  ['not(T and N > 0)', [2]],
  ['toint(N) == tolong(M)', []],
  ['toint(N) != tolong(M)', [1, 2]],
  ['not(toint(N) == M + 0)', [1, 2]],
  ['toint(N) == tolong(N)', [1, 2]],
  ['not(N + 0 < toint(IP))', []],
  ['toint(IP) != N + 0', [1, 2]],
  ['isempty(coalesce(A, B))', [0, 3]],
  ['coalesce(A, B, "y") == "x"', [2]],
  ['coalesce(M, N) == 5', [1]],
  ['tolower(IP) matches regex "^n[o]"', [3]],
  ['not(TimeGenerated < ago(1d))', [0, 1, 2, 3]],
  ['ipv4_is_private(IP)', [1]],
  ['not(ipv4_is_private(IP))', [2]],
  ['not(ipv4_is_in_range(IP, "8.0.0.0/8"))', [1]],
  ['A == ""', [0, 2, 3]],
  ['A =~ ""', [0, 2, 3]],
  ['A != ""', [1]],
  ['A in ("", "x")', [0, 2, 3]],
  ['A !in ("", "x")', [1]],
  ['A startswith ""', [0, 1, 2, 3]],
  ['A contains "" and A has ""', [0, 1, 2, 3]],
  ['A matches regex "^(net)?$"', [0, 1, 2, 3]],
  ['not(A has "net")', [0, 2, 3]],
  ['base64_decode_tostring(strcat(A, "Zm9v")) has "foo"', [0, 2, 3]],
  ['base64_decode_tostring("/w==") == ""', [0, 1, 2, 3]],
  ['A == B', [0, 3]],
  ['A != B', [1, 2]],
])('%s', (condition, expected) => {
  expect(found(condition)).toEqual(expected)
})
