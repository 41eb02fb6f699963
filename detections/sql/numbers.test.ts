import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rows, useEngine } from '../../stores/clickhouse/test-engine.ts'
import { foldCase } from '../plan/fold.ts'
import { toNumber } from '../plan/scalar.ts'
import { numberTextSql } from './leaves.ts'
import { foldConstants, foldSql, textNumberSql } from './text.ts'

/** The two zeros are equal, and told apart by `toEqual`. */
const unsigned = (value: number | null) => (value === 0 ? 0 : value)

const engine = useEngine({ migrated: false })

test('the engine writes numbers as JavaScript does', async () => {
  const whole = fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(Number)
  const numbers = [0, -0, 1e21, 1e-7, 2 ** 53, 2 ** 53 + 2, 2 ** 63, 2 ** 63 + 2048, 1.2345678901234567e19, 5e-324]
  const doubles = fc.double({ noNaN: true, noDefaultInfinity: true })
  const all = [...numbers, ...fc.sample(whole, 2000), ...fc.sample(doubles, 2000)]
  const sql = `SELECT arrayMap(x -> ${numberTextSql('toFloat64(x)')}, {all:Array(String)}) AS texts`
  const [row] = await rows<{ texts: string[] }>(engine().client, sql, { all: all.map(String) })
  expect(row?.texts).toEqual(all.map(String))
})

test('the engine reads the same texts as numbers', async () => {
  const unit = fc.constantFrom(...'0123456789.eE+- \t\u00a0\ufeffx')
  const made = ['+5', '.5', '5.', ' 7 ', '1e5', '1e400', '0x10', '', '.', '\u20281\u3000', '1_0', 'nan', 'inf', '１']
  const all = [...made, ...fc.sample(fc.string({ unit, maxLength: 8 }), 3000)]
  const sql = `SELECT arrayMap(x -> ${textNumberSql('x')}, {all:Array(String)}) AS numbers`
  const [row] = await rows<{ numbers: (number | null)[] }>(engine().client, sql, { all })
  expect(row?.numbers.map(unsigned)).toEqual(all.map((text) => unsigned(toNumber(text))))
})

test('the engine folds every character as the matcher does', async () => {
  const texts: string[] = []
  for (let from = 1; from < 0x110000; from += 4096) {
    const codes = Array.from({ length: 4096 }, (_, i) => from + i).filter((code) => code < 0xd800 || code > 0xdfff)
    texts.push(
      codes
        .filter((code) => code < 0x110000)
        .map((code) => String.fromCodePoint(code))
        .join(''),
    )
  }
  const sql = `WITH ${foldConstants().join(', ')} SELECT ${foldSql('x')} AS folded FROM (SELECT arrayJoin({texts:Array(String)}) AS x)`
  for (const text of texts) {
    const [row] = await rows<{ folded: string }>(engine().client, sql, { texts: [text] })
    if (row?.folded !== foldCase(text)) expect.fail(`characters from ${text.codePointAt(0)}`)
  }
})
