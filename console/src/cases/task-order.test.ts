import { expect, test } from 'vitest'
import { inOrder } from './task-order.ts'

const task = (id: string, depends_on_task_id: string | null = null) => ({ id, depends_on_task_id })
const order = (tasks: Parameters<typeof inOrder>[0]) => inOrder(tasks).map(({ task: { id }, depth }) => `${id}${depth}`)

test('a task comes below the one that it waits for, whatever the order they were made in', () =>
  expect(order([task('c', 'b'), task('b', 'a'), task('a'), task('d')])).toEqual(['a0', 'b1', 'c2', 'd0']))

test('a circle and a task that is not in the list lose none', () =>
  expect(order([task('a', 'b'), task('b', 'a'), task('c', 'gone')])).toEqual(['c0', 'a0', 'b1']))
