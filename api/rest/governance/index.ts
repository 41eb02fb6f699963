/** Legal holds: what may not be deleted. */
import { type Static, Type } from 'typebox'
import { getAlert } from '../../../control/alerts/index.ts'
import { getCase } from '../../../control/cases/index.ts'
import {
  holds,
  type LegalHold,
  placeHold,
  releaseHold,
  SUBJECT_KINDS,
  type SubjectKind,
} from '../../../control/governance/index.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { named } from '../../plugins/named-schemas.ts'
import { pageOf, pageOfList, pageQuery } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'

const tags = ['governance']

const holdBody = named(
  'LegalHoldCreate',
  Type.Object(
    {
      ...{ name: plainText(200), matter_ref: plainText(200), subject_kind: oneOf(SUBJECT_KINDS) },
      subject_value: plainText(500),
      notes: Type.Optional(nullable(plainText(5000))),
    },
    closed,
  ),
)
const releaseBody = named('LegalHoldRelease', Type.Object({ reason: plainText(2000) }, closed))
const holdSchema = named(
  'LegalHold',
  Type.Object({
    ...{ id: uuid, name: Type.String(), matter_ref: Type.String(), subject_kind: oneOf(SUBJECT_KINDS) },
    ...{ subject_value: Type.String(), notes: nullable(Type.String()), placed_by: Type.String(), placed_at: time },
    kept_since: nullable(
      Type.String({ format: 'date-time', description: 'since when the lake drops nothing of the tenant’s' }),
    ),
    ...{ released_at: nullable(time), released_by: nullable(Type.String()), release_reason: nullable(Type.String()) },
  }),
)
const holdsQuery = Type.Object(
  { ...pageQuery, live: Type.Optional(Type.Boolean({ description: 'those in force, or those that are released' })) },
  closed,
)
const params = Type.Object({ id: uuid })

export const governanceRoutes: Routes = (app, deps) => {
  app.get(
    '/governance/legal-holds',
    {
      config: { permission: 'settings:read' },
      schema: {
        ...{ tags, summary: 'Legal holds, newest first', querystring: holdsQuery },
        response: { 200: pageOf(holdSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await holds(tx, request.query.live ?? null), request.query, ({ id }) => id, holdView),
      ),
  )

  app.post(
    '/governance/legal-holds',
    {
      config: { permission: 'settings:write', audit: 'legal_hold:placed' },
      schema: {
        ...{ tags, summary: 'Place a legal hold', body: holdBody, response: { 201: holdSchema } },
        description:
          'A case is named by id or number, an alert by id. Deletions that touch the subject are refused from now on, and retention drops nothing of the tenant’s while any of its holds is in force, also nothing that comes later.',
      },
    },
    async (request, reply) => {
      const { name, matter_ref, subject_kind, subject_value, notes = null } = request.body
      const placed = await tenantWork(deps, request, async (tx, note) => {
        const subjectValue = await subjectOf(tx, subject_kind, subject_value)
        const given = { name, matterRef: matter_ref, subjectKind: subject_kind, subjectValue, notes }
        const hold = await placeHold(tx, { ...given, placedBy: principalOf(request).id })
        const changes = { name, matter_ref, subject_kind, subject_value }
        note({ resource: 'legal_hold', resourceId: hold.id, changes })
        return holdView(hold)
      })
      return reply.code(201).send(placed)
    },
  )

  app.post(
    '/governance/legal-holds/:id/release',
    {
      config: { permission: 'settings:write', audit: 'legal_hold:released' },
      schema: {
        ...{ tags, summary: 'Release a legal hold; it stays on record', params, body: releaseBody },
        response: { 200: holdSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { reason } = request.body
        const hold = await releaseHold(tx, request.params.id, principalOf(request).id, reason)
        note({ resource: 'legal_hold', resourceId: hold.id, changes: { name: hold.name, reason } })
        return holdView(hold)
      }),
  )
}

/** Cases and alerts by their id, which has to be there. Throws `not_found`. */
async function subjectOf(tx: TenantTx, kind: SubjectKind, value: string): Promise<string> {
  if (kind === 'case') return (await getCase(tx, value)).id
  if (kind !== 'alert') return value
  if (!UUID.test(value)) throw invalid('subject_value', 'of an alert is its id')
  return (await getAlert(tx, value)).id
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function holdView(hold: LegalHold): Static<typeof holdSchema> {
  const iso = (at: Date | null) => at?.toISOString() ?? null
  return {
    ...{ id: hold.id, name: hold.name, matter_ref: hold.matterRef, subject_kind: hold.subjectKind },
    ...{ subject_value: hold.subjectValue, notes: hold.notes, placed_by: hold.placedBy },
    ...{ placed_at: hold.placedAt.toISOString(), kept_since: iso(hold.keptSince) },
    ...{ released_at: iso(hold.releasedAt), released_by: hold.releasedBy, release_reason: hold.releaseReason },
  }
}
