/** Operations of the tenant's own model, and of the model that answers now. No answer holds the key. */
import { Type } from 'typebox'
import { named, nullable, oneOf, plainText, sent, time } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { dailyBudget } from './access.ts'
import { spentOn } from './budget.ts'
import { testModel } from './check-model.ts'
import { modelCredential } from './credential-store.ts'
import { gateOf, type ModelProcess, modelDepsOf } from './deps-of-process.ts'
import { type ModelCredential, PROVIDERS } from './model-credential.ts'
import { modelStatus } from './model-status.ts'
import { deleteCredential, putCredential } from './put-credential.ts'

const operation = operationsOf<ModelProcess>({ tag: 'models' })
const provider = oneOf(PROVIDERS)
const text = nullable(Type.String())
const freeForm = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown())
const UPSERTED = ['audit.llm_credential.created', 'audit.llm_credential.updated'] as const

const credentialSchema = named(
  'ModelCredential',
  Type.Object({
    provider,
    base_url: text,
    model: text,
    has_api_key: Type.Boolean(),
    settings: freeForm,
    enabled: Type.Boolean(),
    created_at: time,
    updated_at: time,
    last_rotated_at: nullable(time),
  }),
)
const shown = (credential: ModelCredential) => ({ ...credential, hasApiKey: credential.apiKey !== null })

const measured = (description: string) => nullable(Type.Number({ minimum: 0, description }))

const get = operation({
  name: 'models.credential',
  summary: 'The model credential of this tenant, or null',
  permission: 'settings:read',
  path: 'GET /llm/credentials',
  output: nullable(credentialSchema),
  async run({ tx }) {
    const credential = await modelCredential(tx)
    return credential && shown(credential)
  },
})

const put = operation({
  name: 'models.put_credential',
  summary: 'Set the model credential of this tenant; without api_key the present one is kept',
  permission: 'settings:write',
  audit: UPSERTED,
  path: 'PUT /llm/credentials',
  body: sent('ModelCredentialPut', {
    provider,
    base_url: Type.Optional(nullable(plainText(2048))),
    model: Type.Optional(nullable(plainText(200))),
    api_key: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: 4096, description: 'absent: unchanged; null: removed' })),
    ),
    settings: Type.Optional(freeForm),
    enabled: Type.Optional(Type.Boolean()),
  }),
  output: credentialSchema,
  async run({ tx, note, deps }, { base_url = null, model = null, api_key: apiKey, settings = {}, ...input }) {
    const { provider, enabled = true } = input
    const wanted = { provider, baseUrl: base_url, model, apiKey, settings, enabled }
    const { credential, isCreated, key } = await putCredential(tx, deps.vault, wanted)
    const changes = { provider, base_url, model, enabled, api_key: key, settings: Object.keys(settings).sort() }
    note({ action: UPSERTED[isCreated ? 0 : 1], resource: 'llm_credential', resourceId: tx.tenantId, changes })
    return shown(credential)
  },
})

const remove = operation({
  name: 'models.delete_credential',
  summary: 'Remove the model credential of this tenant',
  permission: 'settings:write',
  audit: 'audit.llm_credential.deleted',
  removes: 'access',
  path: 'DELETE /llm/credentials',
  async run({ tx, note }) {
    await deleteCredential(tx)
    note({ resource: 'llm_credential', resourceId: tx.tenantId })
  },
})

const test = operation.outside({
  name: 'models.test',
  summary: 'Send a short test question to the model of this tenant, within its budget',
  permission: 'settings:write',
  audit: 'audit.llm_credential.tested',
  path: 'POST /llm/test',
  asksModel: true,
  output: named(
    'ModelTest',
    Type.Object({
      ok: Type.Boolean(),
      reason: nullable(Type.String({ description: 'reason why the model does not answer' })),
      model: nullable(Type.String({ description: 'model name in the answer' })),
      duration_ms: measured('null: no answer'),
      prompt_tokens: measured('null: not measured'),
      completion_tokens: measured('null: not measured'),
      cost_usd: measured('null: not measured'),
    }),
  ),
  async run({ read, work, deps }) {
    const tested = await testModel(read, modelDepsOf(deps))
    const { ok, reason, model } = tested
    await work(async ({ tenantId }, note) =>
      note({ resource: 'llm_credential', resourceId: tenantId, changes: { ok, reason, model } }),
    )
    return tested
  },
})

const status = operation({
  name: 'models.status',
  summary: 'The present source of answers: a model, or rules',
  permission: 'settings:read',
  path: 'GET /llm/status',
  output: named(
    'ModelStatus',
    Type.Object({
      source: nullable(oneOf(['tenant', 'installation'] as const)),
      provider: nullable(provider),
      model: text,
      base_url: text,
      host: text,
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
          tokens: Type.Integer({ description: 'tokens used; for running requests, the reserved tokens' }),
          tokens_max: Type.Integer(),
          cost_usd: nullable(Type.Number({ description: 'null: the cost per request is not known' })),
        },
        { description: 'use of today’s budget (UTC)' },
      ),
    }),
  ),
  async run({ tx, nowMs, deps }) {
    const [credential, spent] = await Promise.all([modelCredential(tx), spentOn(tx, nowMs)])
    const budget = dailyBudget(credential?.settings ?? {}, modelDepsOf(deps))
    return { ...modelStatus(credential, deps.model ?? null, gateOf(deps)), today: { ...spent, ...budget } }
  },
})

export const MODEL_OPERATIONS = [get, put, remove, test, status]
