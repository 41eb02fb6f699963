import fc from 'fast-check'
import { expect, test } from 'vitest'
import { syslog } from './syslog.ts'

const RECEIVED_MS = Date.UTC(2026, 5, 1)

function decoded(line: string): Record<string, unknown> {
  const record = syslog.decode(line, { receivedMs: RECEIVED_MS })
  if (typeof record === 'string') throw new Error(record)
  return record
}

const header = (line: string) => decoded(line).syslog

test('RFC 5424: every part, with structured data', () => {
  const line =
    '<165>1 2026-03-04T10:11:12.003Z host.example.org evntslog 42 ID47 [a@32473 iut="3" q="x\\"y\\]z\\\\"][b@1 k="v"] \ufeffAn event'
  expect(header(line)).toEqual({
    pri: 165,
    facility: 20,
    severity: 5,
    version: 1,
    timestamp: '2026-03-04T10:11:12.003Z',
    time: Date.UTC(2026, 2, 4, 10, 11, 12, 3),
    hostname: 'host.example.org',
    app_name: 'evntslog',
    proc_id: '42',
    msg_id: 'ID47',
    structured_data: { 'a@32473': { iut: '3', q: 'x"y]z\\' }, 'b@1': { k: 'v' } },
    message: 'An event',
  })
  expect(header('<34>1 - - - - - -')).toEqual({ pri: 34, facility: 4, severity: 2, version: 1, message: '' })
})

test.each([
  ['<34>Oct 11 22:14:15 mymachine su: hello', { hostname: 'mymachine', app_name: 'su', message: 'hello' }],
  ['<13>Feb  5 17:32:18 10.0.0.99 %ASA-6-302015: Built', { address: '10.0.0.99', msg_id: 'ASA-6-302015' }],
  ['<13>Feb  5 17:32:18 10.0.0.99: %ASA-6-302015: Built', { address: '10.0.0.99', msg_id: 'ASA-6-302015' }],
  ['<189>364241: *Mar  4 10:11:12.5 UTC: %SYS-5-CONFIG_I: ok', { sequence: '364241', msg_id: 'SYS-5-CONFIG_I' }],
  ['<189>Mar  4 2026 10:11:12 fw1 : %ASA-3-1: no', { hostname: 'fw1', time: Date.UTC(2026, 2, 4, 10, 11, 12) }],
  ['Mar  4 10:11:12 web sshd[77]: Accepted', { hostname: 'web', app_name: 'sshd', proc_id: '77', message: 'Accepted' }],
  ['<13>2026-03-04T10:11:12+02:00 web app - - - hi', { hostname: 'web', app_name: 'app', message: 'hi' }],
  ['<13>2026-03-04T10:11:12+00:00Z web app: hi', { time: Date.UTC(2026, 2, 4, 10, 11, 12), app_name: 'app' }],
  ['<13>Mar  4 10:11:12: %ASA-6-302015: Built', { timestamp: 'Mar  4 10:11:12', msg_id: 'ASA-6-302015' }],
  ['<13>Mar  4 10:11:12 2025 web app: hi', { timestamp: 'Mar  4 10:11:12 2025', hostname: 'web', app_name: 'app' }],
  ['<13>Mar  4 10:11:12 +02:00 web app: hi', { time: Date.UTC(2026, 2, 4, 8, 11, 12), hostname: 'web' }],
  ['<13>Mar  4 10:11:12 2001x web app: hi', { timestamp: 'Mar  4 10:11:12', hostname: '2001x' }],
  ['<13>Mar  4 1a:11:12 10.0.0.99 app: hi', { message: 'Mar  4 1a:11:12 10.0.0.99 app: hi' }],
  [
    '<13>Mar  4 10:11:12 EST web app[7]: hi',
    { time: Date.UTC(2026, 2, 4, 15, 11, 12), hostname: 'web', app_name: 'app' },
  ],
  ['<13>Mar  4 10:11:12 CET 2025 web app: hi', { time: Date.UTC(2025, 2, 4, 9, 11, 12), hostname: 'web' }],
  ['<13>Mar  4 2026 10:11:12 CET: %ASA-3-1: no', { time: Date.UTC(2026, 2, 4, 9, 11, 12), msg_id: 'ASA-3-1' }],
  ['<13>Mar  4 10:11:12 CST web app: hi', { time: Date.UTC(2026, 2, 4, 16, 11, 12), zone_guess: 'CST' }],
  ['<13>Mar  4 10:11:12 MAIL app: hi', { time: Date.UTC(2026, 2, 4, 10, 11, 12), hostname: 'MAIL' }],
  [
    '<189>12: rtr: *Mar  4 10:11:12.5 CET: %SYS-5-X: ok',
    { time: Date.UTC(2026, 2, 4, 9, 11, 12, 500), hostname: 'rtr' },
  ],
  ['<189>: 2026 Mar  4 10:11:12 UTC: %SYS-5-X: ok', { time: Date.UTC(2026, 2, 4, 10, 11, 12), msg_id: 'SYS-5-X' }],
  ['<189>: .Mar  4 10:11:12: %SYS-5-X: ok', { timestamp: 'Mar  4 10:11:12', msg_id: 'SYS-5-X' }],
  ['<-1>x', { message: '<-1>x' }],
  ['<13>kernel: disk', { app_name: 'kernel', message: 'disk' }],
  ['<13>Mar  4 10:11:12 user.info web app: hi', { level: 'user.info', hostname: 'web', app_name: 'app' }],
  ['<13>1 1767789296123 web flows x', { hostname: 'web', time: 1_767_789_296_123 }],
  ['no header at all', { message: 'no header at all' }],
  ['<999>x', { message: '<999>x' }],
])('%s', (line, expected) => {
  expect(header(line)).toMatchObject(expected)
})

test('a payload in its own format is decoded, and the words before it are kept', () => {
  expect(decoded('<13>Mar  4 10:11:12 h app: {"a":{"b":1}}')).toMatchObject({
    a: { b: 1 },
    syslog: { app_name: 'app' },
  })
  expect(decoded('<13>Mar  4 10:11:12 h words {"a":1}')).toMatchObject({ a: 1, syslog: { message: 'words' } })
  expect(decoded('<13>Mar  4 10:11:12 h CEF:0|v|p|1|2|n|3|src=1.2.3.4')).toMatchObject({
    cef: { device_vendor: 'v' },
    src: '1.2.3.4',
    syslog: { hostname: 'h' },
  })
  expect(decoded('<13>Mar  4 10:11:12 h x[1]: type=LOGIN msg=audit(1.2:3): pid=5')).toMatchObject({
    LOGIN: { pid: '5' },
  })
  expect(decoded('<13>Mar  4 10:11:12 h x: <Event><System><EventID>1</EventID></System></Event>')).toMatchObject({
    Event: { System: { EventID: 1 } },
  })
  expect(decoded('<13>Mar  4 10:11:12 h x: {"broken":')).toMatchObject({ syslog: { message: '{"broken":' } })
})

test('pairs become fields; among prose at least two are needed, and a value there is one word', () => {
  expect(decoded('<13>Mar  4 10:11:12 h date=2026-03-04 user="a b" act=x')).toMatchObject({ user: 'a b', act: 'x' })
  const pam = decoded(
    '<85>Mar  4 10:11:12 h sshd[1]: pam_unix(sshd:auth): authentication failure; logname= uid=0 rhost=10.0.0.1  user=root',
  )
  expect(pam).toMatchObject({ logname: '', uid: '0', rhost: '10.0.0.1', user: 'root' })
  expect(Object.keys(decoded('<13>Mar  4 10:11:12 h x: return code = 5'))).toEqual(['syslog'])
})

test('a vendor field named syslog stays beside the header', () => {
  expect(decoded('<13>Mar  4 10:11:12 h x: {"syslog":1}')).toMatchObject({ syslog: { hostname: 'h' }, syslog_: 1 })
})

const name = fc.stringMatching(/^[!#-<>-Z\\^-~]{1,32}$/).filter((text) => text !== '-')
const nilOr = (text: fc.Arbitrary<string>) => fc.option(text, { nil: undefined })
const value = fc.string({ unit: 'grapheme', maxLength: 20 })

test('printed RFC 5424 is parsed back', () => {
  const message = fc.record({
    pri: fc.nat(191),
    ms: fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2026, 0) }),
    hostname: nilOr(name),
    app_name: nilOr(name),
    proc_id: nilOr(name),
    msg_id: nilOr(name),
    data: fc.dictionary(
      fc.stringMatching(/^[a-z]{1,8}@\d{1,5}$/),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), value, { minKeys: 1, maxKeys: 3 }),
      { maxKeys: 3 },
    ),
    text: fc.stringMatching(/^[a-zA-Z .:]{0,40}$/),
  })
  fc.assert(
    fc.property(message, ({ pri, ms, data, text, ...names }) => {
      const escaped = (raw: string) => raw.replace(/["\\\]]/g, '\\$&')
      const elements = Object.entries(data).map(
        ([id, params]) =>
          `[${id}${Object.entries(params)
            .map(([key, raw]) => ` ${key}="${escaped(raw)}"`)
            .join('')}]`,
      )
      const words = [names.hostname, names.app_name, names.proc_id, names.msg_id].map((word) => word ?? '-').join(' ')
      const sd = elements.length === 0 ? '-' : elements.join('')
      const found = header(`<${pri}>1 ${new Date(ms).toISOString()} ${words} ${sd} ${text}`)
      expect(found).toMatchObject({ pri, version: 1, time: ms, message: text })
      for (const [key, word] of Object.entries(names)) expect((found as Record<string, unknown>)[key]).toBe(word)
      expect((found as Record<string, unknown>).structured_data ?? {}).toEqual(data)
    }),
  )
})

test('a host may be an address that begins like a year, and a zone is not a host', () => {
  expect(header('<34>Oct 11 22:14:15 2001:db8::1 su: x')).toMatchObject({
    timestamp: 'Oct 11 22:14:15',
    time: Date.UTC(2025, 9, 11, 22, 14, 15),
    address: '2001:db8::1',
    app_name: 'su',
  })
  expect(header('<34>Oct 11 22:14:15 2024: %ASA-6-302015: x')).toMatchObject({
    time: Date.UTC(2024, 9, 11, 22, 14, 15),
    msg_id: 'ASA-6-302015',
  })
  const zoned = header('<189>29: Oct 11 22:14:15.123 CEST: %SYS-5-CONFIG_I: x')
  expect(zoned).toMatchObject({ timestamp: 'Oct 11 22:14:15.123 CEST', msg_id: 'SYS-5-CONFIG_I' })
  expect(zoned).not.toHaveProperty('hostname')
})

test('an octet count that did not frame its message is not part of it', () => {
  expect(header('999 <34>1 2026-03-04T10:11:12Z h a - - - x')).toMatchObject({
    pri: 34,
    version: 1,
    hostname: 'h',
    message: 'x',
  })
  expect(header('12 <34>Oct 11 22:14:15 h su: x')).toMatchObject({ pri: 34, hostname: 'h', app_name: 'su' })
})
