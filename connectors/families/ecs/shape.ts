/**
 * Records in the Elastic Common Schema, as agents and programs write them: nested, or with dots in names, or both.
 * Lists of words (`event.category`, `event.type`) give the kind of an event; one kind and one activity are chosen from
 * them here. Words: "ECS Categorization Fields", field reference of ECS 8.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import type { RecordShape } from '../../mapping/table.ts'

/** The value at a path of two names, nested or written with a dot. */
function at(record: Readonly<Members>, object: string, name: string): unknown {
  const inner = record[object]
  const value = isMembers(inner) ? inner[name] : undefined
  return value ?? record[`${object}.${name}`]
}

const holds = (value: unknown) => value !== undefined && value !== null && value !== ''

/**
 * True for a record whose `event` names a kind with a class of its own; the generic profile handles all others better.
 */
export function isEcs(record: Readonly<Members>): boolean {
  const event = record.event
  const mayBe = isMembers(event) || record['event.category'] !== undefined || record['event.kind'] !== undefined
  return mayBe && kindOf(record, wordsIn(record)) !== ''
}

/** Nests dotted names; a name stays when its parent is not an object. */
function nest(record: Members): void {
  for (const name of Object.keys(record)) {
    if (!name.includes('.')) continue
    const path = name.split('.')
    const last = path.pop() as string
    const inner = path.reduce<Members | null>((at, step) => (at === null ? null : memberOf(at, step)), record)
    if (inner === null || inner[last] !== undefined || last === '__proto__') continue
    inner[last] = record[name]
    delete record[name]
  }
}

function memberOf(object: Members, name: string): Members | null {
  if (name === '__proto__') return null
  if (object[name] === undefined) object[name] = Object.create(null) as Members
  const value = Object.hasOwn(object, name) ? object[name] : null
  return isMembers(value) ? value : null
}

function wordsOf(value: unknown): ReadonlySet<string> {
  const words = Array.isArray(value) ? value : [value]
  return new Set(words.filter((word) => typeof word === 'string').map((word) => word.toLowerCase()))
}

type Words = {
  readonly kind: ReadonlySet<string>
  readonly category: ReadonlySet<string>
  readonly type: ReadonlySet<string>
  readonly action: string
}

function wordsIn(record: Readonly<Members>): Words {
  const action = at(record, 'event', 'action')
  return {
    kind: wordsOf(at(record, 'event', 'kind')),
    category: wordsOf(at(record, 'event', 'category')),
    type: wordsOf(at(record, 'event', 'type')),
    action: typeof action === 'string' ? action.toLowerCase() : '',
  }
}

/** Data sets of sensors, whose shippers may leave the kind out: `suricata.alert`. */
const ALERTS = /^(?:suricata|snort|zeek)\.(?:alert|notice)$/

const isAlertSet = (dataset: unknown): boolean => typeof dataset === 'string' && ALERTS.test(dataset)

const FINDINGS = ['intrusion_detection', 'malware', 'threat']
const ENDPOINTS = ['source', 'destination', 'client', 'server']

/** The kind whose profile fits; '' for an event that has no class, or lacks the required members of its class. */
function kindOf(record: Readonly<Members>, { kind, category, type, action }: Words): string {
  const has = (object: string, ...names: readonly string[]) => names.some((name) => holds(at(record, object, name)))
  const isSent = () => ENDPOINTS.some((end) => has(end, 'ip', 'address', 'domain'))
  // Only Elastic's own words count: other senders use a field `kind` for anything.
  const isAlert = kind.has('alert') || isAlertSet(at(record, 'event', 'dataset'))
  if (kind.has('signal') || (isAlert && has('rule', 'name', 'id'))) return 'finding'
  if (FINDINGS.some((word) => category.has(word))) return 'finding'
  if (category.size === 0) return ''
  const question = at(record, 'dns', 'question')
  if (isMembers(question) || holds(record['dns.question.name'])) return isSent() ? 'dns' : ''
  const isAbout = has('user', 'name', 'id')
  if (category.has('authentication') || category.has('session')) return isAbout ? 'logon' : ''
  if (category.has('iam') && (type.has('group') || action.includes('group')))
    return has('group', 'name', 'id') ? 'group' : ''
  if (category.has('iam')) return isAbout ? 'account' : ''
  if (category.has('process')) return has('process', 'name', 'executable', 'command_line', 'pid') ? 'process' : ''
  if (category.has('file')) return has('file', 'path') ? 'file' : ''
  if (category.has('registry')) return has('registry', 'path', 'key') ? 'registry' : ''
  if (category.has('web')) return has('url', 'full', 'original', 'path', 'domain') ? 'http' : ''
  if (category.has('network')) return isSent() ? 'network' : ''
  return ''
}

/** The first word of `event.type` and `event.action` for which the kind has an activity. */
function activityOf(kind: string, { type, action }: Words): string {
  if (kind === 'logon')
    return type.has('end') || /log(?:ged)?[-_ ]?(?:out|off)|session[-_ ]?(?:end|closed)/.test(action) ? 'end' : 'start'
  if (kind === 'network' && type.has('denied')) return 'denied'
  if (kind === 'file' && /renam|move/.test(action)) return 'rename'
  if (kind === 'account') {
    const found = /(password[-_ ]?reset|reset[-_ ]?password)|(password)|(unlock)|(lock)|(enable)|(disable)/.exec(action)
    const at = found?.findIndex((group, i) => i > 0 && group !== undefined) ?? -1
    if (at > 0) return ['reset', 'password', 'unlock', 'lock', 'enable', 'disable'][at - 1] as string
  }
  if (kind === 'group') {
    if (/add/.test(action) && type.has('change')) return 'add'
    if (/remov/.test(action) && type.has('change')) return 'remove'
  }
  return (
    ['creation', 'deletion', 'start', 'end', 'access', 'change', 'protocol', 'connection'].find((word) =>
      type.has(word),
    ) ?? ''
  )
}

export const ecsShape: RecordShape = {
  name: 'ecs',
  is: () => true,
  settle(record) {
    if (record.parsed !== undefined) return
    nest(record)
    const words = wordsIn(record)
    const kind = kindOf(record, words)
    record.parsed = { kind, activity: activityOf(kind, words) }
  },
}
