/** A thousand alerts of one kind, four workers: one question to the model, and each alert has its answer. */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelTriageOnce, triageOnce } from '../../../control/respond/agents/index.ts'
import { HONEST } from '../../../control/respond/agents/redteam/obeying-model.ts'
import { openScriptedModel, type ScriptedModel } from '../../../control/respond/models/scripted-model.ts'
import { openEgress } from '../../../platform/egress/client.ts'
import { int } from '../../../stores/postgres/columns.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { makeAdmin, newTenant, startTestApi, type TestApi, VAULT } from '../../test-api.ts'

const ALERTS = 1_000
const airGap = { enabled: false, allowlist: [] }
const egress = openEgress({ airGap, allowPrivate: true, log: pino({ level: 'silent' }) })
let api: TestApi
let model: ScriptedModel

beforeAll(async () => {
  model = await openScriptedModel()
  api = await startTestApi()
})
afterAll(async () => {
  await api?.close()
  await model?.close()
})

test('a thousand alerts of one kind are one question', async () => {
  const acme = await newTenant(api, 'acme')
  const token = await makeAdmin(api, acme)
  Object.assign(model, { otherwise: () => ({ text: JSON.stringify(HONEST), usage: [300, 40] }) })
  const alert = { title: 'a scan', severity: 'high', rule_id: 'scan' }
  const { id } = (await api.ask('POST', 'alerts', { token, body: alert })).body
  const columns = 'title, severity, status, priority, rule_id, first_seen, last_seen, search_text'
  await withTenant(api.owner, acme, async (tx) => {
    await tx.run(
      `INSERT INTO alerts (id, ${columns})
       SELECT gen_random_uuid(), ${columns} FROM alerts, generate_series(2, ${ALERTS}) WHERE id = $1`,
      [id],
    )
    await tx.run(`INSERT INTO alert_arrivals (consumer, alert_id) SELECT 'triage', id FROM alerts WHERE id <> $1`, [id])
  })
  const models = {
    ...{
      egress,
      vault: VAULT,
      installation: { baseUrl: model.url, model: 'm', hasApiKey: true },
      installationKey: 'k',
    },
    ...{ gate: { airGap, allowPrivate: true, asksModels: true }, callsMax: 1_000, tokensMax: 10_000_000 },
    ...{ timeoutMs: 5_000, nowMs: Date.now },
  }
  const door = { pool: api.owner, audit: api.deps.audit, log: api.deps.log, nowMs: Date.now }
  while ((await triageOnce({ ...door, settings: { closeFrom: null, models } })) > 0);
  const ask = async () => {
    while ((await modelTriageOnce({ ...door, models, closeFrom: null })) > 0);
  }
  await Promise.all([ask(), ask(), ask(), ask()])
  await ask()
  const counted = (sql: string) =>
    withTenant(api.owner, acme, (tx) => tx.maybeOne((row) => int(row, 'n'), `SELECT count(*) AS n FROM ${sql}`))
  expect([model.requests.length, await counted('model_calls'), await counted('model_asks')]).toEqual([1, 1, 0])
  expect(await counted(`alerts WHERE ai_summary LIKE '%“high” severity%'`)).toBe(ALERTS)
})
