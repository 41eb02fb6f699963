/**
 * Reads as much as possible of a Windows event whose XML is broken: a template or a shipper wrote `<` or `&` of a
 * command line unescaped, escaped its quotes twice, or wrote the whole event as text of other XML. The record has the
 * form of `windows-xml.ts`; elements that cannot be separated are left out.
 */
import { type Fields, newFields, put } from './fields.ts'
import { decodeEntities } from './xml.ts'

/** Longest text in characters that is read. */
const LENGTH_MAX = 1 << 20
const DATA_MAX = 512

/** Null when neither the event's number nor its provider can be read. */
export function brokenWindowsEvent(value: string): Fields | null {
  if (value.length > LENGTH_MAX) return null
  const text = unescaped(value)
  const dataAt = text.search(/<(?:EventData|UserData)\b/)
  const head = dataAt === -1 ? text : text.slice(0, dataAt)
  const system = systemIn(head)
  if (system.EventID === undefined || (system.Provider === undefined && system.Channel === undefined)) return null
  const event = newFields()
  event.System = system
  if (dataAt !== -1) event.EventData = dataIn(text.slice(dataAt))
  const record = newFields()
  record.Event = event
  return record
}

function unescaped(words: string): string {
  const text = words.trimStart().startsWith('&lt;') ? decodeEntities(words) : words
  return /=\\["']/.test(text) ? text.replaceAll(/\\(["'/])/g, '$1').replaceAll(/\\[rnt]/g, ' ') : text
}

const NUMBERS = ['EventID', 'Version', 'Level', 'Task', 'Opcode', 'EventRecordID'] as const
const TEXTS = ['Keywords', 'Channel', 'Computer'] as const
const ATTRIBUTES = [
  ['Provider', ['Name', 'Guid']],
  ['TimeCreated', ['SystemTime']],
  ['Execution', ['ProcessID', 'ThreadID']],
  ['Correlation', ['ActivityID']],
  ['Security', ['UserID']],
] as const

function systemIn(head: string): Fields {
  const system = newFields()
  for (const name of NUMBERS) {
    const value = new RegExp(`<${name}\\b[^<>]{0,128}>\\s{0,8}(\\d{1,15})\\s{0,8}<`).exec(head)?.[1]
    if (value !== undefined) system[name] = Number(value)
  }
  for (const name of TEXTS) {
    const value = new RegExp(`<${name}\\b[^<>]{0,128}>([^<]{1,1024})`).exec(head)?.[1]
    if (value !== undefined) system[name] = decodeEntities(value.trim())
  }
  for (const [name, attributes] of ATTRIBUTES) {
    const tag = new RegExp(`<${name}\\b([^>]{0,1024})`).exec(head)?.[1]
    if (tag === undefined) continue
    const found = newFields()
    for (const attribute of attributes) {
      const [, , value] = new RegExp(`\\b${attribute}\\s{0,8}=\\s{0,8}(["'])(.{0,512}?)\\1`, 's').exec(tag) ?? []
      if (value !== undefined) found[attribute] = decodeEntities(value)
    }
    if (Object.keys(found).length > 0) system[name] = { '#attributes': found }
  }
  return system
}

/** A data element: it ends at its end tag, at the next element, or at the end of the text. */
const DATA =
  /<Data(?:\s{1,8}Name\s{0,8}=\s{0,8}(?:"([^"]{0,256})"|'([^']{0,256})'))?\s{0,8}(?:\/>|>([\s\S]*?)(?=<\/Data\s{0,8}>|<Data[\s>]|<\/EventData|$))/g

function dataIn(text: string): Fields {
  const data = newFields()
  const unnamed: string[] = []
  let count = 0
  for (const [, quoted, apostrophed, value = ''] of text.matchAll(DATA)) {
    if (++count > DATA_MAX) break
    const name = quoted ?? apostrophed ?? ''
    if (name === '') unnamed.push(decodeEntities(value))
    else put(data, name, decodeEntities(value))
  }
  if (unnamed.length > 0) data.Data = unnamed
  return data
}
