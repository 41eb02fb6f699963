/** Routes of the catalogue and of a tenant's own rules. Only overlays change rules that come with the product. */

import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  authorNames,
  authorOf,
  checkYara,
  createRule,
  deleteRule,
  extensionOf,
  findOwnRule,
  findRule,
  isBuiltIn,
  type RuleText,
  readTexts,
  replaceRule,
  setBuiltInEnabled,
  setRuleEnabled,
  versionsOf,
  withHead,
} from '../../../control/detections/index.ts'
import { builtInRules, builtInText } from '../../../detections/content/load.ts'
import { assert } from '../../../platform/assert.ts'
import { closed } from '../../../schemas/wire.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { once } from '../../plugins/idempotency.ts'
import { named } from '../../plugins/named-schemas.ts'
import { page, pageOf, pageOfList, pageQuery, positionOf } from '../../plugins/paging.ts'
import { requestActor, tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { cataloguePage, catalogueQuery } from './catalogue.ts'
import { withStops } from './stopped.ts'
import {
  language,
  ruleFile,
  ruleSchema,
  ruleText,
  ruleView,
  severity,
  stoppedRuleSchema,
  versionSchema,
  versionView,
  wholeRuleSchema,
} from './views.ts'

const tags = ['detections']
/** Size of a rule's text as JSON, where every character can become six. */
const bodyLimit = 1 << 20
const params = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 256, description: 'of the row, or of a rule' }),
})
const createBody = named(
  'RuleCreate',
  Type.Object(
    {
      language,
      text: ruleText,
      file: Type.Optional(ruleFile),
      enabled: Type.Optional(Type.Boolean()),
      title: Type.Optional(
        Type.String({
          ...{ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f]*$' },
          description:
            'with the two below of a rule whose text is an EQL or KQL query or YARA without meta; a Sigma rule has its own',
        }),
      ),
      severity: Type.Optional(severity),
      techniques: Type.Optional(
        Type.Array(Type.String({ pattern: '^T\\d{4}(\\.\\d{3})?$' }), { maxItems: 32, description: 'of ATT&CK' }),
      ),
    },
    closed,
  ),
)
const replaceBody = named('RuleReplace', Type.Object({ text: ruleText, file: Type.Optional(ruleFile) }, closed))
const enabledSchema = named('RuleSwitched', Type.Object({ id: Type.String(), enabled: Type.Boolean() }))

export const ruleRoutes: Routes = (app, deps) => {
  app.get(
    '/rules',
    {
      config: { permission: 'rules:read' },
      schema: {
        tags,
        summary: "The tenant's own rules, newest first, and behind them those that come with the product",
        querystring: catalogueQuery,
        response: { 200: pageOf(stoppedRuleSchema) },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      const found = await tenantWork(deps, request, (tx) => cataloguePage(tx, request.query, limit + 1, after))
      const { items, ...rest } = page(found, limit, (rule) => rule)
      return { items: await withStops(deps, request, items), ...rest }
    },
  )

  app.post(
    '/rules',
    {
      bodyLimit,
      config: { permission: 'rules:write', audit: 'rule:created', idempotent: true },
      schema: {
        tags,
        summary: 'Create a rule; in force within seconds',
        body: createBody,
        response: { 201: ruleSchema },
      },
    },
    async (request, reply) => {
      const { language: of, enabled = true, title, severity: level, techniques } = request.body
      const text = withHead(of, request.body.text, { title, severity: level, techniques })
      const isWrapped = text !== request.body.text && of !== 'yara'
      const named = request.body.file?.replace(/\.(?:eql|kql)$/i, isWrapped ? '$&.yml' : '$&')
      const file = named ?? `${crypto.randomUUID()}${extensionOf(of, text)}`
      if (of === 'yara') await checkYara({ language: of, file, text })
      const parsed = await read(deps, request, { language: of, file, text })
      const view = await tenantWork(deps, request, (tx, note) =>
        once(tx, request, note, async () => {
          const rule = await createRule(tx, parsed, enabled, authorOf(requestActor(request)))
          note({ resource: 'rule', resourceId: rule.id, changes: { file, title: rule.title, enabled } })
          return ruleView(rule, await authorNames(tx, [rule.changedBy]))
        }),
      )
      return reply.code(201).send(view)
    },
  )

  app.get(
    '/rules/:id',
    {
      config: { permission: 'rules:read' },
      schema: { tags, summary: 'One rule with its text', params, response: { 200: wholeRuleSchema } },
    },
    async (request) => {
      const { id } = request.params
      const builtIn = builtInRules().find((rule) => rule.id === id)
      const found = builtIn
        ? { builtIn, text: builtInText(builtIn) }
        : await tenantWork(deps, request, async (tx) => {
            const own = await findRule(tx, id)
            return { own, text: own.text }
          })
      const [view] = await withStops(deps, request, [found])
      assert(view !== undefined, 'each rule has a view')
      return { ...view, text: found.text }
    },
  )

  app.get(
    '/rules/:id/versions',
    {
      config: { permission: 'rules:read' },
      schema: {
        ...{ tags, summary: 'What a rule said before, newest first', params },
        ...{ querystring: Type.Object(pageQuery), response: { 200: pageOf(versionSchema) } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        if (isBuiltIn(request.params.id)) return { items: [] }
        const { id } = await findRule(tx, request.params.id)
        const versions = await versionsOf(tx, id)
        const nameOf = await authorNames(
          tx,
          versions.map(({ changedBy }) => changedBy),
        )
        return pageOfList(
          versions,
          request.query,
          ({ version }) => String(version),
          (version) => versionView(version, nameOf),
        )
      }),
  )

  app.put(
    '/rules/:id',
    {
      bodyLimit,
      config: { permission: 'rules:write', audit: 'rule:updated' },
      schema: { tags, summary: 'Replace the text of a rule', params, body: replaceBody, response: { 200: ruleSchema } },
    },
    async (request) => {
      const { text, file = null } = request.body
      const { id } = request.params
      const found = await withTenant(deps.pool, principalOf(request).tenantId, (tx) => findOwnRule(tx, id))
      const definition = { language: found.language, file: file ?? found.file, text }
      if (found.language === 'yara') await checkYara(definition)
      const { parsed } = await read(deps, request, definition)
      return tenantWork(deps, request, async (tx, note) => {
        const rule = await replaceRule(
          tx,
          id,
          { text, file, ...(parsed && { parsed }) },
          authorOf(requestActor(request)),
        )
        note({ resource: 'rule', resourceId: rule.id, changes: { file: rule.file, version: rule.version } })
        return ruleView(rule, await authorNames(tx, [rule.changedBy]))
      })
    },
  )

  app.delete(
    '/rules/:id',
    {
      config: { permission: 'rules:write', audit: 'rule:deleted', removes: 'records' },
      schema: { tags, summary: 'Delete a rule and its versions', params, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        const rule = await deleteRule(tx, request.params.id)
        note({ resource: 'rule', resourceId: rule.id, changes: { file: rule.file, title: rule.title } })
      })
      return reply.code(204).send(null)
    },
  )

  for (const [action, isEnabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    app.post(
      `/rules/:id/${action}`,
      {
        config: { permission: 'rules:write', audit: `rule:${action}d` },
        schema: {
          tags,
          summary: `${isEnabled ? 'Switch a rule on' : 'Switch a rule off'}, one of the tenant's own or a built-in one`,
          params,
          response: { 200: enabledSchema },
        },
      },
      (request) =>
        tenantWork(deps, request, async (tx, note) => {
          const by = authorOf(requestActor(request))
          const { id: given } = request.params
          note({ resource: 'rule', resourceId: given })
          if (isBuiltIn(given)) {
            await setBuiltInEnabled(tx, given, isEnabled, by)
            return { id: given, enabled: isEnabled }
          }
          const { id } = await setRuleEnabled(tx, given, isEnabled, by)
          return { id, enabled: isEnabled }
        }),
    )
  }
}

/** Runs before the transaction, because it may take long. */
async function read(deps: ApiDeps, request: FastifyRequest, ruleText: RuleText): Promise<RuleText> {
  const [text = ruleText] = await readTexts(deps.pool, principalOf(request).tenantId, [ruleText])
  return text
}
