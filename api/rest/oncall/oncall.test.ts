import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { notifyHandoffs, whoIsOn } from '../../../control/soc/oncall/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

let api: TestApi
let acme: TenantId
const clock = { ms: Date.now() }
const DAY_MS = 86_400_000
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const ids: Record<string, string> = {}
const tokens: Record<string, string> = {}

beforeAll(async () => {
  api = await startTestApi({ clock })
  acme = await makeTenant(api, 'acme')
  tokens.admin = await makeAdmin(api, acme)
  for (const name of ['ann', 'ben', 'cem']) {
    ids[name] = await makeUser(api, acme, name, 'soc_analyst')
    tokens[name] = await tokenOf(api, acme, name)
  }
  tokens.other = await makeAdmin(api, await makeTenant(api, 'globex'))
}, 120_000)
afterAll(() => api?.close())

const ask = (who: string, method: string, url: string, body?: unknown) =>
  api.ask(method, `oncall${url}`, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) })
const rotation = (more: object = {}) => ({
  ...{
    name: 'first line',
    time_zone: 'UTC',
    starts_on: dayAt(clock.ms - 2 * DAY_MS),
    handoff_days: 1,
    handoff_at: '00:00',
  },
  ...{ user_ids: [ids.ann, ids.ben, ids.cem], ...more },
})
const onDuty = async () => (await ask('ann', 'GET', '/whoison')).body.items[0]

test('a rotation names who is on call, and who stands in for an absent person', async () => {
  expect((await ask('admin', 'POST', '/rotations', rotation())).status).toBe(201)
  expect((await ask('admin', 'POST', '/rotations', rotation())).status).toBe(409)
  expect(await onDuty()).toMatchObject({
    ...{ turn: 2, scheduled: { user_id: ids.cem, status: null }, responder: { user_id: ids.cem } },
    ...{ is_stand_in: false, next_handoff: `${dayAt(clock.ms + DAY_MS)}T00:00:00.000Z` },
  })
  await ask('cem', 'PUT', '/me', { status: 'offline', note: 'on a plane' })
  await ask('ann', 'PUT', '/me', { status: 'snoozed', snooze_minutes: 5 })
  expect(await onDuty()).toMatchObject({
    scheduled: { status: 'offline' },
    responder: { user_id: ids.ben },
    is_stand_in: true,
  })
  await ask('ben', 'PUT', '/me', { status: 'offline' })
  expect(await onDuty()).toMatchObject({ responder: null, is_stand_in: false })
  const there = (await ask('ann', 'GET', '')).body.items
  expect(there.map(({ status }: { status: string }) => status)).toEqual(['snoozed', 'offline', 'offline'])
  await withTenant(api.owner, acme, (tx) =>
    tx.run(`UPDATE oncall_presence SET until = '2020-01-01' WHERE status = 'snoozed'`),
  )
  expect(await onDuty()).toMatchObject({ responder: { user_id: ids.ann, status: 'available' }, is_stand_in: true })
})

test('each handoff is notified once with any number of replicas, and the first shift is not', async () => {
  const tell = (ms: number) => withTenant(api.owner, acme, (tx) => notifyHandoffs(tx, ms))
  expect([await tell(clock.ms), await tell(clock.ms)]).toEqual([0, 0])
  const notified = await Promise.all([1, 2, 3].map(() => tell(clock.ms + DAY_MS)))
  expect(notified.reduce((a, b) => a + b)).toBe(1)
  const changes = await withOperator(api.owner, 'test', (tx) =>
    tx.many(
      (row) => JSON.parse(text(row, 'document')),
      `SELECT document::text FROM entity_changes WHERE kind = 'oncall_handoff'`,
    ),
  )
  expect(changes).toMatchObject([{ rotation: 'first line', turn: 3, scheduled_user_id: ids.ann }])
})

test.each([
  ['a zone that is none', { time_zone: 'Mars/Base' }],
  ['a day that is none', { starts_on: '2026-02-30' }],
  ['nobody', { user_ids: [] }],
  ['a user that is none', { user_ids: ['00000000-0000-4000-8000-000000000000'] }],
  ['somebody twice', { user_ids: ['00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000000'] }],
  ['a time that is none', { handoff_at: '24:00' }],
])('a rotation with %s is refused', async (_, more) => {
  expect((await ask('admin', 'POST', '/rotations', rotation({ name: 'x', ...more }))).status).toBe(422)
})

test('a change keeps who is on call, and notifies a person who comes on call by it', async () => {
  for (const name of ['ann', 'ben', 'cem']) await ask(name, 'PUT', '/me', { status: 'available' })
  const { body: made } = await ask('admin', 'POST', '/rotations', rotation({ name: 'second line' }))
  const url = `/rotations/${made.id}`
  const duty = async () =>
    (await ask('ann', 'GET', '/whoison')).body.items.find((one: { rotation: string }) => one.rotation === 'second line')
  const tell = () => withTenant(api.owner, acme, (tx) => notifyHandoffs(tx, clock.ms))
  expect((await duty()).scheduled.user_id).toBe(ids.cem)
  await tell()
  const more = await ask('admin', 'PATCH', url, { user_ids: [ids.ann, ids.cem], handoff_days: 7 })
  expect([more.status, more.body.user_ids]).toEqual([200, [ids.cem, ids.ann]])
  expect(await duty()).toMatchObject({
    ...{ turn: 0, scheduled: { user_id: ids.cem } },
    next_handoff: `${dayAt(clock.ms + 7 * DAY_MS)}T00:00:00.000Z`,
  })
  expect(await tell()).toBe(0)
  await ask('admin', 'PATCH', url, { user_ids: [ids.ann, ids.ben] })
  expect((await duty()).scheduled.user_id).toBe(ids.ann)
  expect([await tell(), await tell()]).toEqual([1, 0])
  const later = { starts_on: dayAt(clock.ms + 2 * DAY_MS) }
  expect((await ask('admin', 'PATCH', url, later)).body.starts_on).toBe(later.starts_on)
  expect(await duty()).toMatchObject({ turn: null, scheduled: null })
  expect((await ask('admin', 'PATCH', url, {})).status).toBe(422)
  expect((await ask('admin', 'PATCH', url, { time_zone: 'Mars/Base' })).status).toBe(422)
  expect((await ask('admin', 'PATCH', url, { user_ids: ['00000000-0000-4000-8000-000000000000'] })).status).toBe(422)
  expect((await ask('ann', 'PATCH', url, later)).status).toBe(403)
  expect((await ask('other', 'PATCH', url, later)).status).toBe(404)
  await ask('admin', 'DELETE', url)
})

describe('an override of a shift', () => {
  const at = (days: number) => new Date(Date.parse(dayAt(clock.ms)) + days * DAY_MS).toISOString()
  const today = { from: at(0), until: at(1) }
  const override = (who: string, body: object) => ask(who, 'POST', '/overrides', { reason: 'ill', ...body })
  let line: string
  const url = '/overrides'
  const duty = async () =>
    (await ask('ann', 'GET', '/whoison')).body.items.find((one: { rotation_id: string }) => one.rotation_id === line)
  const tell = (ms: number) => withTenant(api.owner, acme, (tx) => notifyHandoffs(tx, ms))
  const notified = (user: string) =>
    withTenant(api.owner, acme, (tx) =>
      tx.many(
        (row) => text(row, 'title'),
        /* sql */ `
          SELECT title FROM notifications n
          WHERE title LIKE '%third line%' AND EXISTS (SELECT FROM notification_deliveries d
            WHERE d.notification_id = n.id AND d.user_id = $1)
          ORDER BY title`,
        [user],
      ),
    )

  beforeAll(async () => {
    for (const name of ['ann', 'ben', 'cem']) await ask(name, 'PUT', '/me', { status: 'available' })
    // Today is ann's, tomorrow ben's.
    const made = await ask('admin', 'POST', '/rotations', rotation({ name: 'third line', starts_on: dayAt(clock.ms) }))
    line = made.body.id
    await tell(clock.ms)
  })

  afterEach(async () => {
    for (const { id } of (await ask('ann', 'GET', url)).body.items) await ask('admin', 'POST', `${url}/${id}/end`)
  })

  test('puts its person on call until it ends, and everybody concerned is notified', async () => {
    const made = await override('admin', { rotation_id: line, user_id: ids.cem, ...today })
    expect([made.status, made.body]).toMatchObject([
      201,
      { override: { user_id: ids.cem, reason: 'ill' }, in_return: null },
    ])
    const { id } = made.body.override
    expect(await duty()).toMatchObject({
      ...{ turn: 0, scheduled: { user_id: ids.cem }, covered: { user_id: ids.ann }, responder: { user_id: ids.cem } },
      ...{ is_stand_in: false, next_handoff: today.until, override: { id, reason: 'ill' } },
    })
    expect(await notified(ids.ann ?? '')).toEqual(['cem covers your shift: third line'])
    expect([await tell(clock.ms), await tell(clock.ms)]).toEqual([1, 0])
    expect(await notified(ids.cem ?? '')).toEqual(['You are on call: third line', 'You cover a shift: third line'])
    expect((await ask('ann', 'GET', url)).body.items).toMatchObject([
      { id, rotation_id: line, created_by: expect.any(String) },
    ])
    const steps = await withTenant(api.owner, acme, async (tx) =>
      (await whoIsOn(tx, clock.ms)).map((one) => one.responder?.userId),
    )
    expect(steps).toContain(ids.cem)
    // The person of the shift is next when the one who covers is away.
    await ask('cem', 'PUT', '/me', { status: 'offline' })
    expect(await duty()).toMatchObject({ responder: { user_id: ids.ann }, is_stand_in: true })
    await ask('cem', 'PUT', '/me', { status: 'available' })
    const ended = await ask('cem', 'POST', `${url}/${id}/end`)
    expect([ended.status, ended.body.ended_by]).toEqual([200, ids.cem])
    expect((await ask('cem', 'POST', `${url}/${id}/end`)).status).toBe(404)
    expect(await duty()).toMatchObject({ scheduled: { user_id: ids.ann }, override: null, covered: null })
    expect([await tell(clock.ms + 1), await tell(clock.ms + 1)]).toEqual([1, 0])
    expect(await notified(ids.ann ?? '')).toContain('You are on call: third line')
    expect((await ask('ann', 'GET', url)).body.items).toEqual([])
  })

  test('swaps two shifts, each once', async () => {
    const inReturn = { from: at(1), until: at(2) }
    const made = await override('ben', { rotation_id: line, user_id: ids.ben, ...today, in_return: inReturn })
    expect([made.status, made.body]).toMatchObject([
      201,
      { override: { user_id: ids.ben, from_at: today.from }, in_return: { user_id: ids.ann, from_at: inReturn.from } },
    ])
    expect(await duty()).toMatchObject({ scheduled: { user_id: ids.ben }, covered: { user_id: ids.ann } })
    const tomorrow = await withTenant(api.owner, acme, (tx) => whoIsOn(tx, clock.ms + DAY_MS))
    expect(tomorrow.find((one) => one.rotation.id === line)).toMatchObject({ scheduled: { userId: ids.ann } })
    expect((await override('admin', { rotation_id: line, user_id: ids.cem, ...today })).status).toBe(409)
  })

  test('is for people of the rotation about their own shifts, and else for a lead', async () => {
    const status = async (who: string, body: object) =>
      (await override(who, { rotation_id: line, ...today, ...body })).status
    // Ben hands ann's shift to cem: not his to give.
    expect(await status('ben', { user_id: ids.cem })).toBe(403)
    const handed = await override('ann', { rotation_id: line, user_id: ids.cem, ...today })
    expect(handed.status).toBe(201)
    expect((await ask('ben', 'POST', `${url}/${handed.body.override.id}/end`)).status).toBe(403)
    expect((await ask('other', 'POST', `${url}/${handed.body.override.id}/end`)).status).toBe(404)
    expect((await ask('ann', 'POST', `${url}/${handed.body.override.id}/end`)).status).toBe(200)
    expect(await status('other', { user_id: ids.cem })).toBe(422)
    expect((await ask('other', 'GET', url)).body.items).toEqual([])
  })

  test.each([
    ['the person of the shift', () => ({ user_id: ids.ann })],
    ['nobody of this tenant', () => ({ user_id: '00000000-0000-4000-8000-000000000000' })],
    ['a period that is over', () => ({ from: at(-2), until: at(-1) })],
    ['an end before the beginning', () => ({ from: at(1), until: at(0.5) })],
    ['more than ninety days', () => ({ until: at(91) })],
    ['no reason', () => ({ reason: '' })],
    ['a shift in return that is another person’s', () => ({ in_return: { from: at(2), until: at(3) } })],
    [
      'a shift in return for those of several people',
      () => ({ until: at(2), in_return: { from: at(2), until: at(3) } }),
    ],
  ])('of %s is refused', async (_, more) => {
    const body = { rotation_id: line, user_id: ids.ben, ...today, ...more() }
    expect((await override('admin', body)).status).toBe(422)
    expect((await ask('ann', 'GET', url)).body.items).toEqual([])
  })
})

test('rotations belong to one tenant', async () => {
  const [{ id }] = (await ask('admin', 'GET', '/rotations')).body.items
  expect((await ask('other', 'GET', '/rotations')).body.items).toEqual([])
  expect((await ask('other', 'GET', '')).body.items).toEqual([])
  expect((await ask('other', 'DELETE', `/rotations/${id}`)).status).toBe(404)
  expect((await ask('ann', 'DELETE', `/rotations/${id}`)).status).toBe(403)
  expect((await ask('admin', 'DELETE', `/rotations/${id}`)).status).toBe(204)
})
