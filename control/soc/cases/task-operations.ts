/** Operations of the tasks of a case. */
import { Type } from 'typebox'
import { timeOf } from '../../../platform/time-of.ts'
import { named, nullable, oneOf, plainText, sent, time, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { caseActor } from './case-actor.ts'
import { ofCase } from './pages.ts'
import { TASKS, type Task, tasksPage } from './task-store.ts'
import { addTask, blockedReason, changeTask, removeTask } from './tasks.ts'
import { caseParams, caseRef } from './wire.ts'
import { TASK_CATEGORIES, TASK_STATUSES } from './words.ts'

const operation = operationsOf<unknown>()

const members = {
  category: Type.Optional(oneOf(TASK_CATEGORIES)),
  assignee_id: Type.Optional(nullable(uuid)),
  due_at: Type.Optional(nullable(time)),
  depends_on_task_id: Type.Optional(nullable(uuid)),
}
const taskParams = Type.Object({ id: caseRef, task_id: uuid })
const taskSchema = named('CaseTask', Type.Object({ ...TASKS.members, blocked_reason: nullable(Type.String()) }))

const list = operation.page({
  name: 'cases.tasks',
  summary: 'Tasks of a case in their planned order',
  permission: 'cases:read',
  path: 'GET /cases/:id/tasks',
  params: caseParams,
  item: taskSchema,
  run: ofCase(tasksPage, () => null, shown),
})

const add = operation({
  name: 'cases.add_task',
  summary: 'Add a task',
  permission: 'cases:write',
  audit: 'case:task_added',
  path: 'POST /cases/:id/tasks',
  status: 201,
  params: caseParams,
  body: sent('CaseTaskCreate', { title: plainText(300), ...members }),
  output: taskSchema,
  async run({ tx, note, actor, nowMs }, { id, ...body }) {
    const task = await addTask(tx, caseActor(actor), id, { ...inputOf(body), title: body.title }, nowMs)
    note({ resource: 'case', resourceId: task.caseId, changes: { task_id: task.id, ...body } })
    return shown(task)
  },
})

const change = operation({
  name: 'cases.change_task',
  summary: 'Change a task; 409 names a task that must be completed first',
  permission: 'cases:write',
  audit: 'case:task_changed',
  path: 'PATCH /cases/:id/tasks/:task_id',
  params: taskParams,
  body: sent(
    'CaseTaskPatch',
    { title: Type.Optional(plainText(300)), status: Type.Optional(oneOf(TASK_STATUSES)), ...members },
    { minProperties: 1 },
  ),
  output: taskSchema,
  async run({ tx, note, actor, nowMs }, { id: ref, task_id: taskId, ...body }) {
    const patch = { ...inputOf(body), title: body.title, status: body.status }
    const task = await changeTask(tx, caseActor(actor), { ref, taskId }, patch, nowMs)
    note({ resource: 'case', resourceId: task.caseId, changes: { task_id: taskId, ...body } })
    return shown(task)
  },
})

const remove = operation({
  name: 'cases.remove_task',
  summary: 'Remove a task',
  permission: 'cases:write',
  audit: 'case:task_removed',
  removes: 'records',
  path: 'DELETE /cases/:id/tasks/:task_id',
  params: taskParams,
  async run({ tx, note, actor, nowMs }, { id: ref, task_id: taskId }) {
    await removeTask(tx, caseActor(actor), { ref, taskId }, nowMs)
    note({ resource: 'case', resourceId: ref, changes: { task_id: taskId } })
  },
})

type Sent = {
  readonly category?: (typeof TASK_CATEGORIES)[number]
  readonly assignee_id?: string | null
  readonly due_at?: string | null
  readonly depends_on_task_id?: string | null
}

function inputOf({ category, assignee_id: assigneeId, due_at: due, depends_on_task_id: dependsOnTaskId }: Sent) {
  return { category, assigneeId, dueAt: typeof due === 'string' ? timeOf(due, 'body', 'due_at') : due, dependsOnTaskId }
}

function shown({ blockedBy, ...task }: Task) {
  return { ...task, blockedReason: blockedBy === null ? null : blockedReason(blockedBy) }
}

export const TASK_OPERATIONS = [list, add, change, remove]
