import { expect, test } from 'vitest'
import { TracedRecord } from './access-log-record.ts'

type Members = Record<string, unknown>

function answersOf(record: Members, ask: (record: Members) => unknown): unknown {
  const traced = new TracedRecord(record)
  ask(traced.record)
  return traced.answers()?.map(({ path, about, is }) => `${about} ${path.join('/')} ${is}`) ?? null
}

test('records every read of a decision with its answer, at any depth', () => {
  const record = { a: { b: 'x' }, n: 1, no: null, list: [1] }
  const ask = (members: Members) => [
    (members.a as Members).b,
    members.n,
    members.no,
    members.none,
    Array.isArray(members.list),
    'a' in members,
  ]
  expect(answersOf(record, ask)).toEqual([
    'shape a {',
    'value a/b "x"',
    'value n 1',
    'value no null',
    'value none ',
    'shape list [',
    'presence a p',
  ])
})

test('a decision that depends on more than the answers is unknown', () => {
  const asks: readonly ((record: Members) => unknown)[] = [
    (record) => Object.keys(record),
    (record) => ({ ...record }),
    (record) => Object.hasOwn(record, 'a'),
    (record) => (record.list as unknown[])[0],
    (record) => record.toString,
    (record) => Object.assign(record, { a: 2 }),
    (record) => delete record.a,
    (record) => record.long,
  ]
  for (const ask of asks) expect(answersOf({ a: 1, list: [1], long: 'x'.repeat(500) }, ask), `${ask}`).toBeNull()
})
