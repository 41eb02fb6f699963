import { expect, test } from 'vitest'
import { firstState, inOrder, shownControls } from './control-list.ts'

const CONTROLS = [
  { control_id: 'A.1', title: 'Policies are written', status: 'unknown' },
  { control_id: 'A.2', title: 'Logs are kept', status: 'passing' },
  { control_id: 'A.3', title: 'Logs are looked at', status: 'failing' },
]

test('failing controls are first, and shown first', () => {
  expect(inOrder(CONTROLS).map(({ control_id: id }) => id)).toEqual(['A.3', 'A.2', 'A.1'])
  expect(firstState(CONTROLS)).toBe('failing')
  expect(firstState([])).toBe('all')
})

test('a control is found by its state and by every word of its number and title', () => {
  const ids = (state: 'all' | 'passing', words: string) =>
    shownControls(CONTROLS, state, words).map(({ control_id: id }) => id)
  expect(ids('all', 'LOGS')).toEqual(['A.2', 'A.3'])
  expect(ids('all', 'logs a.3')).toEqual(['A.3'])
  expect(ids('passing', '')).toEqual(['A.2'])
})
