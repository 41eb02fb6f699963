import { expect, test } from 'vitest'
import { inOrder } from './task-order.ts'

const task = (id: string, depends_on_task_id: string | null = null) => ({ id, depends_on_task_id })
const order = (tasks: Parameters<typeof inOrder>[0]) => inOrder(tasks).map(({ task: { id }, depth }) => `${id}${depth}`)

test('a task follows the task that it waits for, in any order of creation', () =>
  expect(order([task('c', 'b'), task('b', 'a'), task('a'), task('d')])).toEqual(['a0', 'b1', 'c2', 'd0']))

test('tasks in a circle, or with an unknown dependency, are all listed', () =>
  expect(order([task('a', 'b'), task('b', 'a'), task('c', 'gone')])).toEqual(['c0', 'a0', 'b1']))
