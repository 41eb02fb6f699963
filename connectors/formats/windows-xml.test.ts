import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText, openBody } from './body.ts'
import { readXml } from './xml.ts'

function recordsOf(text: string): unknown[] {
  const body = Buffer.from(text)
  const { decode } = openBody(body, 'lines', 'windows-xml', { receivedMs: 0 })
  const records: unknown[] = []
  cutText(body, 'windows-xml', (start, end) => {
    records.push(decode(start, end))
    return undefined
  })
  return records
}

const SYSTEM =
  "<System><Provider Name='Microsoft-Windows-Sysmon' Guid='{5770385F}'/><EventID Qualifiers='16384'>1</EventID><Level>4</Level><Keywords>0x80</Keywords><TimeCreated SystemTime='2026-03-04T10:11:12.1Z'/><Correlation/><Execution ProcessID='24' ThreadID='31'/><Computer>dc.local</Computer></System>"
const EVENT = `<Event xmlns='http://x/event'>${SYSTEM}<EventData><Data Name='Image'>C:\\a.exe</Data><Data Name='CommandLine'>a &lt;b&gt; &amp;&quot;&#65;&#x42;</Data><Data Name='RuleName'></Data></EventData></Event>`

const RECORD = {
  Event: {
    '#attributes': { xmlns: 'http://x/event' },
    System: {
      Provider: { '#attributes': { Name: 'Microsoft-Windows-Sysmon', Guid: '{5770385F}' } },
      EventID: { '#attributes': { Qualifiers: 16384 }, '#text': 1 },
      Level: 4,
      Keywords: '0x80',
      TimeCreated: { '#attributes': { SystemTime: '2026-03-04T10:11:12.1Z' } },
      Correlation: null,
      Execution: { '#attributes': { ProcessID: 24, ThreadID: 31 } },
      Computer: 'dc.local',
    },
    EventData: { Image: 'C:\\a.exe', CommandLine: 'a <b> &"AB', RuleName: '' },
  },
}

test('an event becomes the same record as in EVTX tools', () => {
  expect(recordsOf(EVENT)).toEqual([RECORD])
})

test('events on one line, on many, in a list and without line ends between them', () => {
  const pretty = EVENT.replace(/><(?!\/Data)/g, '>\r\n  <').replace('<System>', '\n<System>')
  const bodies = [
    `${EVENT}\n${EVENT}`,
    `${EVENT}${EVENT}`,
    `\ufeff<?xml version="1.0"?>\n<Events>\n${EVENT}\r\n${EVENT}</Events>\n`,
    `${pretty}\n${pretty}\n`,
  ]
  for (const body of bodies) expect(recordsOf(body), body.slice(0, 40)).toEqual([RECORD, RECORD])
})

test('data without names, data of other names, user data and rendering', () => {
  const event = `<Event>${SYSTEM}<EventData><Data>one</Data><Data>two</Data><Binary>00</Binary></EventData><UserData><x:Log xmlns:x='u'><A>1</A><A>2</A></x:Log></UserData><RenderingInfo Culture='en'><Message>m</Message></RenderingInfo></Event>`
  expect(recordsOf(event)).toMatchObject([
    {
      Event: {
        EventData: { Data: ['one', 'two'], Binary: '00' },
        UserData: { Log: { '#attributes': { 'xmlns:x': 'u' }, A: ['1', '2'] } },
        RenderingInfo: { '#attributes': { Culture: 'en' }, Message: 'm' },
      },
    },
  ])
})

test('reads the text form of Splunk’s agent among the elements', () => {
  const block =
    '01/14/2026 11:41:39 PM\r\nLogName=Security\r\nEventCode=4624\r\nMessage=An account\r\n\r\nSubject:\r\n\tx=1\r\n'
  expect(recordsOf(`${EVENT}\n${block}${EVENT}\n${block}`)).toEqual([
    RECORD,
    {
      TimeCreated: '01/14/2026 11:41:39 PM',
      LogName: 'Security',
      EventCode: '4624',
      Message: 'An account\r\n\r\nSubject:\r\n\tx=1',
    },
    RECORD,
    expect.objectContaining({ EventCode: '4624' }),
  ])
})

test('an unclosed element only affects its own line', () => {
  expect(recordsOf(`<Event><System>\n${EVENT}\nplain text\n<Event>`)).toEqual([
    'bad_xml',
    RECORD,
    'bad_windows_event',
    'bad_xml',
  ])
})

test('many unclosed elements are split in linear time', () => {
  expect(recordsOf('<Event>'.repeat(20_000))).toHaveLength(20_000)
})

test.each([
  '<a>',
  '<a></b>',
  '<a b></a>',
  '<a b=c/>',
  '<!DOCTYPE a><a/>',
  '<a/><b/>',
  'a',
  '',
  '<',
  '<a',
  '<a/',
  '</a>',
  '<a><![CDATA[x</a>',
])('%s is no document', (text) => expect(readXml(text)).toBeNull())

test('nesting is bounded', () => {
  expect(readXml('<a>'.repeat(64) + '</a>'.repeat(64))).not.toBeNull()
  expect(readXml('<a>'.repeat(65) + '</a>'.repeat(65))).toBeNull()
  expect(readXml('<a>'.repeat(200_000))).toBeNull()
})

test('printed text and attributes are parsed back, also CDATA and comments', () => {
  const escaped = (raw: string) => raw.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
  const text = fc.string({ unit: 'grapheme', maxLength: 20 })
  fc.assert(
    fc.property(text, text, (inner, attribute) => {
      const cdata = inner.replaceAll(']]>', '')
      const read = readXml(`<a b="${escaped(attribute)}"><!-- ${'<x>'} -->${escaped(inner)}<![CDATA[${cdata}]]></a>`)
      expect(read).toMatchObject({ attributes: { b: attribute }, text: inner + cdata })
    }),
  )
})

test('text beside the data, its attributes and repeated elements are kept', () => {
  const dataOf = (inner: string) =>
    (recordsOf(`<Event>${SYSTEM}<EventData>${inner}</EventData></Event>`) as [{ Event: { EventData: unknown } }])[0]
      .Event.EventData
  expect(dataOf('only words')).toEqual({ '#text': 'only words' })
  expect(dataOf("words<Data Name='a'>1</Data>")).toEqual({ a: '1', '#text': 'words' })
  expect(dataOf("<Other kind='x'>5</Other>")).toEqual({ Other: { '#attributes': { kind: 'x' }, '#text': '5' } })
  expect(dataOf('<A><B>1</B></A><A><B>2</B></A>')).toEqual({ A: [{ B: '1' }, { B: '2' }] })
})

test('a repeated attribute, or endless attributes, are not XML', () => {
  const withAttributes = (text: string) => readXml(`<Event ${text}/>`)
  expect(withAttributes('a="1" b="2"')).not.toBeNull()
  expect(withAttributes('a="1" a="2"')).toBeNull()
  expect(withAttributes('__proto__="1"')).toBeNull()
  expect(withAttributes(Array.from({ length: 20_000 }, (_, i) => `a${i}="1"`).join(' '))).toBeNull()
})

test('other attributes of data are beside its text, which is still found by its name', () => {
  const dataOf = (inner: string) =>
    (recordsOf(`<Event>${SYSTEM}<EventData>${inner}</EventData></Event>`) as [{ Event: { EventData: unknown } }])[0]
      .Event.EventData
  expect(dataOf("<Data Name='a' Type='win:HexInt64' x='1'>1</Data><Data Name='b'>2</Data>")).toEqual({
    a: '1',
    a_attributes: { Type: 'win:HexInt64', x: '1' },
    b: '2',
  })
  expect(dataOf("<Data Type='x'>1</Data><Data>2</Data>")).toEqual({ Data: ['1', '2'], Data_attributes: { Type: 'x' } })
  expect(dataOf("<Data Name='a' x='1'>1</Data><Data Name='a' x='2'>2</Data><A><B/></A>")).toEqual({
    a: ['1', '2'],
    a_attributes: [{ x: '1' }, { x: '2' }],
    A: { B: null },
  })
})

test('the header keeps text beside attributes, nested elements, and repeated ones', () => {
  const headerOf = (inner: string) =>
    (recordsOf(`<Event><System>${inner}</System></Event>`) as [{ Event: { System: unknown } }])[0].Event.System
  expect(headerOf("<Channel Kind='x'>Security</Channel><EventID Qualifiers='0'>4624</EventID>")).toEqual({
    Channel: 'Security',
    Channel_attributes: { Kind: 'x' },
    EventID: { '#attributes': { Qualifiers: 0 }, '#text': 4624 },
  })
  expect(headerOf('<Computer>a</Computer><Computer>b</Computer><Task><Id>7</Id></Task>words')).toEqual({
    Computer: ['a', 'b'],
    Task: { Id: '7' },
    '#text': 'words',
  })
})

test('a repeated section is merged into one', () => {
  const event = `<Event>${SYSTEM}<EventData><Data Name='a'>1</Data></EventData>words<EventData><Data Name='b'>2</Data><Data Name='a'>3</Data></EventData></Event>`
  expect(recordsOf(event)).toMatchObject([
    { Event: { System: RECORD.Event.System, EventData: { a: ['1', '3'], b: '2' }, '#text': 'words' } },
  ])
  const [many] = recordsOf(`<Event>${'<EventData><Data>x</Data></EventData>'.repeat(5000)}</Event>`) as [
    { Event: { EventData: { Data: string[] } } },
  ]
  expect(many.Event.EventData.Data).toHaveLength(5000)
})

test('unclosed elements of a truncated text keep their content', () => {
  expect(readXml('<a x="1"><b>1</b><c>tw', true)).toMatchObject({
    attributes: { x: '1' },
    children: [
      { name: 'b', text: '1' },
      { name: 'c', text: 'tw' },
    ],
  })
  for (const cut of ['<a><b>1</b><c', '<a><b>1</b></', '<a><b>1</b><c x="'])
    expect(readXml(cut, true)).toMatchObject({ name: 'a', children: [{ name: 'b', text: '1' }] })
  for (const broken of ['<a></b>', '<a', '<a><b></c></a>', 'words']) expect(readXml(broken, true)).toBeNull()
  expect(readXml('<a>'.repeat(200_000), true)).toBeNull()
})

test('text around and inside of events is not part of them', () => {
  const cdata = (text: string) =>
    `<Event>${SYSTEM}<EventData><Data Name='A'><![CDATA[${text}]]></Data></EventData></Event>`
  const body = `<?xml version="1.0"?>\n<!-- an <Event> --><Events>\n${cdata('x</Event>y')}\n<!-- more -->${cdata('z')}</Events>`
  expect(recordsOf(body)).toMatchObject([
    { Event: { EventData: { A: 'x</Event>y' } } },
    { Event: { EventData: { A: 'z' } } },
  ])
  // A section that does not end keeps the damage to its own event.
  const open = `<Event>${SYSTEM}<EventData><Data Name='A'><![CDATA[x</Data></EventData></Event>`
  expect(recordsOf(`${open}\n${cdata('z')}`).at(-1)).toMatchObject({ Event: { EventData: { A: 'z' } } })
})
