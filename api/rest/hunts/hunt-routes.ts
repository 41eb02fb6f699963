/** Hunts and their schedules. */
import { Type } from 'typebox'
import {
  changeHunt,
  createHunt,
  deleteHunt,
  HUNT_LANGUAGES,
  HUNT_LIMITS,
  huntById,
  huntsOf,
  latestRuns,
  runsOf,
} from '../../../control/hunts/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { pageOf, pageOfList, pageQuery } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable } from '../views.ts'
import { checkSql } from './sql-check.ts'
import { huntSchema, huntView, tags } from './views.ts'

export const huntParams = Type.Object({ hunt_id: Type.String({ minLength: 1, maxLength: 80 }) })

const members = {
  title: plainText(200),
  hypothesis: plainText(2000),
  techniques: Type.Array(Type.String({ maxLength: 20, description: 'of ATT&CK, such as T1059.001' }), {
    maxItems: HUNT_LIMITS.techniques,
    uniqueItems: true,
  }),
  language: oneOf(HUNT_LANGUAGES),
  query: Type.String({
    minLength: 1,
    maxLength: HUNT_LIMITS.queryChars,
    description: 'SQL has the time that is asked for as {from:DateTime64(3)} and {to:DateTime64(3)}',
  }),
  window_hours: Type.Integer({ minimum: 1, maximum: HUNT_LIMITS.windowHours, description: 'how far back a run looks' }),
  every_minutes: nullable(Type.Integer({ minimum: HUNT_LIMITS.everyMinutesMin, maximum: HUNT_LIMITS.everyMinutesMax })),
  enabled: Type.Boolean(),
}
const createBody = named(
  'HuntCreate',
  Type.Object(
    {
      ...members,
      techniques: Type.Optional(members.techniques),
      language: Type.Optional(members.language),
      window_hours: Type.Optional(members.window_hours),
      every_minutes: Type.Optional(members.every_minutes),
      enabled: Type.Optional(members.enabled),
    },
    closed,
  ),
)
const changeBody = named('HuntChange', Type.Partial(Type.Object(members), { ...closed, minProperties: 1 }))

export const huntRoutes: Routes = (app, deps) => {
  app.get(
    '/hunts',
    {
      config: { permission: 'hunts:read' },
      schema: {
        tags,
        summary: 'Hunts with their latest run: the own ones, then those that come with the product',
        querystring: Type.Object(pageQuery, closed),
        response: { 200: pageOf(huntSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const [hunts, latest] = [await huntsOf(tx), await latestRuns(tx)]
        const view = (hunt: (typeof hunts)[number]) => huntView(hunt, latest.get(hunt.id) ?? null)
        return pageOfList(hunts, request.query, ({ id }) => id, view)
      }),
  )

  app.post(
    '/hunts',
    {
      config: { permission: 'rules:write', audit: 'hunt:created' },
      schema: { tags, summary: 'Make a hunt', body: createBody, response: { 201: huntSchema } },
    },
    async (request, reply) => {
      const { techniques = [], language = 'lucene', window_hours: windowHours = 24, ...rest } = request.body
      const { title, hypothesis, query, every_minutes: everyMinutes = null, enabled = everyMinutes !== null } = rest
      if (language === 'sql') await checkSql(deps, principalOf(request).tenantId, query)
      const made = await tenantWork(deps, request, async (tx, note) => {
        const input = { title, hypothesis, techniques, language, query, windowHours, everyMinutes, enabled }
        const hunt = await createHunt(tx, input, principalOf(request).id, deps.nowMs())
        note({ resource: 'hunt', resourceId: hunt.id, changes: request.body })
        return huntView(hunt, null)
      })
      return reply.code(201).send(made)
    },
  )

  app.get(
    '/hunts/:hunt_id',
    {
      config: { permission: 'hunts:read' },
      schema: { tags, summary: 'One hunt with its latest run', params: huntParams, response: { 200: huntSchema } },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const hunt = await huntById(tx, request.params.hunt_id)
        const [latest] = await runsOf(tx, hunt.id, 1)
        return huntView(hunt, latest ?? null)
      }),
  )

  app.patch(
    '/hunts/:hunt_id',
    {
      config: { permission: 'rules:write', audit: 'hunt:updated' },
      schema: {
        tags,
        summary: 'Change a hunt; of one that comes with the product its schedule',
        params: huntParams,
        body: changeBody,
        response: { 200: huntSchema },
      },
    },
    async (request) => {
      const { window_hours: windowHours, every_minutes: everyMinutes, ...rest } = request.body
      if (rest.query !== undefined || rest.language !== undefined) {
        const before = await tenantWork(deps, request, (tx) => huntById(tx, request.params.hunt_id))
        const { language = before.language, query = before.query } = rest
        if (language === 'sql') await checkSql(deps, principalOf(request).tenantId, query)
      }
      return tenantWork(deps, request, async (tx, note) => {
        const { hunt_id: id } = request.params
        note({ resource: 'hunt', resourceId: id, changes: request.body })
        const change = {
          ...rest,
          ...(windowHours && { windowHours }),
          ...(everyMinutes !== undefined && { everyMinutes }),
        }
        const hunt = await changeHunt(tx, id, change, deps.nowMs())
        const [latest] = await runsOf(tx, id, 1)
        return huntView(hunt, latest ?? null)
      })
    },
  )

  app.delete(
    '/hunts/:hunt_id',
    {
      config: { permission: 'rules:write', audit: 'hunt:deleted', removes: 'records' },
      schema: { tags, summary: 'Delete an own hunt with its runs', params: huntParams, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'hunt', resourceId: request.params.hunt_id })
        await deleteHunt(tx, request.params.hunt_id)
      })
      return reply.code(204).send(null)
    },
  )
}
