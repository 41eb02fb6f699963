import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelsOf } from './labels.ts'
import { plainOf } from './pairs.ts'

/** The same labels as patterns, which try every character as a start, whereas `labelsOf` tries every end mark. */
const PATTERNS = {
  '[]': /(?:^| )\[([A-Za-z][\w /()]{0,63})\](?= |$)/g,
  '<>': /(?:^| )<([A-Za-z]\w{0,63})>(?= |$)/g,
  '{}': /(?:^| )\{ ([A-Za-z][\w ]{0,63}) \}(?= |$)/g,
  ',': /(?:^|, )([A-Z][\w /]{0,63}):(?= |$)/g,
  ';': /(?:^|; ?)([A-Z][\w /]{0,63}):(?= |$)/g,
  lines: /(?:^|\\r\\n|\r?\n)([A-Z][\w /]{0,63}):(?= |$)/g,
} as const
type Style = keyof typeof PATTERNS
const STYLES = Object.keys(PATTERNS) as Style[]

function byPattern(text: string, style: Style): Record<string, string> {
  const found = [...text.matchAll(PATTERNS[style])]
  const values = found.map(({ index, 0: whole }, at) => text.slice(index + whole.length, found[at + 1]?.index))
  return Object.fromEntries(
    found.map(([, name], at) => [name, plainOf((values[at] ?? '').trimEnd().replace(/\|$/, ''))]),
  )
}

test.each([
  [
    '[Log ID] 7 | [OS / Name] "Windows 10" | [Nothing] N/A',
    '[]',
    { 'Log ID': '7', 'OS / Name': 'Windows 10', Nothing: '' },
  ],
  ['<Code> 1 <Type>2 <Summary> a <b', '<>', { Code: '1 <Type>2', Summary: 'a <b' }],
  ['{ IP } 192.0.2.1 { Host Name } a {x} ', '{}', { IP: '192.0.2.1', 'Host Name': 'a {x}' }],
  ['Event Type: Threat, at 12:01, File: C:\\a, b', ',', { 'Event Type': 'Threat, at 12:01', File: 'C:\\a, b' }],
  ['Name: a;Source IP: ::1; Port: 2; Name: b', ';', { Name: 'b', 'Source IP': '::1', Port: '2' }],
  ['A: 1\\r\\nB/C: 2\r\nD: 3\nE: 4', 'lines', { A: '1', 'B/C': '2', D: '3', E: '4' }],
  [`${'N'.repeat(65)}: 1, ${'M'.repeat(64)}: 2`, ',', { ['M'.repeat(64)]: '2' }],
] as const)('the labels of %j as %j', (text, style, labels) => {
  expect(labelsOf(text, style)).toEqual(labels)
})

test('they are those that the patterns find', () => {
  const label = fc.constantFrom(
    '[Name] ',
    '{ Name } ',
    '<Name> ',
    ', Name: ',
    ';Name: ',
    '; N/a: ',
    '\r\nNa: ',
    '\\r\\nN: ',
  )
  const part = fc.constantFrom(
    '[',
    ']',
    '{ ',
    ' }',
    '<',
    '>',
    ':',
    ': ',
    ',',
    ', ',
    ';',
    '\n',
    '\r',
    '\\r\\n',
    '\\n',
    '\\',
  )
  const word = fc.constantFrom('a', 'Bc', ' ', '/', '(', '|', '"', 'n', 'é', '\0', 'N'.repeat(62), 'x'.repeat(3))
  const text = fc.array(fc.oneof(label, part, word), { maxLength: 16 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, fc.constantFrom(...STYLES), (words, style) => {
      expect(labelsOf(words, style)).toEqual(byPattern(words, style))
    }),
    { numRuns: 6000 },
  )
})
