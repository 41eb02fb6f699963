/**
 * Windows events as XML, rendered or not, and Sysmon for Linux: the record that EVTX tools make of them,
 *
 *     { Event: { System: { Provider: { '#attributes': { Name, Guid } }, EventID, ..., Computer },
 *                EventData: { Image: '...', CommandLine: '...' }, UserData, RenderingInfo } }
 *
 * so that one mapping reads both. Numbers of `System` are numbers there, everything in the data is text. Named data is
 * a member by its name; data without names is the list `Data`. The text form of Splunk's agent, `LogName=...` lines
 * under a date, comes in the same files and becomes `{ TimeCreated, LogName, EventCode, ..., Message }`.
 */

import { codeAt } from '../../platform/code-at.ts'
import { type Decoded, textDecoder } from './decoder.ts'
import { FieldList } from './field-list.ts'
import { type Fields, nameIn, newFields, put } from './fields.ts'
import { readXml, type XmlElement } from './xml.ts'

export const windowsXml = textDecoder('windows-xml', (text) => {
  const first = codeAt(text.trimStart(), 0)
  return first === 0x3c ? windowsEvent(text) : windowsEventText(text)
})

export function windowsEvent(text: string): Decoded {
  const root = readXml(text)
  if (root === null) return 'bad_xml'
  if (root.localName !== 'Event') return 'bad_windows_event'
  const event = newFields()
  if (root.attributes !== null) event['#attributes'] = root.attributes
  for (const section of root.children) {
    const name = section.localName
    event[name] = name === 'System' ? systemOf(section) : name === 'EventData' ? dataOf(section) : contentOf(section)
  }
  const record = newFields()
  record.Event = event
  return record
}

/** Elements of `System` whose text is a whole number, and attributes that are. */
const NUMBERS = new Set([
  'EventID',
  'Version',
  'Level',
  'Task',
  'Opcode',
  'EventRecordID',
  'ProcessID',
  'ThreadID',
  'Qualifiers',
])

function systemOf(section: XmlElement): Fields {
  const system = newFields()
  for (const element of section.children) {
    const name = element.localName
    const text = element.text === '' ? null : numberOf(name, element.text)
    if (element.attributes === null) {
      system[name] = text
      continue
    }
    const attributes = newFields()
    for (const key of Object.keys(element.attributes)) attributes[key] = numberOf(key, element.attributes[key] ?? '')
    const value = newFields()
    value['#attributes'] = attributes
    if (text !== null) value['#text'] = text
    system[name] = value
  }
  return system
}

function numberOf(name: string, text: string): string | number {
  return NUMBERS.has(name) && /^\d{1,15}$/.test(text) ? Number(text) : text
}

function dataOf(section: XmlElement): Fields | null {
  const { attributes, children } = section
  const own = section.text.trim()
  if (children.length === 0 && attributes === null && own === '') return null
  for (const element of children)
    if (element.children.length > 0 || (element.attributes !== null && element.localName !== 'Data'))
      return nestedDataOf(section)
  const unnamed: string[] = []
  fields.clear()
  if (attributes !== null) fields.add('#attributes', attributes)
  if (own !== '') fields.add('#text', own)
  for (const { localName, attributes, text } of children) {
    const given = attributes?.Name
    if (localName !== 'Data') fields.add(localName, text)
    else if (given !== undefined && given !== '') fields.add(nameIn(given, 0, given.length), text)
    else unnamed.push(text)
  }
  const data = fields.toFields()
  if (unnamed.length > 0) data.Data = unnamed
  return data
}

const fields = new FieldList()

/** Elements with elements in them, or with attributes of their own, among the data. */
function nestedDataOf({ attributes, children, text }: XmlElement): Fields {
  const data = newFields()
  const unnamed: string[] = []
  if (attributes !== null) data['#attributes'] = attributes
  if (text.trim() !== '') data['#text'] = text.trim()
  for (const element of children) {
    const name = element.localName
    const given = element.attributes?.Name
    if (element.children.length > 0 || (element.attributes !== null && name !== 'Data')) addContent(data, name, element)
    else if (name !== 'Data') put(data, name, element.text)
    else if (given !== undefined && given !== '') put(data, given, element.text)
    else unnamed.push(element.text)
  }
  if (unnamed.length > 0) data.Data = unnamed
  return data
}

/** Text, null for nothing, or an object with `#attributes`, the children by name, and `#text` beside them. */
function contentOf(element: XmlElement): unknown {
  if (element.attributes === null && element.children.length === 0) return element.text === '' ? null : element.text
  const value = newFields()
  if (element.attributes !== null) value['#attributes'] = element.attributes
  for (const child of element.children) {
    addContent(value, child.localName, child)
  }
  if (element.text.trim() !== '') value['#text'] = element.text
  return value
}

/** Elements of one name are a list. */
function addContent(value: Fields, name: string, element: XmlElement): void {
  const known = value[name]
  const next = contentOf(element)
  if (known === undefined) value[name] = next
  else if (Array.isArray(known)) known.push(next)
  else value[name] = [known, next]
}

const STAMP_LINE = /^(\d{1,2}\/\d{1,2}\/\d{4} \d{1,2}:\d\d:\d\d(?:\.\d+)? [AP]M)\r?\n/

/** Everything behind `Message=` is the message, however many lines it has. */
function windowsEventText(text: string): Decoded {
  const stamp = STAMP_LINE.exec(text)
  if (!stamp) return 'bad_windows_event'
  const record = newFields()
  record.TimeCreated = stamp[1]
  const messageAt = text.indexOf('\nMessage=')
  const head = messageAt === -1 ? text : text.slice(0, messageAt)
  for (const line of head.slice(stamp[0].length).split('\n', 64)) {
    const equals = line.indexOf('=')
    if (equals > 0) put(record, line.slice(0, equals).trim(), line.slice(equals + 1).trimEnd())
  }
  if (messageAt !== -1) put(record, 'Message', text.slice(messageAt + '\nMessage='.length).trimEnd())
  return record.LogName === undefined ? 'bad_windows_event' : record
}
