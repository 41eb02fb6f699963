import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainView } from '../../../schemas/event-view.ts'
import { corporaDir } from '../../../test/corpora/config.ts'
import { scanExpr } from '../../match/scan.ts'
import { compileKql } from '../compile-query.ts'
import { bindKql, runKql } from './query.ts'
import type { Database } from './scope.ts'
import { eventTable } from './source.ts'

const NOW = { nowMs: Date.UTC(2024, 5, 1) }
const dir = corporaDir()

/** Accepts any table name, because the test is about the language, not about which tables exist. */
const ANY: Database = {
  table: (name) => (/^[A-Z]\w*$/.test(name) ? eventTable(name, []) : null),
  names: ['SigninLogs', 'DeviceEvents'],
}

/** Reasons why the remaining queries are refused; most of these occur several times in the corpus. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^(?:Expected|Missing|Unexpected|The incomplete|there is no query)/, 'the parser refuses it'],
  [/externaldata/, 'loads data from elsewhere'],
  [/there is no (?:function|table)/, 'asks for a function or table that is kept elsewhere'],
  [/plugin|not supported/, 'asks for an operator, plugin or function that is not there'],
]

test.skipIf(dir === null)('public hunting queries are bound or refused with a reason (SVC_CORPORA_DIR)', () => {
  const text = fs.readFileSync(path.join(dir ?? '', 'kql/queries.ndjson'), 'utf8')
  const queries = text
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { query: string }).query)
  const counts: Record<string, number> = { bound: 0 }
  for (const query of queries) {
    const bound = bindKql(query, ANY, NOW)
    const why =
      'reason' in bound ? (REASONS.find(([test]) => test.test(bound.reason))?.[1] ?? 'is wrong in itself') : 'bound'
    counts[why] = (counts[why] ?? 0) + 1
  }
  expect(counts).toEqual({
    bound: 1045,
    'the parser refuses it': 110,
    'loads data from elsewhere': 100,
    'asks for a function or table that is kept elsewhere': 26,
    'asks for an operator, plugin or function that is not there': 41,
    'is wrong in itself': 7,
  })
})

const TEXTS = ['', 'net', 'NET user', 'dotnet', 'a.exe', 'A.EXE /x', 'x-net-y', '10.1.2.3', '7', 'é net']
const NUMBER_TEXTS = ['7', ' 7 ', '7.0', '+7', '7.5', '70e-1', '0x7', '0x10', 'inf', 'nan', '']
const OPERATORS = [
  ...['==', '!=', '=~', '!~', 'has', '!has', 'contains', '!contains', 'contains_cs', 'startswith', 'endswith'],
  ...['hasprefix', 'hassuffix', 'startswith_cs', '!endswith'],
]

test('a rule matches the events that its query returns', () => {
  const field = fc.constantFrom('A', 'B')
  const text = fc.constantFrom(...TEXTS)
  const quoted = text.map((one) => JSON.stringify(one))
  const plain = fc.tuple(field, fc.constantFrom(...OPERATORS), quoted).map((parts) => parts.join(' '))
  const list = fc.tuple(
    field,
    fc.constantFrom('in', 'in~', '!in', 'has_any', 'has_all'),
    fc.array(quoted, { minLength: 1, maxLength: 3 }),
  )
  const other = fc.constantFrom(
    'strlen(A) > 3',
    'tolower(A) == tolower(B)',
    'isempty(A)',
    'isnotempty(B)',
    'A =~ B',
    'N > 5',
    'N != 7',
    'N == 7.5',
    'N in (4, 7)',
    'N between (4 .. 7)',
    '7 <= N',
    'not(A has "net")',
  )
  const leaf = fc.oneof(
    plain,
    list.map(([name, word, items]) => `${name} ${word} (${items.join(', ')})`),
    other,
  )
  const condition = fc.array(leaf, { minLength: 1, maxLength: 3 }).chain((leaves) => {
    const word = fc.constantFrom(' and ', ' or ')
    return word.map((one) => leaves.map((leaf) => `(${leaf})`).join(one))
  })
  const record = fc.record({ A: text, B: text, N: fc.constantFrom<string | number>(4, 7, 9, ...NUMBER_TEXTS) })
  fc.assert(
    fc.property(condition, fc.array(record, { minLength: 1, maxLength: 5 }), (where, records) => {
      const query = `SecurityEvent | where ${where}`
      const body = compileKql(query)
      if ('reason' in body || body.kind !== 'event') expect.fail(`${query}: ${JSON.stringify(body)}`)
      const logSource = { product: 'windows', service: 'security', categories: [] }
      const events = records.map((one, i) => ({ record: { ...one, Id: i }, view: plainView, logSource, timeMs: i }))
      const database: Database = { table: (name) => eventTable(name, events), names: [] }
      const found = runKql(`${query} | project Id`, database, NOW)
      const matched = events.filter((event) => scanExpr(body.where)(event)).map(({ record: { Id } }) => [Id])
      expect('rows' in found ? found.rows : found).toEqual(matched)
    }),
    { numRuns: 300 },
  )
})
