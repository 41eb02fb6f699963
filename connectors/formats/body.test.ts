import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText, openBody } from './body.ts'
import { detectFormat } from './detect.ts'
import { TEXT_FORMAT_NAMES } from './formats.ts'
import { shapeOfLines } from './shapes.ts'

const CONTEXT = { receivedMs: Date.UTC(2026, 5, 1) }

function eventsOf(body: Buffer, format: string): string[] {
  const events: string[] = []
  cutText(body, format, (start, end) => {
    events.push(body.toString('utf8', start, end))
    return undefined
  })
  return events
}

function recordsOf(text: string, format: string): unknown[] {
  const body = Buffer.from(text)
  const { decode } = openBody(body, 'lines', format, CONTEXT)
  const records: unknown[] = []
  cutText(body, format, (start, end) => {
    records.push(decode(start, end))
    return undefined
  })
  return records
}

test.each([
  ['#separator \\x09\n#fields\ta\n1', 'zeek-tsv'],
  ['#Version: 1.0\n#Fields: date time\n1 2', 'w3c'],
  ['<?xml version="1.0"?><Events><Event><System/></Event></Events>', 'windows-xml'],
  ["<Event xmlns='x'>\n<System/>\n</Event>", 'windows-xml'],
  ['\ufeff<?xml version="1.0"?>\r\n<Events>\r\n<Event>\r\n<System/>\r\n</Event>\r\n</Events>', 'windows-xml'],
  ['<!-- an export -->\n<Event>\n<System/>\n</Event>', 'windows-xml'],
  ['25 <13>1 - - - - - - a\nb\nc d\n25 <13>1 - - - - - - e\nf\ng h\n', 'syslog'],
  ['CEF:0|a|b|c|d|e|1|', 'cef'],
  ['<13>Mar  4 10:11:12 h CEF:0|a|b|c|d|e|1|', 'cef'],
  ['LEEF:1.0|a|b|c|d|x=1', 'leef'],
  ['<13>Mar  4 10:11:12 h app: x', 'syslog'],
  ['18 <13>1 - - - - - - x18 <13>1 - - - - - - y', 'syslog'],
  ['Mar  4 10:11:12 h sshd[1]: x', 'syslog'],
  ['type=LOGIN msg=audit(1.2:3): pid=1', 'auditd'],
  ['2 123456789010 eni-12ab 10.0.0.1 10.0.0.2 1 2 6 1 1 1 1 ACCEPT OK', 'vpcflow'],
  ['version account-id interface-id srcaddr\n2 1 eni-1 10.0.0.1', 'vpcflow'],
  ['h - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 1', 'access-log'],
  ['https 2026-03-04T10:11:12.1Z app/x/1 10.0.0.1:1 10.0.0.2:2 0 0 0 200', 'elb'],
  ['name,host,user\na,b,c', 'csv'],
  ['a=1 b=2 c=3', 'kv'],
  ['Received: by x\nFrom: a@b\nTo: c@d\n\nhello', 'mail'],
  ['2009-02-25 11:45:23 conffile /etc/X11/Xsession keep', 'dpkg'],
  ['2009-02-25 11:45:23 something /etc/X11/Xsession kept', 'text'],
  ['hello world', 'text'],
  ['', 'text'],
])('%j is %s', (text, format) => {
  const detected = detectFormat(Buffer.from(text))
  expect(detected.format).toBe(format)
  expect(detected.evidence).not.toBe('')
})

test('a single other line does not change the format of a body, and most lines decide', () => {
  const line = 'a=1 b=2 c=3'
  expect(detectFormat(Buffer.from([line, 'stray', line, line].join('\n'))).format).toBe('kv')
  expect(detectFormat(Buffer.from([line, 'stray', 'stray'].join('\n'))).format).toBe('text')
})

test('JSON may be indented', () => {
  expect(recordsOf('  {"a":1}\n\t{"b":{"c":null}}\n', 'text')).toEqual([{ a: 1 }, { b: { c: null } }])
})

test('a line in another than the detected format is detected by itself, or kept whole with the reason', () => {
  const body =
    'CEF:0|a|b|c|d|e|1|x=1\nCEF:0|a|b|c|d|e|1|x=2\nCEF:0|a|b|c|d|e|1|x=2\ntype=LOGIN msg=audit(1.2:3): pid=1\nwhat'
  expect(recordsOf(body, 'text').slice(2)).toEqual([
    expect.objectContaining({ x: '2' }),
    expect.objectContaining({ LOGIN: { pid: '1' } }),
    { log: { text: 'what', reason: 'bad_cef' } },
  ])
  expect(recordsOf('what', 'cef')).toEqual(['bad_cef'])
})

test('syslog frames by octet count hold line ends; a wrong count falls back to lines', () => {
  const frames = ['<13>1 - - - - - - a\nb', '<13>1 - - - - - - ü']
  const body = Buffer.from(frames.map((frame) => `${Buffer.byteLength(frame)} ${frame}`).join(''))
  expect(eventsOf(body, 'syslog')).toEqual(frames)
  expect(eventsOf(Buffer.from('99 <13>x\n5 <13>y\n'), 'syslog')).toEqual(['99 <13>x', '5 <13>y'])
})

test('JSON lines: a vendor’s envelope becomes the events of its list, any other object one event', () => {
  const body = '{"Records":[{"a":1},{"b":[2]}]}\n{"c":3}\n{"Records":[{"a":1}],"d":4}\n{"value":1}\n'
  expect(eventsOf(Buffer.from(body), 'cloudtrail')).toEqual([
    '{"a":1}',
    '{"b":[2]}',
    '{"c":3}',
    '{"Records":[{"a":1}],"d":4}',
    '{"value":1}',
  ])
  expect(recordsOf('{"a":{"b":1}}\n[1]\n{x', 'auto')).toEqual([{ a: { b: 1 } }, 'not_an_object', 'bad_json'])
})

test('elements of an envelope are JSON, whatever format the sender names', () => {
  const body = Buffer.from('{"events":[{"a":1}]}')
  for (const format of ['syslog', 'text', 'csv', 'okta']) {
    expect(openBody(body, 'envelope', format, CONTEXT).decode(11, 18)).toEqual({ a: 1 })
  }
})

test('HEC: the event becomes the top level, and text in it is decoded by its format', () => {
  const around = { time: 1.5, host: 'h', sourcetype: 's' }
  const line = (event: unknown) => JSON.stringify({ ...around, event })
  expect(
    recordsOf([line({ a: 1, hec: 2 }), line('<13>Mar  4 10:11:12 h app: x'), line('x'), line(5)].join('\n'), 'hec'),
  ).toMatchObject([
    { hec: around, a: 1, hec_: 2 },
    { hec: around, syslog: { app_name: 'app' } },
    { hec: around, log: { text: 'x' } },
    { ...around, event: 5 },
  ])
})

test('bytes that are not UTF-8 are read one character each, in their event only', () => {
  const body = Buffer.concat([Buffer.from('a="ü"\nb="'), Buffer.from([0xfc]), Buffer.from('"')])
  const { decode } = openBody(body, 'lines', 'kv', CONTEXT)
  const records: unknown[] = []
  cutText(body, 'kv', (start, end) => {
    records.push(decode(start, end))
    return undefined
  })
  expect(records).toEqual([{ a: 'ü' }, { b: 'ü' }])
})

test('ingest treats every name of a text format as text', () => {
  for (const name of TEXT_FORMAT_NAMES) expect(shapeOfLines(name), name).not.toBe('json')
})

const FORMATS = ['text', 'auto', 'hec', ...TEXT_FORMAT_NAMES]
const words = fc.constantFrom(
  ...[
    '<13>',
    '1 ',
    'Mar  4 10:11:12 ',
    '2026-03-04T10:11:12Z ',
    'host ',
    'app[1]: ',
    '- ',
    '[a@1 b="c"]',
    'CEF:0|',
    'LEEF:2.0|',
    '|',
  ],
  ...[
    'a=',
    'b="',
    '"',
    '\\',
    ' ',
    ',',
    '\t',
    '\n',
    '\r\n',
    '#fields\ta\n',
    '#Fields: a\n',
    'type=X msg=audit(1.2:3): ',
    '<Event>',
    '</Event>',
  ],
  ...[
    '<Data Name="x">',
    '&lt;',
    '{"a":',
    '[',
    ']',
    '}',
    '{',
    "'",
    '5 <1>',
    'From: x\n',
    '--b',
    '\ufeff',
    '\xa0',
    'ü',
    '\0',
    'saddr=02',
    '=?q?=',
  ],
)
const bodies = fc.oneof(
  fc.array(words, { maxLength: 40 }).map((parts) => Buffer.from(parts.join(''))),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
)

test('any bytes give records or reasons, in ordered ranges that only leave out header lines', () => {
  fc.assert(
    fc.property(bodies, fc.constantFrom(...FORMATS), (body, format) => {
      const { decode } = openBody(body, 'lines', format, CONTEXT)
      let last = 0
      let count = 0
      cutText(body, format, (start, end) => {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        last = end
        count++
        const decoded = decode(start, end)
        if (typeof decoded === 'string') expect(decoded).toMatch(/^[a-z_]{3,40}$/)
        else expect(() => JSON.stringify(decoded)).not.toThrow()
        return undefined
      })
      expect(last).toBeLessThanOrEqual(body.length)
      let again = 0
      cutText(body, format, () => ++again < count)
      expect(again).toBe(count)
    }),
    { numRuns: 3000 },
  )
})

/** Pieces of text that, repeated, are the worst input of a decoder. */
const HEAVY = [
  ...['a', '=', 'a=', '"', '\\', '\\"', ' ', '<', '<Event>', '<a ', '&', '[', '[a@1 ', '|', '\t', '{', '#', 'audit('],
  ...[
    'type=X msg=audit(1.2:3): ',
    '<13>',
    '5 <13>',
    'CEF:0',
    'LEEF:1.0',
    '=?a?b?',
    '--b\n',
    'a: b\n',
    '"\n',
    'a="',
    '  =',
    ', client: 1, server: s, request: "',
    'Setting up a (',
  ],
]
const HEADS: Readonly<Record<string, string>> = {
  cef: 'CEF:0|a|b|c|d|e|1|',
  leef: 'LEEF:1.0|a|b|c|d|',
  syslog: '<13>Mar  4 10:11:12 h ',
  auditd: 'type=X msg=audit(1.2:3): ',
  mail: 'From: x\n',
  'nginx-error': '2026/11/24 10:00:01 [error] 12#34: *56 ',
  'mysql-error': '2026-11-24 10:00:01 0 [Note] ',
  dpkg: '2026-11-24 10:00:01 install ',
  'apt-history': 'Start-Date: 2026-11-24  10:00:01\n',
  'apt-term': 'Log started: 2026-11-24  10:00:01\n',
}
/**
 * Names whose decoder is tried under another name already; Zeek's logs without a header differ only by their columns.
 */
const isAlias = (name: string) =>
  ['rfc3164', 'rfc5424', 'tsv', 'iis', 'apache', 'nginx', 'alb', 'eml'].includes(name) ||
  (/^zeek-/.test(name) && name !== 'zeek-tsv' && name !== 'zeek-conn')

/**
 * Each format takes about a tenth of a second. If its time grew with the square of the size, 256 KiB would take
 * minutes, and the test would time out on any machine.
 */
test.each(FORMATS.filter((name) => !isAlias(name)))(
  'a quarter of a megabyte of the worst pieces is answered: %s',
  { timeout: 120_000 },
  (format) => {
    for (const piece of HEAVY) {
      // Each line that is not JSON costs an exception of JSON.parse, which is slow enough to hide the rest.
      if (piece.includes('\n') && (format === 'auto' || format === 'hec')) continue
      const body = Buffer.from((HEADS[format] ?? '') + piece.repeat(Math.ceil((256 * 1024) / piece.length)))
      const { decode } = openBody(body, 'lines', format, CONTEXT)
      let bytes = 0
      cutText(body, format, (start, end) => {
        bytes += end - start
        decode(start, end)
        return undefined
      })
      expect(bytes).toBeLessThanOrEqual(body.length)
    }
  },
)
