/** A tenant's changes to rules, by the ids that signals show; `*` is all rules. */
import { Type } from 'typebox'
import {
  authorNames,
  authorOf,
  deleteOverlay,
  findOverlay,
  type Overlay,
  overlaysPage,
  putOverlay,
} from '../../../control/detections/index.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { named } from '../../plugins/named-schemas.ts'
import { LIMIT_DEFAULT, LIMIT_MAX, pageOf } from '../../plugins/paging.ts'
import { requestActor, tenantWork } from '../../plugins/tenant-work.ts'
import type { Routes } from '../api-app.ts'
import { nullable } from '../views.ts'
import { allowlists, overlaySchema, overlayView, severity, suppressWhen } from './views.ts'

const tags = ['detections']
const bodyLimit = 1 << 20
const RULE = 'as signals show it, or the id of a row that holds one rule; * is all rules'
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 256, description: RULE }) })
const body = named(
  'OverlayPut',
  Type.Object(
    {
      disabled: Type.Optional(Type.Boolean()),
      min_severity: Type.Optional(nullable(severity)),
      suppress_when: Type.Optional(suppressWhen),
      allowlists: Type.Optional(allowlists),
      reason: Type.String({ minLength: 1, maxLength: 2000 }),
    },
    { additionalProperties: false },
  ),
)
/** The cursor is the id of the last rule seen, as text a URL can hold. */
const query = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1500 })),
})

export const overlayRoutes: Routes = (app, deps) => {
  app.get(
    '/rules/overlays',
    {
      config: { permission: 'rules:read' },
      schema: { tags, summary: 'Overlays, by rule', querystring: query, response: { 200: pageOf(overlaySchema) } },
    },
    (request) => {
      const { limit, cursor = '' } = request.query
      const after = Buffer.from(cursor, 'base64url').toString('utf8').replaceAll('\0', '')
      return tenantWork(deps, request, async (tx) => {
        const found = await overlaysPage(tx, limit + 1, after)
        const nameOf = await authorNames(
          tx,
          found.map(({ author }) => author),
        )
        const items = found.slice(0, limit).map((overlay) => overlayView(overlay, nameOf))
        const last = items.at(-1)
        if (found.length <= limit || last === undefined) return { items }
        return { items, next_cursor: Buffer.from(last.rule_id).toString('base64url') }
      })
    },
  )

  app.get(
    '/rules/:id/overlay',
    {
      config: { permission: 'rules:read' },
      schema: { tags, summary: 'The overlay of a rule', params, response: { 200: overlaySchema } },
    },
    (request) => tenantWork(deps, request, async (tx) => shown(tx, await findOverlay(tx, request.params.id))),
  )

  app.put(
    '/rules/:id/overlay',
    {
      bodyLimit,
      config: { permission: 'rules:write', audit: 'rule:overlay_set' },
      schema: {
        tags,
        summary: 'Set the whole overlay of a rule; in force within seconds',
        params,
        body,
        response: { 200: overlaySchema },
      },
    },
    (request) => {
      const {
        disabled = false,
        min_severity = null,
        suppress_when = {},
        allowlists: allowed = {},
        reason,
      } = request.body
      const { id } = request.params
      const to = {
        isDisabled: disabled,
        minSeverity: min_severity,
        suppressWhen: suppress_when,
        allowlists: allowed,
        reason,
      }
      return tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'rule', resourceId: id, changes: request.body })
        return shown(tx, await putOverlay(tx, id, to, authorOf(requestActor(request))))
      })
    },
  )

  app.delete(
    '/rules/:id/overlay',
    {
      config: { permission: 'rules:write', audit: 'rule:overlay_deleted', removes: 'records' },
      schema: { tags, summary: 'Remove the overlay of a rule', params, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        await deleteOverlay(tx, request.params.id)
        note({ resource: 'rule', resourceId: request.params.id })
      })
      return reply.code(204).send(null)
    },
  )
}

async function shown(tx: TenantTx, overlay: Overlay) {
  return overlayView(overlay, await authorNames(tx, [overlay.author]))
}
