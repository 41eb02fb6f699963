/** User verification over Slack and Teams, and posts to web hooks of Slack: as a playbook waits for them. */
import { createHmac } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { workOnNext } from '../../../control/respond/playbooks/index.ts'
import { carryOutNext, type VerifySettings } from '../../../control/respond/response/index.ts'
import type { Egress } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withOperator } from '../../../stores/postgres/pool.ts'
import { makeAdmin, makeTenant, startTestApi, type TestApi, VAULT } from '../../test-api.ts'

const SECRET = 'a secret of thirty two characters'
const verify: VerifySettings = { secret: SECRET, timeoutSeconds: 1800, publicUrl: 'https://actions.example' }
const clock = { ms: Date.now() }
let api: TestApi
let acme: TenantId
let token: string

/** A chat that keeps what is posted to it and answers as it is told. */
type Posted = { url: string; headers: Readonly<Record<string, string>>; body: Record<string, unknown> }
const posted: Posted[] = []
let answer: { status: number; text: string }
const egress: Egress = async ({ url, headers = {}, body }) => {
  // A bot signs in with a form.
  const isForm = url.startsWith('https://login.example')
  posted.push({ url, headers, body: isForm ? {} : JSON.parse(String(body)) })
  return { status: answer.status, headers: {}, body: Buffer.from(answer.text), url }
}

beforeAll(async () => {
  api = await startTestApi({ deps: { verify }, clock })
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  const slack = { name: 'ops', vendor: 'slack', base_url: 'https://slack.example/api', secret: 'xoxb-1' }
  expect((await ask('POST', 'response/executors', slack)).status).toBe(201)
}, 120_000)
beforeEach(() => {
  posted.length = 0
  answer = { status: 200, text: JSON.stringify({ ok: true, ts: '1.2', channel: 'U1' }) }
})
afterAll(() => api?.close())

const ask = (method: string, url: string, body?: unknown) =>
  api.ask(method, url, { token, ...(body === undefined ? {} : { body }) })
const findPlace = async () => {
  throw new AppError('forbidden', 'no mail server is asked here')
}
const deps = (verifySettings: VerifySettings | null = verify) => {
  return {
    pool: api.owner,
    vault: VAULT,
    egress,
    findPlace,
    log: pino({ level: 'silent' }),
    nowMs: () => clock.ms,
    verify: verifySettings,
  }
}
async function work(request: VerifySettings | null = verify): Promise<void> {
  for (let isMore = true; isMore; ) {
    isMore = await carryOutNext(deps(request))
    while (await workOnNext(deps(request))) isMore = true
  }
}
/** As if the time that the user has were over. */
const expire = () =>
  withOperator(api.owner, 'test', (tx) =>
    tx.run(`UPDATE response_actions SET deadline = clock_timestamp() - interval '1 second' WHERE status = 'running'`),
  )
const STEP = { id: 'ask', type: 'chatops.verify', params: { user: 'U0KIM', message: 'Was this you? <!channel>' } }
const say = (id: string, next: string | null = null) => ({ id, type: 'comment_case', params: { body: id }, next })
const BRANCHES = {
  ...{ next_acknowledge: 'was_kim', next_deny: 'was_not', next_escalate: 'unsure', next_expired: 'silent' },
}
const ENDS = ['was_kim', 'was_not', 'unsure', 'silent'].map((id) => say(id))

/** A run of such a playbook over a case, as far as it gets. */
async function begun(
  step: object = { ...STEP, ...BRANCHES },
  ends: readonly object[] = ENDS,
  verifySettings?: VerifySettings | null,
) {
  clock.ms = Date.now()
  const found = await ask('POST', 'cases', { title: 'A login from far away', severity: 'high' })
  const document = { name: crypto.randomUUID(), trigger: { on: 'manual' }, steps: [step, ...ends] }
  const made = await ask('POST', 'playbooks', { document, enabled: true })
  expect([made.status, made.text]).toEqual([201, expect.anything()])
  const run = await ask('POST', `playbooks/${made.body.id}/execute`, { case_id: found.body.id, context: {} })
  expect([run.status, run.text]).toEqual([202, expect.anything()])
  await work(verifySettings)
  const caseId: string = found.body.id
  return {
    caseId,
    links: () =>
      [...JSON.stringify(posted.at(-1)?.body ?? {}).matchAll(/"url":"([^"]+)"/g)].map(([, url = '']) =>
        url.replace(verify.publicUrl, ''),
      ),
    state: async () => (await ask('GET', `playbook-runs/${run.body.run_id}`)).body,
    comments: async () =>
      (await ask('GET', `cases/${caseId}/comments`)).body.items.map(({ body }: { body: string }) => body),
    timeline: async (): Promise<string[]> =>
      (await ask('GET', `cases/${caseId}/timeline`)).body.items
        .map(({ type }: { type: string }) => type)
        .filter((type: string) => type.startsWith('chatops')),
  }
}
const click = (link: string, headers: Record<string, string> = {}) => api.ask('GET', link, { headers })

describe('a user verification', () => {
  test('sends three buttons, waits, and continues in the branch of the first answer', async () => {
    const run = await begun()
    expect(posted).toMatchObject([
      {
        url: 'https://slack.example/api/chat.postMessage',
        headers: { authorization: 'Bearer xoxb-1' },
        body: { channel: 'U0KIM', text: 'Was this you? &lt;!channel&gt;' },
      },
    ])
    expect(run.links()).toHaveLength(3)
    expect([(await run.state()).status, await run.comments(), await run.timeline()]).toEqual([
      'waiting',
      [],
      ['chatops.verify.prompted'],
    ])
    const [, deny = '', escalate = ''] = run.links()
    api.audited.length = 0
    const clicked = await click(deny)
    expect([clicked.status, clicked.text]).toEqual([200, expect.stringContaining('No, that was not me')])
    expect(api.audited).toMatchObject([{ action: 'action:verification_answered', changes: { choice: 'deny' } }])
    // One answer counts: neither another one nor the same again.
    expect([(await click(escalate)).status, (await click(deny)).status]).toEqual([409, 409])
    expect((await click(escalate)).text).toContain('This was answered already: No, that was not me')
    expect(clicked.text).toContain('Was this you? &lt;!channel&gt;')
    await work()
    expect([(await run.state()).status, await run.comments()]).toEqual(['completed', ['was_not']])
    expect((await run.timeline()).toSorted()).toEqual(['chatops.verify.deny', 'chatops.verify.prompted'])
  })

  test.each([
    [0, 'was_kim', 'acknowledge'],
    [2, 'unsure', 'escalate'],
  ] as const)('button %i continues in branch %s', async (button, branch, choice) => {
    const run = await begun()
    await click(run.links()[button] ?? '')
    await work()
    expect([await run.comments(), await run.timeline()]).toEqual([
      [branch],
      expect.arrayContaining([`chatops.verify.${choice}`]),
    ])
  })

  test('counts one of two concurrent answers', async () => {
    const run = await begun()
    const clicks = await Promise.all(run.links().map((link) => click(link)))
    expect(clicks.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('without an answer continues in the branch for it, and its buttons stop working', async () => {
    const run = await begun()
    await expire()
    await work()
    expect([(await run.state()).status, await run.comments()]).toEqual(['completed', ['silent']])
    expect(await run.timeline()).toContain('chatops.verify.expired')
    expect((await click(run.links()[0] ?? '')).status).toBe(409)
    clock.ms += 1_801_000
    expect((await click(run.links()[0] ?? '')).status).toBe(410)
    clock.ms -= 1_801_000
  })

  test('without a branch for a missing answer ends the run as expired', async () => {
    const run = await begun(STEP, [])
    await expire()
    await work()
    expect((await run.state()).status).toBe('expired')
  })

  test('gives its answer to later conditions, and a step may set a shorter time', async () => {
    const is = { field: 'steps.ask.result.choice', operator: 'eq', value: 'acknowledge' }
    const steps = [{ id: 'is', type: 'condition', condition: is, next_true: 'was_kim', next_false: 'was_not' }]
    const run = await begun({ ...STEP, timeout_seconds: 120 }, [...steps, say('was_kim'), say('was_not')])
    clock.ms += 121_000
    expect((await click(run.links()[0] ?? '')).status).toBe(410)
    clock.ms -= 121_000
    await click(run.links()[0] ?? '')
    await work()
    expect(await run.comments()).toEqual(['was_kim'])
  })

  test('refuses tokens that were changed, signed with another secret, or of another run', async () => {
    const run = await begun()
    const [link = ''] = run.links()
    const [payload = '', signature = ''] = decodeURIComponent(link.split('token=')[1] ?? '').split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(claims).toMatchObject({ case: run.caseId, tenant: acme, user: 'U0KIM', choice: 'acknowledge' })
    const other = Buffer.from(JSON.stringify({ ...claims, choice: 'escalate' })).toString('base64url')
    const mac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url')
    const forged = [
      ...[`${other}.${signature}`, `${payload}.${mac('x', `chatops.verify\n${payload}`)}`, payload, 'x', `${payload}.`],
      ...[`${payload}.${mac(SECRET, payload)}`, `${payload}.${signature}.x`],
    ]
    for (const bad of forged)
      expect([bad, (await click(`/api/v1/chatops/verify?token=${encodeURIComponent(bad)}`)).status]).toEqual([bad, 403])
    expect((await run.state()).status).toBe('waiting')
  })

  test('is answered by a click, and not by link previews and scanners', async () => {
    const run = await begun()
    const [link = ''] = run.links()
    const lookers = [{ 'user-agent': 'Slackbot-LinkExpanding 1.0' }, { 'sec-purpose': 'prefetch' }]
    for (const headers of lookers) expect((await click(link, headers)).text).toContain('<form method="post">')
    await api.ask('HEAD', link)
    await work()
    expect((await run.state()).status).toBe('waiting')
    expect((await api.ask('POST', link)).status).toBe(200)
  })

  test('fails with a clear error when it is disabled or no chat is connected', async () => {
    const off = await begun(STEP, [], { ...verify, secret: null })
    expect(await off.state()).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('SVC_FEATURE_CHATOPS_VERIFY'),
    })
    expect([posted, await off.timeline()]).toEqual([[], []])
    const globex = await makeAdmin(api, await makeTenant(api, 'globex'))
    const action = { action_type: 'chatops_verify', target: '', parameters: STEP.params, rationale: 'x' }
    const { body } = await api.ask('POST', 'actions', { token: globex, body: action })
    await work()
    const shown = await api.ask('GET', `actions/${body.action.id}`, { token: globex })
    expect(shown.body).toMatchObject({ status: 'failed', reason: 'no_integration', action_type: 'chatops.verify' })
  })

  test('fails with the chat’s error when refused, and is retried when the chat is busy', async () => {
    answer = { status: 200, text: '{"ok":false,"error":"channel_not_found"}' }
    const run = await begun()
    expect(await run.state()).toMatchObject({ status: 'failed', error: 'ask: Slack answered channel_not_found' })
    expect(await run.timeline()).toEqual([])
    answer = { status: 429, text: '' }
    const busy = await begun()
    answer = { status: 200, text: '{"ok":true,"ts":"1.3"}' }
    await expire()
    await work()
    expect([(await busy.state()).status, await busy.timeline()]).toEqual(['waiting', ['chatops.verify.prompted']])
  })

  test('ends when its run is cancelled', async () => {
    const run = await begun()
    const [link = ''] = run.links()
    expect((await ask('POST', `playbook-runs/${(await run.state()).run_id}/cancel`)).status).toBeLessThan(300)
    expect((await click(link)).status).toBe(409)
  })

  test('a branch to an unknown step, or to a step of another branch, is refused on saving', async () => {
    const saved = (step: object) =>
      ask('POST', 'playbooks', { document: { name: 'x', trigger: { on: 'manual' }, steps: [step, say('was_kim')] } })
    expect((await saved({ ...STEP, next_deny: 'nowhere' })).text).toContain('there is no step nowhere')
    expect((await saved({ ...say('a'), next_deny: 'was_kim' })).text).toContain('is of chatops.verify alone')
  })
})

describe('a user verification in Teams', () => {
  let slack: string
  beforeAll(async () => {
    slack = token
    token = await makeAdmin(api, await makeTenant(api, 'bolt'))
  }, 60_000)
  afterAll(() => {
    token = slack
  })
  const connected = async (members: object) => {
    const { items } = (await ask('GET', 'response/executors')).body
    for (const { id } of items) await ask('DELETE', `response/executors/${id}`)
    const made = await ask('POST', 'response/executors', { name: 'ops', vendor: 'teams', ...members })
    expect([made.status, made.text]).toEqual([201, expect.anything()])
  }
  const actions = () => {
    const { attachments = [] } = (posted.at(-1)?.body ?? {}) as { attachments?: { content: { actions: object[] } }[] }
    return attachments[0]?.content.actions
  }

  test('through a webhook has three buttons, and continues in the branch of the answer', async () => {
    answer = { status: 202, text: '' }
    await connected({ base_url: 'https://flows.example/workflows/1', secret: 'of the hook' })
    const run = await begun()
    expect(actions()).toMatchObject([
      { type: 'Action.OpenUrl', title: 'Yes, that was me' },
      { type: 'Action.OpenUrl', title: 'No, not me' },
      { type: 'Action.OpenUrl', title: 'Not sure, escalate' },
    ])
    expect((await click(run.links()[0] ?? '')).status).toBe(200)
    await work()
    expect([(await run.state()).status, await run.comments()]).toEqual(['completed', ['was_kim']])
  })

  test('without an answer continues in the branch for it, and its buttons stop working', async () => {
    answer = { status: 202, text: '' }
    const run = await begun()
    await expire()
    await work()
    expect([(await run.state()).status, await run.comments()]).toEqual(['completed', ['silent']])
    expect((await run.timeline()).toSorted()).toEqual(['chatops.verify.expired', 'chatops.verify.prompted'])
    expect((await click(run.links()[0] ?? '')).status).toBe(409)
  })

  test('through a bot is a card in its conversation', async () => {
    answer = { status: 201, text: JSON.stringify({ access_token: 'token-1', id: '17' }) }
    const settings = { app_id: 'app-1', sign_in_url: 'https://login.example', channel: '19:ops@thread.tacv2' }
    await connected({ base_url: 'https://smba.example/emea/', settings, secret: 'of the app' })
    const run = await begun()
    expect(posted.at(-1)?.url).toBe('https://smba.example/emea/v3/conversations/19%3Aops%40thread.tacv2/activities')
    expect([actions()?.length, run.links().length]).toEqual([3, 3])
  })

  test('that Teams refuses fails with the error of Teams', async () => {
    answer = { status: 403, text: JSON.stringify({ error: { message: 'the bot is not part of it' } }) }
    await connected({ base_url: 'https://flows.example/workflows/1', secret: 'of the hook' })
    const run = await begun()
    const state = await run.state()
    expect([state.status, JSON.stringify(state)]).toEqual(['failed', expect.stringContaining('403')])
  })
})

describe('notify_slack', () => {
  const step = (more: object = {}) => ({
    ...{ id: 'tell', type: 'notify_slack', ...more },
    params: { webhook_url: 'https://hooks.slack.example/services/T/B/x', channel: '#soc', message: 'a & b' },
  })

  test('posts once to its webhook or channel', async () => {
    answer = { status: 200, text: 'ok' }
    const run = await begun(step(), [])
    expect(posted).toEqual([
      {
        ...{ url: 'https://hooks.slack.example/services/T/B/x', headers: expect.anything() },
        body: { text: 'a &amp; b', channel: '#soc' },
      },
    ])
    expect((await run.state()).status).toBe('completed')
  })

  test.each([400, 404, 429, 500, 302])('fails with the error text on %i, and is not sent again', async (status) => {
    answer = { status, text: 'invalid_payload' }
    const run = await begun(step({ on_failure: 'continue' }), [say('goes_on')])
    await expire()
    await work()
    expect(posted).toHaveLength(1)
    expect(await run.state()).toMatchObject({ status: 'failed' })
    expect(await run.comments()).toEqual(['goes_on']) // the rest runs as it is written
    const [first] = (await ask('GET', `actions?case_id=${run.caseId}`)).body.items
    expect(first).toMatchObject({ status: 'failed', detail: `Slack answered ${status}: invalid_payload` })
  })
})
