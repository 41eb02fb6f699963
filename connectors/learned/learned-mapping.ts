/** A tenant's table in use: the table's values replace those of the generic reader. */
import { parseEventTime } from '../../platform/event-time.ts'
import { isMembers, type Members } from '../../platform/members.ts'
import type { EventRow } from '../../schemas/event-row.ts'
import { generic } from '../families/generic/mapping.ts'
import { outcomeOf } from '../families/generic/prose.ts'
import { address, machine, port, somebody } from '../families/generic/values.ts'
import { membersTextOf } from '../mapping/event-of.ts'
import { type PhraseValues, sentenceReader } from '../mapping/phrases.ts'
import type { Mapping } from '../mapping/source-mapping.ts'
import { textOf } from '../mapping/text-of.ts'
import { LEARNED_CLASSES, type LearnedKind, type LearnedTable, SLOTS, type Slot } from './learned-table.ts'

/** The ids of mappings of tenants' tables begin with this: `learned:acme-vpn/3`. */
export const LEARNED = 'learned:'

export type LearnedMapping = Mapping & {
  /** True when a record that no built-in table knows is one of this source. */
  takes(record: Readonly<Members>): boolean
}

export const isLearned = ({ id }: Pick<Mapping, 'id'>): boolean => id.startsWith(LEARNED)

type Values = Partial<Record<Slot, string>>

/** `table` must be without faults. */
export function learnedMapping(name: string, version: number, table: LearnedTable): LearnedMapping {
  const { program, members = {} } = table.recognises
  const wanted = Object.entries(members).map(([path, value]) => ({ path: pathOf(path), value: value.toLowerCase() }))
  const rows = Object.entries(table.rows).map(([slot, path]) => ({ slot: slot as Slot, path: pathOf(path as string) }))
  const sentences = table.kinds.flatMap((kind, at) => (kind.sentences ? [[String(at), kind.sentences]] : []))
  const read = sentenceReader([Object.fromEntries(sentences)])
  const whens = table.kinds.map((kind) => ({
    kind,
    path: kind.when ? pathOf(kind.when.member) : null,
    is: new Set(kind.when?.is.map((value) => value.toLowerCase())),
  }))
  const isNamed = program !== undefined || wanted.length > 0

  function kindOf(record: Readonly<Members>, fields: PhraseValues | null): LearnedKind | null {
    if (fields !== null) return table.kinds[Number(fields.kind)] ?? null
    const found = whens.find(({ path, is, kind }) => {
      if (path === null) return kind.sentences === undefined
      return is.has(leafAt(record, path).toLowerCase())
    })
    return found?.kind ?? null
  }

  return {
    id: `${LEARNED}${name}/${version}`,
    takes(record) {
      if (program !== undefined && programOf(record) !== program.toLowerCase()) return false
      for (const { path, value } of wanted) {
        const found = leafAt(record, path)
        if (found === '' || (value !== '' && found.toLowerCase() !== value)) return false
      }
      return isNamed || read(wordsOf(record)) !== null
    },
    fill(record, row) {
      const refusal = generic.fill(record, row)
      if (refusal !== null) return refusal
      const fields = read(wordsOf(record))
      const values: Values = {}
      for (const { slot, path } of rows) {
        const value = leafAt(record, path)
        if (value !== '') values[slot] = value
      }
      if (fields !== null) for (const slot of SLOTS) if (fields[slot]) values[slot] = fields[slot]
      fillSlots(row, values)
      const kind = kindOf(record, fields)
      if (kind !== null) fillKind(record, row, kind, table, values)
      record.in_text = inText(row)
      return null
    },
    vendorId: (record) => generic.vendorId(record),
  }
}

/** A value is written only if it is plausible for its slot: a wrong entity is worse than none. */
function fillSlots(row: EventRow, values: Values): void {
  const put = (name: Slot, write: (value: string) => void) => {
    const value = values[name]
    if (value !== undefined) write(value)
  }
  put('user', (value) => (row.user = somebody(value) || row.user))
  put('target_user', (value) => (row.targetUser = somebody(value) || row.targetUser))
  put('host', (value) => (row.host = machine(value) || row.host))
  put('src_ip', (value) => (row.srcIp = address(value) || row.srcIp))
  put('dst_ip', (value) => (row.dstIp = address(value) || row.dstIp))
  put('src_port', (value) => (row.srcPort = port(value) || row.srcPort))
  put('dst_port', (value) => (row.dstPort = port(value) || row.dstPort))
  put('domain', (value) => (row.domain = value))
  put('url', (value) => (row.url = value))
  put('file_path', (value) => (row.filePath = value))
  put('file_hash', (value) => (row.fileHash = /^[0-9a-f]{32,128}$/i.test(value) ? value : row.fileHash))
  put('process_name', (value) => (row.processName = value))
  put('cmd_line', (value) => (row.cmdLine = value))
  put('pid', (value) => (row.pid = /^\d{1,10}$/.test(value) ? Number(value) : row.pid))
  put('message', (value) => (row.message = value))
  put('event_code', (value) => (row.eventCode = value.slice(0, 128)))
  put('time', (value) => {
    const timeMs = parseEventTime(/^\d{9,19}(?:\.\d+)?$/.test(value) ? Number(value) : value)
    if (!Number.isNaN(timeMs)) row.timeMs = timeMs
  })
}

const SUCCESS_WORD = /^(?:ok|true|yes|s|pass(?:ed)?|allow(?:ed)?|0|0x0|completed|granted)$/i
const FAILURE_WORD = /^(?:false|no|f|nok|ko|error|deny|block(?:ed)?|drop(?:ped)?)$/i

function statusOf({ status }: LearnedKind, word = ''): number {
  if (status !== undefined) return status === 'success' ? 1 : status === 'failure' ? 2 : 0
  return SUCCESS_WORD.test(word) ? 1 : FAILURE_WORD.test(word) ? 2 : outcomeOf(word.slice(0, 128))
}

/** Entities that the class requires: without them the event keeps the result of the generic reader. */
const DEMANDS: Readonly<Record<LearnedKind['class'], (row: EventRow) => boolean>> = {
  base_event: () => true,
  authentication: (row) => row.user !== '' || row.targetUser !== '' || row.srcIp !== '',
  account_change: (row) => row.targetUser !== '' || row.user !== '',
  network_activity: (row) => row.srcIp !== '' || row.dstIp !== '',
  dns_activity: (row) => row.domain !== '',
  process_activity: (row) => row.processName !== '' || row.cmdLine !== '',
  file_activity: (row) => row.filePath !== '',
}

function fillKind(
  record: Readonly<Members>,
  row: EventRow,
  kind: LearnedKind,
  table: LearnedTable,
  values: Values,
): void {
  if (!DEMANDS[kind.class](row)) return
  const { uid, activities } = LEARNED_CLASSES[kind.class]
  const before = JSON.parse(`{${membersTextOf(row)}}`) as Members
  row.classUid = uid
  row.activityId = (activities as Readonly<Record<string, number>>)[kind.activity] ?? 99
  row.statusId = statusOf(kind, values.status)
  placeUsers(row, kind, values)
  const metadata = isMembers(before.metadata) ? before.metadata : {}
  const members: Members = {
    ...(isMembers(before.device) ? { device: before.device } : {}),
    metadata: {
      ...metadata,
      product: { name: table.product, vendor_name: table.vendor },
      labels: ['class_confidence:high'],
      profiles: ['host'],
    },
    ...ofClass(kind, programOf(record) || table.product),
  }
  row.ocsfForm = ''
  row.ocsfRest = JSON.stringify(members).slice(1, -1)
}

/**
 * In some classes `user` is the target, and the actor is separate. The generic reader may have placed the same name
 * already, by a class of its own.
 */
function placeUsers(row: EventRow, kind: LearnedKind, values: Values): void {
  const isIdentity = kind.class === 'authentication' || kind.class === 'account_change'
  const isOne = row.user === row.targetUser
  const isLogon = kind.class === 'authentication' && values.user !== undefined && values.target_user === undefined
  if (isIdentity && (row.targetUser === '' || isOne || (isLogon && row.user !== ''))) {
    row.targetUser = row.user
    row.user = ''
  } else if (!isIdentity && values.target_user === undefined && (isOne || row.user === '')) {
    row.user = row.targetUser
    row.targetUser = ''
  }
}

function ofClass(kind: LearnedKind, service: string): Members {
  if (kind.class === 'authentication') return { service: { name: service } }
  return kind.class === 'network_activity' ? { connection_info: { direction_id: 0 } } : {}
}

/** Uses the names under which rules find values that the generic reader found in text. */
function inText({ user, targetUser, srcIp, dstIp, srcPort, dstPort, url, domain }: EventRow): Members {
  const all = { user, targetUser, srcIp, dstIp, srcPort, dstPort, url, domain }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '' && value !== 0))
}

/** The text for people: the message of syslog, a line of unknown format, the message of a record. */
export function wordsOf(record: Readonly<Members>): string {
  const { syslog, log } = record
  if (isMembers(syslog)) return textOf(syslog.message).trimStart()
  if (isMembers(log) && typeof log.text === 'string') return log.text
  return textOf(record.message ?? record.msg)
}

export const programOf = ({ syslog }: Readonly<Members>): string =>
  isMembers(syslog) ? textOf(syslog.app_name).toLowerCase() : ''

/** A path with dots is first tried as a single name, because pairs and columns are flat. */
type Path = { readonly whole: string; readonly parts: readonly string[] }

const pathOf = (path: string): Path => ({ whole: path, parts: path.split('.') })

function leafAt(record: Readonly<Members>, { whole, parts }: Path): string {
  const flat = own(record, whole)
  if (flat !== undefined) return leaf(flat)
  let value: unknown = record
  for (const part of parts) {
    if (Array.isArray(value)) value = value[0]
    if (!isMembers(value)) return ''
    value = own(value, part)
  }
  return leaf(Array.isArray(value) ? value[0] : value)
}

const own = (members: Readonly<Members>, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined
const leaf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
