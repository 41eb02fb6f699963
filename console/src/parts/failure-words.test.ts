import { expect, test } from 'vitest'
import { failureWords, faultWords, isOfPermission } from './failure-words.ts'
import { labelOf } from './words.ts'

const refused = { status: 422, message: 'why', retryAfter: null, isRead: false } as const

test.each([409, 413, 422, 429])('says that nothing was changed after a refusal with %i, and what to do', (status) => {
  const { title, detail, advice } = failureWords({ ...refused, status })
  expect(title).not.toMatch(/answered/)
  expect(detail).toBe('why')
  expect(advice).toMatch(/^Nothing was changed.*(?:again|less|anew)/)
})

test('the message has the seconds that the API sent', () => {
  expect(failureWords({ ...refused, status: 429, retryAfter: 7 }).advice).toMatch(/in 7 s/)
  expect(failureWords({ ...refused, status: 503 }).advice).toMatch(/in a minute/)
})

test('without a response the message says that the request may have arrived, and shows no error text of the browser', () => {
  const words = failureWords({ ...refused, status: null, message: 'Failed to fetch' })
  expect(JSON.stringify(words)).not.toMatch(/fetch/)
  expect(words.advice).toMatch(/whether it has arrived/)
})

test('after a failed read the message asks for no resubmission', () => {
  expect(failureWords({ ...refused, status: null, isRead: true }).advice).toBeNull()
  expect(failureWords({ ...refused, isRead: true }).advice).toBeNull()
})

test('a fault has the name of its field', () => {
  const faults = [
    { loc: ['body', 'base_url'], msg: 'is missing', type: 'required' },
    { loc: ['body', 'steps', 0, 'name'], msg: 'is too long', type: 'maxLength' },
    { loc: ['body'], msg: 'is no object', type: 'type' },
  ]
  expect(faultWords(faults, labelOf)).toBe('Address: is missing; Steps, 1, Name: is too long; is no object')
})

test.each([
  ['this needs the permission connectors:read', true],
  ['your role does not read alerts', true],
  ['this link was sent to another person: sign in as that person', false],
  ['whoever asked for it may not agree', false],
])('%s: an administrator can help, %o', (refusal, canHelp) => {
  expect(isOfPermission(refusal)).toBe(canHelp)
})
