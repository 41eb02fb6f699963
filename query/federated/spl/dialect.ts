/**
 * Splunk's search processing language, over fields of the Common Information Model.
 * Source: Splunk Search Reference (search command), Common Information Model add-on manual.
 */
import type { Piece } from '../../search/ast.ts'
import { plainText } from '../../search/ast.ts'
import type { Test } from '../condition.ts'
import type { Dialect, Place, PushedLeaf } from '../dialect.ts'
import type { FederatedFields } from '../holds.ts'
import { FEDERATED_NAMES, type FederatedName, kindOf } from '../names.ts'

/**
 * Alternative field names: the first that an event has gives its value; a condition needs only one of them to match.
 */
const CIM: Readonly<Partial<Record<FederatedName, readonly string[]>>> = {
  time: ['_time'],
  event_code: ['signature_id', 'EventCode'],
  host: ['host'],
  user: ['user'],
  process_name: ['process_name'],
  parent_name: ['parent_process_name'],
  domain: ['query'],
  src_ip: ['src_ip', 'src'],
  dst_ip: ['dest_ip', 'dest'],
  src_port: ['src_port'],
  dst_port: ['dest_port'],
  pid: ['process_id'],
  cmd_line: ['process'],
  file_path: ['file_path'],
  file_hash: ['file_hash'],
  url: ['url'],
  reg_path: ['registry_path'],
  message: ['_raw'],
  raw: ['_raw'],
}

const PLACE: Place = {
  name: 'search',
  has: (name) => CIM[name] !== undefined,
  and: (parts) => `(${parts.join(' AND ')})`,
  or: (parts) => `(${parts.join(' OR ')})`,
  not: (part) => `NOT ${part}`,
  leaf(name, test): PushedLeaf {
    const written = (CIM[name] ?? []).map((field) => leafText(field, test))
    const [first] = written
    if (first === undefined) return { kind: 'none' }
    const text = written.length === 1 ? first : `(${written.join(' OR ')})`
    const why = whyWider(test)
    return why === null ? { kind: 'exact', text } : { kind: 'wider', text, why }
  },
}

function whyWider(test: Test): string | null {
  if (test.kind !== 'equals' && test.kind !== 'contains') return null
  if (test.pattern.some((piece) => typeof piece !== 'string' && piece.wild === '?'))
    return 'the search command has no sign for one character: * is asked'
  if (test.pattern.some((piece) => typeof piece === 'string' && piece.includes('*')))
    return 'the search command reads * in a value as any text'
  return null
}

function leafText(field: string, test: Test): string {
  switch (test.kind) {
    case 'exists':
      return `${field}=*`
    case 'equals':
      return `${field}=${quoted(test.pattern)}`
    case 'contains':
      return `${field}=${quoted([{ wild: '*' }, ...test.pattern, { wild: '*' }])}`
    case 'within':
      return `${field}="${test.cidr.replace(test.cidr.includes(':') ? /\/128$/ : /\/32$/, '')}"`
    case 'between': {
      const of = (value: number) => (field === '_time' ? String(value / 1000) : String(value))
      const { from, to } = test
      const ends = [
        ...(from ? [`${field}${from.isIncluded ? '>=' : '>'}${of(from.value)}`] : []),
        ...(to ? [`${field}${to.isIncluded ? '<=' : '<'}${of(to.value)}`] : []),
      ]
      return ends.length === 1 ? (ends[0] ?? '') : `(${ends.join(' AND ')})`
    }
  }
}

/** `*` stands for any text also within quotation marks. */
function quoted(pattern: readonly Piece[]): string {
  const text = pattern.map((piece) => (typeof piece === 'string' ? piece.replaceAll(/["\\]/g, '\\$&') : '*')).join('')
  return `"${text.replaceAll(/\*{2,}/g, '*')}"`
}

export const SPL: Dialect = {
  name: 'spl',
  places: () => [PLACE],
  statement([query], { fromMs, toMs }, limit, settings) {
    const where = query?.where == null ? '' : ` ${query.where}`
    const scope = plainText([settings.index ?? '*']) ?? '*'
    return `search index=${quoted([scope.replaceAll(/[^\w*-]/g, '')])} earliest=${fromMs / 1000} latest=${toMs / 1000}${where} | sort 0 - _time | head ${limit + 1}`
  },
  fields(row): FederatedFields {
    const fields: Partial<Record<FederatedName, string | number | readonly (string | number)[]>> = {}
    for (const name of FEDERATED_NAMES) {
      const value = (CIM[name] ?? []).map((field) => row[field]).find((one) => one !== undefined && one !== null)
      const read = name === 'time' ? timeOf(value) : readValue(value, kindOf(name) === 'number')
      if (read !== null) fields[name] = read
    }
    return fields
  },
}

/** `_time` comes as ISO 8601, or as seconds. */
function timeOf(value: unknown): number | null {
  const ms = /^\d+(\.\d+)?$/.test(String(value)) ? Number(value) * 1000 : Date.parse(String(value))
  return Number.isNaN(ms) ? null : Math.round(ms)
}

/** A field with several values comes as a list. */
function readValue(value: unknown, isNumber: boolean): string | number | readonly (string | number)[] | null {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string' || typeof one === 'number')
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return isNumber && value !== '' && !Number.isNaN(Number(value)) ? Number(value) : value
}
