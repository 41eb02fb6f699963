import { expect, test } from 'vitest'
import { isOwnRequest } from './own-request.ts'

test('a request is its person’s own, also when an API key made it', () => {
  expect(isOwnRequest({ requested_by: 'kim', requested_by_person: 'kim' }, 'kim')).toBe(true)
  expect(isOwnRequest({ requested_by: 'key-1', requested_by_person: 'kim' }, 'kim')).toBe(true)
  expect(isOwnRequest({ requested_by: 'kim', requested_by_person: null }, 'kim')).toBe(true)
  expect(isOwnRequest({ requested_by: 'lee', requested_by_person: 'lee' }, 'kim')).toBe(false)
  expect(isOwnRequest({ requested_by: 'run-1', requested_by_person: null }, undefined)).toBe(false)
})
