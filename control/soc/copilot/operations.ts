/** Operations of the copilot: questions to a model, next steps that suggest themselves, and doing them. */
import { Type } from 'typebox'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { closed, named, nullable, oneOf, plainText } from '../../../schemas/wire.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import type { Permission } from '../../identity/accounts/index.ts'
import { isAllowed, operationsOf, requirePermission } from '../../platform/acting/index.ts'
import { gateOf, type ModelProcess, modelDepsOf } from '../../respond/models/index.ts'
import { type CopilotDeps, copilotAnswer } from './answer.ts'
import { TASKS } from './copilot-question.ts'
import { runSuggestion } from './run-suggestion.ts'
import { ABOUT, type About } from './sources.ts'
import { suggest } from './suggest.ts'
import type { ResourceType } from './suggestion.ts'

type Deps = ModelProcess & {
  readonly pool: Postgres
  readonly lake?: ((tenant: TenantId) => Reader) | undefined
  readonly backTest?: CopilotDeps['backTest'] | undefined
}
const operation = operationsOf<Deps>()

const READS: Readonly<Record<About, Permission>> = {
  alert: 'alerts:read',
  case: 'cases:read',
  rule: 'rules:read',
  playbook: 'playbooks:read',
  hunt: 'hunts:read',
}

const answer = operation.outside({
  name: 'copilot.ask',
  summary: 'Ask the model of this tenant about an alert, a case, a rule, a playbook or a hunt',
  description:
    'Every sentence of the answer cites its sources; unsupported sentences are dropped and counted. A query is shown only if it compiles, with its number of matches in the last day.',
  permission: 'signed_in',
  ofPerson: false,
  audit: 'copilot:asked',
  path: 'POST /copilot/ask',
  asksModel: true,
  body: named(
    'CopilotQuestion',
    Type.Object(
      {
        task: oneOf(TASKS),
        resource_type: Type.Optional(oneOf(ABOUT)),
        resource_id: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
        words: Type.Optional(
          Type.String({ ...plainText(2000), description: 'what the query should find, in plain words' }),
        ),
      },
      closed,
    ),
  ),
  output: named(
    'CopilotAnswer',
    Type.Object({
      model: Type.String(),
      sentences: Type.Array(Type.Object({ text: Type.String(), rests: Type.Array(Type.Integer()) })),
      sources: Type.Array(Type.Object({ entry: Type.Integer(), about: Type.String() })),
      dropped: Type.Integer({ description: 'number of sentences dropped because no source supports them' }),
      query: nullable(
        Type.Object({
          language: oneOf(['kql', 'sigma'] as const),
          text: nullable(Type.String({ description: 'null: the query does not compile' })),
          fault: nullable(Type.String()),
          back_test: nullable(
            Type.Object({ days: Type.Integer(), events: Type.Integer(), would_fire: Type.Integer() }),
          ),
          not_tried: nullable(Type.String()),
        }),
      ),
    }),
  ),
  async run({ actor, deps, work }, { task, resource_type: type, resource_id: id, words = null }) {
    if ((type === undefined) !== (id === undefined)) throw invalid('resource_id', 'goes with resource_type')
    const isQuery = task === 'kql' || task === 'sigma'
    if (isQuery && words === null) throw invalid('words', 'a query is written from words')
    if (!isQuery && type === undefined) throw invalid('resource_type', 'says what it is about')
    if (type !== undefined) requirePermission(actor, READS[type])
    if (isQuery) requirePermission(actor, task === 'kql' ? 'lake:query' : 'rules:read')
    const about = type === undefined || id === undefined ? null : { type, id }
    const { tenantId } = actor
    const own: CopilotDeps = {
      models: modelDepsOf(deps),
      lake: deps.lake?.(tenantId) ?? null,
      backTest: deps.backTest ?? null,
    }
    const answered = await copilotAnswer((inside) => withTenant(deps.pool, tenantId, inside), tenantId, own, {
      task,
      about,
      words,
      may: { actions: isAllowed(actor, 'actions:read') },
    })
    await work(async (_, note) => {
      const changes = { task, model: answered.model, sentences: answered.sentences.length, dropped: answered.dropped }
      note({ resource: type ?? 'query', resourceId: id ?? task, changes })
    })
    return {
      ...answered,
      sentences: answered.sentences.map(({ text, rests }) => ({ text, rests: [...rests] })),
      sources: [...answered.sources],
    }
  },
})

const suggestionsSchema = named(
  'CopilotContext',
  Type.Object({
    resource_type: Type.String(),
    resource_id: Type.String(),
    suggestions: Type.Array(
      Type.Object({
        id: Type.String(),
        title: Type.String(),
        rationale: Type.String(),
        risk: Type.String(),
        action: nullable(
          Type.String({ description: 'action that /copilot/actions/{id}:run performs; null: advice only' }),
        ),
      }),
    ),
  }),
)

function contextOf(type: ResourceType) {
  return operation({
    name: `copilot.${type}_context`,
    summary: `Suggested next steps for ${type === 'alert' ? 'an alert' : `a ${type}`}`,
    permission: READS[type],
    path: `GET /copilot/context/${type}/:${type}_id`,
    params: Type.Object({ [`${type}_id`]: Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }) }),
    output: suggestionsSchema,
    async run({ tx }, params) {
      const id = (params as Record<string, string>)[`${type}_id`] ?? ''
      return { resource_type: type, resource_id: id, suggestions: await suggest(tx, type, id) }
    },
  })
}

const runAction = operation({
  name: 'copilot.run_action',
  summary: 'Carry out a suggested action. Also as {action_id}:run',
  description: 'It needs the permissions of the action itself, and is rejected once the action is no longer suggested.',
  permission: 'signed_in',
  ofPerson: false,
  audit: 'copilot:ran',
  path: 'POST /copilot/actions/:action_id/run',
  params: Type.Object({ action_id: Type.String({ maxLength: 400 }) }),
  output: named(
    'CopilotActionDone',
    Type.Object({
      action: Type.String(),
      resource_type: Type.String(),
      resource_id: Type.String(),
      made_id: nullable(Type.String({ description: 'id of the created case or run' })),
    }),
  ),
  async run({ tx, note, actor, nowMs, deps }, { action_id }) {
    const models = { installation: deps.model ?? null, gate: gateOf(deps) }
    const done = await runSuggestion(tx, actor, action_id, models, nowMs)
    const changes = { action: done.action, made_id: done.madeId }
    note({ resource: done.resourceType, resourceId: done.resourceId, changes })
    return done
  },
})

const CONTEXTS = (['alert', 'case', 'rule', 'playbook'] as const).map(contextOf)
export const COPILOT_OPERATIONS = [...CONTEXTS, runAction, answer]
