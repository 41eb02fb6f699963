import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { movedStep, playbookText, withoutStep, withStep } from './step-edits.ts'

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
