import { expect, test } from 'vitest'
import { rows, useEngine } from '../../stores/clickhouse/test-engine.ts'
import { READABLE } from './readable.ts'

const engine = useEngine({ migrated: false })

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const CASES: readonly (readonly [text: string, readable: 0 | 1])[] = [
  ['{"a":1,"b":"{"}', 1],
  ['{}', 1],
  ['  {"a":{"b":1},"c":{"b":1}}', 1],
  ['{"a":[{"b":1},{"b":2}],"c":[[[{"b":1}]]]}', 1],
  ['{"a":1,"a":2}', 0],
  ['{"a":{"b":1,"b":2}}', 0],
  ['{"a":{"c":{"b":1,"d":0,"b":2}}}', 0],
  ['{"a":[1,{"b":1,"b":2}]}', 0],
  ['{"a":[[{"b":[{"c":1,"c":2}]}]]}', 0],
  ['{"a":[[[[[1]]]]]}', 0],
  [deep(9), 1],
  [deep(40), 0],
  ['[{"a":1}]', 0],
  ['{"a":', 0],
]

test('rejects a JSON object in which any object repeats a name', async () => {
  const sql = `SELECT ${READABLE} AS readable FROM (SELECT arrayJoin({texts:Array(String)}) AS raw)`
  const found = await rows<{ readable: number }>(engine().client, sql, { texts: CASES.map(([text]) => text) })
  expect(found.map(({ readable }, at) => [CASES[at]?.[0], readable])).toEqual(CASES)
})
