/** Cases that will likely miss their targets are listed with the chance, and told of once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyForecasts } from '../../../control/soc/cases/index.ts'
import { openTestPeople, type TestPeople } from './test-people.ts'

let people: TestPeople
beforeAll(async () => {
  people = await openTestPeople()
}, 120_000)
afterAll(() => people?.close())

const forecast = async (who = 'vic') => (await people.ask(who, 'GET', 'sla/forecast')).body
const notified = () => notifyForecasts({ pool: people.api.owner, nowMs: () => people.clock.ms })

test('a tenant without targets has an empty forecast that states its basis', async () => {
  await people.open({ severity: 'low' })
  expect(await forecast()).toMatchObject({ cases: [], total: 0, on_duty: 1, is_duty_assumed: true })
  expect((await forecast()).basis).toContainEqual(
    expect.objectContaining({ severity: 'high', samples: 0, is_assumed: true, handling_minutes: 90 }),
  )
})

test('lists the likeliest misses first, and notifies the assignee and the subscriber once', async () => {
  const clocks = { ack_minutes: 60, resolve_minutes: 120, close_minutes: 600 }
  const policy = await people.ask('tess', 'POST', 'cases/sla-policies', { name: 'p', severity: 'high', ...clocks })
  expect(policy.status).toBe(201)
  const every = { channels: ['mail'], min_severity: 'info', kinds: ['sla_forecast'], time_zone: 'UTC' }
  await people.ask('tess', 'PUT', 'notifications/preferences', { ...every, quiet_from: null, quiet_to: null })
  const opened = []
  for (let n = 0; n < 6; n++) opened.push((await people.open({ title: `Case ${n}`, assignee_id: people.users.ben })).id)
  await people.deliverAll() // what they were assigned
  people.minutes(30)
  const found = await forecast()
  expect(found).toMatchObject({ total: 6, left_out: 0 })
  expect(found.cases.map((one: { case_id: string }) => one.case_id).toSorted()).toEqual(opened.toSorted())
  for (const one of found.cases)
    expect(one).toMatchObject({ expected_penalty: one.chance * 5, assignee_id: people.users.ben })
  // One person and six cases of an hour and a half within the hour and a half that is left.
  const likely = found.cases.filter(({ chance }: { chance: number }) => chance >= 0.5)
  expect(likely.length).toBeGreaterThanOrEqual(4)
  people.smtp.mails.length = 0
  expect(await notified()).toBe(likely.length)
  await notified()
  await people.deliverAll()
  const forecastMails = (name: string) => people.mailsTo(name).filter((mail) => mail.includes('will likely not be'))
  expect(forecastMails('tess')).toHaveLength(likely.length)
  expect(forecastMails('ben')).toHaveLength(likely.length)
  for (const name of ['ann', 'ben', 'tess', 'vic'])
    expect((await people.ask(name, 'PUT', 'oncall/me', { status: 'available' })).status).toBe(200)
  expect(await forecast()).toMatchObject({ on_duty: 4, is_duty_assumed: false })
})

test('shows nothing of another tenant', async () => {
  expect(await forecast('bob')).toMatchObject({ cases: [], total: 0 })
})
