/** Operations of executors, and of targets that no action may touch. */
import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { RESPONDING_VENDORS } from '../../../connectors/vendor-apis.ts'
import { type ReachSettings, reachOf } from '../../../platform/egress/reach.ts'
import { closed, named, nullable, oneOf, plainText, sent, time, uuid } from '../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { ACTION_TYPE_NAMES, ACTION_TYPES } from './catalogue.ts'
import { BLOCK_KINDS, blockList } from './executors/block-list.ts'
import { addExecutor, executorsOf, removeExecutor, type StoredExecutor } from './executors/executor-store.ts'
import { addTargetRule, removeTargetRule, TARGET_LISTS, TARGET_RULES, targetRules } from './targets.ts'

type Deps = ReachSettings & { readonly vault: Vault }

const operation = operationsOf<Deps>()

const executorSchema = named(
  'ResponseExecutor',
  Type.Object({
    id: uuid,
    name: Type.String(),
    vendor: oneOf(RESPONDING_VENDORS),
    capabilities: Type.Array(Type.String()),
    base_url: Type.String(),
    settings: Type.Record(Type.String(), Type.String()),
    has_secret: Type.Boolean(),
    enabled: Type.Boolean(),
    created_at: time,
  }),
)
const executorView = ({ secret, ...executor }: StoredExecutor) => ({ ...executor, hasSecret: secret !== null })

const executors = operation.list({
  name: 'response.executors',
  summary: 'Executors of actions',
  permission: 'settings:read',
  path: 'GET /response/executors',
  item: executorSchema,
  run: async ({ tx }) => (await executorsOf(tx)).map(executorView),
})

const connect = operation({
  name: 'response.add_executor',
  summary: 'Connect an executor',
  permission: 'settings:write',
  audit: 'response_executor:created',
  path: 'POST /response/executors',
  status: 201,
  body: sent('ResponseExecutorCreate', {
    name: plainText(100),
    vendor: oneOf(RESPONDING_VENDORS),
    capabilities: Type.Optional(
      Type.Array(oneOf(ACTION_TYPE_NAMES), {
        uniqueItems: true,
        maxItems: 50,
        description: 'default: all capabilities of the vendor',
      }),
    ),
    base_url: Type.String({ minLength: 1, maxLength: 500 }),
    settings: Type.Optional(
      Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: 500 }), {
        maxProperties: 20,
        description:
          'jira: project, issue_type, user; servicenow: user, project (the assignment group); slack: channel; teams, for a bot: app_id, channel, directory; smtp: from, to, user, tls',
      }),
    ),
    secret: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 4000, description: 'write-only' }))),
    enabled: Type.Optional(Type.Boolean()),
  }),
  output: executorSchema,
  async run({ tx, note, deps }, { name, vendor, base_url, enabled = true, ...input }) {
    const { capabilities = null, settings = {}, secret = null } = input
    const executor = { name, vendor, capabilities, baseUrl: base_url, settings, secret, enabled }
    const made = await addExecutor(tx, deps.vault, reachOf(deps), executor)
    note({ resource: 'response_executor', resourceId: made.id, changes: { name, vendor, base_url, enabled } })
    return executorView(made)
  },
})

const disconnect = operation({
  name: 'response.delete_executor',
  summary: 'Disconnect an executor',
  permission: 'settings:write',
  audit: 'response_executor:deleted',
  removes: 'records',
  path: 'DELETE /response/executors/:executor_id',
  async run({ tx, note }, { executor_id: resourceId }) {
    note({ resource: 'response_executor', resourceId })
    await removeExecutor(tx, resourceId)
  },
})

const targets = operation.list({
  name: 'response.targets',
  summary: 'Lists of targets that actions must never affect, or may affect exclusively',
  permission: 'actions:read',
  path: 'GET /response/targets',
  item: TARGET_RULES.schema,
  run: ({ tx }) => targetRules(tx),
})

const addTarget = operation({
  name: 'response.add_target',
  summary: 'Add an entry to a list of targets',
  permission: 'settings:write',
  audit: 'response_target:created',
  path: 'POST /response/targets',
  status: 201,
  body: sent('ResponseTargetRuleCreate', {
    list: oneOf(TARGET_LISTS),
    action_type: Type.Optional(oneOf(['*', ...ACTION_TYPES.map(({ name }) => name)])),
    pattern: plainText(500),
    reason: plainText(500),
  }),
  output: TARGET_RULES.schema,
  async run({ tx, note, actor }, input) {
    const { action_type: actionType = '*', ...same } = input
    const rule = await addTargetRule(tx, { ...same, actionType, createdBy: idOf(actor) })
    note({ resource: 'response_target', resourceId: rule.id, changes: input })
    return rule
  },
})

const removeTarget = operation({
  name: 'response.delete_target',
  summary: 'Remove an entry from a list of targets',
  permission: 'settings:write',
  audit: 'response_target:deleted',
  removes: 'records',
  path: 'DELETE /response/targets/:target_id',
  async run({ tx, note }, { target_id: resourceId }) {
    note({ resource: 'response_target', resourceId })
    await removeTargetRule(tx, resourceId)
  },
})

const blockListText = named('BlockList', Type.String({ description: 'text/plain with one value per line' }))

const blocked = operation.file({
  name: 'response.block_list',
  summary: 'Block list for firewalls, proxies and resolvers: one value per line; 304 when unchanged',
  permission: 'actions:read',
  path: 'GET /response/block-list',
  query: Type.Object({ kind: Type.Optional(oneOf(BLOCK_KINDS)) }, closed),
  file: { unchanged: Type.Null(), content: { 'text/plain': { schema: blockListText } } },
  async run({ read }, { kind = null }) {
    const entries = await read((tx) => blockList(tx, kind))
    const body = entries.map(({ value }) => `${value}\n`).join('')
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    return { type: 'text/plain; charset=utf-8', body, etag, headers: { 'cache-control': 'no-cache' } }
  },
})

export const RESPONSE_SETTING_OPERATIONS = [executors, connect, disconnect, targets, addTarget, removeTarget, blocked]
