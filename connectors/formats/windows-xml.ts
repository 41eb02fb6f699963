/**
 * Windows events as XML, rendered or not, and Sysmon for Linux: the record that EVTX tools make of them,
 *
 *     { Event: { System: { Provider: { '#attributes': { Name, Guid } }, EventID, ..., Computer },
 *                EventData: { Image: '...', CommandLine: '...' }, UserData, RenderingInfo } }
 *
 * so that one mapping reads both. Numbers of `System` are numbers there, everything in the data is text. Named data is
 * a member by its name; data without names is the list `Data`. The text form of Splunk's agent, `LogName=...` lines
 * under a date, comes in the same files and becomes `{ TimeCreated, LogName, EventCode, ..., Message }`.
 *
 * Forms that XML allows and real events lack: attributes beside the text of an element of the data or of `System`
 * become the member `NAME_attributes` (except for `EventID`, which is written as above), so that `NAME` stays its text;
 * elements of one name become a list; a repeated section has the elements of all, and the attributes of the first.
 * Comments, processing instructions and prefixes of namespaces are in the raw text only.
 */

import { codeAt } from '../../platform/code-at.ts'
import { brokenWindowsEvent } from './broken-windows-xml.ts'
import { type Decoded, textDecoder } from './decoder.ts'
import { FieldList } from './field-list.ts'
import { type Fields, nameIn, newFields, put } from './fields.ts'
import { readXml, type XmlElement } from './xml.ts'

export const windowsXml = textDecoder('windows-xml', (text) => {
  const first = codeAt(text.trimStart(), 0)
  return first === 0x3c ? windowsEvent(text) : windowsEventText(text)
})

/**
 * Relays cut syslog at 1 or 2 KiB, which hits events with long command lines: `isCut` reads the remaining part, and of
 * broken XML as much as possible.
 */
export function windowsEvent(text: string, isCut = false): Decoded {
  const whole = readXml(text)
  const rest = whole === null && isCut ? text.replace(CUT_NUMBER, '>') : text
  const root = whole ?? (isCut ? readXml(rest, true) : null)
  if (root === null) return isCut ? (brokenWindowsEvent(rest) ?? 'bad_xml') : 'bad_xml'
  if (root.localName !== 'Event') return 'bad_windows_event'
  const event = newFields()
  if (root.attributes !== null) event['#attributes'] = root.attributes
  for (const section of sectionsOf(root)) {
    const name = section.localName
    event[name] = name === 'System' ? systemOf(section) : name === 'EventData' ? dataOf(section) : contentOf(section)
  }
  if (isCut && event.System === undefined) return 'bad_windows_event'
  const own = root.text === '' ? '' : root.text.trim()
  if (own !== '') event['#text'] = own
  const record = newFields()
  record.Event = event
  return record
}

/** The rest of a number or an address that was cut would name another one. */
const CUT_NUMBER = />\s{0,8}(?:0x)?(?=[\d.:]*\d|::)[\d.:a-fA-F]{1,45}\s{0,8}$/

/** Events have at most three sections; the names of more sections are not compared with one another. */
const FEW = 4

/** The sections by their names, each once. */
function sectionsOf({ children }: XmlElement): readonly XmlElement[] {
  let isEachOnce = children.length <= FEW
  for (let i = 1; i < children.length && isEachOnce; i++)
    for (let before = 0; before < i; before++)
      if (children[i]?.localName === children[before]?.localName) isEachOnce = false
  if (isEachOnce) return children
  const byName = new Map<string, { first: XmlElement; children: XmlElement[]; texts: string[] }>()
  for (const section of children) {
    const known = byName.get(section.localName)
    if (known === undefined)
      byName.set(section.localName, { first: section, children: [...section.children], texts: [section.text] })
    else {
      for (const child of section.children) known.children.push(child)
      known.texts.push(section.text)
    }
  }
  return [...byName.values()].map(({ first, children, texts }) => ({ ...first, children, text: texts.join('') }))
}

/** Elements and attributes of `System` whose text is a whole number. */
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
  const { attributes, text } = section
  if (attributes !== null) system['#attributes'] = attributes
  for (const element of section.children) {
    const name = element.localName
    const isPlain = element.attributes === null && element.children.length === 0
    const value = isPlain ? textOfHeader(element) : headerOf(element, system)
    if (system[name] === undefined) system[name] = value
    else addTo(system, name, value)
  }
  if (text !== '' && text.trim() !== '') system['#text'] = text.trim()
  return system
}

function textOfHeader({ localName, text }: XmlElement): string | number | null {
  return text === '' ? null : numberOf(localName, text)
}

/** An element of `System` with attributes or elements of its own. */
function headerOf(element: XmlElement, system: Fields): unknown {
  const name = element.localName
  if (element.children.length > 0) return contentOf(element)
  const attributes = newFields()
  for (const key in element.attributes) attributes[key] = numberOf(key, element.attributes[key] ?? '')
  const text = textOfHeader(element)
  if (text !== null && name !== 'EventID') {
    addTo(system, `${name}_attributes`, attributes)
    return text
  }
  const value = newFields()
  value['#attributes'] = attributes
  if (text !== null) value['#text'] = text
  return value
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
  let hasOtherAttributes = false
  for (const { localName, attributes, attributeCount, text } of children) {
    const nameAttribute = attributes?.Name
    if (localName !== 'Data') fields.add(localName, text)
    else if (nameAttribute !== undefined && nameAttribute !== '')
      fields.add(nameIn(nameAttribute, 0, nameAttribute.length), text)
    else unnamed.push(text)
    if (attributeCount > (nameAttribute === undefined ? 0 : 1)) hasOtherAttributes = true
  }
  const data = fields.toFields()
  if (hasOtherAttributes) for (const element of children) addAttributes(data, element)
  if (unnamed.length > 0) data.Data = unnamed
  return data
}

const fields = new FieldList()

/** Data elements that have child elements, or attributes of their own. */
function nestedDataOf({ attributes, children, text }: XmlElement): Fields {
  const data = newFields()
  const unnamed: string[] = []
  if (attributes !== null) data['#attributes'] = attributes
  if (text.trim() !== '') data['#text'] = text.trim()
  for (const element of children) {
    const name = element.localName
    const nameAttribute = element.attributes?.Name
    if (element.children.length > 0 || (element.attributes !== null && name !== 'Data')) addContent(data, name, element)
    else if (name !== 'Data') put(data, name, element.text)
    else if (nameAttribute !== undefined && nameAttribute !== '') put(data, nameAttribute, element.text)
    else unnamed.push(element.text)
    if (name === 'Data' && element.children.length === 0) addAttributes(data, element)
  }
  if (unnamed.length > 0) data.Data = unnamed
  return data
}

/** Adds the attributes of a data element other than its name. */
function addAttributes(data: Fields, { attributes }: XmlElement): void {
  if (attributes === null) return
  const { Name: elementName, ...others } = attributes
  if (Object.keys(others).length > 0) addTo(data, `${elementName || 'Data'}_attributes`, others)
}

/** Text, null for an empty element, or an object with `#attributes`, the children by name, and `#text`. */
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

function addContent(value: Fields, name: string, element: XmlElement): void {
  addTo(value, name, contentOf(element))
}

/** Elements of one name are a list. */
function addTo(value: Fields, name: string, next: unknown): void {
  const known = value[name]
  if (known === undefined) value[name] = next
  else if (Array.isArray(known)) known.push(next)
  else value[name] = [known, next]
}

const STAMP_LINE = /^(\d{1,2}\/\d{1,2}\/\d{4} \d{1,2}:\d\d:\d\d(?:\.\d+)? [AP]M)\r?\n/

/** Everything behind `Message=` belongs to the message, over any number of lines. */
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
