import fc from 'fast-check'
import { expect, test } from 'vitest'
import { phraseReader } from './phrases.ts'

const read = phraseReader(
  {
    failed: [
      'Failed {method} for invalid user {user*} from {ip} port {port}',
      'Failed {method} for {user*} from {ip} port {port}',
    ],
    closed: 'Connection closed by {ip}...',
    job: '({user}) CMD ({command*})',
    bracket: 'from {ip} ({nat})...',
  },
  { failed: 'Login refused for {user}' },
)

test.each([
  [
    'Failed password for bob from 192.0.2.1 port 22',
    { kind: 'failed', method: 'password', user: 'bob', ip: '192.0.2.1', port: '22' },
  ],
  [
    'Failed password for invalid user a from 10.0.0.1 port 1 from 192.0.2.1 port 22',
    { user: 'a from 10.0.0.1 port 1', ip: '192.0.2.1' },
  ],
  ['Connection closed by 192.0.2.1 port 5 [preauth]', { kind: 'closed', ip: '192.0.2.1' }],
  ['Connection closed by 2001:db8::1: timeout.', { kind: 'closed', ip: '2001:db8::1' }],
  ['Connection closed by 192.0.2.1', { kind: 'closed', ip: '192.0.2.1' }],
  ['from 192.0.2.1 (10.0.0.1) and more', { kind: 'bracket', ip: '192.0.2.1', nat: '10.0.0.1' }],
  ['(root) CMD (run (this))', { kind: 'job', user: 'root', command: 'run (this)' }],
  ['Login refused for bob', { kind: 'failed', user: 'bob' }],
])('%s', (text, message) => {
  expect(read(text)).toMatchObject(message)
})

test.each(['', 'Failed', 'Failed password for bob', 'Login refused for bob now', 'x'.repeat(5000)])(
  '%s says nothing',
  (text) => {
    expect(read(text)).toBeNull()
  },
)

test('values are parts of the text, for any text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (user, ip) => {
      const text = `Failed password for ${user} from ${ip} port 22`
      for (const value of Object.values(read(text) ?? {}).slice(1)) expect(text).toContain(value)
    }),
  )
})
