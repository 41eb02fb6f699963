import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

let api: TestApi
const tokens: Record<string, string> = {}

beforeAll(async () => {
  api = await startTestApi()
  const acme = await makeTenant(api, 'acme')
  tokens.ann = await makeAdmin(api, acme)
  for (const [name, role] of [
    ['bea', 'tenant_admin'],
    ['vera', 'viewer'],
  ] as const) {
    await makeUser(api, acme, name, role)
    tokens[name] = await tokenOf(api, acme, name)
  }
  tokens.other = await makeAdmin(api, await makeTenant(api, 'globex'))
}, 120_000)
afterAll(() => api?.close())

const RULE = (id = crypto.randomUUID()) =>
  `title: Whoami\nid: ${id}\nlogsource: { category: process_creation, product: windows }\ndetection:\n  a: { CommandLine|contains: whoami }\n  condition: a\nlevel: medium\n`
const HIT = {
  EventID: 1,
  Channel: 'Microsoft-Windows-Sysmon/Operational',
  CommandLine: 'cmd /c whoami',
  Image: 'C:\\x.exe',
}
const MISS = { ...HIT, CommandLine: 'notepad' }

const post = (path: string, body: object | undefined, as = 'ann') =>
  api.ask('POST', `detection-proposals${path}`, { token: tokens[as] ?? '', ...(body === undefined ? {} : { body }) })
const get = (path: string, as = 'ann') => api.ask('GET', `detection-proposals${path}`, { token: tokens[as] ?? '' })

async function proposed(more: object = {}, as = 'ann') {
  const { status, body, text } = await post(
    '',
    { title: 'Whoami', description: 'Discovery', logic: RULE(), ...more },
    as,
  )
  expect([status, text.slice(0, 300)]).toEqual([201, text.slice(0, 300)])
  return body
}

describe('a proposal', () => {
  test('goes from review with fixtures to an active rule', async () => {
    const made = await proposed({
      mitre_tags: ['T1033', 'attack.discovery'],
      positive_fixtures: [HIT],
      negative_fixtures: [MISS],
    })
    expect(made).toMatchObject({ status: 'proposed', positive_fixtures: 1, proposed_by: expect.stringContaining('@') })
    const commented = await post(`/${made.id}/comment`, { comment: 'Also whoami.exe /all?' }, 'bea')
    expect(commented.body).toMatchObject({
      status: 'in_review',
      review_comments: [{ comment: 'Also whoami.exe /all?' }],
    })
    expect((await post(`/${made.id}/decide`, { decision: 'approve' }, 'bea')).status).toBe(412)
    const replayed = await post(`/${made.id}/evaluate-rule`, undefined)
    expect(replayed.body).toMatchObject({
      status: 'eval_passed',
      fixture_result: { passed: true, matched_positives: 1, matched_negatives: 0, is_override: false },
    })
    const own = await post(`/${made.id}/decide`, { decision: 'approve' })
    expect([own.status, own.body.detail]).toEqual([403, 'who proposed a rule does not approve it'])
    expect((await post(`/${made.id}/promote`, undefined)).status).toBe(412)
    const approved = await post(`/${made.id}/decide`, { decision: 'approve', comment: 'good' }, 'bea')
    expect(approved.body).toMatchObject({ status: 'approved', decision_comment: 'good' })
    const recorded = () => api.audited.filter(({ action }) => action === 'proposal:decided').length
    const before = recorded()
    expect((await post(`/${made.id}/decide`, { decision: 'approve', comment: 'good' }, 'bea')).body).toEqual(
      approved.body,
    )
    expect(recorded(), 'the same decision again').toBe(before)
    const promoted = (await post(`/${made.id}/promote`, undefined)).body
    expect(promoted.status).toBe('promoted')
    const rule = await api.ask('GET', `rules/${promoted.promoted_rule_id}`, { token: tokens.ann ?? '' })
    expect(rule.body).toMatchObject({ title: 'Whoami', enabled: true, file: `proposals/${made.id}.yml` })
    for (const [path, body] of [
      ['comment', { comment: 'x' }],
      ['eval', { eval_report: { score: 1 } }],
      ['decide', { decision: 'reject' }],
      ['evaluate-rule', undefined],
      ['promote', undefined],
    ] as const)
      expect([path, (await post(`/${made.id}/${path}`, body)).status]).toEqual([path, 409])
  })

  test('that replaces a rule changes only that rule', async () => {
    const text = RULE()
    const base = (await api.ask('POST', 'rules', { token: tokens.ann ?? '', body: { language: 'sigma', text } })).body
    const logic = text.replace('whoami }', 'whoami /all }')
    const made = await proposed({
      base_rule_id: base.id,
      logic,
      positive_fixtures: [{ ...HIT, CommandLine: 'whoami /all' }],
    })
    await post(`/${made.id}/evaluate-rule`, undefined)
    await post(`/${made.id}/decide`, { decision: 'approve' }, 'bea')
    const promoted = (await post(`/${made.id}/promote`, undefined)).body
    expect(promoted.promoted_rule_id).toBe(base.id)
    const after = (await api.ask('GET', `rules/${base.id}`, { token: tokens.ann ?? '' })).body
    expect(after).toMatchObject({ version: base.version + 1, text: logic, file: base.file })
  })

  test('fails when its fixtures fail, and then its approval is void', async () => {
    const made = await proposed()
    expect((await post(`/${made.id}/evaluate-rule`, undefined)).status).toBe(422)
    const passed = await post(`/${made.id}/evaluate-rule`, { positive_fixtures: [HIT] })
    expect(passed.body).toMatchObject({ status: 'eval_passed', fixture_result: { is_override: true } })
    expect((await post(`/${made.id}/decide`, { decision: 'approve' }, 'bea')).body.status).toBe('approved')
    const failed = await post(`/${made.id}/evaluate-rule`, { positive_fixtures: [HIT, MISS], negative_fixtures: [HIT] })
    expect(failed.body).toMatchObject({
      status: 'eval_failed',
      fixture_result: {
        ...{ passed: false, matched_positives: 1, matched_negatives: 1 },
        faults: [
          { kind: 'positive', index: 1, reason: 'does not match' },
          { kind: 'negative', index: 0, reason: expect.stringContaining('matches') },
        ],
      },
    })
    expect((await post(`/${made.id}/promote`, undefined)).status).toBe(412)
    expect((await post(`/${made.id}/decide`, { decision: 'approve' }, 'bea')).status).toBe(412)
    expect((await post(`/${made.id}/decide`, { decision: 'reject', comment: 'noisy' })).body.status).toBe('rejected')
    expect((await get('?status=rejected')).body.items.map(({ id }: { id: string }) => id)).toContain(made.id)
  })

  test('is compared with the baseline of its suite', async () => {
    const { id } = await proposed({ positive_fixtures: [HIT] })
    const attach = async (score: number, more = {}) =>
      (await post(`/${id}/eval`, { eval_report: { score, suite: 'nightly', cases: 40 }, ...more })).body
    expect((await attach(0.5)).eval_result).toMatchObject({ passed: true, baseline: null, delta_pp: null })
    expect((await post('/baseline', { suite: 'nightly', score: 0.9, payload: { run: 7 } })).body.score).toBe(0.9)
    expect((await get('/baseline')).body.items).toMatchObject([{ suite: 'nightly', score: 0.9, payload: { run: 7 } }])
    expect(await attach(0.89)).toMatchObject({
      status: 'eval_passed',
      eval_result: { passed: true, eval_report: { cases: 40 } },
    })
    const worse = await attach(0.85)
    expect(worse).toMatchObject({ status: 'eval_failed', eval_result: { passed: false, baseline: 0.9 } })
    expect(worse.eval_result.delta_pp).toBeCloseTo(-5)
    expect((await attach(0.85, { max_regression_pp: 10 })).status).toBe('eval_passed')
    expect((await get('/baseline', 'other')).body.items).toEqual([])
  })

  test.each([
    ['logic that is no rule', { logic: 'title: x' }],
    ['a language that has no events', { rule_language: 'yara', logic: 'rule a { condition: true }' }],
    ['a tag that is none', { mitre_tags: ['x y'] }],
    ['more fixtures than are kept', { positive_fixtures: Array.from({ length: 201 }, () => HIT) }],
  ])('with %s is refused', async (_, more) => {
    expect((await post('', { title: 'x', description: 'x', logic: RULE(), ...more })).status).toBe(422)
  })

  test('for a rule over several events cannot be replayed event by event, and says so', async () => {
    const logic = `${RULE('11111111-1111-4111-8111-111111111111').replace('id:', 'name: one\nid:')}---\ntitle: many\nid: ${crypto.randomUUID()}\ncorrelation:\n  type: event_count\n  rules: [one]\n  group-by: [User]\n  timespan: 5m\n  condition: { gte: 5 }\n`
    const { id } = await proposed({ logic, positive_fixtures: [HIT] })
    const { status, body } = await post(`/${id}/evaluate-rule`, undefined)
    // The rule that feeds the window is about one event, and a fixture can show that.
    expect([status, body.fixture_result?.passed]).toEqual([200, true])
  })
})

test('proposals belong to one tenant, and need the permission to write rules', async () => {
  const { id } = await proposed()
  expect((await get(`/${id}`, 'other')).status).toBe(404)
  expect((await post(`/${id}/decide`, { decision: 'reject' }, 'other')).status).toBe(404)
  expect((await get('', 'other')).body.items).toEqual([])
  expect((await post('', { title: 'x', description: 'x', logic: RULE() }, 'vera')).status).toBe(403)
})
