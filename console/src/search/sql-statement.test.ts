import { expect, test } from 'vitest'
import { isTimed, openParametersOf, parametersOf, statementOf, valuesOf, withLiterals } from './sql-statement.ts'

const SPAN = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }

test('parameters are found once, and none in texts, quoted names and comments', () => {
  const sql = `SELECT '{no:String}', \`{no:String}\`, "{no:String}" -- {no:String}
    /* {no:String} */ FROM events WHERE host = {host:String} OR user = { host : String } AND pid IN {pids:Array(UInt32)}`
  expect(parametersOf(sql)).toEqual([
    { name: 'host', type: 'String' },
    { name: 'pids', type: 'Array(UInt32)' },
  ])
})

test('the time of the page is a value that nobody types', () => {
  const sql = 'SELECT 1 FROM events WHERE time >= {from:DateTime64(3)} AND time < {to:DateTime}'
  expect(openParametersOf(sql)).toEqual([])
  expect(isTimed(sql)).toBe(true)
  expect(isTimed('SELECT 1')).toBe(false)
  expect(statementOf(sql, {}, SPAN)).toEqual({
    sql,
    parameters: { from: '2026-11-01 00:00:00.000', to: '2026-11-02 00:00:00.000' },
  })
})

test('values go beside the statement, those that it uses', () => {
  const sql = 'SELECT {column:Identifier} FROM events WHERE host = {host:String}'
  const values = { column: 'a`b', host: `x' OR 1=1`, other: '' }
  expect(statementOf(sql, values, SPAN)).toEqual({ sql, parameters: { column: 'a`b', host: `x' OR 1=1` } })
  expect(statementOf(sql, { column: 'user' }, SPAN)).toEqual({ missing: ['host'] })
  // A name that every object has is no value.
  expect(statementOf('SELECT {constructor:String}', {}, SPAN)).toEqual({ missing: ['constructor'] })
})

test('a hunt has the values as literals, and its time as parameters', () => {
  const sql = `SELECT '{host:String}' FROM {place:Identifier} WHERE time > {from:DateTime64(3)} AND host = {host:String}
    AND pid IN {pids:Array(UInt32)} AND code = {code:UInt32} AND user = {user:String} -- {host:String}`
  const values = { host: String.raw`it's \'`, pids: '[1,2]', code: '4625', place: 'a`b', from: 'no' }
  expect(withLiterals(sql, values)).toBe(
    [
      String.raw`SELECT '{host:String}' FROM ${'`a\\`b`'} WHERE time > {from:DateTime64(3)} AND host = 'it\'s \\\''`,
      "    AND pid IN CAST('[1,2]' AS Array(UInt32)) AND code = 4625 AND user = {user:String} -- {host:String}",
    ].join('\n'),
  )
})

test('a number that is none is left to the engine, which refuses it', () => {
  expect(withLiterals('SELECT {n:UInt32}', { n: '1 OR 1' })).toBe("SELECT CAST('1 OR 1' AS UInt32)")
})

test('values of a link are texts, and another form gives none', () => {
  expect(valuesOf('{"host":"ws1","n":5}')).toEqual({ host: 'ws1' })
  expect(valuesOf('[1]')).toEqual({})
  expect(valuesOf('{')).toEqual({})
  expect(valuesOf(undefined)).toEqual({})
})
