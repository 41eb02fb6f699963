import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { movedStep, playbookText, renamedStep, withMember, withoutStep, withStep, withStepOn } from './step-edits.ts'

const TEXT = `# Cuts a host off.
name: Contain
steps:
  - id: ask # a person
    type: approval
    next: cut
  - id: cut
    type: isolate_host
    next: tell
  - id: tell
    type: notify
`
const stepsOf = (text: string): { id: string; next?: string | null }[] => parse(text).steps

test('a removed step is passed over, and comments stay', () => {
  const without = withoutStep(TEXT, 'cut')
  expect(stepsOf(without)).toEqual([
    { id: 'ask', type: 'approval', next: 'tell' },
    { id: 'tell', type: 'notify' },
  ])
  expect(without).toContain('# Cuts a host off.')
  expect(without).toContain('# a person')
  expect(stepsOf(withoutStep(TEXT, 'tell'))[1]?.next).toBe(null)
})

test('a way to a removed step leads to the next one in the list, where the removed step names none', () => {
  const text = 'steps:\n  - { id: a, type: condition, next_true: c, next_false: b }\n  - { id: b }\n  - { id: c }\n'
  expect(stepsOf(withoutStep(text, 'b'))[0]).toMatchObject({ next_true: 'c', next_false: 'c' })
})

test('a step on a way comes between its ends, and other ways stay', () => {
  const step = '  - { id: wait, type: wait }\n'
  const shape = (text: string) => stepsOf(text).map(({ id, next }) => [id, next])
  expect(shape(withStepOn(TEXT, 'ask', 'next', step))).toEqual([
    ['ask', 'wait'],
    ['wait', 'cut'],
    ['cut', 'tell'],
    ['tell', undefined],
  ])
  // Without a name the list decides, and goes on doing so.
  expect(shape(withStepOn(TEXT, 'tell', 'next', step)).slice(-2)).toEqual([
    ['tell', undefined],
    ['wait', undefined],
  ])
  const branched =
    'steps:\n  - { id: a, type: condition, next_true: c, next_false: null }\n  - { id: b }\n  - { id: c }\n'
  const no = stepsOf(withStepOn(branched, 'a', 'next_false', step))
  expect(no.slice(0, 2)).toEqual([
    { id: 'a', type: 'condition', next: 'b', next_true: 'c', next_false: 'wait' },
    { id: 'wait', type: 'wait', next: null },
  ])
  const open = 'steps:\n  - { id: a, type: condition }\n  - { id: b }\n'
  expect(stepsOf(withStepOn(open, 'a', 'next_true', step))).toEqual([
    { id: 'a', type: 'condition', next: 'b', next_true: 'wait' },
    { id: 'wait', type: 'wait', next: 'b' },
    { id: 'b' },
  ])
})

test('a member is set, also inside another, and removed with what is empty then', () => {
  const set = withMember(TEXT, 'cut', ['params', 'reason'], 'it\'s "so"')
  expect(stepsOf(set)[1]).toEqual({ id: 'cut', type: 'isolate_host', next: 'tell', params: { reason: 'it\'s "so"' } })
  expect(set).toContain('# a person')
  expect(stepsOf(withMember(set, 'cut', ['params', 'reason'], undefined))[1]).not.toHaveProperty('params')
  expect(stepsOf(withMember(TEXT, 'cut', ['next'], null))[1]?.next).toBe(null)
  expect(stepsOf(withMember(TEXT, 'cut', ['next', 'x'], 'y'))[1]?.next).toEqual({ x: 'y' })
  expect(stepsOf(withMember(TEXT, 'cut', ['next'], undefined))[1]).not.toHaveProperty('next')
})

test('a new id is used by the ways and the values of other steps', () => {
  const text = `${TEXT}    target: '{{steps.cut.ref}} {{steps.cut-2.ref}} mysteps.cut'
    condition: { field: steps.cut.outcome, operator: exists }
`
  const renamed = renamedStep(text, 'cut', 'isolate')
  expect(stepsOf(renamed)).toMatchObject([
    { id: 'ask', next: 'isolate' },
    { id: 'isolate' },
    { target: '{{steps.isolate.ref}} {{steps.cut-2.ref}} mysteps.cut', condition: { field: 'steps.isolate.outcome' } },
  ])
})

test('a step moves by one place, and not past the ends of the list', () => {
  const ids = (text: string) => stepsOf(text).map(({ id }) => id)
  expect(ids(movedStep(TEXT, 'cut', -1))).toEqual(['cut', 'ask', 'tell'])
  expect(ids(movedStep(TEXT, 'cut', 1))).toEqual(['ask', 'tell', 'cut'])
  expect(ids(movedStep(TEXT, 'ask', -1))).toEqual(['ask', 'cut', 'tell'])
  expect(ids(movedStep(TEXT, 'tell', 1))).toEqual(['ask', 'cut', 'tell'])
})

test('a text that is no playbook stays as it is', () => {
  for (const text of ['', 'steps: [', 'steps: 3', 'name: x', TEXT]) {
    expect(withoutStep(text, 'none')).toBe(text)
    expect(movedStep(text, 'none', 1)).toBe(text)
  }
})

test('a step is appended to the steps, wherever these are in the text', () => {
  const step = '  - id: wait\n    type: wait\n    params: { seconds: 60 }\n'
  for (const text of [TEXT, `${TEXT}trigger:\n  on: manual\n`]) {
    expect(stepsOf(withStep(text, step)).at(-1)).toEqual({ id: 'wait', type: 'wait', params: { seconds: 60 } })
    expect(withStep(text, step)).toContain('# a person')
  }
  expect(stepsOf(withStep('name: x', step))).toHaveLength(1)
  expect(withStep('steps: [', step)).toBe('steps: [')
})

test('a stored playbook reads from its name to its steps', () => {
  const step = {
    params: {},
    type: 'notify',
    name: 'Tell',
    id: 'tell',
    condition: { value: 1, operator: 'eq', field: 'a' },
  }
  const text = playbookText({ steps: [step], tags: [], trigger: { on: 'manual' }, extra: 1, name: 'A' })
  expect(Object.keys(parse(text))).toEqual(['name', 'tags', 'trigger', 'extra', 'steps'])
  expect(Object.keys(parse(text).steps[0])).toEqual(['id', 'name', 'type', 'condition', 'params'])
  expect(Object.keys(parse(text).steps[0].condition)).toEqual(['field', 'operator', 'value'])
})
