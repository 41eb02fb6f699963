/** Routes of the work in a case: alerts, comments, timeline, tasks, observables. */

import { type Static, Type } from 'typebox'
import { alertsOfCase } from '../../../control/soc/alerts/index.ts'
import {
  addObservable,
  addTask,
  addTimelineEvent,
  COMMENT_MAX,
  type Comment,
  caseActorOf,
  changeTask,
  commentOnCase,
  commentsPage,
  linkAlerts,
  lockedCase,
  OBSERVABLE_KINDS,
  type Observable,
  observablesPage,
  removeObservable,
  removeTask,
  TASK_CATEGORIES,
  TASK_STATUSES,
  type TimeEntry,
  type TimelineEntry,
  type Transition,
  tasksPage,
  timelinePage,
  timePage,
  trackTime,
  transitionsPage,
  unlinkAlerts,
} from '../../../control/soc/cases/index.ts'
import { pageOf } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf, plainText, timeOf } from '../alerts/inputs.ts'
import { alertSchema, alertView } from '../alerts/views.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'
import { childList } from './child-list.ts'
import { alertIds, caseParams, caseRef, description, caseTags as tags } from './inputs.ts'
import {
  caseSchema,
  caseView,
  commentSchema,
  commentView,
  type Names,
  namesOf,
  observableSchema,
  observableView,
  taskSchema,
  taskView,
  timelineSchema,
  timelineView,
  transitionSchema,
  transitionView,
} from './views.ts'

const alertsBody = named('CaseAlerts', Type.Object({ alert_ids: alertIds }, closed))
/** `AlertPage` has facets besides. */
const alertsAnswer = named(
  'CaseAlertPage',
  Type.Object({ items: Type.Array(alertSchema), next_cursor: Type.Optional(Type.String()) }),
)
const commentBody = named('CaseCommentCreate', Type.Object({ body: plainText(COMMENT_MAX) }, closed))
const eventBody = named(
  'CaseTimelineEventCreate',
  Type.Object(
    {
      type: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_.]{0,59}$', default: 'note' })),
      title: plainText(300),
      description: Type.Optional(description),
      timestamp: Type.Optional(time),
    },
    closed,
  ),
)
const taskMembers = {
  category: Type.Optional(oneOf(TASK_CATEGORIES)),
  assignee_id: Type.Optional(nullable(uuid)),
  due_at: Type.Optional(nullable(time)),
  depends_on_task_id: Type.Optional(nullable(uuid)),
}
const taskBody = named('CaseTaskCreate', Type.Object({ title: plainText(300), ...taskMembers }, closed))
const taskPatch = named(
  'CaseTaskPatch',
  Type.Object(
    { title: Type.Optional(plainText(300)), status: Type.Optional(oneOf(TASK_STATUSES)), ...taskMembers },
    { ...closed, minProperties: 1 },
  ),
)
const taskParams = Type.Object({ id: caseRef, task_id: uuid })
const timeBody = named(
  'CaseTimeEntryCreate',
  Type.Object({ minutes: Type.Integer({ minimum: 1, maximum: 1440 }), note: Type.Optional(plainText(2000)) }, closed),
)
const timeSchema = named(
  'CaseTimeEntry',
  Type.Object({
    ...{ id: uuid, case_id: uuid, minutes: Type.Integer(), note: nullable(Type.String()) },
    ...{ actor: nullable(Type.String()), created_at: time },
  }),
)

function timeView({ id, caseId, minutes, note, actorId, at }: TimeEntry, names: Names): Static<typeof timeSchema> {
  return { id, case_id: caseId, minutes, note, actor: names(actorId), created_at: at.toISOString() }
}

const observableBody = named(
  'CaseObservableCreate',
  Type.Object({ kind: oneOf(OBSERVABLE_KINDS), value: plainText(1000) }, closed),
)
const observableParams = Type.Object({ id: caseRef, observable_id: uuid })

export const workRoutes: Routes = (app, deps) => {
  const nobody = () => null
  childList(app, deps, {
    ...{ path: 'alerts', summary: 'Alerts of a case, newest first', answer: alertsAnswer },
    ...{ load: alertsOfCase, actorOf: nobody, view: alertView },
  })
  childList(app, deps, {
    ...{ path: 'comments', summary: 'Comments of a case, newest first', answer: pageOf(commentSchema) },
    ...{ load: commentsPage, actorOf: ({ authorId }: Comment) => authorId, view: commentView },
  })
  childList(app, deps, {
    ...{
      path: 'timeline',
      summary: 'Everything that happened in a case, newest first',
      answer: pageOf(timelineSchema),
    },
    ...{ load: timelinePage, actorOf: ({ actorId }: TimelineEntry) => actorId, view: timelineView },
  })
  childList(app, deps, {
    ...{ path: 'transitions', summary: 'Changes of status, newest first', answer: pageOf(transitionSchema) },
    ...{ load: transitionsPage, actorOf: ({ actorId }: Transition) => actorId, view: transitionView },
  })
  childList(app, deps, {
    ...{ path: 'tasks', summary: 'Tasks of a case in the order they were planned', answer: pageOf(taskSchema) },
    ...{ load: tasksPage, actorOf: nobody, view: taskView },
  })
  childList(app, deps, {
    ...{ path: 'observables', summary: 'What was added by hand, newest first', answer: pageOf(observableSchema) },
    ...{ load: observablesPage, actorOf: ({ addedBy }: Observable) => addedBy, view: observableView },
  })

  childList(app, deps, {
    ...{ path: 'time', summary: 'Time spent on a case, newest first', answer: pageOf(timeSchema) },
    ...{ load: timePage, actorOf: ({ actorId }: TimeEntry) => actorId, view: timeView },
  })

  app.post(
    '/cases/:id/time',
    {
      config: { permission: 'cases:write', audit: 'case:time_tracked' },
      schema: {
        tags,
        summary: 'Note time spent on a case',
        params: caseParams,
        body: timeBody,
        response: { 201: timeSchema },
      },
    },
    async (request, reply) => {
      const { minutes, note: text = null } = request.body
      const view = await tenantWork(deps, request, async (tx, note) => {
        const actor = caseActorOf(principalOf(request))
        const entry = await trackTime(tx, actor, request.params.id, { minutes, note: text }, deps.nowMs())
        note({ resource: 'case', resourceId: entry.caseId, changes: { minutes } })
        return timeView(entry, await namesOf(tx, [actor.id]))
      })
      return reply.code(201).send(view)
    },
  )

  for (const [path, summary, audit, work] of [
    ['alerts', 'Put alerts into a case', 'case:alerts_linked', linkAlerts],
    ['alerts/unlink', 'Take alerts out of a case', 'case:alerts_unlinked', unlinkAlerts],
  ] as const)
    app.post(
      `/cases/:id/${path}`,
      {
        config: { permission: 'cases:write', audit },
        schema: { tags, summary, params: caseParams, body: alertsBody, response: { 200: caseSchema } },
      },
      (request) => {
        const { alert_ids: ids } = request.body
        return tenantWork(deps, request, async (tx, note) => {
          const nowMs = deps.nowMs()
          const found = await lockedCase(tx, request.params.id)
          note({ resource: 'case', resourceId: found.id, changes: request.body })
          return caseView(await work(tx, caseActorOf(principalOf(request)), found, ids, nowMs), nowMs)
        })
      },
    )

  app.post(
    '/cases/:id/comments',
    {
      config: { permission: 'cases:write', audit: 'case:commented' },
      schema: {
        tags,
        summary: 'Comment on a case; @username tells that user',
        params: caseParams,
        body: commentBody,
        response: { 201: commentSchema },
      },
    },
    async (request, reply) => {
      const view = await tenantWork(deps, request, async (tx, note) => {
        const actor = caseActorOf(principalOf(request))
        const comment = await commentOnCase(tx, actor, request.params.id, request.body.body, deps.nowMs())
        note({ resource: 'case', resourceId: comment.caseId, changes: { comment_id: comment.id } })
        return commentView(comment, await namesOf(tx, [comment.authorId]))
      })
      return reply.code(201).send(view)
    },
  )

  app.post(
    '/cases/:id/timeline',
    {
      config: { permission: 'cases:write', audit: 'case:event_added' },
      schema: {
        tags,
        summary: 'Add what happened to the timeline of a case',
        params: caseParams,
        body: eventBody,
        response: { 201: timelineSchema },
      },
    },
    async (request, reply) => {
      const { type = 'note', title, description: text = null, timestamp } = request.body
      const at = timestamp === undefined ? null : timeOf(timestamp, 'body', 'timestamp')
      const nowMs = deps.nowMs()
      const view = await tenantWork(deps, request, async (tx, note) => {
        const actor = caseActorOf(principalOf(request))
        const event = { type, title, description: text, at }
        const { id, caseId } = await addTimelineEvent(tx, actor, request.params.id, event, nowMs)
        note({ resource: 'case', resourceId: caseId, changes: request.body })
        const who = { actorId: actor.id, actorKind: actor.kind }
        const entry = { ...event, ...who, id, caseId, at: at ?? new Date(nowMs) }
        return timelineView(entry, await namesOf(tx, [actor.id]))
      })
      return reply.code(201).send(view)
    },
  )

  app.post(
    '/cases/:id/tasks',
    {
      config: { permission: 'cases:write', audit: 'case:task_added' },
      schema: { tags, summary: 'Add a task', params: caseParams, body: taskBody, response: { 201: taskSchema } },
    },
    async (request, reply) => {
      const view = await tenantWork(deps, request, async (tx, note) => {
        const actor = caseActorOf(principalOf(request))
        const input = { ...taskOf(request.body), title: request.body.title }
        const task = await addTask(tx, actor, request.params.id, input, deps.nowMs())
        note({ resource: 'case', resourceId: task.caseId, changes: { task_id: task.id, ...request.body } })
        return taskView(task)
      })
      return reply.code(201).send(view)
    },
  )

  app.patch(
    '/cases/:id/tasks/:task_id',
    {
      config: { permission: 'cases:write', audit: 'case:task_changed' },
      schema: {
        tags,
        summary: 'Change a task; 409 names the one that has to be done first',
        params: taskParams,
        body: taskPatch,
        response: { 200: taskSchema },
      },
    },
    (request) => {
      const { id: ref, task_id: taskId } = request.params
      const patch = { ...taskOf(request.body), title: request.body.title, status: request.body.status }
      return tenantWork(deps, request, async (tx, note) => {
        const task = await changeTask(tx, caseActorOf(principalOf(request)), { ref, taskId }, patch, deps.nowMs())
        note({ resource: 'case', resourceId: task.caseId, changes: { task_id: taskId, ...request.body } })
        return taskView(task)
      })
    },
  )

  app.delete(
    '/cases/:id/tasks/:task_id',
    {
      config: { permission: 'cases:write', audit: 'case:task_removed', removes: 'records' },
      schema: { tags, summary: 'Remove a task', params: taskParams, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { id: ref, task_id: taskId } = request.params
      await tenantWork(deps, request, async (tx, note) => {
        await removeTask(tx, caseActorOf(principalOf(request)), { ref, taskId }, deps.nowMs())
        note({ resource: 'case', resourceId: ref, changes: { task_id: taskId } })
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/cases/:id/observables',
    {
      config: { permission: 'cases:write', audit: 'case:observable_added' },
      schema: {
        tags,
        summary: 'Add an observable; one that is there is given back',
        params: caseParams,
        body: observableBody,
        response: { 200: observableSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const actor = caseActorOf(principalOf(request))
        const added = await addObservable(tx, actor, request.params.id, request.body, deps.nowMs())
        note({ resource: 'case', resourceId: added.caseId, changes: request.body })
        return observableView(added, await namesOf(tx, [added.addedBy]))
      }),
  )

  app.delete(
    '/cases/:id/observables/:observable_id',
    {
      config: { permission: 'cases:write', audit: 'case:observable_removed', removes: 'records' },
      schema: { tags, summary: 'Remove one that was added', params: observableParams, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { id, observable_id } = request.params
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'case', resourceId: id, changes: { observable_id } })
        await removeObservable(tx, id, observable_id)
      })
      return reply.code(204).send(null)
    },
  )
}

type TaskMembers = {
  readonly category?: (typeof TASK_CATEGORIES)[number]
  readonly assignee_id?: string | null
  readonly due_at?: string | null
  readonly depends_on_task_id?: string | null
}

function taskOf(body: TaskMembers) {
  const { due_at: due } = body
  return {
    category: body.category,
    assigneeId: body.assignee_id,
    dueAt: typeof due === 'string' ? timeOf(due, 'body', 'due_at') : due,
    dependsOnTaskId: body.depends_on_task_id,
  }
}
