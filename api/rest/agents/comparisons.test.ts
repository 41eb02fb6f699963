/** Runs that have ended, again under another model or prompt: tools are frozen, and the difference is named. */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { compareOnce, type InvestigatorDeps, investigateOnce } from '../../../control/respond/agents/index.ts'
import { openScriptedModel, type ScriptedModel } from '../../../control/respond/models/scripted-model.ts'
import { openEgress } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { lakeSources } from '../../../query/lake-sources.ts'
import { makeAdmin, newTenant, startTestApi, type TestApi, VAULT } from '../../test-api.ts'

const airGap = { enabled: false, allowlist: [] }
const egress = openEgress({ airGap, allowPrivate: true, log: pino({ level: 'silent' }) })
let api: TestApi
let model: ScriptedModel
let acme: TenantId
let token: string
const clock = { ms: Date.now() }
const away = async () => Promise.reject(new AppError('unavailable', 'nobody may look anything up'))

beforeAll(async () => {
  model = await openScriptedModel()
  const installation = { baseUrl: model.url, model: 'm', hasApiKey: true }
  const deps = { vault: VAULT, egress, model: installation, asksModels: true }
  api = await startTestApi({ deps, clock })
}, 120_000)
afterAll(async () => {
  await api?.close()
  await model?.close()
})
beforeEach(async () => {
  acme = await newTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  model.requests.length = 0
  model.script.length = 0
  Object.assign(model, { otherwise: () => ({ status: 500 }) })
  clock.ms = Date.now() + 60_000
})

const says = (step: object) => ({
  text: JSON.stringify({ plan: [], call: null, conclusion: null, ...step }),
  usage: [500, 50] as const,
})
const call = (tool: string, args: object = {}) => says({ call: { tool, args } })
const conclude = (claims: readonly object[], verdict: string) =>
  says({ conclusion: { verdict, confidence: 0.9, claims } })
const CLAIM = { text: 'The case is “A dump”.', rests: [1] }

function depsOf(): InvestigatorDeps {
  const installation = { baseUrl: model.url, model: 'm', hasApiKey: true }
  const models = {
    ...{
      egress,
      vault: VAULT,
      installation,
      installationKey: 'k',
      gate: { airGap, allowPrivate: true, asksModels: true },
    },
    ...{ callsMax: 1_000, tokensMax: 10_000_000, timeoutMs: 2_000, nowMs: () => clock.ms },
  }
  return {
    ...{ pool: api.owner, audit: api.deps.audit, models, egress, sources: lakeSources(), sandboxesOf: () => [] },
    ...{ lake: () => ({ query: away, stream: away }), offersThirdParties: false, nowMs: () => clock.ms },
  }
}
const compareAll = async () => {
  while ((await compareOnce(depsOf())) > 0);
}

/** An investigation of which a person said afterwards what its alert was. */
async function investigated(verdict: string, label: string): Promise<string> {
  const alert = await api.ask('POST', 'alerts', { token, body: { title: 'A dump', severity: 'high' } })
  const body = { title: 'A dump', severity: 'high', alert_ids: [alert.body.id] }
  const opened = await api.ask('POST', 'cases', { token, body })
  const { id } = (await api.ask('POST', `cases/${opened.body.id}/investigations:start`, { token })).body
  model.script.push(call('entity_timeline', { entity: 'web-3' }), conclude([CLAIM], verdict))
  await investigateOnce(depsOf())
  const reason_code = label === 'true_positive' ? 'true_positive_confirmed' : 'known_scanner'
  const judgement = { corrected_verdict: label, reason: 'seen', reason_code }
  expect((await api.ask('POST', `alerts/${alert.body.id}/verdict-override`, { token, body: judgement })).status).toBe(
    200,
  )
  return id
}
const begin = (body: object, by = token) => api.ask('POST', 'agent-comparisons', { token: by, body })
const shown = async (id: string) => (await api.ask('GET', `agent-comparisons/${id}`, { token })).body

test('another model answers from the recorded tool results, and the differences are listed', async () => {
  const run = await investigated('benign', 'true_positive')
  const begun = await begin({ run_ids: [run], model: 'm-2', prompt_note: 'Look twice at dumps.' })
  expect([begun.status, begun.body.status]).toEqual([202, 'running'])
  model.requests.length = 0
  model.script.push(
    ...[call('entity_timeline', { entity: 'web-3' }), call('intel', { values: ['203.0.113.9'] })],
    conclude([CLAIM, { text: 'It has 9 alerts.', rests: [1] }], 'true_positive'),
  )
  await compareAll()
  const { status, results, summary } = await shown(begun.body.id)
  expect(status).toBe('completed')
  expect(results).toMatchObject([
    {
      ...{ run_id: run, kind: 'investigation', label: 'true_positive', is_same_verdict: false, error: null },
      ...{ before: { verdict: 'benign', steps: ['entity_timeline'] }, after: { verdict: 'true_positive' } },
      ...{ steps_added: ['intel'], steps_gone: [], claims_added: [], claims_gone: [] },
    },
  ])
  expect(summary).toEqual({
    ...{ runs: 1, compared: 1, failed: 0, changed: 1, labelled: 1, right_before: 0, right_after: 1 },
  })
  expect(model.requests.map(({ body }) => body.model)).toEqual(['m-2', 'm-2', 'm-2'])
  expect(model.requests[0]?.body.messages[0].content).toContain('Look twice at dumps.')
  // A value that the run had not asked for is not looked up.
  expect(model.requests[2]?.body.messages[1].content).toContain('the run that is repeated did not ask this')
  expect(api.audited.map(({ action }) => action)).toContain('agents:comparison_begun')
})

test('judged runs are compared one by one, the comparison resumes after a crash, and a failed run is counted as failed', async () => {
  const [first, second] = [
    await investigated('benign', 'true_positive'),
    await investigated('true_positive', 'true_positive'),
  ]
  const { body } = await begin({})
  expect(new Set(body.run_ids)).toEqual(new Set([first, second]))
  model.requests.length = 0
  model.script.push(conclude([CLAIM], 'true_positive'))
  expect(await compareOnce(depsOf())).toBe(1)
  expect((await shown(body.id)).status).toBe('running')
  model.script.push({ status: 401 })
  await compareAll()
  const { results, summary } = await shown(body.id)
  expect(results.map(({ after }: { after: object | null }) => after !== null)).toEqual([true, false])
  expect(results[1].error).toContain('refuses the key')
  expect(summary).toMatchObject({ runs: 2, compared: 1, failed: 1, labelled: 1, right_after: 1 })
})

test('a call that the run had repeated is answered with its result, and not with the refusal of the repetition', async () => {
  const same = call('entity_timeline', { entity: 'web-3' })
  model.script.push(same)
  const run = await investigated('benign', 'true_positive')
  await begin({ run_ids: [run] })
  model.requests.length = 0
  model.script.push(same, conclude([CLAIM], 'true_positive'))
  await compareAll()
  const shownThen = model.requests[1]?.body.messages[1].content
  expect(shownThen).toContain('at_risk')
  expect(shownThen).not.toContain('called with the same before')
})

test('a comparison belongs to one tenant, needs the permission to change settings, and takes only ended runs of a model', async () => {
  const run = await investigated('benign', 'benign')
  const { body } = await begin({ run_ids: [run] })
  const other = await makeAdmin(api, await newTenant(api, 'globex'))
  expect((await begin({ run_ids: [run] }, other)).status).toBe(422)
  expect((await api.ask('GET', `agent-comparisons/${body.id}`, { token: other })).status).toBe(404)
  expect((await begin({}, other)).status).toBe(400)
  expect((await begin({ run_ids: [crypto.randomUUID()] })).status).toBe(422)
})
