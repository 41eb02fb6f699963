import { expect, test } from 'vitest'
import { movePlace, neighbours, placeIn, rememberPlace } from './place.ts'

test('the position in a queue is stored by its URL, and moves to the next alert', () => {
  rememberPlace('sort=risk', ['a', 'b', 'c'], 'a')
  expect(neighbours('a')).toEqual({ at: 0, of: 3, next: 'b' })
  expect(neighbours('b')).toEqual({ at: 1, of: 3, previous: 'a', next: 'c' })
  movePlace('b')
  expect([placeIn('sort=risk'), placeIn('sort=sla')]).toEqual(['b', undefined])
  movePlace('of another queue')
  expect(placeIn('sort=risk')).toBe('b')
  expect(neighbours('of another queue')).toEqual({ at: -1, of: 3 })
})
