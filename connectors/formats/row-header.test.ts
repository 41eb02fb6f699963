import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText, openBody } from './body.ts'
import { isFault } from './decoder.ts'
import { decodeRow, HEADER_CHARS_MAX, HEADER_LOST, rowHeaders } from './row-header.ts'

const context = { receivedMs: 0 }

/** Lines as senders mix them: headers, rows, comments, odd bytes. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  'zeek-tsv': [
    ...['#separator \\x09', '#separator \\x7c', '#set_separator\t;', '#unset_field\t~', '#empty_field\tnone'],
    ...['#path\tconn', '#path\tdns', '#fields\ta\tb', '#fields\ta\tb\tc', '#fields|a|b', '#types\tcount\tset[string]'],
    ...['#types\tstring\tstring\tstring', '#open\t1', '#close\t2', '1\tx;y', '1\tx,y', '-\t~', '1|2', '1\t2\t3', '# '],
    ...['(empty)\tnone', '\xe9\tx', 'é\tx', '##fields\ta'],
  ],
  conn: ['#path\tother', '#fields\ta\tb', '1\t2', Array.from({ length: 21 }, (_, at) => `${at}`).join('\t')],
  w3c: [
    '#Fields: a b c',
    '#Fields: c b a d',
    '#Fields:',
    '#Date: x',
    '1 2 3',
    '1 - 3 4',
    '1\t2\t3',
    '\xe9 2 3',
    'é 2 3',
  ],
  vpcflow: [
    ...['version srcaddr dstaddr', ' version  srcaddr log-status ', '2 10.0.0.1 -', '1 2 3 4', '\xef\xbb\xbf2 a b'],
    '2 123456789012 eni-0 10.0.0.1 10.0.0.2 1 22 6 1 1 1767225600 1767225660 REJECT OK',
  ],
  csv: ['a,b,c', 'a;b;"c', 'a,"b\nx",c', '1,2,3', '"1\n2",3', '"open', '1;2', ';', '', '\xe9,é', 'a,a,a', '"'],
}

const body = fc.constantFrom(...Object.keys(LINES)).chain((format) =>
  fc.record({
    format: fc.constant(format),
    lines: fc.array(fc.constantFrom(...(LINES[format] ?? [])), { minLength: 1, maxLength: 12 }),
    end: fc.constantFrom('\n', '\r\n'),
    bom: fc.boolean(),
    /** A body of other bytes than these is valid UTF-8. */
    encoding: fc.constantFrom('utf8', 'latin1'),
  }),
)

test('an event that is stored with its header lines is read as in its body', () => {
  let runs = 0
  let read = 0
  let unread = 0
  fc.assert(
    fc.property(body, ({ format, lines, end, bom, encoding }) => {
      runs++
      const text = Buffer.from(lines.join(end), encoding === 'utf8' ? 'utf8' : 'latin1')
      const bytes = bom ? Buffer.concat([Buffer.from('\ufeff'), text]) : text
      const open = openBody(bytes, 'lines', format, context)
      cutText(bytes, format, (start, stop) => {
        const decoded = open.decode(start, stop)
        // Events that cannot be read are not stored.
        if (isFault(decoded)) return
        const header = open.header?.(start) ?? ''
        const again = decodeRow(bytes.subarray(start, stop), header, format, context)
        if (again === null) unread++
        else expect(again).toEqual(decoded)
        read++
      })
    }),
    { numRuns: 3000 },
  )
  expect(read).toBeGreaterThan(runs)
  // Few events cannot be read again: their headers are too long in total, or a quote in the header never closes.
  expect(unread).toBeLessThan(read / 10)
})

test('different headers together are no longer than their body', () => {
  const fields = `#fields\t${Array.from({ length: 100 }, (_, at) => `name${at}`).join('\t')}`
  const changes = Array.from({ length: 50 }, (_, at) => `#path\tp${at}\nrow ${at}`)
  const bytes = Buffer.from([fields, ...changes].join('\n'))
  const headers = rowHeaders(bytes, 'zeek-tsv')
  const kept: string[] = []
  cutText(bytes, 'zeek-tsv', (start) => void kept.push(headers?.(start) ?? ''))
  expect(kept[0]).toContain('p0')
  expect(kept.at(-1)).toBe(HEADER_LOST)
  expect(new Set(kept).size * fields.length).toBeLessThan(2 * bytes.length)
})

test('a header that is too long is not stored, and its rows cannot be read', () => {
  const bytes = Buffer.from(`#Fields: ${'a'.repeat(HEADER_CHARS_MAX)} b c\n1 2 3`)
  const header = rowHeaders(bytes, 'w3c')?.(bytes.length - 5) ?? ''
  expect(header).toBe(HEADER_LOST)
  expect(decodeRow(Buffer.from('1 2 3'), header, 'w3c', context)).toBeNull()
})

test('formats with independent events have no header lines', () => {
  for (const format of ['json', 'syslog', 'cef', 'auditd', 'hec', 'windows-xml'])
    expect(rowHeaders(Buffer.from('#Fields: a'), format)).toBeNull()
})
