import { expect, test } from 'vitest'
import { CheckedStatements } from './checked-statements.ts'

const KEY = { sql: 'SELECT 1', database: 'default', closedColumns: [] }

function counted(charactersMax = 1_000) {
  const statements = new CheckedStatements(charactersMax)
  let checks = 0
  const of = (key: Parameters<CheckedStatements['of']>[0]) =>
    statements.of(key, async () => {
      checks++
      return `checked ${key.sql}`
    })
  return { of, checks: () => checks }
}

test('a text is checked once for the same database and closed columns', async () => {
  const { of, checks } = counted()
  expect(await of(KEY)).toBe('checked SELECT 1')
  expect(await of({ ...KEY })).toBe('checked SELECT 1')
  expect(checks()).toBe(1)
  await of({ ...KEY, closedColumns: ['raw'] })
  await of({ ...KEY, database: 'other' })
  await of({ ...KEY, sql: 'SELECT 2' })
  expect(checks()).toBe(4)
})

test('a refusal is not remembered', async () => {
  const statements = new CheckedStatements(1_000)
  await expect(statements.of(KEY, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await statements.of(KEY, async () => 'allowed')).toBe('allowed')
})

test('a statement whose parameter is a name is checked each time', async () => {
  const { of, checks } = counted()
  for (const sql of ['SELECT {c: Identifier} FROM events', 'SELECT * FROM {t:identifier }']) {
    await of({ ...KEY, sql })
    await of({ ...KEY, sql })
  }
  expect(checks()).toBe(4)
})

test('the least lately used are forgotten at the bound', async () => {
  const { of, checks } = counted(150)
  const keys = ['A', 'B', 'C'].map((sql) => ({ ...KEY, sql: sql.repeat(20) }))
  const [a = KEY, b = KEY, c = KEY] = keys
  await of(a)
  await of(b)
  await of(a)
  await of(c)
  expect(checks()).toBe(3)
  await of(a)
  expect(checks()).toBe(3)
  await of(b)
  expect(checks()).toBe(4)
})
