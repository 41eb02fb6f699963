/**
 * The leaf of the OCSF event that each column of `events` holds, by class: the inverse of the SQL column `ocsf`
 * (`stores/clickhouse/migrations/0002-events-ocsf.sql`). `event-of.test.ts` checks that the two agree.
 */
import type { EventRow } from '../../schemas/event-row.ts'

export type ColumnKind = 'text' | 'ip' | 'uint' | 'time' | 'hash'
type ColumnName = {
  [K in keyof EventRow]: EventRow[K] extends string | number ? K : never
}[keyof EventRow]
export type Column = { readonly name: ColumnName; readonly kind: ColumnKind; readonly max?: number }

const UINT8 = 0xff
const UINT16 = 0xffff
const UINT32 = 0xffff_ffff

/** Classes whose process is the subject of the event; in other classes the acting process is in `actor`. */
const ABOUT_PROCESS = new Set([1004, 1007])
/** Classes whose URL is that of a request. */
const WITH_REQUEST = new Set([4002, 6001, 6003, 6004, 6005, 6006])
const DNS_ACTIVITY = 4003
const REG_VALUE = 201_002

const EVERYWHERE: Readonly<Record<string, Column>> = {
  time: { name: 'timeMs', kind: 'time' },
  activity_id: { name: 'activityId', kind: 'uint', max: UINT8 },
  severity_id: { name: 'severityId', kind: 'uint', max: UINT8 },
  status_id: { name: 'statusId', kind: 'uint', max: UINT8 },
  message: { name: 'message', kind: 'text' },
  'metadata.event_code': { name: 'eventCode', kind: 'text' },
  'device.hostname': { name: 'host', kind: 'text' },
  'actor.user.name': { name: 'user', kind: 'text' },
  'user.name': { name: 'targetUser', kind: 'text' },
  'src_endpoint.ip': { name: 'srcIp', kind: 'ip' },
  'src_endpoint.port': { name: 'srcPort', kind: 'uint', max: UINT16 },
  'dst_endpoint.ip': { name: 'dstIp', kind: 'ip' },
  'dst_endpoint.port': { name: 'dstPort', kind: 'uint', max: UINT16 },
}

const PROCESS: Readonly<Record<string, Column>> = {
  name: { name: 'processName', kind: 'text' },
  pid: { name: 'pid', kind: 'uint', max: UINT32 },
  cmd_line: { name: 'cmdLine', kind: 'text' },
  'parent_process.name': { name: 'parentName', kind: 'text' },
}

const FILE: Readonly<Record<string, Column>> = {
  path: { name: 'filePath', kind: 'text' },
  hashes: { name: 'fileHash', kind: 'hash' },
}

export type Columns = {
  readonly byPath: ReadonlyMap<string, Column>
  /** The path of the file that the columns describe: its name and type follow from its path. */
  readonly file: string
}

const byClass = new Map<number, Columns>()

export function columnsOf(classUid: number): Columns {
  let columns = byClass.get(classUid)
  if (!columns) byClass.set(classUid, (columns = make(classUid)))
  return columns
}

function make(classUid: number): Columns {
  const isAboutProcess = ABOUT_PROCESS.has(classUid)
  const file = isAboutProcess ? 'process.file' : 'file'
  const url = WITH_REQUEST.has(classUid) ? 'http_request.url.url_string' : 'url.url_string'
  const domain = classUid === DNS_ACTIVITY ? 'query.hostname' : 'dst_endpoint.domain'
  const registry = classUid === REG_VALUE ? 'reg_value.path' : 'reg_key.path'
  const byPath = new Map<string, Column>(Object.entries(EVERYWHERE))
  for (const [name, column] of Object.entries(PROCESS))
    byPath.set(`${isAboutProcess ? '' : 'actor.'}process.${name}`, column)
  for (const [name, column] of Object.entries(FILE)) byPath.set(`${file}.${name}`, column)
  byPath.set(url, { name: 'url', kind: 'text' })
  byPath.set(domain, { name: 'domain', kind: 'text' })
  byPath.set(registry, { name: 'regPath', kind: 'text' })
  return { byPath, file }
}

export function isAboutProcess(classUid: number): boolean {
  return ABOUT_PROCESS.has(classUid)
}
