/** Records over several lines: every one is an event, whatever stands around it and wherever the body was cut. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutAuditBlocks, cutAuditXml, cutJsonText } from './cut-records.ts'
import type { Cut } from './cut-text.ts'
import { detectFormat } from './detect.ts'

function partsOf(cut: Cut, text: string): string[] {
  const body = Buffer.from(text)
  const parts: string[] = []
  cut(body, (start, end) => {
    parts.push(body.toString('utf8', start, end))
    return true
  })
  return parts
}

const RECORD = '<AUDIT_RECORD\n NAME="Query"\n SQLTEXT="a > b"/>'
const WHOLE = '<AUDIT_RECORD>\n <NAME>Query</NAME>\n <SQLTEXT>a\nb</SQLTEXT>\n</AUDIT_RECORD>'

test.each([
  ['with attributes', RECORD],
  ['with elements', WHOLE],
  ['of Oracle', '<AuditRecord><Action>100</Action>\n</AuditRecord>'],
  ['of Solaris', '<record version="2" event="login">\n<return errval="success" retval="0"/>\n</record>'],
])('records of XML %s are events, and the tags around them are none', (_, record) => {
  const text = `<?xml version="1.0"?>\n<AUDIT>\n  ${record}\n  ${record}\n</AUDIT>\n`
  expect(detectFormat(Buffer.from(text)).format).toBe('audit-xml')
  expect(partsOf(cutAuditXml, text)).toEqual([record, record])
})

test('an element without an end stops where the next one begins, and a broken tag at the end of its line', () => {
  expect(partsOf(cutAuditXml, `<AUDIT_RECORD>\n<NAME>a</NAME>\n${WHOLE}`)).toEqual([
    '<AUDIT_RECORD>\n<NAME>a</NAME>',
    WHOLE,
  ])
  expect(partsOf(cutAuditXml, `<AUDIT_RECORD NAME="a\nother words\n${RECORD}`)).toEqual([
    '<AUDIT_RECORD NAME="a',
    'other words',
    RECORD,
  ])
})

test('blocks of audit files extend to the next head', () => {
  const block = 'timestamp=2026-11-27-10.11.12.123456;\n  category=VALIDATE;\n  userid=kim;'
  const text = `${block}\n\n${block}\n`
  expect(detectFormat(Buffer.from(text)).format).toBe('audit-block')
  expect(partsOf(cutAuditBlocks, text)).toEqual([block, block])
  const oracle = "Fri Nov 27 10:11:12 2026 +00:00\nLENGTH : '20'\nACTION :[7] 'CONNECT'"
  expect(detectFormat(Buffer.from(`Audit file x\n\n${oracle}\n`)).format).toBe('audit-block')
  expect(partsOf(cutAuditBlocks, `${oracle}\n\n${oracle}\n`)).toEqual([oracle, oracle])
})

test('objects of JSON are events wherever their lines and their list end', () => {
  const indented = JSON.stringify({ a: 1, b: { c: '}\\"{' } }, null, 2)
  for (const text of [
    `[\n${indented},\n${indented}\n]`,
    `[\n${indented},\n${indented}`,
    `,\n${indented},\n${indented},\n`,
    `[${indented},${indented}]\n`,
    `${indented}\n${indented}\n`,
  ]) {
    expect(detectFormat(Buffer.from(text)).format, text).toBe('json-text')
    expect(partsOf(cutJsonText, text), text).toEqual([indented, indented])
  }
})

test('objects on lines of their own, and words in brackets, are no JSON over several lines', () => {
  for (const text of ['{"a":1}\n{"a":2}\n', '[2026-11-27 10:11:12] {"a":1}\n', '{ words }\n', '[error] x\n'])
    expect(detectFormat(Buffer.from(text)).format).not.toBe('json-text')
})

test('a broken object ends where the next one begins', () => {
  expect(partsOf(cutJsonText, '{\n"a": "x\n{\n"a": 1\n}\n')).toEqual(['{\n"a": "x', '{\n"a": 1\n}'])
  expect(partsOf(cutJsonText, '[{"a":1\n<38>words\n{"a":2}\n')).toEqual(['[{"a":1', '<38>words', '{"a":2}'])
})

test('no byte but blanks, commas and brackets is lost between the events of JSON', () => {
  const piece = fc.constantFrom('{', '}', '"', '\\', '\n', ',', '[', ']', ' ', 'a', ':', '{"a":1}', '\n{')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('')
      const body = Buffer.from(text)
      let at = 0
      let between = ''
      cutJsonText(body, (start, end) => {
        expect(start).toBeGreaterThanOrEqual(at)
        expect(end).toBeGreaterThan(start)
        between += text.slice(at, start)
        at = end
        return true
      })
      expect(between + text.slice(at)).toMatch(/^[\s,[\]]*$/)
    }),
  )
})
