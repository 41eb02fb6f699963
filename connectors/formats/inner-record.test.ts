import { expect, test } from 'vitest'
import { EventRow } from '../../schemas/event-row.ts'
import { mappedRecord } from '../index.ts'
import { readAnyText } from './any-text.ts'
import { cutText, openBody } from './body.ts'

const CONTEXT = { receivedMs: Date.UTC(2026, 5, 1) }

function columns(record: Record<string, unknown>, format: 'detect' = 'detect') {
  const { record: read, mapping } = mappedRecord(structuredClone(record), format, CONTEXT)
  const row = new EventRow()
  expect(mapping.fill(read, row)).toBeNull()
  return {
    mapping: mapping.id,
    code: row.eventCode,
    host: row.host,
    classUid: row.classUid,
    user: row.user || row.targetUser,
    cmdLine: row.cmdLine,
  }
}

const SYSTEM =
  "<System><Provider Name='Microsoft-Windows-Sysmon'/><EventID>1</EventID><TimeCreated SystemTime='2026-03-04T10:11:12.1Z'/><Channel>Microsoft-Windows-Sysmon/Operational</Channel><Computer>ws7</Computer></System>"
const data = (command: string) =>
  `<EventData><Data Name='Image'>C:\\a.exe</Data><Data Name='CommandLine'>${command}</Data><Data Name='User'>CORP\\ada</Data></EventData>`
const XML = `<Event xmlns='http://x'>${SYSTEM}${data('a.exe -x')}</Event>`
const LAUNCH = { mapping: 'windows/1', code: '1', host: 'ws7', classUid: 1007, user: 'ada' }

test.each([
  ['in a message', { message: XML, host: 'c1' }, 'a.exe -x'],
  ['in a member of its own', { Event: XML }, 'a.exe -x'],
  ['deep inside', { agent: { id: 1 }, payload: { windows: { xml: XML } } }, 'a.exe -x'],
  ['behind a prolog', { raw: `<?xml version="1.0"?>\n${XML}` }, 'a.exe -x'],
  ['written as text of other XML', { log: XML.replaceAll('<', '&lt;').replaceAll('>', '&gt;') }, 'a.exe -x'],
  ['with quotes that were escaped twice', { log: XML.replaceAll("'", '\\"') }, 'a.exe -x'],
  [
    'with a command line as it was typed',
    { raw: `<Event>${SYSTEM}${data('a.exe <in & b > out')}</Event>` },
    'a.exe <in & b > out',
  ],
])('an event of Windows as XML %s', (_, record, cmdLine) => {
  expect(columns(record)).toEqual({ ...LAUNCH, cmdLine })
})

test('a Windows event with truncated XML keeps the remaining data', () => {
  const cut = XML.slice(0, XML.indexOf(' -x'))
  expect(columns({ message: cut, host: 'c1' })).toMatchObject({ ...LAUNCH, user: '', cmdLine: 'a.exe' })
})

test.each([
  ['auditd/1', { message: 'type=EXECVE msg=audit(1767779275.100:10): argc=2 a0="sh" a1="-c"' }],
  ['cef/1', { text: 'CEF:0|Acme|Gate|1|7|a thing|3|src=198.51.100.7 suser=ada' }],
  ['leef/1', { body: 'LEEF:1.0|Acme|Gate|1|7|src=198.51.100.7\tusrName=ada' }],
  [
    'linux/1',
    { anything: '<38>Mar  4 10:11:12 web1 sshd[7]: Accepted password for ada from 198.51.100.7 port 5 ssh2' },
  ],
  ['linux/1', { message: 'Mar  4 10:11:12 web1 sshd[7]: Accepted password for ada from 198.51.100.7 port 5 ssh2' }],
  ['windows/1', { message: '{"EventID":4624,"Channel":"Security","Computer":"dc1","TargetUserName":"ada"}' }],
])('a line that %s reads, in a record that nobody knows', (mapping, record) => {
  expect(columns(record).mapping).toBe(mapping)
})

test.each([
  ['linux/1', { message: 'sshd[7]: Accepted password for ada from 198.51.100.7 port 5 ssh2' }],
  ['cisco/1', { log: '%ASA-6-605005: Login permitted from 198.51.100.7/51522 to inside:192.0.2.1/ssh for user "ada"' }],
  ['fortinet/1', { message: 'devname="FG" devid="FG1" logid="1" type="traffic" srcip=198.51.100.7 user="ada"', n: 1 }],
  ['web-access/1', { msg: '198.51.100.7 - ada [04/Mar/2026:10:11:12 +0000] "GET /a HTTP/1.1" 200 5 "-" "curl/8"' }],
])('words that %s alone knows, without the header before them', (mapping, record) => {
  expect(columns(record).mapping).toBe(mapping)
})

test('a line of text without a header belongs to the device whose words it has', () => {
  const line = 'sshd[7]: Accepted password for ada from 198.51.100.7 port 5 ssh2'
  const { record, mapping } = mappedRecord(readAnyText(line, CONTEXT), 'detect', CONTEXT)
  expect(mapping.id).toBe('linux/1')
  expect(record).toMatchObject({ syslog: { app_name: 'sshd', proc_id: '7' } })
  const unknown = readAnyText('a line of nobody', CONTEXT)
  expect(mappedRecord(unknown, 'detect', CONTEXT).record).toBe(unknown)
})

test('a container’s line is read as the program wrote it, with its parts joined', () => {
  const at = (n: number) => `2026-03-04T10:11:12.00000000${n}Z`
  const body = Buffer.from(
    [
      `${at(1)} stdout P {"level":"warn","user":`,
      `${at(2)} stdout F "ada"}`,
      `${at(3)} stderr P no `,
      `${at(4)} stdout F {"user":"eve"}`,
      `${at(5)} stderr F known words`,
    ].join('\n'),
  )
  const { decode } = openBody(body, 'lines', 'cri', CONTEXT)
  const records: unknown[] = []
  cutText(body, 'cri', (start, end) => void records.push(decode(start, end)))
  expect(records).toMatchObject([
    { level: 'warn', user: 'ada', relayed: { time: at(1), stream: 'stdout', tag: 'F' } },
    { log: { text: 'no ' }, relayed: { stream: 'stderr' } },
    { user: 'eve' },
    { log: { text: 'known words' }, relayed: { time: at(5) } },
  ])
})

test.each([
  { message: '<Event> is an element of XML', user: 'ada' },
  { note: '{"user":"eve","host":"h"}', user: 'ada' },
  { message: 'Mar 4 we met', user: 'ada' },
  { message: 'type=x is a pair', user: 'ada' },
  { message: 'CEF: a format', user: 'ada' },
])('%j holds no line', (record) => {
  expect(columns(record)).toMatchObject({ mapping: 'generic/2', user: 'ada' })
})

test('text around the line is kept beside it', () => {
  const { record } = mappedRecord({ message: XML, host: 'c1', hec: { index: 'main' } }, 'detect', CONTEXT)
  expect(record).toMatchObject({ Event: {}, relayed: { host: 'c1' }, hec: { index: 'main' } })
})
