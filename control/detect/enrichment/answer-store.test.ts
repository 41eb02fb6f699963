/** Answers that are kept: which of them go. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTenant, startTestApi, type TestApi } from '../../../api/test-api.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { keepAnswers, trimAnswers } from './answer-store.ts'

let api: TestApi
let acme: TenantId
const DAY_MS = 86_400_000
const NOW_MS = Date.UTC(2026, 5, 1) + 1

beforeAll(async () => {
  api = await startTestApi()
  acme = await makeTenant(api, 'acme')
}, 120_000)
afterAll(() => api?.close())

const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => withTenant(api.owner, acme, work)
const kept = () =>
  inTenant((tx) => tx.many((row) => text(row, 'value'), `SELECT value FROM enrichment_answers ORDER BY checked_at`))
const answer = (value: string, ageDays: number) => ({
  ...{ kind: 'host' as const, value, provider: 'registry', data: {}, checkedMs: NOW_MS - ageDays * DAY_MS },
})

test('removes the oldest answers above the bound, and all that are too old to replace a source', async () => {
  const answers = [5, 40, 1, 3, 50].map((age) => answer(`h${age}`, age))
  await inTenant((tx) => keepAnswers(tx, answers, 1000 * DAY_MS))
  const never = new Date(0)
  await inTenant((tx) => trimAnswers(tx, { answers: 4, before: never }))
  expect(await kept()).toEqual(['h40', 'h5', 'h3', 'h1'])
  await inTenant((tx) => trimAnswers(tx, { answers: 4, before: new Date(NOW_MS - 30 * DAY_MS) }))
  expect(await kept()).toEqual(['h5', 'h3', 'h1'])
})

test('two writers of the same answers in different orders do not deadlock', async () => {
  const answers = Array.from({ length: 200 }, (_, n) => answer(`same-${n}`, 0))
  const turns = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? answers : answers.toReversed()))
  await Promise.all(turns.map((some) => inTenant((tx) => keepAnswers(tx, some, DAY_MS))))
  expect((await kept()).filter((value) => value.startsWith('same-'))).toHaveLength(200)
})
