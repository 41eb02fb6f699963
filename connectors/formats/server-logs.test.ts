import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectFormat } from './detect.ts'
import { aptHistory, aptTerm, dpkg, mysqlError, nginxError } from './server-logs.ts'

const CONTEXT = { receivedMs: Date.UTC(2026, 10, 24, 12) }

test.each([
  ['nginx-error', '2026/11/24 10:00:01 [error] 12#34: *56 words'],
  ['mysql-error', '2026-11-24T10:00:01.123456Z 12 [Note] [MY-010926] [Server] words'],
  ['mysql-error', '2026-11-24 10:00:01 12 [Warning] words'],
  ['mysql-error', '261124  9:00:01 [ERROR] words'],
  ['dpkg', '2026-11-24 10:00:01 status installed vim:amd64 2:8.0-2'],
  ['dpkg', '2026-11-24 10:00:01 startup archives unpack'],
  ['apt-history', 'Start-Date: 2026-11-24  10:00:01'],
  ['apt-term', 'Log started: 2026-11-24  10:00:01'],
])('%s is found by looking', (format, line) => {
  expect(detectFormat(Buffer.from(`${line}\n${line}\n`)).format).toBe(format)
})

test.each([
  '2026/11/24 10:00:01 [error] words',
  '2026-11-24 10:00:01 [Warning] words',
  '2026-11-24 10:00:01 install the package',
  '2026-11-24 10:00:01 remove',
  'Start-Date: tomorrow',
])('%s is none of them', (line) => {
  expect(detectFormat(Buffer.from(`${line}\n${line}\n`)).format).toBe('text')
})

test('any text has a result', () => {
  const parts = [
    '2026/11/24 10:00:01 ',
    '[error] ',
    '12#34: ',
    ', client: ',
    '192.0.2.1',
    ', request: "',
    '"',
    ', host: "',
  ]
  parts.push(
    '2026-11-24T10:00:01.123456Z 0 [Note] ',
    '2026-11-24 10:00:01 ',
    'upgrade ',
    'vim:amd64 ',
    'Start-Date: ',
    '\n',
  )
  parts.push('Log started: 2026-11-24  10:00:01', 'Setting up x (', 'Install: ')
  const near = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string())).map((some) => some.join(''))
  fc.assert(
    fc.property(near, (text) => {
      for (const decoder of [nginxError, mysqlError, dpkg, aptHistory, aptTerm]) {
        const record = decoder.decode(text, CONTEXT)
        if (typeof record === 'string') expect(record).toBe('bad_columns')
        else expect(Object.keys(record).length).toBeGreaterThan(0)
      }
    }),
  )
})
