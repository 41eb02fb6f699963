import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText, openBody } from './body.ts'

function recordsOf(text: string, format: string): unknown[] {
  const body = Buffer.from(text)
  const { decode } = openBody(body, 'lines', format, { receivedMs: 0 })
  const records: unknown[] = []
  cutText(body, format, (start, end) => {
    records.push(decode(start, end))
    return undefined
  })
  return records
}

const ZEEK = [
  '#separator \\x09',
  '#set_separator\t,',
  '#empty_field\t(empty)',
  '#unset_field\t-',
  '#path\tdns',
  '#fields\tts\tid.orig_p\tquery\tAA\tanswers\tTTLs',
  '#types\ttime\tport\tstring\tbool\tvector[string]\tvector[interval]',
]

test('Zeek: a log named by its sender has its default columns until a header changes them', () => {
  const values =
    '1521911720.8\tCq\t192.0.2.1\t41\t192.0.2.2\t53\tudp\tdns\t0.1\t30\t60\tSF\tT\tF\t0\tDd\t1\t58\t1\t88\t-'
  const [known, short, ownTypes] = recordsOf(`${values}\n1\t2\n${ZEEK.join('\n')}\n1\t53\tq\tT\t-\t-`, 'zeek-conn')
  expect(known).toMatchObject({ zeek: { path: 'conn' }, 'id.orig_p': 41, local_orig: true, conn_state: 'SF' })
  expect(known).not.toHaveProperty('tunnel_parents')
  expect(short).toBe('bad_columns')
  expect(ownTypes).toMatchObject({ zeek: { path: 'dns' }, query: 'q', AA: true })
})

test('Zeek: types of the header, unset fields left out, empty ones kept', () => {
  const lines = [
    '1521911720.865716\t53\ta\\x09b\tT\tx,y\t1.5,-',
    '1521911721\t-\t(empty)\t-\t(empty)\t-',
    '#close\t2026',
  ]
  expect(recordsOf([...ZEEK, ...lines].join('\n'), 'zeek-tsv')).toEqual([
    {
      zeek: { path: 'dns' },
      ts: 1521911720.865716,
      'id.orig_p': 53,
      query: 'a\tb',
      AA: true,
      answers: ['x', 'y'],
      TTLs: [1.5, null],
    },
    { zeek: { path: 'dns' }, ts: 1521911721, query: '', answers: [] },
  ])
})

test('Zeek: lines without a header, or with other columns than it has, are faults; the next header counts', () => {
  expect(recordsOf('1\t2\n', 'zeek-tsv')).toEqual(['no_header'])
  const second = '#separator \\x09\n#path\tx\n#fields\ta\n#types\tstring\nz'
  expect(recordsOf(`${ZEEK.join('\n')}\n1\t2\n${second}`, 'zeek-tsv')).toEqual([
    'bad_columns',
    { zeek: { path: 'x' }, a: 'z' },
  ])
})

test('Zeek: numbers that a double cannot hold stay text', () => {
  const body = '#fields\ta\tb\n#types\tcount\tcount\n18446744073709551615\tx'
  expect(recordsOf(body, 'zeek-tsv')).toEqual([{ zeek: {}, a: '18446744073709551615', b: 'x' }])
})

test('W3C: fields of the last header, no value for a dash', () => {
  const body =
    '#Software: x\r\n#Fields: date time c-ip cs(User-Agent)\r\n2026-03-04 10:11:12 10.0.0.1 A+B\r\n#Fields: a b c\r\n1 - 3\r\n'
  expect(recordsOf(body, 'w3c')).toEqual([
    { date: '2026-03-04', time: '10:11:12', 'c-ip': '10.0.0.1', 'cs(User-Agent)': 'A+B' },
    { a: '1', c: '3' },
  ])
  expect(recordsOf('1 2 3', 'w3c')).toEqual(['no_header'])
})

test('VPC flow: version 2 without a header, any columns with one', () => {
  const line = '2 123456789010 eni-1235b8ca 10.0.0.1 10.0.0.2 20641 22 6 20 4249 1418530010 1418530070 ACCEPT OK'
  expect(recordsOf(line, 'vpcflow')).toMatchObject([
    { version: '2', srcaddr: '10.0.0.1', dstport: '22', 'log-status': 'OK' },
  ])
  expect(recordsOf('srcaddr dstaddr action\n10.0.0.1 - ACCEPT\n', 'vpcflow')).toEqual([
    { srcaddr: '10.0.0.1', action: 'ACCEPT' },
  ])
  expect(recordsOf('2 1 2', 'vpcflow')).toEqual(['bad_vpcflow'])
})

test('CSV: quotes, line ends inside of them, columns without a name, repeated names', () => {
  const body = 'a,b,a\r\n1,"x, ""y""\nz",3\r\n\r\n4,5,6,7\r\n8\r\n'
  expect(recordsOf(body, 'csv')).toEqual([
    { a: '1', b: 'x, "y"\nz', a_2: '3' },
    { a: '4', b: '5', a_2: '6', column_4: '7' },
    { a: '8' },
  ])
})

const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\0', ''))

test('printed CSV is parsed back, with any separator', () => {
  const table = fc.integer({ min: 2, max: 5 }).chain((width) =>
    fc.array(
      fc.array(cell, { minLength: width, maxLength: width }).filter((row) => row.some((value) => /[!-~]/.test(value))),
      { maxLength: 6 },
    ),
  )
  fc.assert(
    fc.property(
      table,
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      (rows, separator, lineEnd) => {
        const names = Array.from({ length: rows[0]?.length ?? 2 }, (_, i) => `n${i}`)
        const print = (row: readonly string[]) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(separator)
        const body = [names.join(separator), ...rows.map(print)].join(lineEnd)
        const expected = rows.map((row) => Object.fromEntries(row.map((value, i) => [`n${i}`, value])))
        expect(recordsOf(body, 'csv')).toEqual(expected)
      },
    ),
  )
})

test('printed Zeek lines are parsed back', () => {
  const row = fc.record({
    s: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    n: fc.option(fc.nat(), { nil: undefined }),
    b: fc.boolean(),
    v: fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { maxLength: 4 }),
  })
  const escaped = (text: string) =>
    text
      .replace(/[\\,]|\p{Cc}/gu, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
      .replace(/^([-#(])/, (c) => `\\x${c.charCodeAt(0).toString(16)}`)
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
      const lines = rows.map(({ s, n, b, v }) =>
        [escaped(s), n ?? '-', b ? 'T' : 'F', v.length === 0 ? '(empty)' : v.join(',')].join('\t'),
      )
      const head = ['#separator \\x09', '#path\tx', '#fields\ts\tn\tb\tv', '#types\tstring\tcount\tbool\tset[string]']
      const expected = rows.filter((_, i) => /[^ \t\r\n]/.test(lines[i] ?? ''))
      expect(recordsOf([...head, ...lines].join('\n'), 'zeek-tsv')).toEqual(
        expected.map((fields) => ({ zeek: { path: 'x' }, ...fields })),
      )
    }),
  )
})

test('W3C: quoted text, and quotes that are part of a value', () => {
  const fields = '#Fields: c-ip cs(User-Agent) x-cat'
  const lines = ['192.0.2.1 "Mozilla (X; ""Y"")" "a b"', '192.0.2.1 q="x" y', '192.0.2.1 "x y']
  expect(recordsOf([fields, ...lines].join('\n'), 'w3c')).toEqual([
    { 'c-ip': '192.0.2.1', 'cs(User-Agent)': 'Mozilla (X; "Y")', 'x-cat': 'a b' },
    { 'c-ip': '192.0.2.1', 'cs(User-Agent)': 'q="x"', 'x-cat': 'y' },
    { 'c-ip': '192.0.2.1', 'cs(User-Agent)': '"x', 'x-cat': 'y' },
  ])
})

test('CSV: a quote inside of an unquoted value joins no lines', () => {
  expect(recordsOf('a,b,c\n1,5" disk,x\n2,7" disk,y\n3,"p ""q""\nr",z', 'csv')).toEqual([
    { a: '1', b: '5" disk', c: 'x' },
    { a: '2', b: '7" disk', c: 'y' },
    { a: '3', b: 'p "q"\nr', c: 'z' },
  ])
})

test.each([
  ['a,a,a_2,a', { a: '1', a_3: '2', a_2: '3', a_4: '4' }],
  [',column_1,a,a', { column_1: '1', column_1_2: '2', a: '3', a_2: '4' }],
  ['column_2,column_4', { column_2: '1', column_4: '2', column_3: '3', column_4_: '4' }],
])('CSV: no column is lost to the name of another (%s)', (header, record) => {
  expect(recordsOf(`${header}\n1,2,3,4`, 'csv')).toEqual([record])
})
