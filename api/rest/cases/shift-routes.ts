/** Routes of handoffs and mentions between analysts. */

import { type Static, Type } from 'typebox'
import {
  acknowledgeHandoff,
  caseActorOf,
  createHandoff,
  HANDOFF_CASES_MAX,
  type Handoff,
  handoffsPage,
  type Mention,
  markSeen,
  mentionsPage,
  type Names,
  namesOf,
  ownIdOf,
} from '../../../control/soc/cases/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { pageOf, pageQuery } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'
import { caseText, caseTags as tags } from './inputs.ts'

const handoffBody = named(
  'CaseHandoffCreate',
  Type.Object({ to_user_id: uuid, queue_id: Type.Optional(nullable(uuid)), notes: Type.Optional(caseText) }, closed),
)
const handoffSchema = named(
  'CaseHandoff',
  Type.Object({
    id: uuid,
    from_user_id: uuid,
    to_user_id: uuid,
    queue_id: nullable(uuid),
    notes: nullable(Type.String()),
    case_ids: Type.Array(uuid, { maxItems: HANDOFF_CASES_MAX, description: 'as they were when it was written' }),
    started_at: time,
    acknowledged_at: nullable(time),
    moved_case_ids: nullable(
      Type.Array(uuid, {
        maxItems: HANDOFF_CASES_MAX,
        description: 'that went to to_user_id; null until it is acknowledged',
      }),
    ),
  }),
)
const mentionSchema = named(
  'CaseMention',
  Type.Object({
    id: uuid,
    case_id: uuid,
    comment_id: uuid,
    body: Type.String(),
    author: nullable(Type.String()),
    created_at: time,
    seen_at: nullable(time),
  }),
)

export const shiftRoutes: Routes = (app, deps) => {
  app.get(
    '/cases/handoffs',
    {
      config: { permission: 'cases:read' },
      schema: {
        tags,
        summary: 'Handoffs, newest first',
        querystring: Type.Object(pageQuery, closed),
        response: { 200: pageOf(handoffSchema) },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) =>
        pageOfPlaced(await handoffsPage(tx, limit + 1, after), limit, handoffView),
      )
    },
  )

  app.post(
    '/cases/handoffs',
    {
      config: { permission: 'cases:write', audit: 'case_handoff:created' },
      schema: {
        tags,
        summary: 'Hand over what is unresolved in a queue, or what the caller has',
        body: handoffBody,
        response: { 201: handoffSchema },
      },
    },
    async (request, reply) => {
      const { to_user_id: toUserId, queue_id: queueId = null, notes = null } = request.body
      const view = await tenantWork(deps, request, async (tx, note) => {
        const actor = caseActorOf(principalOf(request))
        const handoff = await createHandoff(tx, actor, { toUserId, queueId, notes }, deps.nowMs())
        const changes = { to_user_id: toUserId, queue_id: queueId, cases: handoff.caseIds.length }
        note({ resource: 'case_handoff', resourceId: handoff.id, changes })
        return handoffView(handoff)
      })
      return reply.code(201).send(view)
    },
  )

  app.post(
    '/cases/handoffs/:handoff_id/acknowledge',
    {
      config: { permission: 'cases:write', audit: 'case_handoff:acknowledged' },
      schema: {
        tags,
        summary: 'Take over a handoff: its unresolved cases go to whom it was written for, who says so',
        params: Type.Object({ handoff_id: uuid }),
        response: { 200: handoffSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { handoff_id: id } = request.params
        note({ resource: 'case_handoff', resourceId: id })
        return handoffView(await acknowledgeHandoff(tx, caseActorOf(principalOf(request)), id, deps.nowMs()))
      }),
  )

  app.get(
    '/cases/mentions',
    {
      config: { permission: 'cases:read' },
      schema: {
        tags,
        summary: 'Comments that name the caller, newest first',
        querystring: Type.Object(pageQuery, closed),
        response: { 200: pageOf(mentionSchema) },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      const { ownId } = caseActorOf(principalOf(request))
      return tenantWork(deps, request, async (tx) => {
        const rows = ownId === null ? [] : await mentionsPage(tx, ownId, limit + 1, after)
        const names = await namesOf(
          tx,
          rows.map(({ item }) => item.authorId),
        )
        return pageOfPlaced(rows, limit, (mention) => mentionView(mention, names))
      })
    },
  )

  app.post(
    '/cases/mentions/:mention_id/seen',
    {
      config: { ofPerson: true, permission: 'cases:read' },
      schema: {
        tags,
        summary: 'Mark a mention of the caller as seen',
        params: Type.Object({ mention_id: uuid }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { mention_id: id } = request.params
      const actor = caseActorOf(principalOf(request))
      await tenantWork(deps, request, async (tx) => {
        const isSeen = actor.ownId !== null && (await markSeen(tx, ownIdOf(actor), id, new Date(deps.nowMs())))
        if (!isSeen) throw new AppError('not_found', `no unseen mention ${id}`)
      })
      return reply.code(204).send(null)
    },
  )
}

function handoffView(handoff: Handoff): Static<typeof handoffSchema> {
  return {
    id: handoff.id,
    from_user_id: handoff.fromUserId,
    to_user_id: handoff.toUserId,
    queue_id: handoff.queueId,
    notes: handoff.notes,
    case_ids: [...handoff.caseIds],
    started_at: handoff.startedAt.toISOString(),
    acknowledged_at: handoff.acknowledgedAt?.toISOString() ?? null,
    moved_case_ids: handoff.movedCaseIds && [...handoff.movedCaseIds],
  }
}

function mentionView(mention: Mention, names: Names): Static<typeof mentionSchema> {
  return {
    id: mention.id,
    case_id: mention.caseId,
    comment_id: mention.commentId,
    body: mention.body,
    author: names(mention.authorId),
    created_at: mention.at.toISOString(),
    seen_at: mention.seenAt?.toISOString() ?? null,
  }
}
