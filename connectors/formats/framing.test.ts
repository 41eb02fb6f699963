import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rulesFor, shallowCheck, splitLines } from './framing.ts'

function linesOf(body: Buffer): string[] {
  const lines: string[] = []
  splitLines(body, (start, end) => {
    lines.push(body.toString('latin1', start, end))
    return undefined
  })
  return lines
}

test('lines end with LF or CRLF, the last one with neither; blank ones are not events', () => {
  expect(linesOf(Buffer.from('a\nb\r\n\r\n \t\n  c d \n\ne'))).toEqual(['a', 'b', '  c d ', 'e'])
  expect(linesOf(Buffer.from('\n\r\n  \n'))).toEqual([])
  expect(linesOf(Buffer.alloc(0))).toEqual([])
})

test('lines equal those of a plain split, for any bytes', () => {
  const bytes = fc.array(fc.constantFrom(0x0a, 0x0d, 0x20, 0x09, 0x61, 0x7b, 0xff), { maxLength: 60 })
  fc.assert(
    fc.property(bytes, (value) => {
      const text = Buffer.from(value).toString('latin1')
      const plain = text
        .split('\n')
        .map((line) => line.replace(/\r$/, ''))
        .filter((line) => /[^ \t\r]/.test(line))
      expect(linesOf(Buffer.from(value))).toEqual(plain)
    }),
  )
})

test('a visit that returns false is the last one', () => {
  let seen = 0
  splitLines(Buffer.from('a\nb\nc'), () => ++seen < 2)
  expect(seen).toBe(2)
})

function judge(event: Buffer | string, format = 'auto', max = 100): string | null {
  const body = Buffer.from(event as string)
  return shallowCheck(body, 0, body.length, rulesFor(body, 'lines', format, max))
}

test('a JSON event begins and ends with braces, ignoring surrounding characters', () => {
  expect(judge('{}')).toBeNull()
  expect(judge(' \t{"a":1} \r')).toBeNull()
  for (const bad of ['hello', '{', '}', '{"a":1', '[{}]', '"x"', '1', 'null', '{"a":1},']) {
    expect(judge(bad), bad).toBe('not_an_object')
  }
})

test('the size limit is checked at the limit and one byte beyond', () => {
  const event = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`
  expect(judge(event(100))).toBeNull()
  expect(judge(event(101))).toBe('event_too_large')
})

test('NUL bytes and invalid UTF-8 are refused only in the event that has them', () => {
  expect(judge('{"a":"\0"}')).toBe('nul_byte')
  expect(judge(Buffer.from([0x7b, 0xff, 0x7d]))).toBe('not_utf8')
  const body = Buffer.concat([Buffer.from('{"a":1}\n{"b":"'), Buffer.from([0xff, 0x00]), Buffer.from('"}\n{"c":3}')])
  const rules = rulesFor(body, 'lines', 'auto', 100)
  const faults: (string | null)[] = []
  splitLines(body, (start, end) => {
    faults.push(shallowCheck(body, start, end, rules))
    return undefined
  })
  expect(faults).toEqual([null, 'nul_byte', null])
})

test('text formats accept any line, in any encoding, without NUL bytes', () => {
  expect(judge('<134>Nov 21 10:00:00 host app: hello', 'syslog')).toBeNull()
  expect(judge(Buffer.from([0x61, 0xff]), 'syslog')).toBeNull()
  expect(judge('a\0b', 'syslog')).toBe('nul_byte')
})

test('CEF starts the line or follows a syslog header', () => {
  for (const line of ['CEF:0|v|p|1|2|n|3|a=b', '<1>Nov 21 10:00:00 h CEF:0|v|p|1|2|n|3|', '\ufeffCEF:1|x|']) {
    expect(judge(line, 'cef'), line).toBeNull()
  }
  for (const line of ['hello', 'CEF:', 'CEF:x|', 'xCEF:0|v|p']) expect(judge(line, 'cef'), line).toBe('not_cef')
})

test('the same event gets the same result alone and inside of any body', () => {
  const line = fc.array(fc.constantFrom(0x00, 0x20, 0x7b, 0x7d, 0x61, 0xff, 0xc3, 0xa9), {
    minLength: 1,
    maxLength: 12,
  })
  const format = fc.constantFrom('auto', 'syslog', 'cef')
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), format, (lines, sourceFormat) => {
      const body = Buffer.from(lines.flatMap((bytes) => [...bytes, 0x0a]))
      const rules = rulesFor(body, 'lines', sourceFormat, 8)
      splitLines(body, (start, end) => {
        const alone = Buffer.from(body.subarray(start, end))
        const own = shallowCheck(alone, 0, alone.length, rulesFor(alone, 'lines', sourceFormat, 8))
        expect(shallowCheck(body, start, end, rules)).toBe(own)
        return undefined
      })
    }),
  )
})
