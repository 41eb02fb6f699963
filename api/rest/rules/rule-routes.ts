/** Rules of a tenant's own. What comes with the product is changed by overlays only. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  checkYara,
  createRule,
  deleteRule,
  findRule,
  isBuiltIn,
  type RuleText,
  readTexts,
  replaceRule,
  rulesPage,
  setBuiltInEnabled,
  setRuleEnabled,
  versionsOf,
} from '../../../control/detections/index.ts'
import type { Principal } from '../../../control/identity/index.ts'
import { looksLikeKql } from '../../../detections/kql/load.ts'
import { assert } from '../../../platform/assert.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { once } from '../../plugins/idempotency.ts'
import { page, pageOf, pageQuery, positionOf } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { withStops } from './stopped.ts'
import {
  language,
  ruleFile,
  ruleSchema,
  ruleText,
  ruleView,
  stoppedRuleSchema,
  versionsSchema,
  versionView,
  wholeRuleSchema,
} from './views.ts'

const closed = { additionalProperties: false }
const tags = ['detections']
/** Of a rule's text once it is JSON, where every character can become six. */
const bodyLimit = 1 << 20
const params = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 256, description: 'of the row, or of a rule' }),
})
const createBody = Type.Object(
  { language, text: ruleText, file: Type.Optional(ruleFile), enabled: Type.Optional(Type.Boolean()) },
  closed,
)
const replaceBody = Type.Object({ text: ruleText, file: Type.Optional(ruleFile) }, closed)
const enabledSchema = Type.Object({ id: Type.String(), enabled: Type.Boolean() })

export const ruleRoutes: Routes = (app, deps) => {
  app.get(
    '/rules',
    {
      config: { permission: 'rules:read' },
      schema: {
        tags,
        summary: "The tenant's own rules, newest first",
        querystring: Type.Object(pageQuery),
        response: { 200: pageOf(stoppedRuleSchema) },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      const found = await tenantWork(deps, request, (tx) => rulesPage(tx, limit + 1, after))
      const { items, ...rest } = page(found, limit, (rule) => rule)
      return { items: await withStops(deps, request, items), ...rest }
    },
  )

  app.post(
    '/rules',
    {
      bodyLimit,
      config: { permission: 'rules:write', audit: 'rule:created' },
      schema: {
        tags,
        summary: 'Create a rule; in force within seconds',
        body: createBody,
        response: { 201: ruleSchema },
      },
    },
    async (request, reply) => {
      const { language: of, text, enabled = true } = request.body
      const file = request.body.file ?? `${crypto.randomUUID()}${extensionOf(of, text)}`
      if (of === 'yara') await checkYara({ language: of, file, text })
      const given = await read(deps, request, { language: of, file, text })
      const view = await tenantWork(deps, request, (tx, note) =>
        once(tx, request, note, async () => {
          const rule = await createRule(tx, given, enabled, nameOf(principalOf(request)))
          note({ resource: 'rule', resourceId: rule.id, changes: { file, title: rule.title, enabled } })
          return ruleView(rule)
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
      const found = await tenantWork(deps, request, (tx) => findRule(tx, request.params.id))
      const [view] = await withStops(deps, request, [found])
      assert(view !== undefined, 'each rule has a view')
      return { ...view, text: found.text }
    },
  )

  app.get(
    '/rules/:id/versions',
    {
      config: { permission: 'rules:read' },
      schema: { tags, summary: 'What a rule said before, newest first', params, response: { 200: versionsSchema } },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const { id } = await findRule(tx, request.params.id)
        return { items: (await versionsOf(tx, id)).map(versionView) }
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
      const found = await withTenant(deps.pool, principalOf(request).tenantId, (tx) => findRule(tx, id))
      const given = { language: found.language, file: file ?? found.file, text }
      if (found.language === 'yara') await checkYara(given)
      const { parsed } = await read(deps, request, given)
      return tenantWork(deps, request, async (tx, note) => {
        const rule = await replaceRule(tx, id, { text, file, ...(parsed && { parsed }) }, nameOf(principalOf(request)))
        note({ resource: 'rule', resourceId: rule.id, changes: { file: rule.file, version: rule.version } })
        return ruleView(rule)
      })
    },
  )

  app.delete(
    '/rules/:id',
    {
      config: { permission: 'rules:write', audit: 'rule:deleted' },
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
          const by = nameOf(principalOf(request))
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

/** Before the transaction: it may take long. */
async function read(deps: ApiDeps, request: FastifyRequest, given: RuleText): Promise<RuleText> {
  const [text = given] = await readTexts(deps.pool, principalOf(request).tenantId, [given])
  return text
}

/** EQL and KQL alone are queries; with their fields around them they are YAML. */
function extensionOf(of: string, text: string): string {
  if (of === 'eql') return /^language:/m.test(text) ? '.eql.yml' : '.eql'
  if (of === 'kql') return looksLikeKql(text) ? '.kql.yml' : '.kql'
  return of === 'yara' ? '.yar' : '.yml'
}

export function nameOf({ email, id }: Principal): string {
  return email ?? id
}
