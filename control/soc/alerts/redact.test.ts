import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSecretKey, isTooDeep, REDACTED, redact } from './redact.ts'

describe('a secret key', () => {
  test.each([
    ...['password', 'Password', 'TOKEN', 'secret', 'api_key', 'apiKey', 'apikey', 'Authorization', 'cookie', 'csrf'],
    ...['client_secret', 'clientSecret', 'private_key', 'bearer', 'session_id', 'sessionId', 'X-API-Key', 'x_api_key'],
    ...['access_token', 'userPassword', 'db.password', 'Set-Cookie', 'AWSSecretKey', 'X-CSRF-Token', 'pass_word'],
    ...['passwords', 'tokens', 'secrets', 'cookies', 'accesstoken', 'authtoken', 'dbpassword', 'csrftoken'],
    ...['secretkey', 'DBPASSWORD', 'apikeys', 'privatekeypem', 'phpsessionid', 'tokens_used', 'secretary'],
  ])('%s', (key) => expect(isSecretKey(key)).toBe(true))

  test.each(['author', 'api', 'private', 'session', 'key', 'passenger', 'bear', 'uid', ''])('not %s', (key) =>
    expect(isSecretKey(key)).toBe(false),
  )
})

test('values are replaced at any depth, whatever they are, and nothing else is', () => {
  const event = { a: [{ Password: 'x', b: 1 }], token: { deep: 'x' }, cookie: null, session: { id: 7 }, c: 'password' }
  expect(redact(event).count).toBe(3)
  expect(redact(event).value).toEqual({
    ...{ a: [{ Password: REDACTED, b: 1 }], token: REDACTED, cookie: REDACTED, session: { id: 7 }, c: 'password' },
  })
  expect(event.a[0]?.Password).toBe('x')
})

test('no value of a secret key is left, and an object without one stays the same object', () => {
  const key = fc.oneof(fc.string(), fc.constantFrom('password', 'x-api-key', 'Api_Key', 'ok'))
  const value = fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 5 }, fc.string(), fc.integer(), fc.array(tie('any')), fc.dictionary(key, tie('any'))),
  })).any
  const left = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([name, member]) =>
      !Array.isArray(value) && isSecretKey(name) ? member !== REDACTED : left(member),
    )
  fc.assert(
    fc.property(value, (event) => {
      const { value: safe, count } = redact(event)
      expect(left(safe)).toBe(false)
      expect(count > 0).toBe(safe !== event)
      if (!left(event)) expect(safe).toBe(event)
    }),
  )
})

test('depth is found without following it', () => {
  const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`) as unknown
  expect(isTooDeep(nested(64))).toBe(false)
  expect(isTooDeep(nested(65))).toBe(true)
  expect(isTooDeep(nested(100_000))).toBe(true)
})
