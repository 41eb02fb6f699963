import { expect, test } from 'vitest'
import { alertsAlong } from './alerts-along.ts'

const ALERTS = [{ id: 'one' }, { id: 'two' }]

test('open alerts move with a handover, as one change that assigns all of them', () =>
  expect(alertsAlong(ALERTS, true, 'ben')).toEqual({
    alert_ids: ['one', 'two'],
    change: { assigned_to_id: 'ben' },
  }))

test('alerts stay if the person keeps them, and nothing is sent without alerts', () => {
  expect(alertsAlong(ALERTS, false, 'ben')).toBeNull()
  expect(alertsAlong([], true, 'ben')).toBeNull()
})
