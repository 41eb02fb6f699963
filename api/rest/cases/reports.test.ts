/** Summary and post-mortem: functions of what is stored, that name nobody and trust no text. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestCases, type TestCases } from './test-cases.ts'

let cases: TestCases
beforeAll(async () => {
  cases = await openTestCases()
}, 120_000)
afterAll(() => cases.close())

const ask: TestCases['ask'] = (...args) => cases.ask(...args)
const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(2)>"'&\u202e`

/** A case as it may go: late, escalated work, one task too late, one left open. */
async function worked() {
  await ask('tess', 'POST', 'cases/sla-policies', {
    ...{ name: crypto.randomUUID(), severity: 'high', ack_minutes: 10, resolve_minutes: 600, close_minutes: 700 },
  })
  const alert = await cases.alert({ mitre_techniques: ['T1566.001', 'T1486'], affected_hosts: ['web-7'] })
  const { id } = await cases.open({ title: `Ransom ${HOSTILE}`, alert_ids: [alert], description: HOSTILE })
  cases.clock.ms += 20 * 60_000
  await ask('ann', 'POST', `cases/${id}/assign`, { assignee_id: cases.users.ann })
  await ask('ann', 'POST', `cases/${id}/comments`, { body: `@ben please look: ${HOSTILE}` })
  const due = new Date(cases.clock.ms + 60_000).toISOString()
  const add = async (body: object) => (await ask('ann', 'POST', `cases/${id}/tasks`, body)).body.id
  const late = await add({ title: `Isolate ${HOSTILE}`, category: 'containment', due_at: due })
  await add({ title: 'Tell the owner', category: 'comms' })
  const byKey = await add({ title: 'Collect memory', category: 'evidence' })
  cases.clock.ms += 5 * 60_000
  await ask('ann', 'PATCH', `cases/${id}/tasks/${late}`, { status: 'done' })
  const { key } = (await ask('tess', 'POST', 'api-keys', { name: 'bot', scopes: ['cases:write'] })).body
  await cases.api.ask('PATCH', `cases/${id}/tasks/${byKey}`, { key, body: { status: 'done' } })
  cases.clock.ms += 60 * 60_000
  await ask('ann', 'PATCH', `cases/${id}`, { status: 'closed', reason: HOSTILE })
  return id
}

const report = (id: string, kind: string, format = 'json') => ask('vic', 'GET', `cases/${id}/${kind}?format=${format}`)

test('the post-mortem has every section and counter, and the same bytes for the same rows at any time', async () => {
  const id = await worked()
  const { body, text } = await report(id, 'postmortem')
  expect(body.overview).toMatchObject({ status: 'closed', severity: 'high', time_to_resolution_minutes: 85 })
  expect(body.overview.techniques_by_tactic).toEqual([
    { tactic: 'Initial Access', techniques: ['T1566.001'] },
    { tactic: 'Impact', techniques: ['T1486'] },
  ])
  expect(body.detection).toMatchObject({ sla_breached: true, breached_clocks: ['ack'], detection_gaps: [] })
  expect(body.response).toMatchObject({
    actions_taken: 2,
    actions_overdue: 1,
    automated_count: 1,
    effectiveness_score: 53,
  })
  expect(body.response.actions.map(({ category }: { category: string }) => category)).toEqual([
    ...['containment', 'comms', 'evidence'],
  ])
  expect(body.action_items.length).toBeGreaterThan(0)
  expect(body.fell_short).toContain('The target to acknowledge was missed.')
  expect(body.timeline.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['created', 'comment', 'status_change', 'task']),
  )
  const html = (await report(id, 'postmortem', 'html')).text
  cases.clock.ms += 30 * 86_400_000
  expect((await report(id, 'postmortem')).text).toBe(text)
  expect((await report(id, 'postmortem', 'html')).text).toBe(html)
})

test('no report names an analyst, in any form', async () => {
  const id = await worked()
  for (const kind of ['summary', 'postmortem'])
    for (const format of ['json', 'html']) {
      const { text } = await report(id, kind, format)
      for (const name of ['ann', 'ben', 'tess']) {
        expect([kind, format, new RegExp(`\\b${name}\\b`).test(text)]).toEqual([kind, format, false])
        expect(text).not.toContain(cases.users[name])
      }
    }
})

test('a page is self-contained, prints well, and runs no script that people wrote into the case', async () => {
  const id = await worked()
  for (const kind of ['summary', 'postmortem']) {
    const { headers, text } = await report(id, kind, 'html')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-disposition']).toMatch(new RegExp(`^inline; filename="INC-\\d+-${kind}\\.html"$`))
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(text).toContain('@media print')
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).not.toMatch(/<script|<img|\u202e|<[^>]+ (src|href|on\w+)=/i)
  }
})

test('a page has words and dates of people, and no ids', async () => {
  const id = await worked()
  await ask('ann', 'POST', `cases/${id}/timeline`, { type: 'note', title: 'read in_progress_notes.txt' })
  const { text } = await report(id, 'postmortem', 'html')
  expect(text).toContain('<dt>Time to resolution</dt><dd>1 h 25 min</dd>')
  expect(text).toMatch(/<dt>Opened<\/dt><dd>\d{4}-\d\d-\d\d \d\d:\d\d UTC<\/dd>/)
  expect(text).toContain('<dt>Targets missed</dt><dd>Acknowledge</dd>')
  // The name of a file stays as it is, and a status becomes words.
  expect(text).toContain('read in_progress_notes.txt')
  expect(text.replaceAll(/ datetime="[^"]*"/g, '')).not.toMatch(
    /\d{2}T\d{2}:|[0-9a-f]{8}-[0-9a-f]{4}|api\/v1|to in_progress|>null</,
  )
  expect((await report(id, 'summary', 'html')).text).toMatch(
    /<dt>Acknowledge<\/dt><dd>breached, due .* UTC, done .* UTC<\/dd>/,
  )
})

test('a case without activity has a report too, which says what is missing', async () => {
  const { id } = await cases.open({ title: 'Untouched', severity: 'info' })
  const { body } = await report(id, 'postmortem')
  expect(body.detection).toMatchObject({
    alert_fired_at: null,
    first_touch_at: null,
    first_touch_latency_minutes: null,
  })
  expect(body.detection.detection_gaps).toHaveLength(3)
  expect(body.response).toMatchObject({ actions: [], actions_taken: 0, effectiveness_score: null })
  expect(body.action_items.length).toBeGreaterThan(0)
  expect((await report(id, 'summary')).body).toMatchObject({ status: 'open', tasks: { total: 0 }, is_assigned: false })
  expect((await report(id, 'summary', 'pdf')).status).toBe(422)
})
