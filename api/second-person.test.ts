/**
 * Every place where two people must agree, tried with every credential and program that one person can ask by: that person
 * may not agree to it, somebody else may.
 */
import { createHmac } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTenant, createOrganisation } from '../control/identity/organisations/index.ts'
import { workOnNext } from '../control/respond/playbooks/index.ts'
import type { TenantId } from '../platform/tenant.ts'
import { type TestPostgres, withTestPostgres } from '../stores/postgres/testing.ts'
import { makeTenant, makeUser, openTestApi, type TestApi, tokenOf, VAULT } from './test-api.ts'

type As = { readonly token: string } | { readonly key: string }

let server: TestPostgres
let api: TestApi
let acme: TenantId
/** The user who asks, by kind of credential. */
const requesters: Record<string, As> = {}
/** The user who may agree. */
let other: As
/** The requester, signed in as themselves in the same tenant, as the decider. */
const self: Record<string, As> = {}
const CREDENTIALS = ['session', 'API key', 'delegation'] as const

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
  acme = await makeTenant(api, 'acme')
  const msp = await makeTenant(api, 'msp')
  for (const name of ['ann', 'bea']) await makeUser(api, acme, name, 'tenant_admin')
  const token = await tokenOf(api, acme, 'ann')
  other = { token: await tokenOf(api, acme, 'bea') }
  requesters.session = { token }
  const scopes = ['actions:*', 'playbooks:*', 'rules:*', 'reports:*']
  const made = await api.ask('POST', 'api-keys', { token, body: { name: 'automation', scopes } })
  requesters['API key'] = { key: made.body.key }
  await makeUser(api, msp, 'pat', 'tenant_admin')
  await createOrganisation(api.owner, { name: 'MSP', kind: 'mssp', homeTenant: msp })
  await addTenant(api.owner, 'MSP', acme)
  const delegation = { email: 'pat@msp.example', role: 'tenant_admin', reason: 'looks after us', expires_in_hours: 1 }
  const answer = await api.ask('POST', 'organisation/delegations', { ...other, body: delegation })
  const entered = await api.ask('POST', `delegations/${answer.body.id}/enter`, {
    token: await tokenOf(api, msp, 'pat'),
  })
  requesters.delegation = { token: entered.body.access_token }
  self.session = requesters.session
  self['API key'] = requesters.session
  self.delegation = requesters.delegation
})
afterAll(async () => {
  await api?.close()
  await server?.close()
})

async function ask(as: As | undefined, method: string, path: string, body?: unknown) {
  const answer = await api.ask(method, path, { ...as, ...(body === undefined ? {} : { body }) })
  if (answer.status >= 500) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer
}
/** Creates an object and returns the answer's body. */
async function made(as: As | undefined, path: string, body: unknown) {
  const { status, body: shown, text } = await ask(as, 'POST', path, body)
  expect([path, status < 300, text]).toEqual([path, true, text])
  return shown
}

type Place = {
  /** Begins it as `as`, and gives the request that agrees to it. */
  readonly ask: (as: As | undefined) => Promise<{ readonly path: string; readonly body: object }>
  readonly refusal: number
}

let count = 0
const target = () => `host-${(count += 1)}`
const worked = async () => {
  const egress = async () => {
    throw new Error('nothing is sent here')
  }
  const deps = { pool: api.owner, vault: VAULT, egress, log: pino({ level: 'silent' }), nowMs: Date.now }
  while (await workOnNext(deps));
}
const approving = (id: string) => ({ path: `approvals/${id}/approve`, body: {} })
async function approvalOf(runId: string) {
  const { items } = (await ask(other, 'GET', 'approvals?limit=500')).body
  const found = items.find((one: { run_id: string }) => one.run_id === runId)
  expect(found).toBeDefined()
  return approving(found.id)
}
const playbook = async (steps: object[], on = 'manual') =>
  (await made(other, 'playbooks', { document: { name: 'p', trigger: { on }, steps }, enabled: true })).id
const isolate = () => ({ id: 'isolate', type: 'isolate_host', target: target() })
const pause = { id: 'ask', type: 'approval', params: { title: 'May I?' } }
async function started(as: As | undefined, steps: object[]) {
  const { run_id } = await made(as, `playbooks/${await playbook(steps)}/execute`, {})
  await worked()
  return run_id as string
}

const PLACES: Readonly<Record<string, Place>> = {
  'an action that is held': {
    refusal: 403,
    ask: async (as) => {
      const body = { action_type: 'isolate_host', target: target(), rationale: 'seen at work' }
      return approving((await made(as, 'actions', body)).approval.id)
    },
  },
  'an approval that is asked for directly': {
    refusal: 403,
    ask: async (as) => {
      const expires_at = new Date(Date.now() + 3_600_000).toISOString()
      return approving((await made(as, 'approvals', { title: 'May I?', risk_level: 'low', expires_at })).id)
    },
  },
  'an action of a playbook that was started': {
    refusal: 403,
    ask: async (as) => approvalOf(await started(as, [isolate()])),
  },
  'an approval of a playbook that was started': {
    refusal: 403,
    ask: async (as) => approvalOf(await started(as, [pause])),
  },
  'an action of a playbook within the one that was started': {
    refusal: 403,
    ask: async (as) => {
      const child = await playbook([isolate()])
      await started(as, [{ id: 'child', type: 'playbook', params: { playbook_id: child } }])
      const [run] = (await ask(other, 'GET', `playbooks/${child}/runs`)).body.items
      return approvalOf(run.run_id)
    },
  },
  'an action of a playbook that their webhook started': {
    refusal: 403,
    ask: async (as) => {
      const id = await playbook([isolate()], 'webhook')
      const { hook_id, secret } = await made(as, `playbooks/${id}/hooks`, { label: 'theirs' })
      const at = Math.floor(Date.now() / 1000)
      const mac = createHmac('sha256', secret).update(`${at}.{}`).digest('hex')
      const sent = await api.api.app.inject({
        ...{ method: 'POST', url: `/api/v1/playbook-hooks/${hook_id}`, payload: '{}' },
        headers: { 'content-type': 'application/json', 'x-svc-signature': `t=${at},v1=${mac}` },
      })
      await worked()
      return approvalOf(sent.json().run_id)
    },
  },
  'a proposed rule': {
    refusal: 403,
    ask: async (as) => {
      const rule = `title: Whoami\nid: ${crypto.randomUUID()}\nlogsource: { category: process_creation, product: windows }\ndetection:\n  a: { CommandLine|contains: whoami }\n  condition: a\nlevel: low\n`
      const hit = { EventID: 1, Channel: 'Microsoft-Windows-Sysmon/Operational', CommandLine: 'whoami', Image: 'C:\\x' }
      const body = { title: 'Whoami', description: 'd', logic: rule, positive_fixtures: [hit] }
      const { id } = await made(as, 'detection-proposals', body)
      await made(as, `detection-proposals/${id}/evaluate-rule`, undefined)
      return { path: `detection-proposals/${id}/decide`, body: { decision: 'approve' } }
    },
  },
  'evidence of compliance': {
    refusal: 409,
    ask: async (as) => {
      const body = { framework: 'soc2', control_id: 'A1.2', evidence_kind: 'attestation', summary: 'Restore was tried' }
      const { id } = await made(as, 'compliance/evidence', body)
      return { path: `compliance/evidence/${id}/review`, body: { decision: 'accepted' } }
    },
  },
}

describe.each(Object.entries(PLACES))('%s', (_, place) => {
  test.each(CREDENTIALS)('cannot be approved by its requester with the %s of the requester', async (credential) => {
    const { path, body } = await place.ask(requesters[credential])
    expect((await ask(self[credential], 'POST', path, body)).status).toBe(place.refusal)
    const agreed = await ask(other, 'POST', path, body)
    expect([agreed.status, agreed.text]).toEqual([200, agreed.text])
  })
})

test('a user cannot review own evidence with an API key', async () => {
  const evidence = PLACES['evidence of compliance'] as Place
  const { path, body } = await evidence.ask(requesters.session)
  expect((await ask(requesters['API key'], 'POST', path, body)).status).toBe(409)
})

test('the list of own approvals leaves out requests by own keys', async () => {
  const { path } = await (PLACES['an action that is held'] as Place).ask(requesters['API key'])
  const mine = async (as: As | undefined) =>
    (await ask(as, 'GET', 'approvals?mine=true&limit=500')).body.items.map(({ id }: { id: string }) => id)
  const id = path.split('/')[1]
  expect(await mine(requesters.session)).not.toContain(id)
  expect(await mine(other)).toContain(id)
})

test('an approval that only the requester could give is refused', async () => {
  const me = (await ask(requesters.session, 'GET', 'users/me')).body.id
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const body = { title: 'May I?', risk_level: 'low', expires_at, required_user_id: me }
  for (const credential of ['session', 'API key'])
    expect((await ask(requesters[credential], 'POST', 'approvals', body)).status).toBe(422)
})

test('every comparison of approver and requester in the source is tested here', () => {
  const root = join(import.meta.dirname, '..')
  const sources = globSync('{control,api,ingest,services}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$/.test(file),
  )
  const text = (file: string) => readFileSync(join(root, file), 'utf8')
  const asking = sources.filter((file) => /\brequireSecondPerson\(/.test(text(file)))
  expect(asking.sort()).toEqual([
    'control/detect/proposals/review.ts', // a proposed rule
    'control/platform/acting/second-person.ts',
    'control/platform/compliance/evidence.ts', // evidence of compliance
    'control/respond/response/decide.ts', // actions and approvals, also of playbooks
  ])
  // A credential is no person: nobody compares one with another by itself.
  const comparing =
    /(?:requestedBy|proposedBy|collectedBy|submittedBy|requested_by|proposed_by)\b\s*[!=]==(?!\s*null)|[!=]==\s*[\w.]*(?:requestedBy|proposedBy|collectedBy|submittedBy)\b/
  expect(sources.filter((file) => comparing.test(text(file)))).toEqual([])
})
