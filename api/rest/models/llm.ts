/** Routes of the tenant's own model, and of the model that answers now. No reply holds the key. */
import { type Static, Type } from 'typebox'
import {
  dailyBudget,
  deleteCredential,
  gateOf,
  type ModelCredential,
  type ModelStatus,
  type ModelTest,
  modelCredential,
  modelDepsOf,
  modelStatus,
  PROVIDERS,
  putCredential,
  type Spent,
  spentOn,
  testModel,
} from '../../../control/models/index.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time } from '../views.ts'

const provider = oneOf(PROVIDERS)
const freeForm = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown())
const putBody = named(
  'ModelCredentialPut',
  Type.Object(
    {
      provider,
      base_url: Type.Optional(nullable(plainText(2048))),
      model: Type.Optional(nullable(plainText(200))),
      api_key: Type.Optional(
        nullable(Type.String({ minLength: 1, maxLength: 4096, description: 'left out: kept; null: removed' })),
      ),
      settings: Type.Optional(freeForm),
      enabled: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
)
const credentialSchema = named(
  'ModelCredential',
  Type.Object({
    provider,
    base_url: nullable(Type.String()),
    model: nullable(Type.String()),
    has_api_key: Type.Boolean(),
    settings: freeForm,
    enabled: Type.Boolean(),
    created_at: time,
    updated_at: time,
    last_rotated_at: nullable(time),
  }),
)
const statusSchema = named(
  'ModelStatus',
  Type.Object({
    source: nullable(oneOf(['tenant', 'installation'] as const)),
    provider: nullable(provider),
    model: nullable(Type.String()),
    base_url: nullable(Type.String()),
    host: nullable(Type.String()),
    key_set: Type.Boolean(),
    airgap_enabled: Type.Boolean(),
    airgap_compliant: Type.Boolean(),
    is_local: Type.Boolean(),
    effective_path: oneOf(['live', 'deterministic_fallback'] as const),
    policy_note: Type.String(),
    today: Type.Object(
      {
        calls: Type.Integer(),
        calls_max: Type.Integer(),
        tokens: Type.Integer({ description: 'of requests under way, what is reserved for them' }),
        tokens_max: Type.Integer(),
        cost_usd: nullable(Type.Number({ description: 'null: the cost of a request is not known' })),
      },
      { description: 'used of the budget of this day (UTC)' },
    ),
  }),
)
const measured = (description: string) => nullable(Type.Number({ minimum: 0, description }))
const testSchema = named(
  'ModelTest',
  Type.Object({
    ok: Type.Boolean(),
    reason: nullable(Type.String({ description: 'why it does not answer' })),
    model: nullable(Type.String({ description: 'as it says it is called' })),
    duration_ms: measured('null: it did not answer'),
    prompt_tokens: measured('null: not measured'),
    completion_tokens: measured('null: not measured'),
    cost_usd: measured('null: not measured'),
  }),
)
const tags = ['models']
const UPSERTED = ['audit.llm_credential.created', 'audit.llm_credential.updated'] as const

export const llmRoutes: Routes = (app, deps) => {
  app.get(
    '/llm/credentials',
    {
      config: { permission: 'settings:read' },
      schema: {
        ...{ tags, summary: 'The model credential of this tenant, or null' },
        response: { 200: nullable(credentialSchema) },
      },
    },
    async (request, reply) => {
      const found = await tenantWork(deps, request, modelCredential)
      // A handler that returns null would send an answer without a body.
      return found ? credentialView(found) : reply.type('application/json; charset=utf-8').send('null' as never)
    },
  )

  app.put(
    '/llm/credentials',
    {
      config: { permission: 'settings:write', audit: UPSERTED },
      schema: {
        ...{ tags, summary: 'Put the model credential of this tenant; api_key is kept when it is left out' },
        ...{ body: putBody, response: { 200: credentialSchema } },
      },
    },
    (request) => {
      const { base_url = null, model = null, api_key: apiKey, settings = {}, enabled = true, provider } = request.body
      const input = { provider, baseUrl: base_url, model, apiKey, settings, enabled }
      return tenantWork(deps, request, async (tx, note) => {
        const { credential, isCreated, key } = await putCredential(tx, deps.vault, input)
        const settings_set = Object.keys(settings).sort()
        const changes = { provider, base_url, model, enabled, api_key: key, settings: settings_set }
        const action = UPSERTED[isCreated ? 0 : 1]
        note({ action, resource: 'llm_credential', resourceId: tx.tenantId, changes })
        return credentialView(credential)
      })
    },
  )

  app.delete(
    '/llm/credentials',
    {
      config: { permission: 'settings:write', audit: 'audit.llm_credential.deleted', removes: 'access' },
      schema: { tags, summary: 'Remove the model credential of this tenant', response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        await deleteCredential(tx)
        note({ resource: 'llm_credential', resourceId: tx.tenantId })
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/llm/test',
    {
      config: { permission: 'settings:write', audit: 'audit.llm_credential.tested' },
      schema: {
        tags,
        summary: 'Ask the model of this tenant one small question, within its budget',
        response: { 200: testSchema },
      },
    },
    async (request) => {
      const tenant = principalOf(request).tenantId
      const tested = await testModel((work) => withTenant(deps.pool, tenant, work), modelDepsOf(deps))
      const { ok, reason, model } = tested
      await tenantWork(deps, request, async (_, note) => {
        note({ resource: 'llm_credential', resourceId: tenant, changes: { ok, reason, model } })
      })
      return testView(tested)
    },
  )

  app.get(
    '/llm/status',
    {
      config: { permission: 'settings:read' },
      schema: { tags, summary: 'What answers come from now: a model, or rules', response: { 200: statusSchema } },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const [credential, spent] = await Promise.all([modelCredential(tx), spentOn(tx, deps.nowMs())])
        const budget = dailyBudget(credential?.settings ?? {}, modelDepsOf(deps))
        return statusView(modelStatus(credential, deps.model ?? null, gateOf(deps)), spent, budget)
      }),
  )
}

function testView(tested: ModelTest): Static<typeof testSchema> {
  return {
    ok: tested.ok,
    reason: tested.reason,
    model: tested.model,
    duration_ms: tested.durationMs,
    prompt_tokens: tested.promptTokens,
    completion_tokens: tested.completionTokens,
    cost_usd: tested.costUsd,
  }
}

function credentialView(found: ModelCredential): Static<typeof credentialSchema> {
  return {
    provider: found.provider,
    base_url: found.baseUrl,
    model: found.model,
    has_api_key: found.apiKey !== null,
    settings: { ...found.settings },
    enabled: found.enabled,
    created_at: found.createdAt.toISOString(),
    updated_at: found.updatedAt.toISOString(),
    last_rotated_at: found.lastRotatedAt?.toISOString() ?? null,
  }
}

function statusView(
  status: ModelStatus,
  { calls, tokens, costUsd }: Spent,
  { callsMax, tokensMax }: ReturnType<typeof dailyBudget>,
): Static<typeof statusSchema> {
  return {
    source: status.source,
    provider: status.provider,
    model: status.model,
    base_url: status.baseUrl,
    host: status.host,
    key_set: status.keySet,
    airgap_enabled: status.airgapEnabled,
    airgap_compliant: status.airgapCompliant,
    is_local: status.isLocal,
    effective_path: status.effectivePath,
    policy_note: status.policyNote,
    today: { calls, calls_max: callsMax, tokens, tokens_max: tokensMax, cost_usd: costUsd },
  }
}
