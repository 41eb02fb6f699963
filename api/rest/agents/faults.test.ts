/**
 * Agents under faults that come all at once: a process that ends at any transaction of an investigation, many investigations
 * on one budget, and alerts of one kind that several workers look at. The model is scripted.
 */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MODEL_ASKS, sharedAsks } from '../../../control/respond/agents/ask-queue.ts'
import {
  type InvestigatorDeps,
  investigateOnce,
  investigationOf,
  modelTriageOnce,
  replayRun,
  triageOnce,
} from '../../../control/respond/agents/index.ts'
import { HONEST } from '../../../control/respond/agents/redteam/obeying-model.ts'
import {
  type ModelRequest,
  openScriptedModel,
  type ScriptedModel,
} from '../../../control/respond/models/scripted-model.ts'
import { openEgress } from '../../../platform/egress/client.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { lakeSources } from '../../../query/lake-sources.ts'
import { int } from '../../../stores/postgres/columns.ts'
import { type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import { makeAdmin, newTenant, startTestApi, type TestApi, VAULT } from '../../test-api.ts'

const airGap = { enabled: false, allowlist: [] }
const egress = openEgress({ airGap, allowPrivate: true, log: pino({ level: 'silent' }) })
const clock = { ms: Date.now() }
let api: TestApi
let model: ScriptedModel
let acme: TenantId
let token: string

beforeAll(async () => {
  model = await openScriptedModel()
  const installation = { baseUrl: model.url, model: 'm', hasApiKey: true }
  api = await startTestApi({
    deps: { vault: VAULT, egress, model: installation, asksModels: true },
    clock,
  })
}, 120_000)
afterAll(async () => {
  await api?.close()
  await model?.close()
})
beforeEach(async () => {
  clock.ms = Date.now() + 60_000 // before tokens are made
  acme = await newTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  model.requests.length = 0
  model.script.length = 0
})

const says = (step: object) => ({
  text: JSON.stringify({ plan: [], call: null, conclusion: null, ...step }),
  usage: [500, 50] as const,
})
const call = (tool: string, args: object) => says({ plan: ['Look at it.'], call: { tool, args } })
const STEPS = [
  call('intel', { values: ['203.0.113.9'] }),
  call('request_action', { action: 'block_ip', target: '203.0.113.9', why: 'It sent the tool.' }),
  says({ conclusion: { verdict: 'true_positive', confidence: 0.9, claims: [] } }),
]
/** The step that the prompt is at: what a process has written is behind it. */
const stepOf = ({ body }: ModelRequest) => 12 - Number(/You have (\d+) steps left/.exec(JSON.stringify(body))?.[1])
const models = (callsMax = 1_000) => ({
  ...{ egress, vault: VAULT, installation: { baseUrl: model.url, model: 'm', hasApiKey: true }, installationKey: 'k' },
  ...{ gate: { airGap, allowPrivate: true, asksModels: true }, callsMax, tokensMax: 10_000_000 },
  ...{ timeoutMs: 5_000, nowMs: () => clock.ms },
})
const nothing = () => Promise.reject(new TypeError('these tools do not ask the lake'))
const depsOf = (pool: Postgres, callsMax?: number): InvestigatorDeps => ({
  ...{ pool, audit: api.deps.audit, models: models(callsMax), egress, sources: lakeSources(), sandboxesOf: () => [] },
  ...{ lake: () => ({ query: nothing, stream: nothing as never }), offersThirdParties: false },
  nowMs: () => clock.ms,
})
async function begin(): Promise<{ caseId: string; run: string }> {
  const alert = { title: 'Download of a tool', severity: 'high', affected_ips: ['203.0.113.9'] }
  const { id } = (await api.ask('POST', 'alerts', { token, body: alert })).body
  const opened = (
    await api.ask('POST', 'cases', { token, body: { title: 'A dump', severity: 'high', alert_ids: [id] } })
  ).body
  expect(opened, 'the case is open').toMatchObject({ id: expect.any(String) })
  const started = await api.ask('POST', `cases/${opened.id}/investigations:start`, { token })
  expect([started.status, started.body]).toMatchObject([201, { status: 'running' }])
  const { body } = started
  return { caseId: opened.id, run: body.id }
}
const counted = (sql: string) =>
  withTenant(api.owner, acme, (tx) => tx.maybeOne((row) => int(row, 'n'), `SELECT count(*) AS n FROM ${sql}`))

/** A pool of a process that is killed at its nth commit, just before the server has it or just after. */
function dyingPool(pool: Postgres, nth: number, isAfter: boolean): Postgres {
  let commits = 0
  let isDead = false
  const connect = async () => {
    if (isDead) throw new TypeError('killed')
    const client = await pool.connect()
    const query = client.query.bind(client) as (sql: unknown) => Promise<unknown>
    const release = client.release.bind(client)
    const own = Object.create(client, {
      query: {
        value: async (sql: unknown) => {
          if (isDead && sql !== 'ROLLBACK') throw new TypeError('killed')
          if (sql !== 'COMMIT' || ++commits < nth) return query(sql)
          isDead = true
          if (isAfter) await query(sql)
          throw new TypeError('killed')
        },
      },
      // Its connection is cut, as that of a process that is gone.
      release: { value: () => release(isDead) },
    })
    return own
  }
  return new Proxy(pool, {
    get: (target, name, self) => (name === 'connect' ? connect : Reflect.get(target, name, self)),
  })
}

test('a run whose process is killed at any transaction is finished by another process, and nothing is done twice', async () => {
  Object.assign(model, { otherwise: (request: ModelRequest) => STEPS[stepOf(request)] ?? { status: 500 } })
  let kills = 0
  for (const isAfter of [false, true]) {
    for (let nth = 1, isKilled = true; isKilled; nth++) {
      clock.ms = Date.now() + 60_000 // near the database's own: a run has a quarter of an hour
      acme = await newTenant(api, `acme-${nth}-${isAfter ? 'a' : 'b'}`)
      token = await makeAdmin(api, acme)
      const { run } = await begin()
      isKilled = await investigateOnce(depsOf(dyingPool(api.owner, nth, isAfter))).then(
        () => false,
        (error: Error) => error.message === 'killed',
      )
      kills += isKilled ? 1 : 0
      // The lease of the process that is gone ends.
      clock.ms += 120_000
      await investigateOnce(depsOf(api.owner))
      const name = `commit ${nth}, ${isAfter ? 'after' : 'before'}`
      expect(await counted(`investigation_runs WHERE status = 'completed' AND id = '${run}'`), name).toBe(1)
      expect(await counted('response_actions'), name).toBe(1)
      expect(await counted(`approvals WHERE status = 'pending'`), name).toBe(1)
      const kinds = await withTenant(api.owner, acme, (tx) =>
        tx.many(
          ({ kind }) => String(kind),
          `SELECT kind FROM investigation_events WHERE run_id = '${run}' ORDER BY seq`,
        ),
      )
      expect(kinds, name).toEqual([...['alerts', 'model', 'tool_result', 'model', 'tool_result', 'model', 'summary']])
      const again = await withTenant(api.owner, acme, async (tx) => {
        const found = await investigationOf(tx, run)
        return found && replayRun(tx, found)
      })
      expect(again, name).toMatchObject({ isSame: true, isSealed: true })
      expect(await investigateOnce(depsOf(api.owner)), name).toBe(0)
    }
  }
  // Claim, reads, budget, ledger and end are all among them, on both sides of the commit.
  expect(kills).toBeGreaterThan(40)
  // Reason for its length: each kill is an investigation of its own.
}, 180_000)

test('concurrent investigations share one budget of model calls, and each one records when it is used up', async () => {
  const BUDGET = 7
  Object.assign(model, { otherwise: (request: ModelRequest) => STEPS[Math.min(stepOf(request), 1)] })
  const runs = []
  for (let n = 0; n < 10; n++) runs.push(await begin())
  await Promise.all(runs.map(() => investigateOnce(depsOf(api.owner, BUDGET))))
  expect(model.requests.length).toBeLessThanOrEqual(BUDGET)
  expect(await counted('model_calls')).toBe(model.requests.length)
  expect(await counted(`investigation_runs WHERE status = 'running' AND kind = 'investigation'`)).toBe(0)
  expect(await counted(`investigation_runs WHERE error LIKE '%questions are used up%'`)).toBe(runs.length)
  // Nothing more is asked on that day.
  await begin()
  await investigateOnce(depsOf(api.owner, BUDGET))
  expect(model.requests.length).toBeLessThanOrEqual(BUDGET)
})

test('an alert similar to one that was answered a moment ago is not sent to the model', async () => {
  Object.assign(model, { otherwise: () => ({ text: JSON.stringify(HONEST), usage: [300, 40] }) })
  for (let n = 0; n < 3; n++)
    await api.ask('POST', 'alerts', { token, body: { title: 'a scan', severity: 'high', rule_id: 'scan' } })
  const door = { pool: api.owner, audit: api.deps.audit, log: api.deps.log, nowMs: () => clock.ms }
  while ((await triageOnce({ ...door, settings: { closeFrom: null, models: models() } })) > 0);
  await modelTriageOnce({ ...door, models: models(), closeFrom: null })
  // A worker that looked for shared answers before this one came chooses what to ask about now.
  const [shared, next] = await withTenant(api.owner, acme, async (tx) => [
    await sharedAsks(tx, 10, clock.ms),
    await MODEL_ASKS.claim(tx, { now: new Date(clock.ms) }),
  ])
  expect([shared.length, next, await counted('model_calls')]).toEqual([2, null, 1])
})
