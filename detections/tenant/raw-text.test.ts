import { expect, test } from 'vitest'
import { cutText, openBody } from '../../connectors/formats/body.ts'
import { isFault, recordIn } from '../../connectors/formats/decoder.ts'
import { detectMapping } from '../../connectors/index.ts'
import { EventRow } from '../../schemas/event-row.ts'
import type { DetectorEvent } from './detector.ts'
import { RULE_KIND } from './documents.ts'
import { RuleBook } from './rule-book.ts'
import { findings } from './testing.ts'

/** A rule with only a keyword, so that the whole text of an event is searched. */
const keyword = (word: string) => `title: '${word}'
id: 'word ${word}'
logsource: {}
detection:
  keywords: ['${word.replaceAll('\\', '\\\\')}']
  condition: keywords
`

async function bookOf(words: readonly string[]): Promise<RuleBook> {
  const book = new RuleBook([])
  for (const word of words)
    book.change('acme', RULE_KIND, word, { language: 'sigma', file: `${word}.yml`, text: keyword(word) })
  await book.settled()
  return book
}

/** Events of a body as intake hands them on, with the text of those that are nothing but their text. */
function eventsOf(body: Buffer, format: string): readonly DetectorEvent[] {
  const events: DetectorEvent[] = []
  const { decode, decodeExactly, isPlainJson } = openBody(body, 'lines', format, { receivedMs: 0 })
  cutText(body, format, (start, end) => {
    const record = decode(start, end)
    const raw = isPlainJson() ? { body, start, end } : undefined
    if (isFault(record)) return true
    const mapping = detectMapping(record)
    const row = new EventRow()
    row.tenantId = 'acme'
    mapping.vendorId(record)
    const exact = () => recordIn(decodeExactly(start, end))
    if (mapping.fill(record, row) === null) events.push({ tenantId: 'acme', record, mapping, row, raw, exact })
    return true
  })
  return events
}

const titles = (book: RuleBook, event: DetectorEvent) => findings(book, event).map(({ rule }) => rule.title)
const lines = (...args: readonly unknown[]) =>
  Buffer.from(args.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join(''))

const message =
  'An account failed to log on.\n\nSubject:\n\tSecurity ID:\t\tNULL SID\n\nNew Logon:\n\tAccount Name:\t\tann\n'
const logEvent = (text: string) => ({ id: '3'.repeat(56), timestamp: 1_700_000_000_000, message: text })
const nested = (depth: number) => `${'{"a":'.repeat(depth)}"kiwi::x"${'}'.repeat(depth)}`

/** The text to find, and the number of events in the body that hold it. */
const cases: [string, string, number, Buffer][] = [
  ['as it is', 'kiwi::x', 1, lines({ Channel: 'Security', EventID: 4625, Workstation: 'KIWI::X' }, { a: 'kiwi' })],
  ['letters that are escaped', 'kiwi::x', 1, lines('{"EventID":1,"Channel":"Security","a":"k\\u0069wi\\u003a:x"}')],
  ['quotes and backslashes', 'a"b\\c', 1, lines({ Channel: 'Security', EventID: 1, a: ['x', { y: 'A"B\\C' }] })],
  ['a slash that is escaped', 'tp://kiwi', 1, lines('{"a":"http:\\/\\/kiwi"}')],
  ['letters that are no ASCII', 'größe', 1, lines({ Channel: 'Security', EventID: 1, a: 'GRÖSSE Größe' })],
  ['letters that fold to ASCII', 'kiwi::x', 1, lines({ a: '\u212aiwi::x' })],
  ['a member that is written twice', 'kiwi::x', 0, lines('{"a":"kiwi::x","a":"y"}')],
  ['a member that is written twice and ends so', 'kiwi::x', 1, lines('{"a":"y","a":"kiwi::x"}')],
  ['the name of a member', 'kiwi::x', 0, lines({ 'kiwi::x': 1 })],
  ['a name that objects inherit', 'kiwi::x', 1, lines('{"__proto__":{"a":"kiwi::x"},"constructor":"y"}')],
  ['zeros in a text', 'kiwi::x', 1, lines('{"a":"\\u0000kiwi::x\\u0000"}')],
  ['half of a pair', 'kiwi::x', 1, lines('{"a":"\\ud800kiwi::x","b":"\\udc00"}')],
  ['a number that is too large', 'infinity', 0, lines('{"a":1e400,"b":-1e400}')],
  ['a whole number past 2^53', '9007199254740993', 1, lines('{"a":[{"b":9007199254740993}]}')],
  ['the neighbour of one', '9007199254740992', 0, lines('{"a":[{"b":9007199254740993}]}')],
  ['a number written otherwise', '100000', 1, lines('{"a":1e5}')],
  ['deep in it', 'kiwi::x', 1, lines(nested(60))],
  ['deeper than is looked', 'kiwi::x', 0, lines(nested(200))],
  ['a byte order mark', 'kiwi::x', 2, lines('\ufeff{"a":"kiwi::x"}', '\ufeff{"a":"kiwi::x"}')],
  ['bytes that are no UTF-8', 'größe', 1, Buffer.from('{"Channel":"Security","a":"größe"}\n', 'latin1')],
  [
    'no JSON between JSON',
    'kiwi::x',
    2,
    lines({ a: 'kiwi::x' }, 'kiwi::x', '{"a":"kiwi::x"', '["kiwi::x"]', { b: 'kiwi::x' }),
  ],
  ['XML as JSON', 'kiwi::x', 1, lines({ Event: { System: { EventID: 1 }, EventData: { Image: 'kiwi::x' } } })],
  [
    'data by name',
    'kiwi::x',
    1,
    lines({ Event: { System: {}, EventData: { Data: [{ '@Name': 'a', '#text': 'kiwi::x' }] } } }),
  ],
  ['members that are moved', 'kiwi::x', 1, lines({ winlog: { channel: 'Security', user_data: { Image: 'kiwi::x' } } })],
  [
    'a message that is read: NULL SID becomes S-1-0-0',
    'S-1-0-0',
    1,
    lines({ LogName: 'Security', EventCode: 4625, Message: message }),
  ],
  ['an event within an event', 'kiwi::x', 1, lines(logEvent('{"eventName":"k\\u0069wi\\u003a:x"}'))],
  [
    'a whole number past 2^53 in an event within an event',
    '9007199254740993',
    1,
    lines(logEvent('{"eventName":"x","id":9007199254740993}')),
  ],
  ['no member at all', 'kiwi::x', 0, lines({})],
]

test.each(cases)('%s: an event matches the same rules with its text as without', async (_, word, held, body) => {
  // Alone: beside words that a text cannot rule out a word is looked for in the record.
  const book = await bookOf([word])
  for (const format of ['auto', 'text']) {
    const events = eventsOf(body, format)
    const found = events.map((event) => titles(book, event))
    expect(found).toEqual(events.map((event) => titles(book, { ...event, raw: undefined })))
    if (format === 'auto') expect(found.flat()).toEqual(new Array(held).fill(word))
  }
  book.close()
})

test('a record is passed with its text when both are equal, and without it otherwise', () => {
  const withText = (body: Buffer, format = 'auto') => eventsOf(body, format).map(({ raw }) => raw !== undefined)
  expect(withText(lines({ a: 1 }, logEvent('{"a":1}'), { b: 1 }))).toEqual([true, false, true])
  expect(withText(Buffer.from('{"a":"ö"}\n', 'latin1'))).toEqual([false])
  expect(withText(lines('<34>Oct 11 22:14:15 host su: failed'), 'text')).toEqual([false])
})

test('finds values that a mapping wrote into the record, even if they are not in the text', async () => {
  const book = await bookOf(['kiwi::x'])
  const [event] = eventsOf(lines({ a: 'y' }), 'auto')
  if (!event) throw new Error('an event is taken')
  const source = {
    viewOf: () => ({ name: 'v', paths: () => [] }),
    logSourceOf: () => ({ product: '', service: '', categories: [] }),
  }
  const found = (mapping: object) =>
    titles(book, { ...event, record: { a: 'kiwi::x' }, mapping: { ...event.mapping, ...source, ...mapping } })
  expect(found({})).toEqual(['kiwi::x'])
  expect(found({ rewrites: () => true })).toEqual(['kiwi::x'])
  // A mapping that denies writing is believed, and only the text is searched.
  expect(found({ rewrites: () => false })).toEqual([])
  book.close()
})
