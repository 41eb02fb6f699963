import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { movedStep, withoutStep } from './step-edits.ts'

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
