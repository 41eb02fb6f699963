import { expect, test } from 'vitest'
import type { Alert } from './queries.ts'
import { dueOf } from './row.ts'
import { targetsOf, targetWords } from './targets.ts'

const alert = { severity: 'high', created_at: '2026-03-01T10:00:00Z', resolved_at: null } as Alert

test('targets count minutes: with 240, an alert is due four hours after its creation', () => {
  const targets = targetsOf([{ severity: 'high', mttr_target: 240 }])
  expect(dueOf({ alert, targets })).toBe('2026-03-01T14:00:00.000Z')
  expect(targetWords(240)).toBe('240 min')
  expect(targetWords(1_440)).toBe('1,440 min')
})

test('a severity without a target is never due', () => {
  const targets = targetsOf([{ severity: 'high', mttr_target: null }])
  expect(dueOf({ alert, targets })).toBeNull()
  expect(targetWords(null)).toBe('no target')
})
