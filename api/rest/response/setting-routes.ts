/** Routes of executors, of targets that no action may touch, and of the list that devices pull. */
import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import {
  ACTION_TYPES,
  addExecutor,
  addTargetRule,
  BLOCK_KINDS,
  blockList,
  executorsOf,
  removeExecutor,
  removeTargetRule,
  TARGET_LISTS,
  targetRules,
  VENDOR_NAMES,
} from '../../../control/response/index.ts'
import { reachOf } from '../../../platform/egress/reach.ts'
import { named } from '../../plugins/named-schemas.ts'
import { pageOf, pageOfList, pageQuery } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, uuid } from '../views.ts'
import { actionTypeName, executorSchema, executorView, tags, targetRuleSchema, targetRuleView } from './views.ts'

const executorBody = named(
  'ResponseExecutorCreate',
  Type.Object(
    {
      name: plainText(100),
      vendor: oneOf(VENDOR_NAMES),
      capabilities: Type.Optional(
        Type.Array(actionTypeName, {
          uniqueItems: true,
          maxItems: 50,
          description: 'all that the vendor has without it',
        }),
      ),
      base_url: Type.String({ minLength: 1, maxLength: 500 }),
      settings: Type.Optional(
        Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: 500 }), { maxProperties: 20 }),
      ),
      secret: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 4000, description: 'write-only' }))),
      enabled: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
)
const ruleBody = named(
  'ResponseTargetRuleCreate',
  Type.Object(
    {
      list: oneOf(TARGET_LISTS),
      action_type: Type.Optional(oneOf(['*', ...ACTION_TYPES.map(({ name }) => name)])),
      pattern: plainText(500),
      reason: plainText(500),
    },
    closed,
  ),
)
const blockListText = named('BlockList', Type.String({ description: 'text/plain: a value a line' }))
const list = Type.Object(pageQuery, closed)

export const settingRoutes: Routes = (app, deps) => {
  app.get(
    '/response/executors',
    {
      config: { permission: 'settings:read' },
      schema: {
        tags,
        summary: 'Who carries actions out',
        querystring: list,
        response: { 200: pageOf(executorSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await executorsOf(tx), request.query, ({ id }) => id, executorView),
      ),
  )

  app.post(
    '/response/executors',
    {
      config: { permission: 'settings:write', audit: 'response_executor:created' },
      schema: { tags, summary: 'Connect one', body: executorBody, response: { 201: executorSchema } },
    },
    async (request, reply) => {
      const {
        name,
        vendor,
        capabilities = null,
        base_url: baseUrl,
        settings = {},
        secret = null,
        enabled = true,
      } = request.body
      const view = await tenantWork(deps, request, async (tx, note) => {
        const made = await addExecutor(tx, deps.vault, reachOf(deps), {
          name,
          vendor,
          capabilities,
          baseUrl,
          settings,
          secret,
          enabled,
        })
        note({
          resource: 'response_executor',
          resourceId: made.id,
          changes: { name, vendor, base_url: baseUrl, enabled },
        })
        return executorView(made)
      })
      return reply.code(201).send(view)
    },
  )

  app.delete(
    '/response/executors/:executor_id',
    {
      config: { permission: 'settings:write', audit: 'response_executor:deleted', removes: 'records' },
      schema: {
        tags,
        summary: 'Disconnect one',
        params: Type.Object({ executor_id: uuid }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'response_executor', resourceId: request.params.executor_id })
        await removeExecutor(tx, request.params.executor_id)
      })
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/response/targets',
    {
      config: { permission: 'actions:read' },
      schema: {
        tags,
        summary: 'What may never be acted on, and where there is such a list what alone may',
        querystring: list,
        response: { 200: pageOf(targetRuleSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await targetRules(tx), request.query, ({ id }) => id, targetRuleView),
      ),
  )

  app.post(
    '/response/targets',
    {
      config: { permission: 'settings:write', audit: 'response_target:created' },
      schema: { tags, summary: 'Add to a list of targets', body: ruleBody, response: { 201: targetRuleSchema } },
    },
    async (request, reply) => {
      const { list: which, action_type: actionType = '*', pattern, reason } = request.body
      const view = await tenantWork(deps, request, async (tx, note) => {
        const rule = await addTargetRule(tx, {
          list: which,
          actionType,
          pattern,
          reason,
          createdBy: principalOf(request).id,
        })
        note({ resource: 'response_target', resourceId: rule.id, changes: request.body })
        return targetRuleView(rule)
      })
      return reply.code(201).send(view)
    },
  )

  app.delete(
    '/response/targets/:target_id',
    {
      config: { permission: 'settings:write', audit: 'response_target:deleted', removes: 'records' },
      schema: {
        tags,
        summary: 'Take one off',
        params: Type.Object({ target_id: uuid }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'response_target', resourceId: request.params.target_id })
        await removeTargetRule(tx, request.params.target_id)
      })
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/response/block-list',
    {
      config: { permission: 'actions:read' },
      schema: {
        tags,
        summary: 'The list that firewalls, proxies and resolvers pull: a value a line; 304 when it is as it was',
        querystring: Type.Object({ kind: Type.Optional(oneOf(BLOCK_KINDS)) }, closed),
        response: { 200: { content: { 'text/plain': { schema: blockListText } } }, 304: Type.Null() },
      },
    },
    async (request, reply) => {
      const { kind = null } = request.query
      const entries = await tenantWork(deps, request, (tx) => blockList(tx, kind))
      const text = entries.map(({ value }) => `${value}\n`).join('')
      const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
      reply.header('etag', etag).header('cache-control', 'no-cache')
      if (request.headers['if-none-match'] === etag) return reply.code(304).send(null)
      return reply.type('text/plain; charset=utf-8').send(text)
    },
  )
}
