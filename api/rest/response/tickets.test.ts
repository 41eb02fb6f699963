/** Tickets of Jira and ServiceNow are opened, followed and closed, against a server that answers as their documents say. */
import { createHmac } from 'node:crypto'
import { createServer, request as plainRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { carryOutNext, followTickets } from '../../../control/respond/response/index.ts'
import type { Egress } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { VAULT } from '../../test-api.ts'
import { openTestCases, type TestCases } from '../cases/test-cases.ts'

type Json = Record<string, unknown>
/** The one ticket that each of both systems has; the tests open it anew. */
type There = {
  isOpen: boolean
  status: string
  comments: { id: string; author: string; body: string }[]
  closes: number
  /** Changes that were asked for, in order. */
  updates: unknown[]
}

let cases: TestCases
let server: Server
let there: There
let fault: { readonly status: number; readonly retryAfter?: string } | null = null
const HOST = 'http://tickets.example'

/** Jira: a workflow that goes over In Progress to Done. ServiceNow: an incident with its journal. */
const ANSWERS: readonly (readonly [RegExp, (sent: Json) => unknown])[] = [
  [/^POST \/rest\/api\/2\/issue$/, () => ({ id: '1', key: 'SOC-1' })],
  [/^GET \/rest\/api\/2\/search/, () => ({ issues: [{ key: 'SOC-1' }] })],
  [
    /^GET \/rest\/api\/2\/issue\/SOC-1\?/,
    () => ({
      key: 'SOC-1',
      fields: {
        status: { name: there.status, statusCategory: { key: there.isOpen ? 'indeterminate' : 'done' } },
        comment: {
          comments: there.comments.map(({ id, author, body }) => ({ id, author: { displayName: author }, body })),
        },
      },
    }),
  ],
  [
    /^GET \/rest\/api\/2\/issue\/SOC-1\/transitions$/,
    () => ({
      transitions: [
        { id: '11', name: 'Start', to: { name: 'In Progress', statusCategory: { key: 'indeterminate' } } },
        { id: '31', name: 'Finish', to: { name: 'Done', statusCategory: { key: 'done' } } },
      ],
    }),
  ],
  [/^POST \/rest\/api\/2\/issue\/SOC-1\/transitions$/, (sent) => closed((sent.transition as Json).id === '31', 'Done')],
  [/^POST \/api\/now\/table\/incident$/, () => ({ result: { sys_id: 'abc', number: 'INC0010002' } })],
  [
    /^GET \/api\/now\/table\/incident\?/,
    () => ({ result: [{ sys_id: 'abc', number: 'INC0010002', state: stateOf(there.status) }] }),
  ],
  [
    /^GET \/api\/now\/table\/sys_journal_field\?/,
    () => ({
      result: there.comments.map(({ id, author, body }) => ({ sys_id: id, sys_created_by: author, value: body })),
    }),
  ],
  [/^PUT \/rest\/api\/2\/issue\/SOC-1$/, (sent) => there.updates.push(sent.fields)],
  [/^POST \/rest\/api\/2\/issue\/SOC-1\/comment$/, (sent) => written(sent.body)],
  [
    /^PATCH \/api\/now\/table\/incident\/abc$/,
    (sent) => {
      if (sent.work_notes !== undefined) return written(sent.work_notes)
      return sent.state === undefined ? there.updates.push(sent) : closed(sent.state === '6', 'Resolved')
    },
  ],
]
const stateOf = (status: string) => ({ New: '1', 'In Progress': '2', Resolved: '6' })[status] ?? '1'
function written(body: unknown): Json {
  there.comments.push({ id: `w${there.comments.length}`, author: 'svc robot', body: String(body) })
  return {}
}
function closed(isRight: boolean, status: string): Json {
  if (isRight) Object.assign(there, { isOpen: false, status, closes: there.closes + 1 })
  return {}
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const text = (await buffer(request)).toString()
    const found = ANSWERS.find(([pattern]) => pattern.test(`${request.method} ${request.url}`))
    const headers = fault?.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }
    if (fault !== null) return response.writeHead(fault.status, headers).end('busy')
    if (found === undefined) return response.writeHead(404).end('{}')
    return response.writeHead(200).end(JSON.stringify(found[1](text === '' ? {} : JSON.parse(text))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cases = await openTestCases()
}, 120_000)
afterAll(async () => {
  server?.close()
  await cases?.close()
})
beforeEach(async () => {
  there = { isOpen: true, status: 'New', comments: [], closes: 0, updates: [] }
  fault = null
  for (const { id } of (await cases.ask('tess', 'GET', 'response/executors')).body.items)
    await cases.ask('tess', 'DELETE', `response/executors/${id}`)
})

const egress: Egress = async ({ url: named, method = 'GET', headers = {}, body }) => {
  const url = named.replace(HOST, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    plainRequest(url, { method, headers }, resolve).on('error', reject).end(body)
  })
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer), url }
}
const deps = () => ({
  ...{ pool: cases.api.owner, vault: VAULT, egress, log: pino({ level: 'silent' }), nowMs: () => cases.clock.ms },
  findPlace: async () => {
    throw new AppError('forbidden', 'no mail server is asked here')
  },
})
async function opened(vendor: string, more: object = {}) {
  const settings = { project: 'SOC', user: 'svc', ...more }
  const executor = { name: 'ours', vendor, base_url: HOST, secret: 'sesame', settings }
  expect((await cases.ask('tess', 'POST', 'response/executors', executor)).status).toBe(201)
  const { id } = await cases.open()
  const action = { action_type: 'create_ticket', parameters: { summary: 'Look at this' }, rationale: 'x', case_id: id }
  expect((await cases.ask('ann', 'POST', 'actions', action)).status).toBe(202)
  while (await carryOutNext(deps()));
  return id
}
const followed = async (minutes = 1) => {
  cases.clock.ms += minutes * 60_000
  await Promise.all([followTickets(deps()), followTickets(deps())])
}
const tickets = async (id: string, who = 'vic') => (await cases.ask(who, 'GET', `cases/${id}/tickets`)).body.items
const eventsOf = async (id: string): Promise<string[]> =>
  (await cases.ask('vic', 'GET', `cases/${id}/timeline?limit=500`)).body.items
    .filter(({ type }: { type: string }) => type.startsWith('ticket.'))
    .map(({ type, title }: { type: string; title: string }) => `${type}: ${title}`)
    .toSorted()
const resolve = async (id: string) => {
  for (const status of ['in_progress', 'resolved']) {
    const done = await cases.ask('ann', 'PATCH', `cases/${id}`, { status })
    expect([done.status, done.text]).toMatchObject([200, expect.anything()])
  }
}

test.each([
  ['jira', 'SOC-1', 'Done'],
  ['servicenow', 'INC0010002', 'Resolved'],
] as const)('a ticket of %s is tracked, and is closed once with its case', async (vendor, ref, done) => {
  const id = await opened(vendor)
  await followed(0)
  expect(await tickets(id)).toMatchObject([
    { ref, executor: `${vendor} ours`, status: 'New', is_open: true, fault: null },
  ])
  expect(await eventsOf(id)).toEqual([`ticket.opened: ticket ${ref} was opened`])
  there.status = 'In Progress'
  there.comments.push({ id: 'c1', author: 'Kim', body: 'on it, @ann' })
  await followed()
  await followed()
  const before = [
    ...[`ticket.changed: ticket ${ref} is In Progress`, `ticket.comment: Kim in ${ref}`],
    `ticket.opened: ticket ${ref} was opened`,
  ]
  expect(await eventsOf(id)).toEqual(before)
  const { items } = (await cases.ask('vic', 'GET', `cases/${id}/timeline?limit=500`)).body
  const ofTicket = items.filter(({ type }: { type: string }) => type.startsWith('ticket.'))
  expect(new Set(ofTicket.map((one: { actor_kind: string }) => one.actor_kind))).toEqual(new Set(['automation']))
  // Comments that came in mention nobody here.
  expect((await cases.ask('ann', 'GET', 'cases/mentions')).body.items).toEqual([])
  await resolve(id)
  await followed()
  expect(there).toMatchObject({ closes: 1, isOpen: false })
  expect(await tickets(id)).toMatchObject([{ status: done, is_open: false, closed_by_us: true }])
  expect(await eventsOf(id)).toEqual([...before, `ticket.closed: closed ticket ${ref}`].toSorted())
  // Users who open the ticket again there want it open: the case is told, and does not close it again.
  Object.assign(there, { isOpen: true, status: 'In Progress' })
  await followed()
  await followed()
  expect(there.closes).toBe(1)
  expect(await tickets(id)).toMatchObject([{ is_open: true, closed_by_us: true }])
})

test.each([
  ['jira', 'send', { priority: { name: 'Highest' } }],
  ['servicenow', 'work_notes', { urgency: '1', impact: '1' }],
] as const)(
  'a ticket of %s has the severity and the comments of its case, each once',
  async (vendor, comments, updated) => {
    const id = await opened(vendor, { comments })
    await followed(0)
    expect((await cases.ask('ann', 'PATCH', `cases/${id}`, { severity: 'critical' })).status).toBe(200)
    for (const body of ['seen on [dc1] [code]<b>', 'and on dc2'])
      expect((await cases.ask('ann', 'POST', `cases/${id}/comments`, { body })).status).toBe(201)
    await followed()
    await followed()
    expect(there.updates).toEqual([updated])
    expect(there.comments.map(({ body }) => body.replace(/\n\n.*svc-[-0-9a-f]{36}\]$/s, ' (marked)'))).toEqual([
      vendor === 'jira' ? 'ann: seen on \\[dc1] \\[code]<b> (marked)' : 'ann: seen on [dc1] <b> (marked)',
      'ann: and on dc2 (marked)',
    ])
    there.comments.push({ id: 'c1', author: 'Kim', body: 'thanks' })
    await followed()
    await followed()
    // Comments that were sent do not come back, and those that came in are not sent.
    expect(there.comments).toHaveLength(3)
    expect((await eventsOf(id)).filter((event) => !event.startsWith('ticket.opened'))).toEqual([
      expect.stringMatching(/^ticket.comment: Kim in /),
      expect.stringMatching(/^ticket.updated: ticket \S+ is of severity critical now$/),
    ])
  },
)

test('a comment from a process that died is not sent again', async () => {
  const id = await opened('jira', { comments: 'send' })
  await followed(0)
  const comment = (await cases.ask('ann', 'POST', `cases/${id}/comments`, { body: 'once' })).body
  there.comments.push({ id: 'w9', author: 'svc robot', body: `ann: once\n\n\\[svc-${comment.id}]` })
  await followed()
  expect(there.comments).toHaveLength(1)
  expect((await eventsOf(id)).filter((event) => event.startsWith('ticket.comment'))).toEqual([])
})

test('comments of a case are not sent when the executor does not send comments', async () => {
  const id = await opened('jira')
  await cases.ask('ann', 'POST', `cases/${id}/comments`, { body: 'among ourselves' })
  await followed()
  expect(there.comments).toEqual([])
})

test('a ticket that is closed in the tracker does not close the case', async () => {
  const id = await opened('jira')
  await followed(0)
  closed(true, 'Done')
  await followed()
  expect(await eventsOf(id)).toContain('ticket.changed: ticket SOC-1 is Done')
  expect((await cases.ask('vic', 'GET', `cases/${id}`)).body.status).toBe('open')
  expect(there.closes).toBe(1)
})

test('a busy or missing tracker is recorded as a fault, and is retried after its Retry-After', async () => {
  const id = await opened('jira')
  await followed(0)
  fault = { status: 429, retryAfter: '600' }
  await followed()
  expect(await tickets(id)).toMatchObject([{ status: 'New', fault: expect.stringContaining('429') }])
  fault = null
  there.status = 'In Progress'
  await followed(5)
  expect(await tickets(id)).toMatchObject([{ status: 'New' }])
  await followed(6)
  expect(await tickets(id)).toMatchObject([{ status: 'In Progress', fault: null }])
  const [{ id: executor }] = (await cases.ask('tess', 'GET', 'response/executors')).body.items
  await cases.ask('tess', 'DELETE', `response/executors/${executor}`)
  await followed()
  expect(await tickets(id)).toMatchObject([{ fault: 'the executor jira ours is no longer connected' }])
})

test('a simulated ticket is not tracked, and another tenant sees none', async () => {
  const { id } = await cases.open()
  const action = { action_type: 'create_ticket', parameters: { summary: 'x' }, rationale: 'x', case_id: id }
  await cases.ask('ann', 'POST', 'actions', action)
  while (await carryOutNext(deps()));
  await followed()
  expect(await tickets(id)).toEqual([])
  expect((await cases.ask('bob', 'GET', `cases/${id}/tickets`)).status).toBe(404)
  const rows = await withTenant(cases.api.owner, cases.acme, (tx) => tx.many((row) => row, 'SELECT 1 FROM tickets'))
  expect(rows.length).toBeGreaterThan(0)
})

const hooked = async (vendor: string) => {
  const [{ id }] = (await cases.ask('tess', 'GET', 'response/executors')).body.items
  expect((await cases.ask('vic', 'POST', `response/executors/${id}/ticket-hook`)).status).toBe(403)
  const made = await cases.ask('tess', 'POST', `response/executors/${id}/ticket-hook`)
  expect([vendor, made.status]).toEqual([vendor, 201])
  return made.body as { path: string; secret: string }
}
async function calls(path: string, sent: object, headers: Record<string, string> = {}) {
  const payload = JSON.stringify(sent)
  const all = { 'content-type': 'application/json', ...headers }
  const answer = await cases.api.api.app.inject({ method: 'POST', url: path, headers: all, payload })
  return { status: answer.statusCode, body: JSON.parse(answer.body) }
}
const signed = (secret: string, sent: object) => {
  return { 'x-hub-signature': `sha256=${createHmac('sha256', secret).update(JSON.stringify(sent)).digest('hex')}` }
}

test.each([
  ['jira', { webhookEvent: 'comment_created', issue: { key: 'SOC-1' } }],
  ['servicenow', { number: 'INC0010002' }],
] as const)(
  'a signed call of %s triggers a check of the ticket, and its content is not trusted',
  async (vendor, sent) => {
    const id = await opened(vendor)
    await followed(0)
    const { path, secret } = await hooked(vendor)
    there.status = 'In Progress'
    there.comments.push({ id: 'c1', author: 'Kim', body: 'on it' })
    await followed(0)
    expect(await tickets(id), 'a minute has not passed').toMatchObject([{ status: 'New' }])
    const lies = { ...sent, comment: { body: 'made up' }, fields: { status: { name: 'Done' } } }
    const answer = await calls(path, lies, signed(secret, lies))
    expect(answer.status).toBe(200)
    expect(answer.body.tickets).toBeGreaterThan(0)
    await calls(path, lies, { authorization: `Bearer ${secret}` })
    await followed(0)
    await followed(0)
    expect(await tickets(id)).toMatchObject([{ status: 'In Progress' }])
    expect((await eventsOf(id)).filter((line) => line.startsWith('ticket.comment'))).toHaveLength(1)
    expect(JSON.stringify(await eventsOf(id))).not.toContain('made up')
    expect(there.comments, 'nothing goes back').toHaveLength(1)
    expect((await calls(path, { about: 'something else' }, { authorization: `Bearer ${secret}` })).body).toEqual({
      tickets: 0,
    })
  },
)

test('a call without a signature, of an unknown hook or of a deleted executor is refused', async () => {
  await opened('jira')
  const sent = { issue: { key: 'SOC-1' } }
  const first = await hooked('jira')
  expect((await calls(first.path, sent)).status).toBe(401)
  expect((await calls(first.path, sent, signed('another secret', sent))).status).toBe(401)
  expect((await calls(first.path, sent, signed(first.secret, { issue: { key: 'SOC-2' } }))).status).toBe(401)
  expect((await calls(`${first.path}x`, sent, signed(first.secret, sent))).status).toBe(404)
  const second = await hooked('jira')
  expect((await calls(first.path, sent, signed(first.secret, sent))).status, 'it has another hook now').toBe(404)
  expect((await calls(second.path, sent, signed(second.secret, sent))).status).toBe(200)
  const [{ id }] = (await cases.ask('tess', 'GET', 'response/executors')).body.items
  await cases.ask('tess', 'DELETE', `response/executors/${id}`)
  expect((await calls(second.path, sent, signed(second.secret, sent))).status).toBe(404)
})
