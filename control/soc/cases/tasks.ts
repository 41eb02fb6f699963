import { defined } from '../../../platform/defined.ts'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { oneLine } from '../../../platform/one-line.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { refuseWhenHeld } from '../../platform/governance/index.ts'
import type { Case } from './case.ts'
import type { CaseActor } from './case-actor.ts'
import { familyOf, subjectsOfCases } from './case-store.ts'
import { announceTouched } from './comment-on-case.ts'
import { lockedCase } from './find-case.ts'
import { requireAssignee } from './open-case.ts'
import { insertEvent } from './record-store.ts'
import { deleteTaskRow, insertTask, leadsTo, type Task, type TaskState, taskById, updateTask } from './task-store.ts'

export type TaskInput = {
  readonly title: string
  readonly category?: TaskState['category'] | undefined
  readonly assigneeId?: string | null | undefined
  readonly dueAt?: Date | null | undefined
  readonly dependsOnTaskId?: string | null | undefined
}
export type TaskPatch = Omit<TaskInput, 'title'> & {
  readonly title?: string | undefined
  readonly status?: TaskState['status'] | undefined
}

/** Throws `not_found`, `conflict` for a merged case, 422 for a predecessor that is no task of this case. */
export async function addTask(
  tx: TenantTx,
  actor: CaseActor,
  ref: string,
  input: TaskInput,
  nowMs: number,
): Promise<Task> {
  const found = await lockedCase(tx, ref)
  const state = { ...EMPTY, ...defined(input), title: checkedTaskTitle(input.title) }
  if (state.assigneeId !== null) await requireAssignee(tx, state.assigneeId)
  if (state.dependsOnTaskId !== null) await requirePredecessor(tx, found.id, state.dependsOnTaskId)
  const task = await insertTask(tx, found.id, state, new Date(nowMs))
  await noteTask(tx, actor, found, task, 'added', nowMs)
  return task
}

/**
 * A task can be started and done only when its predecessor is done. Throws `conflict` naming the unfinished
 * predecessor, and for a cycle of dependencies.
 */
export async function changeTask(
  tx: TenantTx,
  actor: CaseActor,
  { ref, taskId }: { readonly ref: string; readonly taskId: string },
  patch: TaskPatch,
  nowMs: number,
): Promise<Task> {
  const current = await lockedCase(tx, ref)
  const present = await foundTask(tx, current, taskId)
  const { dependsOnTaskId, status = present.status } = patch
  if (patch.assigneeId) await requireAssignee(tx, patch.assigneeId)
  if (dependsOnTaskId) await requireOrder(tx, present, dependsOnTaskId)
  const completedAt = status === 'done' ? (present.completedAt ?? new Date(nowMs)) : null
  const isFinished = status === 'done' && present.status !== 'done'
  const isAutomated = isFinished ? actor.kind !== 'human' : status === 'done' && present.isAutomated
  const title = patch.title === undefined ? present.title : checkedTaskTitle(patch.title)
  const task = await updateTask(tx, taskId, {
    ...present,
    ...defined(patch),
    title,
    status,
    completedAt,
    isAutomated,
  })
  if (status !== 'todo') await requireUnblocked(tx, current, task)
  const what = status === present.status ? null : status === 'done' ? 'done' : status === 'todo' ? 'put back' : 'begun'
  await noteTask(tx, actor, current, task, what, nowMs)
  return task
}

/** Throws `not_found`, `conflict` when another task waits for it, or a legal hold keeps it. */
export async function removeTask(
  tx: TenantTx,
  actor: CaseActor,
  { ref, taskId }: { readonly ref: string; readonly taskId: string },
  nowMs: number,
): Promise<void> {
  const found = await lockedCase(tx, ref)
  const task = await foundTask(tx, found, taskId)
  await refuseWhenHeld(tx, subjectsOfCases(await familyOf(tx, found.id)))
  if (!(await deleteTaskRow(tx, taskId))) throw new AppError('conflict', 'another task waits for this one')
  await noteTask(tx, actor, found, task, 'removed', nowMs)
}

const EMPTY = {
  status: 'todo',
  category: 'other',
  assigneeId: null,
  dueAt: null,
  dependsOnTaskId: null,
  isAutomated: false,
  completedAt: null,
} as const

async function foundTask(tx: TenantTx, found: Case, taskId: string): Promise<Task> {
  return requireFound(await taskById(tx, await familyOf(tx, found.id), taskId), 'task', taskId)
}

function checkedTaskTitle(title: string): string {
  const checked = oneLine(title, 300)
  if (checked === '') throw invalid('title', 'is blank')
  return checked
}

async function requirePredecessor(tx: TenantTx, caseId: string, id: string): Promise<void> {
  if ((await taskById(tx, [caseId], id)) === null) throw invalid('depends_on_task_id', 'is no task of this case')
}

async function requireOrder(tx: TenantTx, task: Task, before: string): Promise<void> {
  await requirePredecessor(tx, task.caseId, before)
  if (await leadsTo(tx, before, task.id))
    throw new AppError('conflict', `the task ${before} comes after ${task.id}: it cannot come before it as well`)
}

/** Checks the task after it was written; a refusal rolls it back. */
async function requireUnblocked(tx: TenantTx, found: Case, task: Task): Promise<void> {
  if (task.dependsOnTaskId === null) return
  const before = await foundTask(tx, found, task.dependsOnTaskId)
  if (before.status === 'done') return
  throw new AppError('conflict', `${blockedReason(before)}: it has to be done first`)
}

/** Why a task waits, in the words of the task it waits for. */
export function blockedReason({ id, title }: { readonly id: string; readonly title: string }): string {
  return `waits for the task “${title}” (${id})`
}

async function noteTask(
  tx: TenantTx,
  actor: CaseActor,
  found: Case,
  task: Task,
  what: string | null,
  nowMs: number,
): Promise<void> {
  const at = new Date(nowMs)
  const title = oneLine(`task ${what}: ${task.title}`, 300)
  if (what !== null) await insertEvent(tx, task.caseId, actor, { type: 'task', title, description: null, at }, at)
  await announceTouched(tx, found)
}
