/**
 * The names that a search may use: columns of `events`, and OCSF paths. A path with a column is searched in the column.
 * All other paths of the OCSF dictionary are read from the assembled event, and `unmapped.` from the received text,
 * where that is a JSON object.
 */
import { currentDictionary, type Shape } from '../../schemas/ocsf/dictionary.ts'

/**
 * keyword: the whole value must match; text: a part is enough; hash: in lower or upper case. None of them is
 * case-sensitive.
 */
export type ColumnKind = 'keyword' | 'text' | 'hash' | 'ip' | 'number' | 'time' | 'uuid' | 'severity'

export type ColumnField = {
  readonly name: string
  readonly kind: ColumnKind
  /** Expressions over `events`; of several, one that matches is enough. */
  readonly sql: readonly string[]
  /** True when 0 means no value. */
  readonly zeroIsNone: boolean
  readonly about: string
}

/** A value within a JSON document. */
export type PathField = {
  readonly name: string
  readonly kind: 'path'
  readonly document: 'ocsf' | 'raw'
  /** Each way lists the members from the outermost; all ways are tried. */
  readonly ways: readonly (readonly Step[])[]
}

export type Step = { readonly member: string; readonly isArray: boolean }
export type Field = ColumnField | PathField

type Line = readonly [name: string, kind: ColumnKind, sql: string, about: string]

/** Process activity and memory activity: events about the process itself, which OCSF keeps in `process`. */
const IS_ABOUT_PROCESS = 'class_uid IN (1004, 1007)'
const acting = (column: string, none: string) => `if(${IS_ABOUT_PROCESS}, ${none}, ${column})`
const about = (column: string, none: string) => `if(${IS_ABOUT_PROCESS}, ${column}, ${none})`

const COLUMNS: readonly Line[] = [
  ['event_uid', 'uuid', 'event_uid', 'identity of the event'],
  ['time', 'time', 'time', 'when it happened'],
  ['ingest_time', 'time', 'ingest_time', 'when it was received'],
  ['time_missing', 'number', 'time_missing', '1: the event names no time, and has that of its receipt'],
  ['class_uid', 'number', 'class_uid', 'OCSF class'],
  ['activity_id', 'number', 'activity_id', 'OCSF activity of the class'],
  ['severity_id', 'number', 'severity_id', '1 informational to 6 fatal'],
  ['severity', 'severity', 'severity_id', 'unknown, informational, low, medium, high, critical or fatal'],
  ['status_id', 'number', 'status_id', '1 success, 2 failure'],
  ['source', 'keyword', 'source', 'connector id'],
  ['source_format', 'keyword', 'source_format', 'as the sender named it'],
  ['mapping', 'keyword', 'mapping', 'the table that mapped the event'],
  ['event_code', 'keyword', 'event_code', "the vendor's id of the kind of event"],
  ['host', 'keyword', 'host', 'the device'],
  ['user', 'keyword', 'user', 'who acts'],
  ['target_user', 'keyword', 'target_user', 'whom it is done to'],
  ['process_name', 'keyword', 'process_name', 'the process'],
  ['parent_name', 'keyword', 'parent_name', 'its parent'],
  ['domain', 'keyword', 'domain', 'name of a host that is asked for or connected to'],
  ['src_ip', 'ip', 'src_ip', 'address of the source'],
  ['dst_ip', 'ip', 'dst_ip', 'address of the destination'],
  ['src_port', 'number', 'src_port', 'port of the source'],
  ['dst_port', 'number', 'dst_port', 'port of the destination'],
  ['pid', 'number', 'pid', 'id of the process'],
  ['cmd_line', 'text', 'cmd_line', 'command line'],
  ['file_path', 'text', 'file_path', 'path of the file'],
  ['file_hash', 'hash', 'file_hash', 'hash of the file'],
  ['url', 'text', 'url', 'address of a resource'],
  ['reg_path', 'text', 'reg_path', 'key or value of the registry'],
  ['message', 'text', 'message', 'what the event says'],
  ['raw', 'text', 'raw', 'the text as received'],
]

const OCSF: readonly Line[] = [
  ['category_uid', 'number', 'intDiv(class_uid % 100000, 1000)', 'OCSF category'],
  ['type_uid', 'number', '(toUInt64(class_uid) * 100 + activity_id)', 'OCSF class and activity'],
  ['metadata.uid', 'uuid', 'event_uid', 'event_uid'],
  ['metadata.logged_time', 'time', 'ingest_time', 'ingest_time'],
  ['metadata.event_code', 'keyword', 'event_code', 'event_code'],
  ['metadata.log_provider', 'keyword', 'source', 'source'],
  ['device.hostname', 'keyword', 'host', 'host'],
  ['actor.user.name', 'keyword', 'user', 'user'],
  ['user.name', 'keyword', 'target_user', 'target_user'],
  ['process.name', 'keyword', about('process_name', "''"), 'process_name of events about a process'],
  ['process.pid', 'number', about('pid', '0'), 'pid of events about a process'],
  ['process.cmd_line', 'text', about('cmd_line', "''"), 'cmd_line of events about a process'],
  ['process.parent_process.name', 'keyword', about('parent_name', "''"), 'parent_name of events about a process'],
  ['process.file.path', 'text', about('file_path', "''"), 'file_path of events about a process'],
  ['process.file.hashes.value', 'hash', about('file_hash', "''"), 'file_hash of events about a process'],
  ['actor.process.name', 'keyword', acting('process_name', "''"), 'process_name of all other events'],
  ['actor.process.pid', 'number', acting('pid', '0'), 'pid of all other events'],
  ['actor.process.cmd_line', 'text', acting('cmd_line', "''"), 'cmd_line of all other events'],
  ['actor.process.parent_process.name', 'keyword', acting('parent_name', "''"), 'parent_name of all other events'],
  ['file.path', 'text', acting('file_path', "''"), 'file_path of all other events'],
  ['file.hashes.value', 'hash', acting('file_hash', "''"), 'file_hash of all other events'],
  ['src_endpoint.ip', 'ip', 'src_ip', 'src_ip'],
  ['src_endpoint.port', 'number', 'src_port', 'src_port'],
  ['dst_endpoint.ip', 'ip', 'dst_ip', 'dst_ip'],
  ['dst_endpoint.port', 'number', 'dst_port', 'dst_port'],
  ['dst_endpoint.domain', 'keyword', "if(class_uid = 4003, '', domain)", 'domain of all but DNS events'],
  ['query.hostname', 'keyword', "if(class_uid = 4003, domain, '')", 'domain of DNS events'],
  ['url.url_string', 'text', 'url', 'url'],
  ['http_request.url.url_string', 'text', 'url', 'url'],
  ['reg_key.path', 'text', "if(class_uid = 201002, '', reg_path)", 'reg_path of keys'],
  ['reg_value.path', 'text', "if(class_uid = 201002, reg_path, '')", 'reg_path of values'],
]

/** The column that an expression of a field reads: the last name in it. */
export const columnOf = (sql: string): string => /\w+(?=\W*$)/.exec(sql)?.[0] ?? sql

/** Addresses that are not an end of a connection: a list, of which one that matches is enough. */
export const OTHER_ADDRESSES = 'other_ips'

const NONE_IS_ZERO = /(?:port|pid|status_id)$/

const FIELDS: ReadonlyMap<string, ColumnField> = new Map([
  ...[...COLUMNS, ...OCSF].map(([name, kind, sql, about]): [string, ColumnField] => {
    return [name, { name, kind, sql: [sql], zeroIsNone: NONE_IS_ZERO.test(name), about }]
  }),
  [
    'ip',
    {
      name: 'ip',
      kind: 'ip',
      sql: ['src_ip', 'dst_ip', OTHER_ADDRESSES],
      zeroIsNone: false,
      about: 'any address of the event: src_ip, dst_ip, and those of its device, evidence, proxies and the like',
    },
  ],
])

/** Fields with a column, in the order in which they are suggested. */
export function columnFields(): readonly ColumnField[] {
  return [...FIELDS.values()]
}

const UNMAPPED = 'unmapped.'

/** Null for an unknown name. */
export function fieldOf(name: string): Field | null {
  const known = FIELDS.get(name)
  if (known) return known
  if (!name.isWellFormed()) return null
  if (name.startsWith(UNMAPPED)) return unmappedField(name)
  const steps = ocsfSteps(name)
  return steps && { name, kind: 'path', document: 'ocsf', ways: [steps] }
}

/** A vendor may write `a.b` as one member or as two nested ones. */
function unmappedField(name: string): PathField | null {
  const members = name.slice(UNMAPPED.length).split('.')
  if (members.some((member) => member === '')) return null
  const plain = (member: string): Step => ({ member, isArray: false })
  const ways = members.length === 1 ? [members] : [[members.join('.')], members]
  return { name, kind: 'path', document: 'raw', ways: ways.map((way) => way.map(plain)) }
}

/** The first class with the path decides which of its steps are lists; they are the same in all classes. */
function ocsfSteps(name: string): readonly Step[] | null {
  const dictionary = currentDictionary()
  for (const className of dictionary.classNames()) {
    const steps = stepsIn(dictionary.classOf(className), name.split('.'))
    if (steps) return steps
  }
  return null
}

function stepsIn(shape: Shape | null, members: readonly string[]): readonly Step[] | null {
  const steps: Step[] = []
  let at = shape
  for (const member of members) {
    const attribute = at?.attributes.get(member)
    if (!attribute) return null
    steps.push({ member, isArray: attribute.isArray })
    at = attribute.object === null ? null : currentDictionary().objectOf(attribute.object)
  }
  return steps
}

/** Suggests a known name, as the end of a sentence; '' when none is similar. */
export function suggestion(name: string): string {
  const wanted = name.toLowerCase()
  const known = [...FIELDS.keys()]
  const alike =
    known.find((one) => one.toLowerCase() === wanted) ??
    known.find((one) => one.endsWith(`.${wanted}`)) ??
    known.find((one) => wanted.length > 2 && one.includes(wanted))
  if (alike !== undefined) return `; did you mean ${alike}?`
  return `; a member of the vendor's own event is ${UNMAPPED}${name}`
}
