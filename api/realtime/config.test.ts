import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { REALTIME_SETTINGS } from './config.ts'

const read = (env: NodeJS.ProcessEnv) => readConfig(REALTIME_SETTINGS, env)

test('an internal token that is short or may be public prevents the start, and the message does not repeat it', () => {
  const guessed = [
    ...['s3cr3t', 'kZ8vQ2mXw1Lr7NbT', 'change-me-change-me-change-me-change-me', 'a'.repeat(64), 'ab'.repeat(32)],
    ...['dev-realtime-internal-token-0123456789', '<REALTIME_INTERNAL_TOKEN>-<REALTIME_INTERNAL_TOKEN>'],
    ...[
      'insecure-development-only-9f8e7d6c5b4a',
      'kZ8vQ2mXw1Lr7NbT kZ8vQ2mXw1Lr7NbT',
      'kZ8vQ2mXw1Lr7NbTü0Pq9sYd4fGh6jKl3',
    ],
  ]
  for (const value of guessed) {
    const start = () => read({ REALTIME_INTERNAL_TOKEN: value })
    expect(start, value).toThrow(/REALTIME_INTERNAL_TOKEN: at least 32 random characters/)
    expect(start).not.toThrow(value)
  }
  const random = ['hex', 'base64', 'base64url'].map((form) => randomBytes(32).toString(form as 'hex'))
  for (const value of random) expect(read({ REALTIME_INTERNAL_TOKEN: value }).realtimeInternalToken).toBe(value)
  expect(read({}).realtimeInternalToken).toBeNull()
})

test('the address of the realtime service is an HTTP address without credentials, query or fragment', () => {
  for (const wrong of [
    'realtime:8086',
    'ws://realtime',
    'https://user:x@realtime',
    'http://realtime?a=b',
    'http://r#x',
  ])
    expect(() => read({ REALTIME_BASE_URL: wrong }), wrong).toThrow(/REALTIME_BASE_URL: an address such as/)
  expect(read({ REALTIME_BASE_URL: 'https://realtime/streams/' }).realtimeBaseUrl).toBe('https://realtime/streams')
  expect(read({}).realtimeBaseUrl).toBeNull()
})
