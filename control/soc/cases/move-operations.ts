/** Operations of merge, split and move, each of which can be undone. */
import { Type } from 'typebox'
import { sent, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { reasonText } from '../alerts/index.ts'
import { caseActor } from './case-actor.ts'
import { alertIds, membersOf, newCaseMembers } from './case-inputs.ts'
import { movedSchema, moveSchema, shownMove, shownMoved } from './case-wire.ts'
import { getCase } from './find-case.ts'
import { movesPage } from './move-store.ts'
import { mergeCases, moveToCase, splitCase, undoMove } from './moves.ts'
import { caseParams, caseRef } from './wire.ts'

const operation = operationsOf<unknown>()
const reason = Type.Optional(reasonText)

const merge = operation({
  name: 'cases.merge',
  summary: 'Merge another case into this one; it redirects to this case until the merge is undone',
  permission: 'cases:write',
  audit: 'case:merged',
  path: 'POST /cases/:id/merge',
  params: caseParams,
  body: sent('CaseMerge', { case_id: caseRef, reason }),
  output: movedSchema,
  async run({ tx, note, actor, nowMs }, { id: intoRef, case_id: fromRef, reason = null }) {
    const moved = await mergeCases(tx, caseActor(actor), { intoRef, fromRef, reason }, nowMs)
    note({ resource: 'case', resourceId: moved.to.id, changes: { from: moved.from.id, move_id: moved.move.id } })
    return shownMoved(moved, nowMs)
  },
})

const move = operation({
  name: 'cases.move_alerts',
  summary: 'Move alerts of this case to another one',
  permission: 'cases:write',
  audit: 'case:alerts_moved',
  path: 'POST /cases/:id/move',
  params: caseParams,
  body: sent('CaseMoveAlerts', { to_case_id: caseRef, alert_ids: alertIds, reason }),
  output: movedSchema,
  async run({ tx, note, actor, nowMs }, { id: fromRef, to_case_id: toRef, alert_ids: alertIds, reason = null }) {
    const moved = await moveToCase(tx, caseActor(actor), { fromRef, toRef, alertIds, reason }, nowMs)
    note({ resource: 'case', resourceId: moved.from.id, changes: { to: moved.to.id, move_id: moved.move.id } })
    return shownMoved(moved, nowMs)
  },
})

const split = operation({
  name: 'cases.split',
  summary: 'Open a new case for some alerts of this one',
  permission: 'cases:write',
  audit: 'case:split',
  path: 'POST /cases/:id/split',
  status: 201,
  params: caseParams,
  body: sent('CaseSplit', { ...newCaseMembers, alert_ids: alertIds, reason }),
  output: movedSchema,
  async run({ tx, note, actor, nowMs }, { id: ref, alert_ids: alertIds, reason = null, severity = 'medium', ...body }) {
    const input = { ...membersOf(body), severity }
    const moved = await splitCase(tx, caseActor(actor), { ref, alertIds, reason, input }, nowMs)
    note({ resource: 'case', resourceId: moved.from.id, changes: { to: moved.to.id, move_id: moved.move.id } })
    return shownMoved(moved, nowMs)
  },
})

const moves = operation.page({
  name: 'cases.moves',
  summary: 'List merges, splits and moves from or to a case, newest first, undone ones included',
  permission: 'cases:read',
  path: 'GET /cases/:id/moves',
  params: caseParams,
  item: moveSchema,
  async run({ tx }, { id: ref }, { rows, after }) {
    const { id } = await getCase(tx, ref)
    return (await movesPage(tx, id, rows, after)).map((placed) => ({ ...placed, item: shownMove(placed.item) }))
  },
})

const undo = operation({
  name: 'cases.undo_move',
  summary: 'Undo a merge, a split or a move; exactly the moved alerts return',
  permission: 'cases:write',
  audit: 'case:move_undone',
  path: 'POST /cases/moves/:move_id/undo',
  params: Type.Object({ move_id: uuid }),
  output: movedSchema,
  async run({ tx, note, actor, nowMs }, { move_id }) {
    const moved = await undoMove(tx, caseActor(actor), move_id, nowMs)
    note({ resource: 'case', resourceId: moved.from.id, changes: { move_id: moved.move.id } })
    return shownMoved(moved, nowMs)
  },
})

export const MOVE_OPERATIONS = [merge, move, split, moves, undo]
