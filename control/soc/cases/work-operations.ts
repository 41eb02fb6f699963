/** Operations on the content of a case: comments, timeline, status changes, time spent and observables. */
import { Type } from 'typebox'
import { timeOf } from '../../../platform/time-of.ts'
import { named, nullable, oneOf, plainText, sent, time, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { type Names, namesOf } from './actor-names.ts'
import { caseActor } from './case-actor.ts'
import { addTimelineEvent, COMMENT_MAX, commentOnCase } from './comment-on-case.ts'
import { addObservable, OBSERVABLES, type Observable, observablesPage, removeObservable } from './observables.ts'
import { ofCase } from './pages.ts'
import { COMMENTS, type Comment, commentsPage, TRANSITIONS, transitionsPage } from './record-store.ts'
import { TIME_ENTRIES, type TimeEntry, timePage, trackTime } from './time-entries.ts'
import { TIMELINE, type TimelineEntry, timelinePage } from './timeline.ts'
import { caseParams, caseRef, caseText } from './wire.ts'
import { OBSERVABLE_KINDS } from './words.ts'

const operation = operationsOf<unknown>()

const text = nullable(Type.String())

const commentSchema = named('CaseComment', Type.Object({ ...COMMENTS.members, author: Type.String() }))

function shownComment(comment: Comment, names: Names) {
  return { ...comment, author: names(comment.authorId) ?? comment.authorId }
}

const listComments = operation.page({
  name: 'cases.comments',
  summary: 'Comments of a case, newest first',
  permission: 'cases:read',
  path: 'GET /cases/:id/comments',
  params: caseParams,
  item: commentSchema,
  run: ofCase(commentsPage, ({ authorId }) => authorId, shownComment),
})

const comment = operation({
  name: 'cases.comment',
  summary: 'Comment on a case; @username notifies that user',
  permission: 'cases:write',
  audit: 'case:commented',
  path: 'POST /cases/:id/comments',
  status: 201,
  params: caseParams,
  body: sent('CaseCommentCreate', { body: plainText(COMMENT_MAX) }),
  output: commentSchema,
  async run({ tx, note, actor, nowMs }, { id, body }) {
    const made = await commentOnCase(tx, caseActor(actor), id, body, nowMs)
    note({ resource: 'case', resourceId: made.caseId, changes: { comment_id: made.id } })
    return shownComment(made, await namesOf(tx, [made.authorId]))
  },
})

const eventSchema = named('CaseTimelineEvent', Type.Object({ ...TIMELINE.members, actor: text }))

function shownEvent({ actorId, ...entry }: TimelineEntry, names: Names) {
  return { ...entry, actor: names(actorId) }
}

const listTimeline = operation.page({
  name: 'cases.timeline',
  summary: 'Timeline of a case, newest first',
  permission: 'cases:read',
  path: 'GET /cases/:id/timeline',
  params: caseParams,
  item: eventSchema,
  run: ofCase(timelinePage, ({ actorId }) => actorId, shownEvent),
})

const addEvent = operation({
  name: 'cases.add_event',
  summary: 'Add an event to the timeline of a case',
  permission: 'cases:write',
  audit: 'case:event_added',
  path: 'POST /cases/:id/timeline',
  status: 201,
  params: caseParams,
  body: sent('CaseTimelineEventCreate', {
    type: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_.]{0,59}$', default: 'note' })),
    title: plainText(300),
    description: Type.Optional(caseText),
    timestamp: Type.Optional(time),
  }),
  output: eventSchema,
  async run({ tx, note, actor, nowMs }, { id: ref, ...body }) {
    const { type = 'note', title, description = null, timestamp } = body
    const at = timestamp === undefined ? null : timeOf(timestamp, 'body', 'timestamp')
    const by = caseActor(actor)
    const event = { type, title, description, at }
    const { id, caseId } = await addTimelineEvent(tx, by, ref, event, nowMs)
    note({ resource: 'case', resourceId: caseId, changes: body })
    const entry = { ...event, id, caseId, actorId: by.id, actorKind: by.kind, timestamp: at ?? new Date(nowMs) }
    return shownEvent(entry, await namesOf(tx, [by.id]))
  },
})

const transitionSchema = named('CaseTransition', Type.Object({ ...TRANSITIONS.members, actor: text }))

const listTransitions = operation.page({
  name: 'cases.transitions',
  summary: 'Status changes, newest first',
  permission: 'cases:read',
  path: 'GET /cases/:id/transitions',
  params: caseParams,
  item: transitionSchema,
  run: ofCase(
    transitionsPage,
    ({ actorId }) => actorId,
    (move, names) => ({ ...move, actor: names(move.actorId) }),
  ),
})

const timeSchema = named('CaseTimeEntry', Type.Object({ ...TIME_ENTRIES.members, actor: text }))

function shownTime({ actorId, ...entry }: TimeEntry, names: Names) {
  return { ...entry, actor: names(actorId) }
}

const listTime = operation.page({
  name: 'cases.time',
  summary: 'Time spent on a case, newest first',
  permission: 'cases:read',
  path: 'GET /cases/:id/time',
  params: caseParams,
  item: timeSchema,
  run: ofCase(timePage, ({ actorId }) => actorId, shownTime),
})

const addTime = operation({
  name: 'cases.track_time',
  summary: 'Record time spent on a case',
  permission: 'cases:write',
  audit: 'case:time_tracked',
  path: 'POST /cases/:id/time',
  status: 201,
  params: caseParams,
  body: sent('CaseTimeEntryCreate', {
    minutes: Type.Integer({ minimum: 1, maximum: 1440 }),
    note: Type.Optional(plainText(2000)),
  }),
  output: timeSchema,
  async run({ tx, note, actor, nowMs }, { id, minutes, note: words = null }) {
    const by = caseActor(actor)
    const entry = await trackTime(tx, by, id, { minutes, note: words }, nowMs)
    note({ resource: 'case', resourceId: entry.caseId, changes: { minutes } })
    return shownTime(entry, await namesOf(tx, [by.id]))
  },
})

const observableSchema = named('CaseObservable', Type.Object({ ...OBSERVABLES.members, added_by: text }))

function shownObservable(observable: Observable, names: Names) {
  return { ...observable, addedBy: names(observable.addedBy) }
}

const listObservables = operation.page({
  name: 'cases.observables',
  summary: 'Observables added by hand, newest first',
  permission: 'cases:read',
  path: 'GET /cases/:id/observables',
  params: caseParams,
  item: observableSchema,
  run: ofCase(observablesPage, ({ addedBy }) => addedBy, shownObservable),
})

const observe = operation({
  name: 'cases.add_observable',
  summary: 'Add an observable, or return the existing one',
  permission: 'cases:write',
  audit: 'case:observable_added',
  path: 'POST /cases/:id/observables',
  params: caseParams,
  body: sent('CaseObservableCreate', { kind: oneOf(OBSERVABLE_KINDS), value: plainText(1000) }),
  output: observableSchema,
  async run({ tx, note, actor, nowMs }, { id, ...body }) {
    const added = await addObservable(tx, caseActor(actor), id, body, nowMs)
    note({ resource: 'case', resourceId: added.caseId, changes: body })
    return shownObservable(added, await namesOf(tx, [added.addedBy]))
  },
})

const forget = operation({
  name: 'cases.remove_observable',
  summary: 'Remove an observable that was added',
  permission: 'cases:write',
  audit: 'case:observable_removed',
  removes: 'records',
  path: 'DELETE /cases/:id/observables/:observable_id',
  params: Type.Object({ id: caseRef, observable_id: uuid }),
  run({ tx, note }, { id, observable_id }) {
    note({ resource: 'case', resourceId: id, changes: { observable_id } })
    return removeObservable(tx, id, observable_id)
  },
})

export const WORK_OPERATIONS = [
  ...[listComments, comment, listTimeline, addEvent, listTransitions, listTime, addTime],
  ...[listObservables, observe, forget],
]
