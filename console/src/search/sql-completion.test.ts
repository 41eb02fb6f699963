import { expect, test } from 'vitest'
import { sqlOffers, sqlPlaceAt, tablesOf } from './sql-completion.ts'

const TABLES = tablesOf([
  ['events', 'host', 'String'],
  ['events', 'src_ip', 'String'],
  ['signals', 'rule_id', 'String'],
])

/** Offers at the end of the text. */
const offersAt = (text: string): readonly string[] => {
  const place = sqlPlaceAt(text, text.length)
  return place === null ? [] : sqlOffers(text, place, TABLES).map(({ text: offer }) => offer)
}

test('tables come after FROM and JOIN, and nothing else', () => {
  expect(offersAt('SELECT 1 FROM e')).toEqual(['events'])
  expect(offersAt('SELECT 1 FROM events AS e JOIN s')).toEqual(['signals', 'events'])
})

test('columns come from the tables that the statement reads, also by an alias', () => {
  expect(offersAt('SELECT 1 FROM events WHERE hos')).toEqual(['host'])
  expect(offersAt('SELECT 1 FROM signals WHERE hos')).toEqual([])
  expect(offersAt('SELECT 1 FROM events AS e JOIN signals s ON s.ru')).toEqual(['s.rule_id'])
  expect(offersAt('SELECT 1 FROM events WHERE e.ho')).toEqual([])
  expect(offersAt('SELECT src')).toEqual(['src_ip'])
  expect(offersAt('SELECT cou')).toEqual(['count()', 'countIf('])
})

test('a brace offers parameters, and a text offers nothing', () => {
  expect(offersAt('SELECT 1 FROM events WHERE time >= {fr')).toEqual(['{from:DateTime64(3)}'])
  expect(offersAt("SELECT 1 FROM events WHERE host = 'hos")).toEqual([])
  expect(offersAt("SELECT 1 FROM events WHERE user = 'o\\'hara' AND hos")).toEqual(['host'])
})
