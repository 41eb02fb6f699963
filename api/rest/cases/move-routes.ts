/** Routes of merge, split and move, each of which can be undone. */

import { Type } from 'typebox'
import {
  caseActorOf,
  getCase,
  mergeCases,
  movesPage,
  moveToCase,
  splitCase,
  undoMove,
} from '../../../control/soc/cases/index.ts'
import { pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { pageOf, pageQuery } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, reason } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { uuid } from '../views.ts'
import { detailsOf } from './case-routes.ts'
import { alertIds, caseParams, caseRef, newCaseMembers, caseTags as tags } from './inputs.ts'
import { movedSchema, movedView, moveSchema, moveView } from './views.ts'

const mergeBody = named('CaseMerge', Type.Object({ case_id: caseRef, reason: Type.Optional(reason) }, closed))
const moveBody = named(
  'CaseMoveAlerts',
  Type.Object({ to_case_id: caseRef, alert_ids: alertIds, reason: Type.Optional(reason) }, closed),
)
const splitBody = named(
  'CaseSplit',
  Type.Object({ ...newCaseMembers, alert_ids: alertIds, reason: Type.Optional(reason) }, closed),
)
const moveParams = Type.Object({ move_id: uuid })
const answer = { 200: movedSchema }

export const moveRoutes: Routes = (app, deps) => {
  app.post(
    '/cases/:id/merge',
    {
      config: { permission: 'cases:write', audit: 'case:merged' },
      schema: {
        tags,
        summary: 'Merge another case into this one; it points here until that is taken back',
        params: caseParams,
        body: mergeBody,
        response: answer,
      },
    },
    (request) => {
      const { case_id: fromRef, reason = null } = request.body
      return tenantWork(deps, request, async (tx, note) => {
        const nowMs = deps.nowMs()
        const move = { intoRef: request.params.id, fromRef, reason }
        const moved = await mergeCases(tx, caseActorOf(principalOf(request)), move, nowMs)
        note({ resource: 'case', resourceId: moved.to.id, changes: { from: moved.from.id, move_id: moved.move.id } })
        return movedView(moved, nowMs)
      })
    },
  )

  app.post(
    '/cases/:id/move',
    {
      config: { permission: 'cases:write', audit: 'case:alerts_moved' },
      schema: {
        tags,
        summary: 'Move alerts of this case to another one',
        params: caseParams,
        body: moveBody,
        response: answer,
      },
    },
    (request) => {
      const { to_case_id: toRef, alert_ids: ids, reason = null } = request.body
      return tenantWork(deps, request, async (tx, note) => {
        const nowMs = deps.nowMs()
        const move = { fromRef: request.params.id, toRef, alertIds: ids, reason }
        const moved = await moveToCase(tx, caseActorOf(principalOf(request)), move, nowMs)
        note({ resource: 'case', resourceId: moved.from.id, changes: { to: moved.to.id, move_id: moved.move.id } })
        return movedView(moved, nowMs)
      })
    },
  )

  app.post(
    '/cases/:id/split',
    {
      config: { permission: 'cases:write', audit: 'case:split' },
      schema: {
        tags,
        summary: 'Open a case of its own for some alerts of this one',
        params: caseParams,
        body: splitBody,
        response: { 201: movedSchema },
      },
    },
    async (request, reply) => {
      const { alert_ids: ids, reason = null, assignee_id: assigneeId, ...members } = request.body
      const view = await tenantWork(deps, request, async (tx, note) => {
        const nowMs = deps.nowMs()
        const input = {
          ...{ ...detailsOf(members), title: members.title, severity: members.severity ?? ('medium' as const) },
          assigneeId,
        }
        const move = { ref: request.params.id, alertIds: ids, reason, input }
        const moved = await splitCase(tx, caseActorOf(principalOf(request)), move, nowMs)
        note({ resource: 'case', resourceId: moved.from.id, changes: { to: moved.to.id, move_id: moved.move.id } })
        return movedView(moved, nowMs)
      })
      return reply.code(201).send(view)
    },
  )

  app.get(
    '/cases/:id/moves',
    {
      config: { permission: 'cases:read' },
      schema: {
        tags,
        summary: 'Merges, splits and moves from or to a case, newest first, those taken back among them',
        params: caseParams,
        querystring: Type.Object(pageQuery, closed),
        response: { 200: pageOf(moveSchema) },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) => {
        const { id } = await getCase(tx, request.params.id)
        return pageOfPlaced(await movesPage(tx, id, limit + 1, after), limit, moveView)
      })
    },
  )

  app.post(
    '/cases/moves/:move_id/undo',
    {
      config: { permission: 'cases:write', audit: 'case:move_undone' },
      schema: {
        tags,
        summary: 'Take a merge, a split or a move back: exactly what went along goes back',
        params: moveParams,
        response: answer,
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const nowMs = deps.nowMs()
        const moved = await undoMove(tx, caseActorOf(principalOf(request)), request.params.move_id, nowMs)
        note({ resource: 'case', resourceId: moved.from.id, changes: { move_id: moved.move.id } })
        return movedView(moved, nowMs)
      }),
  )
}
