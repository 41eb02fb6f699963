import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

let api: TestApi
const tokens: Record<string, string> = {}
let ann: string

beforeAll(async () => {
  api = await startTestApi()
  const acme = await makeTenant(api, 'acme')
  tokens.admin = await makeAdmin(api, acme)
  ann = await makeUser(api, acme, 'ann', 'soc_lead')
  tokens.ann = await tokenOf(api, acme, 'ann')
  await makeUser(api, acme, 'vic', 'viewer')
  tokens.vic = await tokenOf(api, acme, 'vic')
  tokens.other = await makeAdmin(api, await makeTenant(api, 'globex'))
}, 120_000)
afterAll(() => api?.close())

const ask = (method: string, url: string, body?: unknown, who = 'ann') =>
  api.ask(method, url, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) })
const make = async (title: string) =>
  (await ask('POST', 'alerts', { title, severity: 'low', tags: ['own'] })).body.id as string
const shown = async (id: string) => (await ask('GET', `alerts/${id}`)).body
const bulk = (alert_ids: string[], change: object, who = 'ann') =>
  ask('POST', 'alerts/bulk', { alert_ids, change }, who)
/** The fields that show an analyst how an alert is handled. */
const handling = async (id: string) => {
  const { status, priority, tags, assigned_to_id, snoozed_until, resolved_at } = await shown(id)
  return { status, priority, tags, assigned_to_id, snoozed_until, resolved_at }
}

describe('a change of many alerts', () => {
  test('changes exactly those alerts, reports a refused one, is audited once, and is undone as a whole', async () => {
    const ids = [await make('a'), await make('b'), await make('c')]
    const untouched = await make('d')
    await ask('PATCH', `alerts/${ids[2]}`, { status: 'closed' })
    const before = await Promise.all(ids.map(handling))
    api.audited.length = 0
    const change = { status: 'in_progress', assigned_to_id: ann, add_tags: ['night'], priority: 7 }
    const done = (await bulk(ids, change)).body
    expect(done).toMatchObject({
      changed: 2,
      refused: [{ alert_id: ids[2], reason: expect.stringContaining('reason') }],
    })
    expect(api.audited.map(({ action, resourceId }) => [action, resourceId])).toEqual([
      ['alert:bulk_changed', done.bulk_id],
    ])
    expect(await handling(ids[0] ?? '')).toMatchObject({ status: 'in_progress', tags: ['own', 'night'], priority: 7 })
    expect(await handling(untouched)).toMatchObject({ status: 'new', tags: ['own'] })
    const undone = (await ask('POST', `alert-bulk-changes/${done.bulk_id}/undo`)).body
    expect([undone.restored.sort(), undone.kept]).toEqual([[ids[0], ids[1]].sort(), []])
    expect(await Promise.all(ids.map(handling))).toEqual(before)
    expect((await ask('POST', `alert-bulk-changes/${done.bulk_id}/undo`)).status).toBe(409)
  })

  test('sets a verdict and closes, and the undo takes both back except where somebody decided again', async () => {
    const [one, two, three] = [await make('v1'), await make('v2'), await make('v3')]
    const verdict = { corrected_verdict: 'false_positive', reason: 'a scanner', reason_code: 'known_scanner' }
    const contradicted = { ...verdict, reason_code: 'true_positive_confirmed' }
    expect((await bulk([one], { verdict: contradicted })).status).toBe(422)
    const done = (await bulk([one, two, three], { verdict, status: 'closed' })).body
    expect([done.changed, done.refused]).toEqual([3, []])
    const decided = await Promise.all([one, two, three].map(shown))
    for (const { disposition, status, verdict: shownVerdict } of decided)
      expect([disposition, status, shownVerdict]).toEqual([
        'false_positive',
        'closed',
        expect.objectContaining(verdict),
      ])
    const anew = { corrected_verdict: 'true_positive', reason: 'it was not', reason_code: 'true_positive_confirmed' }
    expect((await ask('POST', `alerts/${two}/verdict-override`, anew)).status).toBe(200)
    const undone = (await ask('POST', `alert-bulk-changes/${done.bulk_id}/undo`)).body
    expect([undone.restored.sort(), undone.kept]).toEqual([[one, three].sort(), [two]])
    const after = await Promise.all([one, two, three].map(shown))
    expect(after.map(({ disposition, status }) => [disposition, status])).toEqual([
      [null, 'new'],
      ['true_positive', 'closed'],
      [null, 'new'],
    ])
  })

  test('is undone for the alerts that nobody changed since', async () => {
    const [first, second] = [await make('e'), await make('f')]
    const { bulk_id } = (await bulk([first, second], { snooze_minutes: 60 })).body
    expect((await handling(first)).snoozed_until).not.toBeNull()
    await ask('POST', `alerts/${second}/assign`, { assigned_to_id: ann })
    const { restored, kept } = (await ask('POST', `alert-bulk-changes/${bulk_id}/undo`)).body
    expect([restored, kept]).toEqual([[first], [second]])
    expect((await handling(first)).snoozed_until).toBeNull()
    expect(await handling(second)).toMatchObject({ assigned_to_id: ann, snoozed_until: expect.any(String) })
    const woken = (await bulk([second], { snooze_minutes: null })).body
    expect([woken.changed, (await handling(second)).snoozed_until]).toEqual([1, null])
  })

  test('changes nothing when one alert is unknown or of another tenant', async () => {
    const [mine, theirs] = [
      await make('g'),
      (await ask('POST', 'alerts', { title: 'x', severity: 'low' }, 'other')).body.id,
    ]
    for (const stranger of [theirs, '00000000-0000-4000-8000-000000000000'])
      expect((await bulk([mine, stranger], { priority: 9 })).status).toBe(422)
    expect((await handling(mine)).priority).not.toBe(9)
    const { bulk_id } = (await bulk([mine], { priority: 9 })).body
    expect((await ask('POST', `alert-bulk-changes/${bulk_id}/undo`, undefined, 'other')).status).toBe(404)
    expect((await bulk([mine], { priority: 9 }, 'vic')).status).toBe(403)
  })

  test.each([
    ['nothing', {}],
    ['a member that is none', { severity: 'high' }],
    ['a status that is none', { status: 'gone' }],
  ])('is refused for %s', async (_, change) => {
    expect((await bulk([await make('h')], change)).status).toBe(422)
  })

  test('is refused as a whole when the assignee is unknown', async () => {
    const refused = await bulk([await make('i')], { assigned_to_id: '00000000-0000-4000-8000-000000000000' })
    expect([refused.status, refused.body.detail?.[0]?.loc]).toEqual([422, ['body', 'change.assigned_to_id']])
  })
})
