import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PLAYBOOK_LIMITS, workOnNext } from '../../../control/respond/playbooks/index.ts'
import { openEgress } from '../../../platform/egress/client.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, makeUser, openTestApi, type TestApi, tokenOf, VAULT } from '../../test-api.ts'

type Seen = { readonly line: string; readonly headers: IncomingHttpHeaders; readonly body: string }

let server: TestPostgres
let api: TestApi
let acme: TenantId
let token: string
let stranger: string
let service: Server
let base: string
/** Requests that the service got, and its answers: null never answers. */
let seen: Seen[] = []
let answer: ((request: Seen) => { status: number; type?: string; body?: string }) | null
const log = pino({ level: 'silent' })
const guarded = openEgress({
  airGap: { enabled: false, allowlist: [] },
  allowPrivate: true,
  log,
  resolve: async () => ['127.0.0.1'],
})
/** The service of the test is on this machine, where nothing may lead that a tenant chose. */
const egress: typeof guarded = ({ url, ...request }) =>
  guarded({ ...request, url: url.replace(SECURE, `http://${base}`), chosenBy: 'operator' })
/** The same service, as if it had a certificate: secrets go nowhere else. */
const SECURE = 'https://svc.example'
const deps = () => ({ pool: api.owner, vault: VAULT, egress, log, nowMs: Date.now })
const SECRET = 'correct horse "battery"'

beforeAll(async () => {
  service = createServer(async (request, reply) => {
    const one = { line: `${request.method} ${request.url}`, headers: request.headers, body: await text(request) }
    seen.push(one)
    if (answer === null) return
    const { status, type = 'application/json', body = '{}' } = answer(one)
    reply.writeHead(status, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  base = `calls.example:${(service.address() as AddressInfo).port}`
  server = await withTestPostgres()
  api = await openTestApi(server)
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
})
beforeEach(() => {
  seen = []
  answer = () => ({ status: 200 })
})
afterAll(async () => {
  await api?.close()
  await server?.close()
  service?.closeAllConnections()
  service?.close()
})

const ask = (method: string, url: string, body?: unknown, as = token) =>
  api.ask(method, url, { token: as, ...(body === undefined ? {} : { body }) })

async function make(steps: object[], trigger: object = { on: 'manual' }): Promise<string> {
  const { status, body } = await ask('POST', 'playbooks', {
    document: { name: 'calls', trigger, steps },
    enabled: true,
  })
  expect([status, body]).toMatchObject([201, {}])
  return body.id
}
const call = (params: object, more: object = {}) => ({ id: 'call', type: 'http', params, ...more })
async function run(steps: object[], body: object = {}) {
  const started = await ask('POST', `playbooks/${await make(steps)}/execute`, body)
  expect(started.status).toBe(202)
  while (await workOnNext(deps()));
  return shown(started.body.run_id)
}
const shown = async (id: string) => (await ask('GET', `playbook-runs/${id}`)).body
/** The state of a run, which later steps read. */
const stateOf = (runId: string) =>
  withOperator(api.owner, 'test', (tx) =>
    tx.maybeOne(({ state }) => state, /* sql */ `SELECT state FROM playbook_runs WHERE id = $1`, [runId]),
  )
const putSecret = (hosts: string[], value = SECRET, as = token) =>
  ask('PUT', 'playbook-secrets/API_KEY', { value, hosts }, as)

describe('a dry run of a draft', () => {
  const draft = (name: string) => ({
    name,
    trigger: { on: 'manual' },
    steps: [
      {
        id: 'is_new',
        type: 'condition',
        condition: { field: 'trigger.count', operator: 'gt', value: 1 },
        next_false: null,
      },
      { id: 'cut_off', type: 'isolate_host', target: '{{trigger.host}}' },
      call({ method: 'POST', url: `http://${base}/v1/tickets` }),
    ],
  })
  const rehearsed = async (body: object) => {
    const started = await ask('POST', 'playbooks/dry-run', body)
    expect([started.status, started.body]).toMatchObject([202, { dry_run: true, version: 0 }])
    while (await workOnNext(deps()));
    return shown(started.body.run_id)
  }

  test('walks a document that was never saved, and requests nothing', async () => {
    const ended = await rehearsed({ document: draft('never saved'), context: { count: 2, host: 'ws-1' } })
    expect(ended).toMatchObject({ status: 'completed', playbook_id: 'draft', document: { name: 'never saved' } })
    expect(ended.step_results).toMatchObject([
      { step_id: 'is_new' },
      { step_id: 'cut_off', outcome: 'dry_run', detail: expect.stringContaining('isolate_host of ws-1') },
      { step_id: 'call', outcome: 'dry_run' },
    ])
    expect(seen).toEqual([])
    const { items } = (await ask('GET', 'playbooks')).body
    expect(items.map(({ name }: { name: string }) => name)).not.toContain('never saved')
  })

  test('of a saved playbook uses the text that was sent, and is listed with its runs', async () => {
    const id = await make([call({ url: `http://${base}/` })])
    const ended = await rehearsed({ document: draft('another text'), playbook_id: id, context: { count: 1 } })
    expect(ended.step_results).toMatchObject([{ step_id: 'is_new' }])
    const runs = (await ask('GET', `playbooks/${id}/runs`)).body.items
    expect(runs).toMatchObject([{ run_id: ended.run_id, version: 0, dry_run: true }])
    expect((await ask('GET', `playbooks/${id}`)).body).toMatchObject({ version: 1, name: 'calls' })
  })

  test('is refused for a faulty document, a playbook or alert of another tenant, and without the permission', async () => {
    const document = draft('refused')
    const id = await make([call({ url: `http://${base}/` })])
    const alertId = '00000000-0000-4000-8000-000000000000'
    const status = async (body: object, as = token) => (await ask('POST', 'playbooks/dry-run', body, as)).status
    expect(await status({ document: { ...document, steps: [{ id: 'x', type: 'no_such' }] } })).toBe(422)
    expect(await status({ document, alert_id: alertId })).toBe(404)
    expect(await status({ document, playbook_id: id }, stranger)).toBe(404)
    await makeUser(api, acme, 'viewer', 'viewer')
    const reader = await tokenOf(api, acme, 'viewer')
    expect(await status({ document }, reader)).toBe(403)
  })
})

describe('an http step', () => {
  test('sends values of the run, and later steps can use the response', async () => {
    answer = () => ({ status: 201, body: '{"ticket":{"id":"T-7"}}' })
    const params = { method: 'POST', url: `http://${base}/v1/{{trigger.queue}}`, header_x_run: 'of {{trigger.who}}' }
    const ended = await run(
      [
        call({ ...params, body: '{"who":"{{trigger.who}}"}' }),
        { id: 'keep', type: 'set', params: { ticket: '{{steps.call.result.body.ticket.id}}' } },
      ],
      { context: { queue: 'soc', who: 'ann\r\nx-evil: 1' } },
    )
    expect(ended).toMatchObject({ status: 'completed' })
    expect(ended.step_results).toMatchObject([
      { step_id: 'call', outcome: 'executed', detail: `POST http://${base}/v1/soc answered 201` },
      { step_id: 'keep', outcome: 'executed' },
    ])
    expect(await stateOf(ended.run_id)).toMatchObject({ vars: { ticket: 'T-7' } })
    expect(seen).toMatchObject([{ line: 'POST /v1/soc', headers: { 'x-run': 'of ann x-evil: 1' } }])
    expect(seen[0]?.headers['x-evil']).toBeUndefined()
  })

  test('keeps an answer without the characters that no store keeps', async () => {
    answer = () => ({ status: 200, body: '{"t\\u0000":"a\\u0000b\\ud800"}' })
    const ended = await run([
      call({ url: `http://${base}/torn` }),
      { id: 'keep', type: 'set', params: { kept: '{{steps.call.result.body.t}}' } },
    ])
    expect([ended.status, await stateOf(ended.run_id)]).toMatchObject(['completed', { vars: { kept: 'ab\ufffd' } }])
  })

  test('escapes a value for its place, and keeps its type when it stands alone', async () => {
    const name = 'x"},"inj":1,"y":{"'
    const params = {
      method: 'POST',
      url: `http://${base}/files/{{trigger.name}}?of={{trigger.name}}`,
      header_x: '{{trigger.n}}',
    }
    const ended = await run(
      [
        call({ ...params, body: '{"file":{"name":"{{trigger.name}}"},"n":"{{trigger.n}}","all":{{trigger.list}}}' }),
        { id: 'keep', type: 'set', params: { list: '{{trigger.list}}' } },
        { ...call({ url: `http://${base}/{{item}}` }), id: 'each', for_each: 'vars.list' },
      ],
      { context: { name, n: 7, list: ['a', 'b'] } },
    )
    expect(ended.status).toBe('completed')
    const encoded = encodeURIComponent(name)
    expect(seen.map(({ line }) => line)).toEqual([`POST /files/${encoded}?of=${encoded}`, 'GET /a', 'GET /b'])
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ file: { name }, n: 7, all: ['a', 'b'] })
  })

  test.each([
    [{ url: '/{{trigger.absent}}' }, '{{trigger.absent}}'],
    [{ url: '/', header_x: 'of {{trigger.absent}}' }, '{{trigger.absent}}'],
    [{ url: '/', method: 'POST', body: '"{{trigger.absent}}"' }, '{{trigger.absent}}'],
    [{ url: '/users/{{trigger.up}}/disable' }, 'climbs'],
    [{ url: '/users/{{trigger.up2}}' }, 'climbs'],
    [{ url: '/users/{{trigger.empty}}' }, 'empty'],
  ])('sends nothing when a value is missing or would change the address: %j', async ({ url, ...more }, why) => {
    const context = { up: '../admin', up2: '%2e%2e%2fadmin', empty: '' }
    for (const dry_run of [false, true]) {
      const ended = await run([call({ ...more, url: `http://${base}${url}` })], { context, dry_run })
      expect([ended.status, ended.step_results[0].outcome]).toEqual(['failed', 'failed'])
      expect(ended.step_results[0].detail).toContain(why)
    }
    expect(seen).toEqual([])
  })

  test.each([
    ['says no', () => ({ status: 404 }), /answered 404/],
    ['answers too much', () => ({ status: 200, body: ' '.repeat(PLAYBOOK_LIMITS.answerBytes + 1) }), /larger|bytes/],
    ['sends us elsewhere', () => ({ status: 302 }), /answered 302/],
  ])('fails when the service %s', async (_, says, detail) => {
    answer = says
    const ended = await run([call({ url: `http://${base}/` })])
    expect([ended.status, ended.step_results[0].outcome]).toEqual(['failed', 'failed'])
    expect(ended.step_results[0].detail).toMatch(detail)
  })

  test('cannot reach this machine', async () => {
    const { body } = await ask('POST', `playbooks/${await make([call({ url: `http://${base}/` })])}/execute`, {})
    while (await workOnNext({ ...deps(), egress: guarded }));
    const [step] = (await shown(body.run_id)).step_results
    expect([step.outcome, seen]).toEqual(['failed', []])
    expect(step.detail).toMatch(/loopback/)
  })

  test('stops waiting at its timeout', async () => {
    answer = null
    const ended = await run([call({ url: `http://${base}/slow` }, { timeout_seconds: 1 })])
    expect([ended.status, ended.step_results[0].outcome, seen.length]).toEqual(['failed', 'failed', 1])
  })

  test('sends nothing in a dry run', async () => {
    const ended = await run([call({ method: 'POST', url: `http://${base}/` })], { dry_run: true })
    expect([ended.step_results[0].outcome, seen]).toEqual(['dry_run', []])
  })

  test('is validated before it is saved', async () => {
    const document = (params: object) => ({ name: 'x', trigger: { on: 'manual' }, steps: [call(params)] })
    const problemsOf = async (params: object) =>
      (await ask('POST', 'playbooks/validate', { document: document(params) })).body.problems.map(
        ({ path }: { path: string }) => path.split('.').slice(-2).join('.'),
      )
    const header_authorization = 'Bearer {{secrets.API_KEY}}'
    expect(await problemsOf({ url: 'https://api.example/', header_authorization })).toEqual([])
    expect(await problemsOf({ url: 'http://api.example/', header_authorization })).toEqual(['params.url'])
    const body = '{"k":"{{secrets.API_KEY}}"}'
    expect(await problemsOf({ url: 'http://api.example/', method: 'POST', body })).toEqual(['params.url'])
    for (const url of [
      'https://api.example{{trigger.v}}/x',
      'https://{{trigger.v}}.example/',
      'https://api.example:{{trigger.p}}/',
    ])
      expect(await problemsOf({ url })).toEqual(['params.url'])
    for (const place of ['127.0.0.1', '[::1]', '0x7f.1', 'localhost', '169.254.169.254'])
      expect(await problemsOf({ url: `http://${place}:8000/` })).toEqual(['params.url'])
    const post = { url: 'https://api.example/', method: 'POST' }
    expect(await problemsOf({ ...post, body: '{"a": {{trigger.a}}' })).toEqual(['params.body'])
    expect(await problemsOf({ ...post, body: 'a={{trigger.a}}' })).toEqual(['params.body'])
    expect(
      await problemsOf({ ...post, body: 'a={{trigger.a}}', content_type: 'application/x-www-form-urlencoded' }),
    ).toEqual([])
    expect(await problemsOf({ ...post, body: '{}', content_type: '{{trigger.a}}' })).toContain('params.content_type')
    expect(await problemsOf({ ...post, body: '"{{trigger.a"' })).toEqual(['params.body'])
    expect(await problemsOf({ url: 'http://{{trigger.host}}/' })).toEqual(['params.url'])
    expect(await problemsOf({ url: 'ftp://files.example/' })).toEqual(['params.url'])
    expect(await problemsOf({ url: `http://${base}/`, method: 'TRACE' })).toEqual(['params.method'])
    expect(await problemsOf({ url: `http://${base}/`, body: '{}' })).toEqual(['params.body'])
    expect(await problemsOf({ url: `http://${base}/?key={{secrets.API_KEY}}` })).toEqual(['params.url'])
  })
})

describe('a secret', () => {
  test('is sent to its hosts only, and is stored or shown nowhere else', async () => {
    const authorization = 'Bearer {{secrets.API_KEY}}'
    const steps = [call({ url: `${SECURE}/`, header_authorization: authorization })]
    expect((await run(steps)).step_results[0]).toMatchObject({
      outcome: 'failed',
      detail: 'there is no secret API_KEY',
    })
    expect((await putSecret(['api.example.com'])).status).toBe(200)
    const refused = await run(steps)
    expect(refused.step_results[0]).toMatchObject({
      outcome: 'failed',
      detail: 'the secret API_KEY is not for svc.example',
    })
    expect(seen).toEqual([])
    expect((await putSecret(['svc.example'])).body).toMatchObject({ name: 'API_KEY', hosts: ['svc.example'] })
    answer = ({ headers }) => ({ status: 200, body: JSON.stringify({ you_said: headers.authorization }) })
    const ended = await run(steps)
    expect(seen[0]?.headers.authorization).toBe(`Bearer ${SECRET}`)
    expect(await stateOf(ended.run_id)).toMatchObject({
      steps: { call: { result: { body: { you_said: 'Bearer [secret]' } } } },
    })
    const kept = await withTenant(api.owner, acme, (tx) =>
      tx.many(
        (row) => String(row.kept),
        /* sql */ `
        SELECT state::text || document::text AS kept FROM playbook_runs
        UNION ALL SELECT row_to_json(s)::text FROM playbook_run_steps s`,
      ),
    )
    expect(kept.filter((one) => one.includes('battery'))).toEqual([])
    expect(JSON.stringify([api.audited, (await ask('GET', 'playbook-secrets')).body])).not.toContain('battery')
    expect(api.audited.map(({ action }) => action)).toContain('playbook:secret_saved')
  })

  test('is sent over HTTPS only, even when an older document says otherwise', async () => {
    await putSecret(['svc.example'])
    const id = await make([call({ url: `${SECURE}/`, header_authorization: 'Bearer {{secrets.API_KEY}}' })])
    const { body } = await ask('POST', `playbooks/${id}/execute`, {})
    await withOperator(api.owner, 'test', (tx) =>
      tx.run(
        /* sql */ `UPDATE playbook_runs SET document = replace(document::text, 'https:', 'http:')::jsonb WHERE id = $1`,
        [body.run_id],
      ),
    )
    while (await workOnNext(deps()));
    expect((await shown(body.run_id)).step_results[0]).toMatchObject({
      ...{ outcome: 'failed', detail: 'the secret API_KEY is sent over https alone' },
    })
    expect(seen).toEqual([])
  })

  test('belongs to its tenant', async () => {
    await putSecret([base])
    expect((await ask('GET', 'playbook-secrets', undefined, stranger)).body.items).toEqual([])
    expect((await ask('DELETE', 'playbook-secrets/API_KEY', undefined, stranger)).status).toBe(404)
    expect((await ask('DELETE', 'playbook-secrets/API_KEY')).status).toBe(204)
    for (const host of ['no host at all', '127.0.0.1', 'localhost:8080', '169.254.169.254'])
      expect((await putSecret([host])).status).toBe(422)
  })
})

test.each([
  ['GET', 2, 'completed', 'executed'],
  ['POST', 1, 'failed', 'failed'],
])('a process that dies while %s is sent', async (method, sent, status, outcome) => {
  const { body } = await ask('POST', `playbooks/${await make([call({ method, url: `http://${base}/` })])}/execute`, {})
  const killed = {
    ...deps(),
    egress: async (request: Parameters<typeof egress>[0]) => {
      await egress(request)
      throw new Error('killed')
    },
  }
  // The outcome is not stored, as if the process were gone by then.
  const pool = new Proxy(api.owner, {
    get: (target, name) =>
      name === 'connect' && seen.length > 0
        ? () => Promise.reject(new Error('Connection terminated unexpectedly'))
        : Reflect.get(target, name, target),
  })
  await workOnNext({ ...killed, pool }).catch(() => undefined)
  expect(seen.length).toBe(1)
  await withOperator(api.owner, 'test', (tx) =>
    tx.run(`UPDATE playbook_runs SET deadline = '2020-01-01' WHERE id = $1`, [body.run_id]),
  )
  while (await workOnNext(deps()));
  const ended = await shown(body.run_id)
  expect({ sent: seen.length, status: ended.status, outcome: ended.step_results.at(-1).outcome }).toEqual({
    sent,
    status,
    outcome,
  })
  if (method === 'POST') expect(ended.step_results[0].detail).toMatch(/interrupted/)
})

describe('a webhook', () => {
  const steps = [{ id: 'keep', type: 'set', params: { what: '{{trigger.webhook.what}}' } }]
  const condition = { field: 'trigger.webhook.what', operator: 'ne', value: 'nothing' }

  async function makeHook() {
    const id = await make(steps, { on: 'webhook', condition })
    const made = await ask('POST', `playbooks/${id}/hooks`, { label: 'of the scanner' })
    expect([made.status, made.body]).toMatchObject([201, { playbook_id: id, last_used: null }])
    return { id, hook: made.body.hook_id as string, secret: made.body.secret as string }
  }
  const seconds = () => Math.floor(Date.now() / 1000)
  const signature = (secret: string, body: string, at = seconds()) =>
    `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
  async function deliver(hook: string, body: string, headers: Record<string, string>) {
    const response = await api.api.app.inject({
      ...{ method: 'POST', url: `/api/v1/playbook-hooks/${hook}`, payload: body },
      headers: { 'content-type': 'application/json', ...headers },
    })
    return { status: response.statusCode, body: response.json() }
  }

  test('starts its playbook once per delivery, with the body', async () => {
    const { id, hook, secret } = await makeHook()
    const body = '{ "what": "found", "n": 1 }'
    const headers = { 'x-svc-signature': signature(secret, body), 'x-svc-delivery': 'd-1' }
    const first = await deliver(hook, body, headers)
    expect([first.status, first.body]).toMatchObject([202, { status: 'started' }])
    expect((await deliver(hook, body, headers)).body).toEqual({ status: 'repeated', run_id: null })
    while (await workOnNext(deps()));
    const ended = await shown(first.body.run_id)
    expect(ended.status).toBe('completed')
    expect(await stateOf(first.body.run_id)).toMatchObject({ vars: { what: 'found' } })
    expect((await ask('GET', `playbooks/${id}/runs`)).body.items.length).toBe(1)
    const listed = (await ask('GET', `playbooks/${id}/hooks`)).body.items
    expect(listed).toMatchObject([{ hook_id: hook, label: 'of the scanner', last_used: expect.any(String) }])
    expect(JSON.stringify(listed)).not.toContain(secret)
    const nothing = '{"what":"nothing"}'
    expect((await deliver(hook, nothing, { 'x-svc-signature': signature(secret, nothing) })).body).toEqual({
      ...{ status: 'condition_not_met', run_id: null },
    })
  })

  test('starts one run per signature, even under new delivery ids', async () => {
    const { id, hook, secret } = await makeHook()
    const body = '{"what":"found"}'
    const signed = signature(secret, body, seconds() - 100)
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        deliver(hook, body, { 'x-svc-signature': signed, 'x-svc-delivery': `d-${at}` }),
      ),
    )
    sent.push(await deliver(hook, body, { 'x-svc-signature': signed }))
    expect(sent.map(({ body: { status } }) => status).sort()).toEqual([...Array(8).fill('repeated'), 'started'])
    // A sender that tries again signs again: the same delivery is the same run, another delivery is another run.
    const later = (delivery: string, at: number) =>
      deliver(hook, body, { 'x-svc-signature': signature(secret, body, at), 'x-svc-delivery': delivery })
    expect((await later('again', seconds() - 99)).body.status).toBe('started')
    expect((await later('again', seconds() - 98)).body.status).toBe('repeated')
    expect((await ask('GET', `playbooks/${id}/runs`)).body.items).toHaveLength(2)
    const old = /* sql */ `
      INSERT INTO playbook_hook_signatures (hook_id, signature, expires) VALUES ($1, $2, '2020-01-01')`
    await withTenant(api.owner, acme, (tx) => tx.run(old, [hook, '0'.repeat(64)]))
    expect((await later('third', seconds() - 97)).body.status).toBe('started')
    const left = await withTenant(api.owner, acme, (tx) =>
      tx.many((row) => row.signature, /* sql */ `SELECT signature FROM playbook_hook_signatures WHERE hook_id = $1`, [
        hook,
      ]),
    )
    expect(left).toHaveLength(4)
    expect(left).not.toContain('0'.repeat(64))
  })

  test('gives the same answer to every wrong signature', async () => {
    const { hook, secret } = await makeHook()
    const other = await makeHook()
    const body = '{"what":"found"}'
    const right = signature(secret, body)
    const tries: [string, string, Record<string, string>][] = [
      [hook, body, {}],
      [hook, `${body} `, { 'x-svc-signature': right }],
      [hook, body, { 'x-svc-signature': signature(other.secret, body) }],
      [hook, body, { 'x-svc-signature': signature(secret, body, seconds() - 330) }],
      [hook, body, { 'x-svc-signature': signature(secret, body, seconds() + 330) }],
      [hook, body, { 'x-svc-signature': 't=now,v1=00' }],
      [other.hook, body, { 'x-svc-signature': right }],
      ['00000000-0000-4000-8000-000000000000', body, { 'x-svc-signature': right }],
    ]
    const messages = new Set<string>()
    for (const [to, what, headers] of tries) {
      const { status, body: answer } = await deliver(to, what, headers)
      messages.add(`${status} ${answer.detail}`)
    }
    expect([...messages]).toEqual(['401 the signature does not match the secret of this webhook'])
    expect((await ask('DELETE', `playbook-hooks/${hook}`, undefined, stranger)).status).toBe(404)
    expect((await ask('DELETE', `playbook-hooks/${hook}`)).status).toBe(204)
    expect((await deliver(hook, body, { 'x-svc-signature': right })).status).toBe(401)
  })

  test('accepts JSON objects within its limits', async () => {
    const { hook, secret } = await makeHook()
    const signed = (body: string) => deliver(hook, body, { 'x-svc-signature': signature(secret, body) })
    expect((await signed('[1]')).status).toBe(422)
    expect((await signed('{')).status).toBe(400)
    expect((await signed(JSON.stringify({ what: 'x'.repeat(PLAYBOOK_LIMITS.hookBodyBytes) }))).status).toBe(413)
    expect((await signed('{"what":"\\u0000"}')).status).toBe(422)
  })

  test('starts a limited number of runs per minute', async () => {
    const { id, hook, secret } = await makeHook()
    const statuses = new Map<number, number>()
    for (let i = 0; i < PLAYBOOK_LIMITS.hookRunsPerMinute + 3; i++) {
      const body = `{"what":"n${i}"}`
      const { status } = await deliver(hook, body, { 'x-svc-signature': signature(secret, body) })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect(Object.fromEntries(statuses)).toEqual({ 202: PLAYBOOK_LIMITS.hookRunsPerMinute, 429: 3 })
    expect((await ask('GET', `playbooks/${id}/runs?limit=500`)).body.items.length).toBe(
      PLAYBOOK_LIMITS.hookRunsPerMinute,
    )
  })

  test('belongs to a playbook with a webhook trigger', async () => {
    const id = await make([{ id: 'a', type: 'set', params: { x: '1' } }])
    expect((await ask('POST', `playbooks/${id}/hooks`, { label: 'x' })).status).toBe(409)
  })
})
