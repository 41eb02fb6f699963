import { expect, test } from 'vitest'
import { flowOf } from './flow.ts'

const placesOf = (steps: unknown) => flowOf({ steps }).nodes.map(({ id, row, column }) => `${id} ${row}.${column}`)
const edgesOf = (steps: unknown) => flowOf({ steps }).edges.map(({ from, to, label }) => `${from}-${label}>${to}`)

test('a step is followed by the next one in the list, and a condition has two branches', () => {
  const steps = [
    { id: 'scan', type: 'run_av_scan' },
    { id: 'clean', type: 'condition', next_true: 'note', next_false: 'isolate' },
    { id: 'isolate', type: 'isolate_host' },
    { id: 'note', type: 'comment_case' },
  ]
  expect(edgesOf(steps)).toEqual(['scan->clean', 'clean-yes>note', 'clean-no>isolate', 'isolate->note'])
  expect(placesOf(steps)).toEqual(['scan 0.0', 'clean 1.0', 'isolate 2.0', 'note 3.0'])
})

test('a branch that a condition does not name goes to the next step, and both to one step are one edge', () => {
  expect(edgesOf([{ id: 'a', type: 'condition', next_true: 'c' }, { id: 'b' }, { id: 'c' }])).toEqual([
    'a-yes>c',
    'a-no>b',
    'b->c',
  ])
  expect(edgesOf([{ id: 'a', type: 'condition' }, { id: 'b' }])).toEqual(['a-yes, no>b'])
})

test('an answer to a verification leads on, or where the step itself leads', () => {
  const verify = { id: 'v', type: 'chatops.verify', next: 'b', next_deny: 'c', next_expired: null }
  expect(edgesOf([verify, { id: 'b', next: null }, { id: 'c' }])).toEqual(['v-acknowledged, escalated>b', 'v-denied>c'])
})

test('branches are side by side, and null ends a run', () => {
  const steps = [
    { id: 'a', type: 'condition', next_true: 'b', next_false: 'c' },
    { id: 'b', type: 'notify', next: null },
    { id: 'c', type: 'notify' },
  ]
  expect(placesOf(steps)).toEqual(['a 0.0', 'b 1.0', 'c 1.1'])
  expect(edgesOf(steps)).toEqual(['a-yes>b', 'a-no>c'])
})

test.each([[null], [undefined], ['text'], [[null, 3, {}, { id: 4 }]], [{}]])('%j has no step', (steps) =>
  expect(flowOf({ steps }).nodes).toEqual([]),
)

test('an edge to a missing step is left out, a loop ends, and a duplicate id counts once', () => {
  expect(edgesOf([{ id: 'a', next: 'gone' }])).toEqual([])
  expect(placesOf([{ id: 'a', next: 'b' }, { id: 'b', next: 'a' }, { id: 'a' }])).toEqual(['a 0.0', 'b 1.0'])
})
