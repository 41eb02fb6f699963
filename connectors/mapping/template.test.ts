import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FieldList, setLast } from '../formats/field-list.ts'
import { readByPattern, readByStep, readTemplate, type Template, templateOf } from './template.ts'

const SENTENCES = [
  'Failed {method} for {user*} from {ip} port {port}',
  'session closed {reason*}: {from}/{port}->{to}/{port2} {rest*}',
  'Built {direction} connection {id} for {if}:{ip}/{port} ({nat}) to {if2}:{ip2}/{port2}...',
  '{by} : {reason*} ; TTY={tty} ; PWD={cwd*} ; USER={user} ; COMMAND={command*}',
  '({user}) CMD ({command*})',
  'User {user*} has exited {terminal}({ip})',
  'Closed by {ip}...',
  'Starting {unit*}...',
  '{a}{b} {c*}{d}',
]

type Read = (template: Template, text: string, values: FieldList) => boolean

function valuesBy(read: Read, sentence: string, text: string): unknown {
  const fields = new FieldList()
  return read(templateOf(sentence), text, fields) ? fields.toFields(setLast) : null
}

/** Texts that nearly match the sentence: its marks, some of them repeated, with anything between them. */
const textsOf = (sentence: string) => {
  const marks = sentence.split(/\{\w+\*?\}|\.\.\.$/).filter((mark) => mark !== '')
  const value = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom(...marks, '192.0.2.1', '2001:db8::1', 'a b', ''))
  return fc.array(value, { maxLength: 6 }).chain((values) =>
    fc.constantFrom(
      sentence.replace(/\.\.\.$/, '').replace(/\{\w+\*?\}/g, () => values.shift() ?? 'x'),
      sentence.replace(/\{\w+\*?\}/g, () => values.join('')),
      marks.join(values.join('')),
    ),
  )
}

test.each(SENTENCES)('%s is read step by step with the same result as by its pattern', (sentence) => {
  fc.assert(
    fc.property(textsOf(sentence), (text) => {
      expect(valuesBy(readByStep, sentence, text)).toEqual(valuesBy(readByPattern, sentence, text))
    }),
  )
})

test('values that are too long are left out, in both ways', () => {
  for (const text of [
    `Closed by ${'x'.repeat(600)}`,
    `(bob) CMD (${'x'.repeat(1100)})`,
    `Failed a for b from c port ${'1'.repeat(600)}`,
  ]) {
    for (const sentence of SENTENCES) {
      expect(valuesBy(readByStep, sentence, text)).toEqual(valuesBy(readByPattern, sentence, text))
    }
  }
})

// A regular expression would take seconds for each of these texts, and the test would time out.
test.each([
  'session closed {reason*}: {from}/{port}->{to}/{port2} {rest*}',
  '{a}:{b}:{c}: New from {ip} (ST={state*}/CC={country*}/C={continent*}) at {to} Listener {l} (Rep={reputation*})...',
])('marks that are repeated cost no more than places: %s', (sentence) => {
  const marks = sentence.replace(/\.\.\.$/, '').split(/\{\w+\*?\}/)
  const each = (of: readonly string[]) => of.map((mark) => mark.repeat(3900 / of.length / Math.max(mark.length, 1)))
  const texts = [each(marks).join(''), (marks[0] ?? '') + each([marks.slice(1).join('')]).join('')]
  for (const text of texts) {
    for (let i = 0; i < 10; i++) expect(valuesBy(readTemplate, sentence, `${text}\u0001${i}`)).toBeDefined()
  }
})
