import { request as plainRequest } from 'node:http'
import { hostname, networkInterfaces } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startDue, workOnNext } from '../../../control/respond/playbooks/index.ts'
import { carryOutNext, RESPONSE_LIMITS, sweepOnce } from '../../../control/respond/response/index.ts'
import { createAlert } from '../../../control/soc/alerts/index.ts'
import type { Egress } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { makeTenant, makeUser, startTestApi, type TestApi, tokenOf, VAULT } from '../../test-api.ts'
import { type TestExecutor, testExecutor } from './test-executor.ts'

/** Address of this machine, as others reach it. */
const OWN_ADDRESS = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

let api: TestApi
let acme: TenantId
let globex: TenantId
let edr: TestExecutor
const tokens: Record<string, string> = {}
const log = pino({ level: 'silent' })

/** No tenant may name this machine, where the executor of the test is. */
const EDR = 'http://edr.example'
/** As the way out, without its guard. */
const direct: Egress = async ({ url: named, method = 'GET', headers = {}, body }) => {
  const url = named.replace(EDR, edr.url)
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    plainRequest(url, { method, headers }, resolve).on('error', reject).end(body)
  }).catch((cause: unknown) => {
    throw new AppError('unavailable', 'the target does not answer', { cause })
  })
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer), url }
}
const findPlace = async () => {
  throw new AppError('forbidden', 'no mail server is asked here')
}
const deps = () => ({ pool: api.owner, vault: VAULT, egress: direct, findPlace, log, nowMs: Date.now })

beforeAll(async () => {
  api = await startTestApi()
  edr = await testExecutor()
  acme = await makeTenant(api, 'acme')
  globex = await makeTenant(api, 'globex')
  for (const [name, tenant, role] of [
    ['tina', acme, 'tenant_admin'],
    ['lee', acme, 'soc_lead'],
    ['mia', acme, 'tenant_admin'],
    ['sam', acme, 'soc_lead'],
    ['ann', acme, 'soc_analyst'],
    ['vic', acme, 'viewer'],
    ['olga', globex, 'tenant_admin'],
  ] as const) {
    await makeUser(api, tenant, name, role)
    tokens[name] = await tokenOf(api, tenant, name)
  }
}, 120_000)
afterAll(async () => {
  await api?.close()
  await edr?.close()
})
beforeEach(async () => {
  edr.fault = 'none'
  edr.inForce.clear()
  edr.done.length = 0
  for (const tenant of [acme, globex])
    await withOperator(api.owner, 'test', (tx) =>
      tx.run(`UPDATE response_actions SET created_at = created_at - interval '2 hours' WHERE tenant_id = $1`, [tenant]),
    )
})

const ask = (who: string, method: string, url: string, body?: unknown) =>
  api.ask(method, url, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) })
const act = (who: string, action_type: string, target: string, more: object = {}) =>
  ask(who, 'POST', 'actions', { action_type, target, rationale: 'seen at work', ...more })
const shown = async (id: string) => (await ask('tina', 'GET', `actions/${id}`)).body
async function carriedOut(): Promise<void> {
  while (await carryOutNext(deps()));
}
/** As if the pause before another try had passed. */
const hurry = () =>
  withOperator(api.owner, 'test', (tx) =>
    tx.run(`UPDATE response_actions SET deadline = '2020-01-01' WHERE status IN ('running', 'rolling_back')`),
  )
const connect = () =>
  ask('tina', 'POST', 'response/executors', { name: 'edr', vendor: 'rest', base_url: EDR, secret: 'sesame' })

describe('an action', () => {
  test('of high impact needs the approval of another user, is done once, verified, and rolled back', async () => {
    const executor = await connect()
    expect([executor.status, executor.body]).toMatchObject([201, { has_secret: true }])
    const requested = await act('lee', 'isolate_host', 'WS1')
    expect([requested.status, requested.body]).toMatchObject([
      202,
      { action: { status: 'awaiting_approval', target: 'ws1', blast_radius: 'high' }, approval: { status: 'pending' } },
    ])
    expect(requested.body.approval.summary).toBe(
      'seen at work\n\nAsked because “Cut a host off the network” always needs somebody else to agree.',
    )
    const { action, approval } = requested.body
    await carriedOut()
    expect(edr.done).toEqual([])
    expect((await ask('lee', 'POST', `approvals/${approval.id}:approve`, {})).status).toBe(403)
    for (const who of ['vic', 'ann'])
      expect((await ask(who, 'POST', `approvals/${approval.id}:approve`, {})).status).toBe(403)
    expect((await ask('olga', 'POST', `approvals/${approval.id}:approve`, {})).status).toBe(404)
    expect((await ask('mia', 'GET', 'approvals?mine=true')).body.items).toMatchObject([{ id: approval.id }])
    const agreed = await ask('sam', 'POST', `approvals/${approval.id}:approve`, { comment: 'do' })
    expect([agreed.status, agreed.body]).toMatchObject([200, { status: 'approved', decision_comment: 'do' }])
    expect((await ask('sam', 'POST', `approvals/${approval.id}:approve`, {})).status).toBe(200)
    expect((await ask('tina', 'POST', `approvals/${approval.id}:reject`, {})).status).toBe(409)
    await carriedOut()
    expect(await shown(action.id)).toMatchObject({ status: 'completed', outcome: 'verified', executor: 'rest edr' })
    expect(edr.done).toEqual([action.id])
    expect((await ask('lee', 'POST', `actions/${action.id}/undo`)).status).toBe(202)
    await carriedOut()
    expect(await shown(action.id)).toMatchObject({ status: 'rolled_back', detail: 'rollback verified' })
    expect(edr.inForce.size).toBe(0)
  })

  test.each([
    ['lost_answer', 'completed', 'verified', 1],
    ['does_nothing', 'failed', 'contradicted', 0],
    ['refuses', 'failed', null, 0],
    ['busy', 'failed', null, 0],
    ['broken', 'failed', null, 0],
    ['no_state', 'completed', 'not_verified', 1],
  ] as const)(
    'of an executor with the fault %s ends %s, and is done at most once',
    async (fault, status, outcome, times) => {
      edr.fault = fault
      const { body } = await act('lee', 'run_av_scan', `host-${fault.replace('_', '-')}`)
      for (let i = 0; i < 5; i++) {
        await carriedOut()
        await hurry()
      }
      const action = await shown(body.action.id)
      expect({ status: action.status, outcome: action.outcome, times: edr.done.length }).toEqual({
        status,
        outcome,
        times,
      })
      expect(action.ended_at).not.toBeNull()
    },
  )

  test('is not repeated when a crash left its effect unknown and it cannot be checked', async () => {
    edr.fault = 'no_state'
    const { body } = await act('lee', 'run_av_scan', 'crashed')
    await withOperator(api.owner, 'test', (tx) =>
      tx.run(
        `UPDATE response_actions SET status = 'running', attempts = 1, deadline = '2020-01-01', effect_unknown = true
        WHERE id = $1`,
        [body.action.id],
      ),
    )
    await carriedOut()
    expect(await shown(body.action.id)).toMatchObject({
      ...{ status: 'failed', outcome: 'not_verified', reason: 'unknown_effect' },
    })
    expect(edr.done).toEqual([])
  })

  test('is void when it differs from what was approved', async () => {
    const { body } = await act('lee', 'disable_user', 'kim')
    await ask('mia', 'POST', `approvals/${body.approval.id}:approve`, {})
    await withOperator(api.owner, 'test', (tx) =>
      tx.run(`UPDATE response_actions SET target = 'ceo' WHERE id = $1`, [body.action.id]),
    )
    await carriedOut()
    expect(await shown(body.action.id)).toMatchObject({ status: 'failed', reason: 'altered' })
    expect(edr.done).toEqual([])
  })

  test('without a decision expires, and so does its approval', async () => {
    const { body } = await act('lee', 'block_ip', '203.0.113.5')
    await withTenant(api.owner, acme, (tx) =>
      tx.run(`UPDATE approvals SET expires_at = '2020-01-01' WHERE id = $1`, [body.approval.id]),
    )
    await sweepOnce(deps())
    expect(await shown(body.action.id)).toMatchObject({ status: 'rejected', reason: 'expired' })
    expect((await ask('mia', 'POST', `approvals/${body.approval.id}:approve`, {})).status).toBe(409)
  })

  test('reminds once at half its time, with competing sweepers, and not after the decision', async () => {
    const { body } = await act('lee', 'block_ip', '203.0.113.6')
    const { id } = body.approval
    const reminded = async () => (await ask('mia', 'GET', `approvals/${id}`)).body.reminded_at
    await sweepOnce(deps())
    expect(await reminded()).toBeNull()
    const halfWay = `UPDATE approvals SET created_at = created_at - interval '5 h', reminded_at = NULL WHERE id = $1`
    await withTenant(api.owner, acme, (tx) => tx.run(halfWay, [id]))
    const looked = await Promise.all([sweepOnce(deps()), sweepOnce(deps())])
    expect(Math.max(...looked)).toBe(1)
    expect(await reminded()).toEqual(expect.any(String))
    expect(await sweepOnce(deps())).toBe(0)
    const events = await withTenant(api.owner, acme, (tx) =>
      tx.many(
        ({ document }) => document,
        `SELECT document FROM entity_changes WHERE kind = 'approval_changed' AND entity_id = $1
         AND document ->> 'reminded_at' IS NOT NULL`,
        [id],
      ),
    )
    expect(events).toHaveLength(1)
    await ask('mia', 'POST', `approvals/${id}:reject`, {})
    await withTenant(api.owner, acme, (tx) => tx.run(halfWay, [id]))
    expect(await sweepOnce(deps())).toBe(0)
  })

  test('needs the requested number of approvals from different users', async () => {
    const { body } = await act('lee', 'block_domain', 'bad.example', { quorum: 2 })
    const agree = (who: string) => ask(who, 'POST', `approvals/${body.approval.id}:approve`, {})
    const recorded = () =>
      api.audited.filter(({ action, resourceId }) => action === 'approval:approved' && resourceId === body.approval.id)
        .length
    expect((await agree('mia')).body).toMatchObject({ status: 'pending', votes: 1 })
    expect((await agree('mia')).body).toMatchObject({ status: 'pending', votes: 1 })
    expect(recorded(), 'a repeated vote changes nothing').toBe(1)
    const last = await agree('tina')
    expect([last.status, last.body.status ?? last.body.detail]).toEqual([200, 'approved'])
    expect((await agree('tina')).body).toMatchObject({ status: 'approved', votes: 2 })
    expect(recorded(), 'a repeated decision changes nothing').toBe(2)
  })

  test('is refused on a denied target, an invalid target, or too many requests', async () => {
    const rule = { list: 'deny', pattern: '10.0.0.0/8', reason: 'our own network' }
    expect((await ask('tina', 'POST', 'response/targets', rule)).status).toBe(201)
    expect(
      (await ask('tina', 'POST', 'response/targets', { ...rule, pattern: 'dc*', reason: 'controllers' })).status,
    ).toBe(201)
    expect((await act('lee', 'block_ip', '10.1.2.3')).status).toBe(403)
    expect((await act('lee', 'isolate_host', 'DC1')).body.detail).toContain('controllers')
    expect((await act('lee', 'block_ip', 'nowhere')).status).toBe(422)
    expect((await act('lee', 'kill_process', 'evil.exe')).status).toBe(422)
    expect((await act('lee', 'format_disk', 'x')).status).toBe(422)
    for (let i = 0; i < 5; i++) expect((await act('lee', 'run_av_scan', 'often')).status).toBe(202)
    expect((await act('lee', 'run_av_scan', 'often')).status).toBe(429)
    const key = { idempotency_key: 'k1' }
    const [one, two] = [await act('lee', 'run_av_scan', 'once', key), await act('lee', 'run_av_scan', 'once', key)]
    expect(two.body.action.id).toBe(one.body.action.id)
    expect((await act('lee', 'run_av_scan', 'other', key)).status).toBe(409)
  })

  test.each([
    ['block_ip', '127.0.0.1', 422],
    ['block_ip', '::1', 422],
    ['block_ip', '::ffff:127.9.9.9', 422],
    ['block_ip', '0.0.0.0', 422],
    ['block_ip', '255.255.255.255', 422],
    ['block_ip', '224.0.0.1', 422],
    ['block_ip', '169.254.1.1', 422],
    ['block_ip', 'fe80::1', 422],
    ['block_ioc', 'http://127.0.0.1:8000/x', 422],
    ['block_ioc', 'localhost', 422],
    ['isolate_host', '127.0.0.1', 422],
    ['block_domain', 'edr.example', 403],
    ['block_ioc', 'https://edr.example/console', 403],
    ['isolate_host', hostname(), 403],
    ['block_ip', OWN_ADDRESS, OWN_ADDRESS === undefined ? 422 : 403],
    ['block_ip', '203.0.113.250', 202],
    ['block_ip', '192.168.77.77', 202],
  ])('%s on %s is answered with %i', async (type, on, status) => {
    await connect()
    const answer = await act('lee', type, on ?? '')
    expect([answer.status, answer.body.action?.target ?? answer.status]).toEqual([status, status === 202 ? on : status])
  })

  test('on addresses uses the list that devices pull when no other executor is connected', async () => {
    await withTenant(api.owner, globex, (tx) =>
      tx.run(`INSERT INTO block_list (kind, value, action_id) VALUES ('ip', '198.51.100.9', gen_random_uuid())`),
    )
    const list = await ask('olga', 'GET', 'response/block-list?kind=ip')
    expect([list.text, list.headers['content-type']]).toEqual(['198.51.100.9\n', 'text/plain; charset=utf-8'])
    const again = { token: tokens.olga ?? '', headers: { 'if-none-match': String(list.headers.etag) } }
    expect((await api.ask('GET', 'response/block-list?kind=ip', again)).status).toBe(304)
    expect((await ask('tina', 'GET', 'response/block-list')).text).not.toContain('198.51.100.9')
  })

  test('without an executor says so, and a ticket without a tracker is simulated', async () => {
    const ticket = await act('ann', 'create_ticket', '', { parameters: { summary: 'look' } })
    expect([ticket.status, ticket.body.action?.status]).toEqual([202, 'approved'])
    const lone = await act('ann', 'notify', '', { parameters: { message: 'hi' } })
    await carriedOut()
    expect(await shown(ticket.body.action.id)).toMatchObject({
      ...{ status: 'completed', outcome: 'simulated', executor_ref: expect.stringMatching(/^SIM-TICKET-/) },
    })
    expect(await shown(lone.body.action.id)).toMatchObject({
      status: 'failed',
      reason: 'no_integration',
    })
    const plan = await ask('lee', 'POST', 'actions/dry-run', {
      action_type: 'isolate_host',
      target: 'ws9',
      rationale: 'x',
    })
    expect(plan.body).toMatchObject({
      executor: 'rest edr',
      approval_because: expect.stringContaining('always'),
      is_reversible: true,
    })
  })

  test('that was approved after its rollback time stays in force for the requested time', async () => {
    const { body } = await act('lee', 'isolate_host', 'ws-late', { rollback_after_seconds: 60 })
    // As if it was asked for, and approved, two minutes later.
    await withOperator(api.owner, 'test', (tx) =>
      tx.run(`UPDATE response_actions SET created_at = created_at - interval '121 s' WHERE id = $1`, [body.action.id]),
    )
    expect((await shown(body.action.id)).rollback_at).toBeNull()
    expect((await ask('mia', 'POST', `approvals/${body.approval.id}:approve`, {})).status).toBe(200)
    const before = Date.now()
    await carriedOut()
    await sweepOnce(deps())
    await carriedOut()
    const done = await shown(body.action.id)
    expect(done).toMatchObject({ status: 'completed', outcome: 'verified', rollback_after_seconds: 60 })
    expect(Date.parse(done.rollback_at)).toBeGreaterThanOrEqual(before + 59_000)
    expect(edr.inForce.size).toBe(1)
  })

  test('that notifies has its own limit, separate from containment', async () => {
    const notify = () => act('ann', 'notify', '', { parameters: { message: 'look' } })
    for (let i = 0; i < 12; i++) expect((await notify()).status).toBe(202)
    for (let i = 0; i < 12; i++)
      expect((await act('ann', 'create_ticket', '', { parameters: { summary: 'look' } })).status).toBe(202)
    const plan = await ask('ann', 'POST', 'actions/dry-run', {
      ...{ action_type: 'notify', rationale: 'x', parameters: { message: 'look' } },
    })
    expect(plan.body).toMatchObject({ recent: 12, recent_max: RESPONSE_LIMITS.messagesPerHour })
    const requested = /* sql */ `
      INSERT INTO response_actions (action_type, target, parameters, rationale, blast_radius, status, requested_by,
        requested_by_kind, ended_at)
      SELECT $1, '', '{}', 'x', 'minimal', 'completed', 'test', 'user', now() FROM generate_series(1, $2)`
    await withTenant(api.owner, acme, (tx) => tx.run(requested, ['notify', RESPONSE_LIMITS.messagesPerHour - 12]))
    const refused = await notify()
    expect([refused.status, refused.body.detail]).toEqual([
      429,
      `${RESPONSE_LIMITS.messagesPerHour} messages by “Tell people over a webhook or by mail” were asked for within the hour; a tenant has ${RESPONSE_LIMITS.messagesPerHour}`,
    ])
    expect((await act('ann', 'create_ticket', '', { parameters: { summary: 'look' } })).status).toBe(202)
    expect((await act('lee', 'run_av_scan', 'still-free')).status).toBe(202)
    await withTenant(api.owner, acme, (tx) => tx.run(requested, ['run_av_scan', RESPONSE_LIMITS.perTenantHour]))
    expect((await act('lee', 'run_av_scan', 'no-more')).body.detail).toMatch(/a tenant has 1000/)
  })

  test('with a duration is rolled back by itself', async () => {
    const { body } = await act('lee', 'quarantine_file', '/tmp/x', {
      parameters: { host: 'ws1' },
      rollback_after_seconds: 60,
    })
    await carriedOut()
    expect(await shown(body.action.id)).toMatchObject({ status: 'completed', outcome: 'verified' })
    await withOperator(api.owner, 'test', (tx) =>
      tx.run(`UPDATE response_actions SET rollback_at = '2020-01-01' WHERE id = $1`, [body.action.id]),
    )
    await sweepOnce(deps())
    await carriedOut()
    expect((await shown(body.action.id)).status).toBe('rolled_back')
  })
})

test.each([
  ['rest', 'http://127.0.0.1:9000'],
  ['rest', 'http://0x7f.1/'],
  ['rest', 'http://[::1]/'],
  ['rest', 'http://[::ffff:127.0.0.1]/'],
  ['rest', 'https://localhost./'],
  ['rest', 'http://edr.localhost/'],
  ['webhook', 'http://169.254.169.254/latest'],
  ['webhook', 'https://10.1.2.3/hook'],
  ['slack', 'https://0.0.0.0/api'],
  ['smtp', 'smtp://127.0.0.1:25'],
  ['smtp', 'smtps://0x7f000001'],
  ['smtp', 'smtp://[fe80::1]:25'],
])('a %s executor at %s, which can never be reached, is refused', async (vendor, base_url) => {
  const body = { name: 'never', vendor, base_url, settings: { from: 'soc@acme.example' } }
  const refused = await ask('tina', 'POST', 'response/executors', body)
  expect([refused.status, refused.body.detail?.[0]?.loc]).toEqual([422, ['body', 'base_url']])
})

describe('a message', () => {
  let executorId: string
  beforeAll(async () => {
    const made = { name: 'desk', vendor: 'webhook', base_url: `${EDR}/notify` }
    executorId = (await ask('tina', 'POST', 'response/executors', made)).body.id
  })
  beforeEach(() => {
    edr.notified.length = 0
  })
  afterAll(async () => {
    edr.notifyStatus = 200
    await ask('tina', 'DELETE', `response/executors/${executorId}`)
  })

  test('to a receiver that answers 500 is tried three times, and says so', async () => {
    edr.notifyStatus = 500
    const { body } = await act('ann', 'notify', '', { parameters: { message: 'hi' } })
    for (let i = 0; i < 5; i++) {
      await carriedOut()
      await hurry()
    }
    expect(await shown(body.action.id)).toMatchObject({
      ...{ status: 'failed', reason: 'unavailable', detail: 'the executor answered 500', attempts: 3 },
    })
    expect(edr.notified).toEqual([body.action.id, body.action.id, body.action.id])
  })

  test('to a receiver that recovers in time is delivered', async () => {
    edr.notifyStatus = 503
    const { body } = await act('ann', 'notify', '', { parameters: { message: 'hi' } })
    await carriedOut()
    edr.notifyStatus = 200
    await hurry()
    await carriedOut()
    expect(await shown(body.action.id)).toMatchObject({ status: 'completed', reason: null, attempts: 2 })
  })

  test('that is refused for good is tried once', async () => {
    edr.notifyStatus = 404
    const { body } = await act('ann', 'notify', '', { parameters: { message: 'hi' } })
    await carriedOut()
    expect(await shown(body.action.id)).toMatchObject({
      ...{ status: 'failed', reason: 'refused', detail: 'the executor answered 404', attempts: 1 },
    })
  })
})

const PLAYBOOK = (steps: object[], trigger: object = { on: 'manual' }) => ({ name: 'test', trigger, steps })
const make = async (steps: object[], trigger?: object) => {
  const { status, body } = await ask('tina', 'POST', 'playbooks', { document: PLAYBOOK(steps, trigger), enabled: true })
  expect([status, body.errors]).toEqual([201, undefined])
  return body.id as string
}
async function worked(): Promise<void> {
  for (let i = 0; i < 20; i++) {
    while (await workOnNext(deps()));
    await carriedOut()
  }
}
const execute = async (id: string, body: object = {}) =>
  (await ask('lee', 'POST', `playbooks/${id}/execute`, body)).body.run_id
const runShown = async (id: string) => (await ask('tina', 'GET', `playbook-runs/${id}`)).body

const approvalOf = async (run: string) => {
  const { items } = (await ask('mia', 'GET', 'approvals?limit=500')).body
  return items.find(({ run_id }: { run_id: string }) => run_id === run)
}

describe('a run that ends early', () => {
  const isolate = (target: string) => ({ id: 'isolate', type: 'isolate_host', target })
  const cannotBeApproved = async (approval: { id: string; action_id: string | null }) => {
    const agreed = await ask('mia', 'POST', `approvals/${approval.id}:approve`, {})
    expect([agreed.status, (await ask('mia', 'GET', `approvals/${approval.id}`)).body.status]).toEqual([
      409,
      'cancelled',
    ])
    await worked()
    expect(edr.done).toEqual([])
    if (approval.action_id !== null)
      expect(await shown(approval.action_id)).toMatchObject({ status: 'rejected', reason: 'cancelled' })
  }

  test('by cancellation withdraws its pending approval and action', async () => {
    const run = await execute(await make([isolate('cancelled-host')]))
    await worked()
    const approval = await approvalOf(run)
    expect((await ask('lee', 'POST', `playbook-runs/${run}/cancel`)).body.status).toBe('cancelled')
    await cannotBeApproved(approval)
  })

  test('withdraws the requests of the playbook that it started', async () => {
    const child = await make([isolate('child-host')])
    const run = await execute(await make([{ id: 'child', type: 'playbook', params: { playbook_id: child } }]))
    await worked()
    const [inner] = (await ask('tina', 'GET', `playbooks/${child}/runs`)).body.items
    const approval = await approvalOf(inner.run_id)
    await ask('lee', 'POST', `playbook-runs/${run}/cancel`)
    await cannotBeApproved(approval)
    expect((await runShown(inner.run_id)).status).toBe('cancelled')
  })

  test('by deletion of its playbook withdraws its requests', async () => {
    const id = await make([{ id: 'ask', type: 'approval', params: { title: 'May I?' } }])
    const run = await execute(id)
    await worked()
    const approval = await approvalOf(run)
    expect((await ask('tina', 'DELETE', `playbooks/${id}`)).status).toBe(204)
    await cannotBeApproved(approval)
    expect((await runShown(run)).status).toBe('cancelled')
  })

  test('by its deadline withdraws its requests, and a field records that', async () => {
    const run = await execute(await make([{ ...isolate('slow-host'), on_failure: 'continue' }]))
    await worked()
    const approval = await approvalOf(run)
    await withOperator(api.owner, 'test', (tx) =>
      tx.run(`UPDATE playbook_runs SET deadline = '2020-01-01' WHERE id = $1`, [run]),
    )
    await worked()
    expect((await runShown(run)).step_results).toMatchObject([{ outcome: 'expired', reason: 'timed_out' }])
    await cannotBeApproved(approval)
  })

  test('withdraws an approved action that has not started', async () => {
    const run = await execute(await make([isolate('agreed-host')]))
    await workOnNext(deps())
    const approval = await approvalOf(run)
    expect((await ask('mia', 'POST', `approvals/${approval.id}:approve`, {})).status).toBe(200)
    await ask('lee', 'POST', `playbook-runs/${run}/cancel`)
    await worked()
    expect(await shown(approval.action_id)).toMatchObject({ status: 'rejected', reason: 'cancelled' })
    expect(edr.done).toEqual([])
  })

  test('makes the current attempt the last one', async () => {
    edr.fault = 'busy'
    const run = await execute(await make([{ id: 'scan', type: 'run_av_scan', target: 'busy-host' }]))
    await workOnNext(deps())
    await withOperator(api.owner, 'test', (tx) =>
      tx.run(
        `UPDATE response_actions SET status = 'running', attempts = 1, lease = gen_random_uuid(), effect_unknown = true,
           deadline = '2020-01-01' WHERE run_id = $1`,
        [run],
      ),
    )
    await ask('lee', 'POST', `playbook-runs/${run}/cancel`)
    edr.fault = 'none'
    await worked()
    const { items } = (await ask('tina', 'GET', 'actions?limit=500')).body
    expect(items.find(({ run_id }: { run_id: string }) => run_id === run)).toMatchObject({
      ...{ status: 'failed', reason: 'cancelled' },
    })
    expect(edr.done).toEqual([])
  })

  test('during a step waits for nothing afterwards', async () => {
    const run = await execute(await make([isolate('racing-host')]))
    // It is cancelled after the step was begun and before what came of it is kept.
    let isCalled = false
    const pool = new Proxy(api.owner, {
      get(target, name) {
        if (name !== 'connect') return Reflect.get(target, name, target)
        return async () => {
          const client = await target.connect()
          return new Proxy(client, {
            get(inner, own) {
              const value = Reflect.get(inner, own, inner)
              if (own !== 'query') return typeof value === 'function' ? value.bind(inner) : value
              return async (...args: unknown[]) => {
                const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text
                if (!isCalled && /INSERT INTO response_actions/.test(text)) {
                  isCalled = true
                  expect((await ask('lee', 'POST', `playbook-runs/${run}/cancel`)).body.status).toBe('running')
                }
                return (value as (...all: unknown[]) => unknown).apply(inner, args)
              }
            },
          })
        }
      },
    })
    await workOnNext({ ...deps(), pool })
    expect(isCalled).toBe(true)
    await worked()
    expect((await runShown(run)).status).toBe('cancelled')
    const { items } = (await ask('tina', 'GET', 'approvals?status=cancelled&limit=500')).body
    await cannotBeApproved(items.find(({ run_id }: { run_id: string }) => run_id === run))
  })
})

describe('a playbook', () => {
  test('runs its steps, waits for approvals and actions, and records each outcome', async () => {
    const id = await make([
      { id: 'keep', type: 'set', params: { host: '{{trigger.host}}' } },
      { id: 'ask', type: 'approval', params: { title: 'Isolate {{vars.host}}?' } },
      { id: 'scan', type: 'run_av_scan', target: '{{vars.host}}' },
      {
        id: 'is-seen',
        type: 'condition',
        condition: { field: 'steps.scan.verification', operator: 'eq', value: 'verified' },
        next_true: 'ticket',
        next_false: null,
      },
      { id: 'ticket', type: 'create_ticket', params: { summary: 'scanned {{vars.host}}' } },
    ])
    const run = await execute(id, { context: { host: 'ws7' } })
    await worked()
    expect(await runShown(run)).toMatchObject({
      status: 'waiting',
      waits_for: 'approval',
      step: 'ask',
      steps_executed: 1,
    })
    const { items } = (await ask('mia', 'GET', 'approvals')).body
    const approval = items.find(({ run_id }: { run_id: string }) => run_id === run)
    expect(approval.title).toBe('Isolate ws7?')
    expect((await ask('lee', 'POST', `approvals/${approval.id}:approve`, {})).status).toBe(403) // who started it
    expect((await ask('mia', 'POST', `approvals/${approval.id}:approve`, {})).status).toBe(200)
    await worked()
    const done = await runShown(run)
    expect(done).toMatchObject({ status: 'completed', error: null, steps_executed: 5 })
    expect(done.step_results.map(({ step_id, outcome }: Record<string, string>) => `${step_id} ${outcome}`)).toEqual([
      ...['keep executed', 'ask executed', 'scan executed', 'is-seen executed', 'ticket simulated'],
    ])
  })

  test('ends as denied or expired when its approval does', async () => {
    const id = await make([{ id: 'ask', type: 'approval', params: { title: 'May I?' } }])
    for (const [verb, status] of [
      ['reject', 'denied'],
      ['expire', 'expired'],
    ] as const) {
      const run = await execute(id)
      await worked()
      const { items } = (await ask('mia', 'GET', 'approvals')).body
      const approval = items.find(({ run_id }: { run_id: string }) => run_id === run)
      if (verb === 'reject') await ask('mia', 'POST', `approvals/${approval.id}:reject`, {})
      else {
        await withTenant(api.owner, acme, (tx) =>
          tx.run(`UPDATE approvals SET expires_at = '2020-01-01' WHERE id = $1`, [approval.id]),
        )
        await sweepOnce(deps())
      }
      await worked()
      expect((await runShown(run)).status).toBe(status)
    }
  })

  test('handles a failure by its setting: abort, continue, retry', async () => {
    edr.fault = 'refuses'
    const scan = { id: 'scan', type: 'run_av_scan', target: 'ws8' }
    const after = { id: 'after', type: 'set', params: { x: 'y' } }
    const runs: Record<string, string> = {}
    for (const on_failure of ['abort', 'continue', 'retry'])
      runs[on_failure] = await execute(await make([{ ...scan, on_failure, retry_max: 1 }, after]))
    await worked()
    await withOperator(api.owner, 'test', (tx) =>
      tx.run(`UPDATE playbook_runs SET deadline = '2020-01-01' WHERE status = 'waiting'`),
    )
    await worked()
    const outcomes = async (run = '') => {
      const { status, step_results: steps } = await runShown(run)
      return [status, ...steps.map(({ step_id, outcome }: Record<string, string>) => `${step_id} ${outcome}`)]
    }
    expect(await outcomes(runs.abort)).toEqual(['failed', 'scan failed'])
    expect(await outcomes(runs.continue)).toEqual(['failed', 'scan failed', 'after executed'])
    expect(await outcomes(runs.retry)).toEqual(['failed', 'scan failed', 'scan failed'])
  })

  test('with an alert trigger starts once per alert, with any number of replicas', async () => {
    const id = await make([{ id: 'note', type: 'set', params: { t: '{{trigger.alert.title}}' } }], {
      on: 'alert',
      severity: ['critical'],
    })
    const alerts = ['critical', 'low'].map((severity) => ({ title: `an alert ${severity}`, severity }))
    for (const alert of alerts) await ask('tina', 'POST', 'alerts', alert)
    await Promise.all([startDue(deps()), startDue(deps()), startDue(deps())])
    await startDue(deps())
    await worked()
    const { items } = (await ask('tina', 'GET', `playbooks/${id}/runs`)).body
    expect(items).toMatchObject([{ status: 'completed', trigger: 'alert' }])
    await ask('tina', 'PUT', `playbooks/${id}`, { enabled: false })
  })

  test('loops over a list, calls other playbooks, and ends when it calls itself', async () => {
    const each = await make([{ id: 'scan', type: 'run_av_scan', target: '{{item}}', for_each: 'trigger.hosts' }])
    const run = await execute(await make([{ id: 'child', type: 'playbook', params: { playbook_id: each } }]), {
      context: { hosts: ['e1', 'e2', 'e3'] },
    })
    await worked()
    expect(await runShown(run)).toMatchObject({ status: 'completed' })
    expect(edr.inForce.size).toBe(3)
    const self = await make([{ id: 'wait', type: 'set', params: { a: 'b' } }])
    await ask('tina', 'PUT', `playbooks/${self}`, {
      document: PLAYBOOK([{ id: 'again', type: 'playbook', params: { playbook_id: self } }]),
    })
    const loop = await execute(self)
    await worked()
    expect(await runShown(loop)).toMatchObject({ status: 'failed' })
  })

  test('requests nothing in a dry run', async () => {
    const run = await execute('ransomware-behaviour', {
      dry_run: true,
      context: { alert: { title: 't', severity: 'high', hosts: ['ws1'], case_id: 'x' } },
    })
    await worked()
    const done = await runShown(run)
    expect(done.step_results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'skipped',
      'dry_run',
      'dry_run',
      'dry_run',
    ])
    expect(edr.done).toEqual([])
  })

  test('rehearses to its end, and takes both branches when a rehearsed step decides', async () => {
    const condition = { field: 'steps.scan.verification', operator: 'eq', value: 'verified' }
    const id = await make([
      { id: 'scan', type: 'run_av_scan', target: '{{trigger.host}}' },
      { id: 'is-clean', type: 'condition', condition, next_true: 'note', next_false: 'isolate' },
      { id: 'note', type: 'notify', params: { message: 'clean: {{steps.scan.ref}}' }, next: 'end' },
      { id: 'isolate', type: 'isolate_host', target: '{{trigger.host}}' },
      { id: 'tell', type: 'notify', params: { message: 'seen' }, condition: { ...condition, operator: 'ne' } },
      { id: 'end', type: 'set', params: { done: '{{steps.scan.outcome}}' } },
    ])
    const run = await execute(id, { dry_run: true, context: { host: 'ws-dry' } })
    await worked()
    const { status, step_results: steps } = await runShown(run)
    expect(status).toBe('completed')
    expect(steps.map(({ step_id, outcome }: Record<string, string>) => `${step_id} ${outcome}`)).toEqual([
      ...['scan dry_run', 'is-clean dry_run', 'note dry_run', 'end executed', 'isolate dry_run', 'tell dry_run'],
    ])
    expect(steps[4].detail).toBe(
      'would ask for isolate_host of ws-dry, held because “Cut a host off the network” always needs somebody else to agree',
    )
    expect(edr.done).toEqual([])
  })

  test('fails at a step with a missing value, and names it, in a rehearsal too', async () => {
    const id = await make([
      { id: 'tell', type: 'notify', params: { message: 'on {{trigger.host}} of {{trigger.owner ?? nobody}}' } },
    ])
    for (const dry_run of [false, true]) {
      const run = await execute(id, { dry_run })
      await worked()
      expect((await runShown(run)).step_results).toMatchObject([
        { outcome: 'failed', detail: 'there is nothing at {{trigger.host}}' },
      ])
    }
  })

  test('marks an action that would be refused as failed in a rehearsal', async () => {
    const run = await execute(await make([{ id: 'block', type: 'block_ip', target: '{{trigger.ip}}' }]), {
      ...{ dry_run: true, context: { ip: 'no address' } },
    })
    await worked()
    expect((await runShown(run)).step_results).toMatchObject([{ outcome: 'failed' }])
  })

  test('cannot add a recipient to a mail through a value', async () => {
    const id = await make([
      { id: 'tell', type: 'notify', params: { message: 'hi', to: '{{trigger.user}}@acme.example' } },
    ])
    const run = await execute(id, { context: { user: 'x@evil.example,kim' } })
    await worked()
    expect((await runShown(run)).step_results).toMatchObject([
      { outcome: 'failed', detail: 'a value that names a recipient is one address' },
    ])
  })

  test.each([
    [{ on: 'alert' }, 'trigger.alrt.title', /trigger\.alert/],
    [{ on: 'alert' }, 'trigger.alert.hostname', /trigger.alert has no hostname/],
    [{ on: 'case' }, 'trigger.alert.title', /trigger\.case/],
    [{ on: 'schedule', every_minutes: 60 }, 'trigger.schedule.at', /has no at/],
    [{ on: 'manual' }, 'steps.first.result_code', /a step has no result_code/],
    [{ on: 'manual' }, 'steps.last.outcome', /never done before/],
    [{ on: 'manual' }, 'steps.here.outcome', /never done before/],
    [{ on: 'manual' }, 'vars.later', /before this one/],
    [{ on: 'manual' }, 'item', /for_each alone/],
    [{ on: 'manual' }, 'trigger.whatever', null],
    [{ on: 'alert' }, 'trigger.alert.hosts.0', null],
    [{ on: 'case' }, 'trigger.event', null],
    [{ on: 'webhook' }, 'trigger.webhook.a.b', null],
    [{ on: 'manual' }, 'steps.first.result.a', null],
    [{ on: 'manual' }, 'vars.first', null],
  ])('with %j is checked for {{%s}}', async (trigger, path, why) => {
    const steps = [
      { id: 'first', type: 'set', params: { first: '1' } },
      { id: 'here', type: 'notify', params: { message: `{{${path}}}` } },
      { id: 'last', type: 'set', params: { later: '1' } },
    ]
    const { body } = await ask('tina', 'POST', 'playbooks/validate', { document: PLAYBOOK(steps, trigger) })
    if (why === null) expect(body.problems).toEqual([])
    else expect(body.problems).toEqual([{ path: 'steps.1.params.message', reason: expect.stringMatching(why) }])
  })

  test('is validated as a whole: all problems at once, each with its place', async () => {
    const steps = [
      { id: 'a', type: 'explode' },
      { id: 'b', type: 'isolate_host', next: 'nowhere' },
      { id: 'b', type: 'set', params: { x: '{{process.env}}' } },
      { id: 'c', type: 'condition', condition: { field: 'vars.none', operator: 'eq', value: 1 }, next_true: 'a' },
    ]
    const { body } = await ask('tina', 'POST', 'playbooks/validate', { document: PLAYBOOK(steps) })
    expect(body.problems.map(({ path }: { path: string }) => path).sort()).toEqual(
      [
        ...[
          'steps.0.type',
          'steps.1.next',
          'steps.1.target',
          'steps.2.id',
          'steps.2.params.x',
          'steps.1',
          'steps.3',
          'steps.3.condition.field',
        ],
      ].sort(),
    )
    expect((await ask('tina', 'POST', 'playbooks', { document: PLAYBOOK(steps) })).status).toBe(422)
    expect((await ask('vic', 'POST', 'playbooks', { document: PLAYBOOK(steps) })).status).toBe(403)
  })

  test('that is built in is valid and runs from start to end', async () => {
    const { items } = (await ask('tina', 'GET', 'playbooks?limit=500')).body
    const shipped = items.filter(({ is_builtin }: { is_builtin: boolean }) => is_builtin)
    expect(shipped).toHaveLength(11)
    const alert = await withTenant(api.deps.pool, acme, (tx) =>
      createAlert(
        tx,
        { id: 't', kind: 'automation' } as never,
        {
          title: 'All of it',
          severity: 'critical',
          affectedIps: ['203.0.113.77'],
          affectedHosts: ['ws3'],
          affectedUsers: ['kim'],
        } as never,
      ),
    ).catch(() => null)
    for (const { id, document } of shipped) {
      expect([id, (await ask('tina', 'POST', 'playbooks/validate', { document })).body.problems]).toEqual([id, []])
      expect((await ask('tina', 'PUT', `playbooks/${id}`, { enabled: true })).body.enabled).toBe(true)
      const context = {
        alert: { title: 'All of it', severity: 'critical', ips: ['203.0.113.77'], hosts: ['ws3'], users: ['kim'] },
      }
      const run = await execute(id, { context, ...(alert ? { alert_id: alert.id } : {}) })
      await worked()
      const now = await runShown(run)
      expect([id, ['completed', 'waiting', 'failed'].includes(now.status)]).toEqual([id, true])
      if (now.status === 'failed') expect(now.error).toMatch(/no_integration|a step failed/)
    }
  })

  test('keeps its versions and can restore one', async () => {
    const id = await make([{ id: 'one', type: 'set', params: { a: '1' } }])
    await ask('tina', 'PUT', `playbooks/${id}`, {
      document: PLAYBOOK([{ id: 'two', type: 'set', params: { a: '2' } }]),
    })
    const back = await ask('tina', 'POST', `playbooks/${id}/rollback`, { version: 1 })
    expect(back.body).toMatchObject({ version: 3, document: { steps: [{ id: 'one' }] } })
    expect((await ask('tina', 'GET', `playbooks/${id}/versions`)).body.items).toHaveLength(3)
    expect((await ask('olga', 'GET', `playbooks/${id}`)).status).toBe(404)
    expect((await ask('tina', 'DELETE', `playbooks/${id}`)).status).toBe(204)
  })
})

test('a run completes and requests nothing twice, whichever process is killed', async () => {
  const id = await make([
    { id: 'scan', type: 'run_av_scan', target: '{{trigger.host}}' },
    { id: 'wait', type: 'wait', params: { seconds: '1' } },
    { id: 'again', type: 'run_av_scan', target: '{{trigger.host}}-b' },
  ])
  const runs: string[] = []
  for (let i = 0; i < 12; i++) runs.push(await execute(id, { context: { host: `k${i}` } }))
  // Rounds are processes: each dies, or loses its connection, at a statement of its own.
  for (let round = 0; round < 80; round++) {
    const mortal = { ...deps(), pool: dying(api.owner, round % 20, round % 3 === 0 ? 'connection' : 'process') }
    await workOnNext(mortal).catch(() => undefined)
    await carryOutNext(mortal).catch(() => undefined)
    await withOperator(api.owner, 'test', async (tx) => {
      await tx.run(
        `UPDATE playbook_runs SET deadline = '2020-01-01' WHERE status IN ('running', 'waiting') AND wait_kind IS DISTINCT FROM 'action'`,
      )
      await tx.run(`UPDATE response_actions SET deadline = '2020-01-01' WHERE status = 'running'`)
    })
  }
  await worked()
  await withOperator(api.owner, 'test', (tx) =>
    tx.run(`UPDATE playbook_runs SET deadline = '2020-01-01' WHERE wait_kind = 'time'`),
  )
  await worked()
  const ends = await Promise.all(runs.map(async (run) => (await runShown(run)) as { status: string; error: string }))
  // Three processes that died over one action are where it is given up.
  const others = ends.filter(({ status, error }) => status !== 'completed' && !/never ended|a step failed/.test(error))
  expect(others).toEqual([])
  expect(ends.filter(({ status }) => status === 'completed').length).toBeGreaterThanOrEqual(6)
  expect(edr.done.length).toBe(new Set(edr.done).size)
}, 120_000)

/**
 * The pool of a process that is killed at a statement, from which on nothing that it says is heard, its roll-backs neither;
 * or of one that loses the connection there, and gets another.
 */
function dying(pool: TestApi['owner'], statement: number, dies: 'connection' | 'process'): TestApi['owner'] {
  let left = statement
  let isDead = false
  const gone = () => Promise.reject(new Error('Connection terminated unexpectedly'))
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'connect') return Reflect.get(target, name, target)
      return async () => {
        if (isDead) return gone()
        const client = await target.connect()
        let isCut = false
        return new Proxy(client, {
          get(inner, own) {
            const value = Reflect.get(inner, own, inner)
            if (own !== 'query') return typeof value === 'function' ? value.bind(inner) : value
            return (...args: unknown[]) => {
              if (left-- === 0) isCut = true
              isDead = isCut && dies === 'process'
              return isCut ? gone() : (value as (...all: unknown[]) => unknown).apply(inner, args)
            }
          },
        })
      }
    },
  })
}

test('a target may be among the parameters, but only in one place', async () => {
  const body = { action_type: 'isolate_host', parameters: { hostname: 'WS-77' }, rationale: 'as other programs ask' }
  const isolated = await ask('lee', 'POST', 'actions', body)
  expect([isolated.status, isolated.body.action.target, isolated.body.action.parameters]).toEqual([202, 'ws-77', {}])
  const both = await ask('lee', 'POST', 'actions', { ...body, target: 'ws-78' })
  expect(both.status).toBe(422)
  const planned = await ask('lee', 'POST', 'actions/dry-run', {
    ...{ action_type: 'block_ip', parameters: { ip: '203.0.113.9' }, rationale: 'seen' },
  })
  expect(planned.body.target).toBe('203.0.113.9')
  const killed = await ask('lee', 'POST', 'actions', {
    ...{ action_type: 'kill_process', parameters: { host: 'ws-77', process: 'evil.exe' }, rationale: 'seen' },
  })
  expect(killed.body.action).toMatchObject({ target: 'evil.exe', parameters: { host: 'ws-77' } })
  expect((await ask('lee', 'POST', 'actions', { ...body, parameters: { user: 'ann' } })).status).toBe(422)
})
