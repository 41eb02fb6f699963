import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { mail } from './mail.ts'
import { headerText, readParameters } from './mime.ts'

afterEach(() => vi.unstubAllGlobals())

function decoded(lines: readonly string[]): unknown {
  const body = Buffer.from(lines.join('\r\n'))
  return mail.open(body, { receivedMs: 0 })(0, body.length)
}

test('a plain mail: folded headers, encoded words, lists of addresses', () => {
  const record = decoded([
    'Received: by a',
    'Received: by b;',
    '  Mon, 1 Jan 2026 00:00:00 +0000',
    'From: =?utf-8?Q?J=C3=BCrgen?= <j@example.org>',
    'To: "Doe, J" <d@example.org>, e@example.org',
    'Subject: =?utf-8?B?w7xiZXI=?= =?iso-8859-1?q?_Z=FCrich?=',
    'Content-Type: text/plain; charset="iso-8859-1"',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Gr=FC=DFe, a very long=',
    ' line',
  ])
  expect(record).toMatchObject({
    from: 'Jürgen <j@example.org>',
    to: ['"Doe, J" <d@example.org>', 'e@example.org'],
    subject: 'über Zürich',
    headers: { received: ['by a', 'by b; Mon, 1 Jan 2026 00:00:00 +0000'] },
    text: 'Grüße, a very long line',
  })
})

test('parts: text, HTML and an attachment with its hash; its bytes stay in the raw event', () => {
  const bytes = Buffer.from('MZ\0\x01')
  const record = decoded([
    'From: a@example.org',
    'Content-Type: multipart/mixed; boundary="out"',
    '',
    'preamble',
    '--out',
    'Content-Type: multipart/alternative; boundary=in',
    '',
    '--in',
    'Content-Type: text/plain',
    '',
    'hello',
    '--in',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>hé</p>',
    '--in--',
    '--out',
    "Content-Type: application/x-msdownload; name*=utf-8''r%C3%A9sum%C3%A9.exe",
    'Content-Disposition: attachment',
    'Content-Transfer-Encoding: base64',
    '',
    bytes.toString('base64'),
    '--out--',
  ])
  expect(record).toMatchObject({
    text: 'hello',
    html: '<p>hé</p>',
    attachments: [
      {
        filename: 'résumé.exe',
        content_type: 'application/x-msdownload',
        disposition: 'attachment',
        size: 4,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      },
    ],
  })
})

test('a text that is not a mail, and endless nesting, are faults', () => {
  expect(decoded(['hello'])).toBe('bad_mail')
  const nested = Array.from({ length: 40 }, (_, i) => [
    `Content-Type: multipart/mixed; boundary=b${i}`,
    '',
    `--b${i}`,
  ]).flat()
  expect(decoded(['From: a', ...nested])).toBe('bad_mail')
})

test('a boundary may begin with the outer boundary', () => {
  const record = decoded([
    'From: a@example.org',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: multipart/alternative; boundary="b-1"',
    '',
    '--b-1  ',
    'Content-Type: text/plain',
    '',
    'plain',
    '--b-1',
    'Content-Type: text/html',
    '',
    '<b>html</b>',
    '--b-1--',
    '--b--',
  ])
  expect(record).toMatchObject({ text: 'plain', html: '<b>html</b>' })
  expect(record).not.toHaveProperty('attachments')
})

test('encoded words that were split inside of a character are joined', () => {
  const record = decoded([
    'From: a@example.org',
    'Subject: =?UTF-8?B?4oI=?= =?utf-8?B?rA==?= and =?windows-1252?Q?=80?= =?UTF-8?Q?=E2=82=AC?= =?x',
    '',
    '',
  ])
  expect(record).toMatchObject({ subject: '€ and €€ =?x' })
})

test('a bracket before another one, and an escaped quote, begin no address', () => {
  const to = (value: string) => decoded([`To: ${value}`, '', ''])
  expect(to('<a, <b@x>, <c,d>, "e, f" <g>')).toMatchObject({ to: ['<a', '<b@x>', '<c,d>', '"e, f" <g>'] })
  expect(to('a\\"b, c", "d\\"e, f"')).toMatchObject({ to: ['a\\"b', 'c", "d\\"e', 'f"'] })
  expect(to('"a\\"b, c" <d>, e')).toMatchObject({ to: ['"a\\"b, c" <d>', 'e'] })
})

test('a quoted parameter of many megabytes is one value', () => {
  const { parameters } = readParameters(`form-data; name="${'a'.repeat(10 * 1024 * 1024)}\\""; b=c; d="e`)
  expect(parameters.get('name')).toHaveLength(10 * 1024 * 1024 + 1)
  expect([...parameters].slice(1)).toEqual([
    ['b', 'c'],
    ['d', '"e'],
  ])
})

test('only the first of very many parameters are read', () => {
  const { parameters } = readParameters(`a${Array.from({ length: 2000 }, (_, i) => `; p${i}*=x%41`).join('')}`)
  expect([...parameters].at(-1)).toEqual(['p1023', 'xA'])
})

/** The number of charsets looked up while a header is read. */
function charsetsLookedUp(read: () => unknown): number {
  let calls = 0
  const { TextDecoder } = globalThis
  const counted = class extends TextDecoder {
    constructor(name: string) {
      calls++
      super(name)
    }
  }
  vi.stubGlobal('TextDecoder', counted)
  read()
  vi.stubGlobal('TextDecoder', TextDecoder)
  return calls
}

test('a charset is looked up once for each header, and only the first of many charsets', () => {
  const words = (name: (i: number) => string) => Array.from({ length: 500 }, (_, i) => `=?${name(i)}?Q?=E4?=-`).join('')
  expect(headerText(words(() => 'iso-8859-1'))).toBe('ä-'.repeat(500))
  expect(charsetsLookedUp(() => headerText(words(() => 'utf-8')))).toBe(1)
  expect(charsetsLookedUp(() => headerText(words(() => 'nothing')))).toBe(1)
  expect(charsetsLookedUp(() => headerText(words((i) => `n${i}`)))).toBe(16)
  const parameters = Array.from({ length: 500 }, (_, i) => `; a*${i}*=n${i}''%41`).join('')
  expect(charsetsLookedUp(() => readParameters(`text/plain${parameters}`))).toBe(16)
})
