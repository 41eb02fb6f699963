import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventRow } from '../../schemas/event-row.ts'
import { generic } from '../families/generic/mapping.ts'
import { detectMapping } from '../index.ts'
import { readAnyText } from './any-text.ts'
import { timeAround } from './around-time.ts'
import { carriedRecord } from './carried.ts'
import type { Fields } from './decoder.ts'
import { hec } from './hec.ts'
import { hasCefHeader } from './shapes.ts'
import { syslog } from './syslog.ts'

const CONTEXT = { receivedMs: Date.UTC(2026, 10, 23) }
const MESSAGE = 'Failed password for root from 203.0.113.7 port 4006 ssh2'
const LINE = `<86>Nov 22 22:00:06 web01 sshd[106]: ${MESSAGE}`
const TIME = Date.UTC(2026, 10, 22, 22, 0, 6)

const relays: [name: string, record: Record<string, unknown>][] = [
  [
    'syslog-ng',
    { PROGRAM: 'sshd', PRIORITY: 'info', PID: '106', MESSAGE, ISODATE: '2026-11-22T22:00:06+00:00', HOST: 'web01' },
  ],
  ['syslog-ng, as it is by itself', { PROGRAM: 'sshd', PID: '106', MESSAGE, HOST: 'web01', DATE: 'Nov 22 22:00:06' }],
  [
    'rsyslog, a template',
    { '@timestamp': '2026-11-22T22:00:06Z', host: 'web01', programname: 'sshd', procid: '106', message: MESSAGE },
  ],
  [
    'rsyslog, jsonmesg',
    {
      msg: ` ${MESSAGE}`,
      timereported: '2026-11-22T22:00:06+00:00',
      hostname: 'web01',
      syslogtag: 'sshd[106]:',
      'fromhost-ip': '127.0.0.1',
      pri: '86',
      programname: 'sshd',
      procid: '-',
      uuid: null,
    },
  ],
  [
    'rsyslog, the list of its manual',
    {
      '@timestamp': '2026-11-22T22:00:06Z',
      host: 'web01',
      severity: 'INFO',
      facility: 'authpriv',
      'syslog-tag': 'sshd[106]:',
      source: 'sshd',
      message: ` ${MESSAGE}`,
    },
  ],
  [
    'rsyslog, to Elasticsearch',
    {
      timestamp: '2026-11-22T22:00:06Z',
      sysloghost: 'web01',
      severity: 'info',
      facility: 'authpriv',
      tag: 'sshd[106]:',
      message: ` ${MESSAGE}`,
    },
  ],
  [
    'syslog-ng, everything it knows',
    {
      YEAR_DAY: '326',
      UNIXTIME: `${TIME / 1000}`,
      R_ISODATE: '2026-11-22T22:00:09+00:00',
      PROGRAM: 'sshd',
      PID: '106',
      MESSAGE,
      HOST: 'web01',
      DATE: 'Nov 22 23:00:06',
    },
  ],
  ['rsyslog with the line as it came', { msg: 'x', rawmsg: LINE, syslogtag: 'other:' }],
  [
    'journald',
    {
      __CURSOR: 's=1',
      __REALTIME_TIMESTAMP: `${TIME}000`,
      _HOSTNAME: 'web01',
      SYSLOG_IDENTIFIER: 'sshd',
      _PID: '106',
      PRIORITY: '6',
      MESSAGE,
    },
  ],
  [
    'Vector',
    {
      appname: 'sshd',
      facility: 'authpriv',
      hostname: 'web01',
      message: MESSAGE,
      procid: 106,
      severity: 'info',
      timestamp: '2026-11-22T22:00:06Z',
    },
  ],
  [
    'Fluent Bit',
    {
      date: TIME / 1000,
      pri: '86',
      time: 'Nov 22 22:00:06',
      host: 'web01',
      ident: 'sshd',
      pid: '106',
      message: MESSAGE,
    },
  ],
  [
    'NXLog',
    {
      EventReceivedTime: '2026-11-22 22:00:07',
      SyslogFacilityValue: 10,
      SyslogSeverityValue: 6,
      Hostname: 'web01',
      EventTime: '2026-11-22 22:00:06',
      SourceName: 'sshd',
      ProcessID: '106',
      Message: MESSAGE,
    },
  ],
  [
    'Filebeat',
    { '@timestamp': '2026-11-22T22:00:07Z', agent: { type: 'filebeat' }, host: { name: 'b' }, message: LINE.slice(4) },
  ],
  [
    'OpenTelemetry',
    {
      '@timestamp': '2026-11-22T22:00:07.000000001Z',
      agent: { type: 'opentelemetry' },
      severityNumber: 9,
      message: LINE,
    },
  ],
  ['Logstash', { message: LINE, '@version': '1', '@timestamp': '2026-11-22T22:00:07Z', host: '10.1.1.1' }],
  ['Vector, a socket', { host: 'b', message: LINE, source_type: 'socket', timestamp: '2026-11-22T22:00:07Z' }],
  ['Benthos', { host: 'b', message: LINE, timestamp: '2026-11-22T22:00:07Z' }],
  ['anybody', { '@timestamp': '2026-11-22T22:00:07Z', message: LINE.slice(4), host: { name: 'b' } }],
  ['Fluent Bit, a file', { date: TIME / 1000, log: LINE }],
  ['Docker', { log: `${LINE}\n`, stream: 'stdout', time: '2026-11-22T22:00:07Z' }],
  ['Cribl', { _raw: LINE, _time: TIME / 1000, cribl_pipe: 'p', host: 'b' }],
  ['Logstash with ECS', { event: { original: LINE }, '@version': '1', message: MESSAGE, process: { name: 'sshd' } }],
]

test.each(relays)('%s: the record equals that of the line', (_, relayed) => {
  const { syslog: header, relayed: around, ...rest } = carriedRecord({ ...relayed }, CONTEXT)
  const line = { hostname: 'web01', app_name: 'sshd', proc_id: '106', time: TIME, message: MESSAGE }
  expect(header).toMatchObject(line)
  expect(rest).toEqual({})
  expect(Object.keys(relayed)).toEqual(expect.arrayContaining(Object.keys(around as object)))
  expect(detectMapping(carriedRecord({ ...relayed }, CONTEXT)).id).toBe('linux/1')
})

test('a relay is recognised in any order of its members', () => {
  const any = fc
    .constantFrom(...relays)
    .chain(([, record]) =>
      fc.tuple(
        fc.constant(record),
        fc.shuffledSubarray(Object.entries(record), { minLength: Object.keys(record).length }),
      ),
    )
  fc.assert(
    fc.property(any, ([record, members]) => {
      expect(carriedRecord(Object.fromEntries(members), CONTEXT)).toEqual(carriedRecord({ ...record }, CONTEXT))
    }),
  )
})

test('facility and severity come from the priority, or are words', () => {
  const relayedRecord = (members: object) => {
    const record = { PROGRAM: 'p', HOST: 'h', MESSAGE: 'm', ...members }
    const { pri, facility, severity, level } = carriedRecord(record, CONTEXT).syslog as Record<string, unknown>
    return [pri, facility, severity, level]
  }
  expect(relayedRecord({ pri: '86' })).toEqual([undefined, 10, 6, undefined])
  expect(relayedRecord({ FACILITY_NUM: '4', PRIORITY: 'crit' })).toEqual([undefined, 4, undefined, 'crit'])
  expect(relayedRecord({ FACILITY_NUM: '24', PRIORITY: '8' })).toEqual([undefined, undefined, undefined, '8'])
})

test('structured data and the message kind of syslog-ng equal those of the header', () => {
  const record = { _SDATA: { 'ex@1': { user: 'bob' } }, PROGRAM: 'p', HOST: 'h', MSGID: 'ID5', MESSAGE: 'order 5 paid' }
  const line = '<13>1 - h p - ID5 [ex@1 user="bob"] order 5 paid'
  const { pri, facility, severity, version, ...header } = (syslog.decode(line, CONTEXT) as Fields).syslog as Fields
  expect(carriedRecord(record, CONTEXT)).toEqual({ syslog: header, relayed: {} })
  expect(carriedRecord({ ...record, _SDATA: 'x' }, CONTEXT).relayed).toEqual({ _SDATA: 'x' })
})

const MARKED = [
  ['CEF', '0|Vendor|Product|1|7|Name|3|src=192.0.2.1 msg=a b', { cef: { version: '0', device_vendor: 'Vendor' } }],
  ['LEEF', '1.0|Vendor|Product|1|7|src=192.0.2.1\tmsg=a b', { leef: { version: '1.0', vendor: 'Vendor' } }],
] as const

test.each(MARKED)('rsyslog mistakes %s for a program, in either header', (mark, text, read) => {
  const older = `<13>2026-11-22T22:00:06Z fw ${mark}: ${text}`
  const newer = `<13>1 2026-11-22T22:00:06Z fw ${mark} - - - ${text}`
  for (const record of [syslog.decode(older, CONTEXT), readAnyText(older, CONTEXT), readAnyText(newer, CONTEXT)]) {
    const { syslog: around, ...rest } = record as Fields
    expect(rest).toMatchObject({ ...read, src: '192.0.2.1', msg: 'a b' })
    expect(around).toMatchObject({ hostname: 'fw', time: TIME })
    expect(around).not.toHaveProperty('app_name')
  }
  expect(hasCefHeader(Buffer.from(older), 0, older.length)).toBe(mark === 'CEF')
})

test('the kind of a Cisco message, which rsyslog writes as the program, stays its kind', () => {
  const line = '<166>1 2026-11-22T22:00:06Z fw %ASA-6-302015 - - -  Built outbound UDP connection 1'
  const { syslog: header } = syslog.decode(line, CONTEXT) as Fields
  expect(header).toMatchObject({ msg_id: 'ASA-6-302015', message: 'Built outbound UDP connection 1' })
  expect(header).not.toHaveProperty('app_name')
})

test('the payload of the line is read, even if the relay mistook its mark for a program', () => {
  const of = (PROGRAM: string, MESSAGE: string) => carriedRecord({ PROGRAM, HOST: 'fw', MESSAGE }, CONTEXT)
  const cef = of('CEF', '0|Vendor|Product|1|7|Name|3|src=192.0.2.1 msg=a b')
  expect(cef).toMatchObject({
    cef: { device_vendor: 'Vendor' },
    src: '192.0.2.1',
    msg: 'a b',
    syslog: { hostname: 'fw' },
  })
  expect(of('app', '{"user":"eve"}')).toMatchObject({ user: 'eve', syslog: { app_name: 'app' } })
  const asa = of('%ASA-6-302015', 'Built outbound UDP connection 1 for outside:192.0.2.1/53')
  const inMessage = { PRIORITY: 'info', HOST: 'fw', MESSAGE: '%ASA-6-302015: Built outbound UDP connection 1' }
  for (const read of [asa, carriedRecord(inMessage, CONTEXT)]) {
    expect(read.syslog).toMatchObject({
      msg_id: 'ASA-6-302015',
      hostname: 'fw',
      message: expect.stringMatching(/^Built/),
    })
  }
  expect(detectMapping(asa).id).toMatch(/^cisco/)
})

test('time and host come from the relay if the line has none', () => {
  const log = '{"user":"eve"}\n'
  const kubernetes = { host: 'node1', pod_name: 'p' }
  const row = new EventRow()
  const read = carriedRecord({ date: TIME / 1000, log, kubernetes }, CONTEXT)
  expect(read).toEqual({ user: 'eve', relayed: { date: TIME / 1000, log, kubernetes } })
  generic.fill(read, row)
  expect([row.user, row.host, row.timeMs]).toEqual(['eve', 'node1', TIME])
  for (const name of ['@timestamp', 'timestamp', 'date', 'time', '_time'])
    expect(timeAround({ relayed: { [name]: TIME } })).toBe(TIME)
})

test('a collector around the relay is around the line', () => {
  const record = { PROGRAM: 'sshd', HOST: 'web01', MESSAGE, hec: { sourcetype: 's' }, extra: 1 }
  expect(carriedRecord(record, CONTEXT)).toMatchObject({ hec: { sourcetype: 's' }, relayed: { extra: 1 } })
})

test('a collector may remove time and host from the line, and mark this with the sourcetype', () => {
  const of = (event: string, sourcetype?: string) =>
    hec.decode(JSON.stringify({ time: TIME / 1000, host: 'web01', event, sourcetype }), CONTEXT) as Fields
  const ssh = of(`sshd[106]: ${MESSAGE}`, 'nix:syslog')
  expect(ssh).toMatchObject({ syslog: { hostname: 'web01', app_name: 'sshd', proc_id: '106', message: MESSAGE } })
  expect(ssh.hec).toMatchObject({ sourcetype: 'nix:syslog' })
  expect(detectMapping(ssh).id).toBe('linux/1')
  expect(detectMapping(of('%ASA-6-302015: Built outbound UDP', 'cisco:asa')).id).toMatch(/^cisco/)
  expect(of(LINE, 'syslog').syslog).toMatchObject({ hostname: 'web01', app_name: 'sshd', time: TIME })
  for (const unread of [of(`sshd[106]: ${MESSAGE}`), of('ERROR: x', 'my:app'), of('no tag here', 'syslog')])
    expect(Object.keys(unread)).toEqual(['log', 'hec'])
})

test('a relay may name the program in the source', () => {
  const of = (event: string, source: string, sourcetype = 'syslog') =>
    hec.decode(JSON.stringify({ time: TIME / 1000, host: 'web01', event, source, sourcetype }), CONTEXT) as Fields
  const ssh = of(MESSAGE, 'sshd')
  expect(ssh).toMatchObject({ syslog: { hostname: 'web01', app_name: 'sshd', message: MESSAGE } })
  expect(detectMapping(ssh).id).toBe('linux/1')
  expect(of(`sshd[106]: ${MESSAGE}`, 'other').syslog).toMatchObject({ app_name: 'sshd', proc_id: '106' })
  expect(of('Built outbound UDP', '%ASA-6-302015').syslog).toMatchObject({ msg_id: 'ASA-6-302015' })
  expect(of('0|Vendor|Product|1|7|Name|3|src=192.0.2.1', 'CEF')).toMatchObject({ src: '192.0.2.1' })
  for (const unread of [of('x', 'udp:514'), of('x', '/var/log/app'), of('x', 'sshd', 'my:app')])
    expect(Object.keys(unread)).toEqual(['log', 'hec'])
})

test.each([
  ['an event of Windows', { '@timestamp': 'x', EventID: 1, message: LINE, '@version': '1' }],
  ['an early beat of Windows', { event_id: 1, event_data: {}, message: LINE, agent: { type: 'filebeat' } }],
  ['a beat of Windows', { '@timestamp': 'x', winlog: {}, message: LINE, agent: { type: 'filebeat' } }],
  ['a line of no known form', { '@timestamp': 'x', message: 'something happened', '@version': '1' }],
  ['a message that nobody names as a line', { message: LINE, host: 'h' }],
  ['words beside a host', { message: 'a=1 b=2 c=3', host: 'h', timestamp: 'x' }],
  ['what a program logs of itself', { message: LINE, host: 'h', timestamp: 'x', level: 'info' }],
  ['what a module has parsed', { '@timestamp': 'x', message: LINE, '@version': '1', event: { module: 'cisco' } }],
  ['a message that is no text', { PROGRAM: 'p', HOST: 'h', MESSAGE: [1, 2] }],
  ['words under names of relays', { host: 'h', ident: 'x', message: { a: 1 } }],
])('%s stays as it is', (_, record) => {
  expect(carriedRecord(record, CONTEXT)).toBe(record)
})

test('any values under those names are read, and none is lost', () => {
  const names = [...new Set(relays.flatMap(([, record]) => Object.keys(record))), 'SYSLOG_FACILITY', '_SDATA', 'SDATA']
  const value = fc.oneof(fc.string(), fc.jsonValue(), fc.constantFrom('a[1]:', '%A', LINE, `${TIME}`))
  const records = fc.dictionary(fc.constantFrom(...names), value, { noNullPrototype: true })
  fc.assert(
    fc.property(records, (record) => {
      const copy = structuredClone(record)
      const read = carriedRecord(record, CONTEXT)
      expect(record).toEqual(copy)
      if (read !== record) expect(Object.keys(read)).toContain('relayed')
    }),
  )
})

test('a line maps the same through a relay and directly', () => {
  const decoded = syslog.decode(LINE, CONTEXT)
  expect(carriedRecord({ rawmsg: LINE }, CONTEXT)).toEqual({ ...(decoded as object), relayed: { rawmsg: LINE } })
})
