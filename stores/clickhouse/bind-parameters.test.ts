import { expect, test } from 'vitest'
import { bindParameters } from './bind-parameters.ts'
import { rows, useEngine } from './test-engine.ts'

const engine = useEngine({ migrated: false })

test('values stand in the place of parameters, and of nothing that looks like one', () => {
  const sql = `SELECT '{no:String}', {n:UInt8} -- {no:String}\n FROM t WHERE \`{no:String}\` = { host : String } AND m = {'a': 1}`
  expect(bindParameters(sql, { n: '7', host: "it's \\" })).toEqual({
    sql: `SELECT '{no:String}', CAST('7', 'UInt8') -- {no:String}\n FROM t WHERE \`{no:String}\` = CAST('it\\'s \\\\', 'String') AND m = {'a': 1}`,
  })
  expect(bindParameters(sql, { n: '7' })).toEqual({ missing: ['host'] })
  expect(bindParameters('SELECT {constructor:String}', {}), 'a name that every object has').toEqual({
    missing: ['constructor'],
  })
})

test.each([
  ['String', "x' OR 1=1 --"],
  ['String', 'back\\slash \n 日本'],
  ['Array(UInt32)', '[1,2]'],
  ['Nullable(UInt8)', '5'],
  ['DateTime64(3)', '2026-01-31 08:00:00.123'],
])('the engine reads a %s as it was given', async (type, value) => {
  const bound = bindParameters(`SELECT toString({v:${type}}) AS v`, { v: value })
  expect('sql' in bound && (await rows<{ v: string }>(engine().client, bound.sql))).toEqual([{ v: value }])
})
