/**
 * ES|QL of Elasticsearch, over fields of the Elastic Common Schema. A value that an event does not have is null, and a
 * condition over null is null: where it is negated it is made false first.
 * Source: Elasticsearch ES|QL reference, ECS field reference.
 */
import type { Piece } from '../../search/ast.ts'
import type { Test } from '../condition.ts'
import type { Dialect, Place, PushedLeaf } from '../dialect.ts'
import type { FederatedFields } from '../holds.ts'
import { literal } from '../literal.ts'
import { FEDERATED_NAMES, type FederatedName, kindOf } from '../names.ts'

const ECS: Readonly<Partial<Record<FederatedName, string>>> = {
  time: '@timestamp',
  event_code: 'event.code',
  host: 'host.name',
  user: 'user.name',
  target_user: 'user.target.name',
  process_name: 'process.name',
  parent_name: 'process.parent.name',
  domain: 'dns.question.name',
  src_ip: 'source.ip',
  dst_ip: 'destination.ip',
  src_port: 'source.port',
  dst_port: 'destination.port',
  pid: 'process.pid',
  cmd_line: 'process.command_line',
  file_path: 'file.path',
  file_hash: 'file.hash.sha256',
  url: 'url.full',
  reg_path: 'registry.path',
  message: 'message',
  raw: 'message',
}

/** Hash fields by the number of characters; another length is none of these hashes. */
const HASHES: Readonly<Record<number, string>> = { 32: 'file.hash.md5', 40: 'file.hash.sha1', 64: 'file.hash.sha256' }

const PLACE: Place = {
  name: 'index',
  has: (name) => ECS[name] !== undefined,
  and: (parts) => `(${parts.join(' AND ')})`,
  or: (parts) => `(${parts.join(' OR ')})`,
  not: (part) => `NOT ${part}`,
  leaf(name, test, isNegated): PushedLeaf {
    const column = columnOf(name, test)
    const condition = leafText(column, test)
    const text = isNegated ? `COALESCE(${condition}, false)` : condition
    const note = name === 'raw' ? 'words without a field are looked for in message only' : undefined
    return { kind: 'exact', text, ...(note === undefined ? {} : { note }) }
  },
}

function columnOf(name: FederatedName, test: Test): string {
  const [only = ''] = test.kind === 'equals' ? test.pattern : []
  const byLength = name === 'file_hash' && typeof only === 'string' ? HASHES[only.length] : undefined
  return byLength ?? ECS[name] ?? ''
}

function leafText(column: string, test: Test): string {
  switch (test.kind) {
    case 'exists':
      return `${column} IS NOT NULL`
    case 'equals':
      return matches(column, test.pattern)
    case 'contains':
      return matches(column, [{ wild: '*' }, ...test.pattern, { wild: '*' }])
    case 'within':
      return `CIDR_MATCH(${column}, ${literal(test.cidr)})`
    case 'between': {
      const of = (value: number) => (column === '@timestamp' ? literal(new Date(value).toISOString()) : String(value))
      const { from, to } = test
      const ends = [
        ...(from ? [`${column} ${from.isIncluded ? '>=' : '>'} ${of(from.value)}`] : []),
        ...(to ? [`${column} ${to.isIncluded ? '<=' : '<'} ${of(to.value)}`] : []),
      ]
      return ends.length === 1 ? (ends[0] ?? '') : `(${ends.join(' AND ')})`
    }
  }
}

function matches(column: string, pattern: readonly Piece[]): string {
  const lowered = `TO_LOWER(${column})`
  const [only = ''] = pattern
  if (pattern.length <= 1 && typeof only === 'string') return `${lowered} == ${literal(only.toLowerCase())}`
  const written = pattern
    .map((piece) => (typeof piece === 'string' ? piece.toLowerCase().replaceAll(/[*?\\]/g, '\\$&') : piece.wild))
    .join('')
  return `${lowered} LIKE ${literal(written.replaceAll(/(?<!\\)\*{2,}/g, '*'))}`
}

export const ESQL: Dialect = {
  name: 'esql',
  places: () => [PLACE],
  statement([query], { fromMs, toMs }, limit, { search_index: index = 'logs-*' }) {
    const iso = (ms: number) => literal(new Date(ms).toISOString())
    const span = `@timestamp >= ${iso(fromMs)} AND @timestamp < ${iso(toMs)}`
    const where = query?.where == null ? span : `${span} AND ${query.where}`
    return `FROM ${index} METADATA _source | WHERE ${where} | SORT @timestamp DESC | LIMIT ${limit + 1} | KEEP @timestamp, _source`
  },
  fields(row): FederatedFields {
    const source = (row._source ?? {}) as Readonly<Record<string, unknown>>
    const fields: Partial<Record<FederatedName, string | number | readonly (string | number)[]>> = {}
    for (const name of FEDERATED_NAMES) {
      const column = ECS[name]
      if (column === undefined) continue
      const columns = name === 'file_hash' ? Object.values(HASHES) : [column]
      const values = columns.flatMap((one) => plain(valueAt(source, one)))
      if (name === 'time') fields.time = Date.parse(String(row['@timestamp'] ?? values[0]))
      else if (values.length > 0)
        fields[name] = values.length === 1 ? asKind(values[0] ?? '', kindOf(name) === 'number') : values
    }
    if (fields.time !== undefined && Number.isNaN(fields.time)) delete fields.time
    return fields
  },
}

const asKind = (value: string | number, isNumber: boolean) =>
  isNumber && !Number.isNaN(Number(value)) ? Number(value) : value

const plain = (value: unknown): (string | number)[] =>
  [value].flat().filter((one): one is string | number => typeof one === 'string' || typeof one === 'number')

/** Documents contain nested objects, names with dots, or both. */
function valueAt(source: unknown, path: string): unknown {
  if (source === null || typeof source !== 'object') return undefined
  if (Object.hasOwn(source, path)) return (source as Record<string, unknown>)[path]
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const head = path.slice(0, dot)
    if (!Object.hasOwn(source, head)) continue
    const found = valueAt((source as Record<string, unknown>)[head], path.slice(dot + 1))
    if (found !== undefined) return found
  }
  return undefined
}
