/**
 * ECS fields of an event that its record lacks: system, log, kind and outcome. They follow from the log source and from
 * the row's class, activity and status, so they are equal for all events that have these in common. Each such
 * combination has a view, and only events whose rules use such names get it. The record's own values take precedence,
 * except for `event.action`, where vendors have numbers. Terms: ECS 8, and those of Elastic's own rules for its
 * sensors' events.
 */

import type { EventLogSource, FieldPath, FieldView } from '../../schemas/event-view.ts'
import { currentDictionary } from '../../schemas/ocsf/dictionary.ts'
import { categoriesOf } from '../eql/categories.ts'
import type { Expr, Value } from '../plan/expr.ts'
import type { EventBody, Feed, Rule, WindowBody } from '../plan/plan.ts'
import { classesOf } from './class-routes.ts'

/** Columns of the row, as ids of OCSF. */
export type FactRow = { readonly classUid: number; readonly activityId: number; readonly statusId: number }

type Facts = Readonly<Partial<Record<string, readonly string[]>>>

const FACT_FIELDS: ReadonlySet<string> = new Set([
  ...['event.kind', 'event.category', 'event.type', 'event.action', 'event.outcome', 'event.module', 'event.dataset'],
  ...['host.os.type', 'host.os.family', 'network.protocol'],
])

/** Types by the caption of the activity. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  ...of('creation', 'Create', 'Import', 'Upload'),
  ...of('deletion', 'Delete', 'Remove', 'Evict'),
  ...of(
    'access',
    'Read',
    'Get',
    'Get Attributes',
    'Get Security',
    'Open',
    'Access',
    'Query',
    'List',
    'Download',
    'Search',
  ),
  ...of('change', 'Update', 'Modify', 'Set', 'Rename', 'Set Attributes', 'Set Security', 'Encrypt', 'Decrypt', 'Mount'),
  ...of('change', 'Unmount', 'Restore', 'Reconfigure', 'Enable', 'Disable', 'Inject', 'Set User ID', 'Password Change'),
  ...of('change', 'Password Reset', 'Attach Policy', 'Detach Policy', 'Lock', 'Unlock', 'Add User', 'Remove User'),
  ...of(
    'change',
    'Assign Privileges',
    'Revoke Privileges',
    'Assign Groups',
    'Clear',
    'Move',
    'Copy',
    'Share',
    'Unshare',
  ),
  ...of('start', 'Launch', 'Start', 'Load', 'Execute', 'Logon', 'Authentication Ticket', 'Service Ticket Request'),
  ...of('start', 'Account Switch', 'Preauth', 'Started'),
  ...of('end', 'Terminate', 'Stop', 'Unload', 'Logoff', 'Completed'),
  ...of('installation', 'Install'),
}

function of(type: string, ...captions: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(captions.map((caption) => [caption, [type]]))
}

/** ECS types of connections, by OCSF activity. */
const CONNECTIONS: Readonly<Record<number, readonly string[]>> = {
  1: ['connection', 'start'],
  2: ['connection', 'end'],
  3: ['connection', 'end'],
  4: ['connection', 'end', 'error'],
  5: ['connection', 'denied'],
  6: ['connection'],
  7: ['connection', 'info'],
}
const CONNECTION_CLASSES: ReadonlySet<number> = new Set([4001, 4005, 4007, 4014])
const PROTOCOL_CLASSES: ReadonlySet<number> = new Set([4002, 4003, 4004, 4006, 4008, 4013])
/** The kind of object that a change is about. */
const SUBJECTS: Readonly<Record<number, string>> = { 3001: 'user', 3005: 'user', 3006: 'group' }

/** By class and activity; sensors use different terms, so an action has several. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  '1001/1': ['creation', 'file_create_event'],
  '1001/3': ['modification', 'overwrite'],
  '1001/4': ['deletion', 'file_delete_event'],
  '1001/5': ['rename', 'file_rename_event'],
  '1001/14': ['open'],
  '1002/1': ['load'],
  '1005/1': ['load'],
  '1007/1': ['start', 'exec', 'executed', 'exec_event', 'process_started', 'created-process'],
  '1007/2': ['end', 'exit', 'process_stopped', 'exited-process'],
  '1007/5': ['uid_change'],
  '201001/1': ['creation'],
  '201001/3': ['modification'],
  '201001/4': ['deletion'],
  '201001/5': ['rename'],
  '201002/2': ['modification'],
  '201002/3': ['modification'],
  '201002/4': ['deletion'],
  '4001/1': ['connection_attempted'],
  '4003/1': ['lookup_requested'],
  '4003/2': ['lookup_result'],
  '4003/6': ['lookup_requested', 'lookup_result'],
}

const SYSTEMS: ReadonlySet<string> = new Set(['windows', 'linux', 'macos'])
const OUTCOMES: Readonly<Record<number, string>> = { 1: 'success', 2: 'failure' }
const PROTOCOLS: Readonly<Record<number, string>> = { 4002: 'http', 4003: 'dns' }

type Log = { readonly module: readonly string[]; readonly dataset: readonly string[] }
const log = (module: string, ...dataset: readonly string[]): Log => ({ module: module.split(' '), dataset })

/** Logs of Elastic's integrations, by product and service of the log source. */
const LOGS: Readonly<Record<string, Log>> = {
  'windows/sysmon': log('windows sysmon', 'windows.sysmon_operational'),
  'windows/security': log('system security', 'system.security'),
  'windows/system': log('system', 'system.system'),
  'windows/application': log('system', 'system.application'),
  'windows/powershell': log('windows powershell', 'windows.powershell_operational'),
  'windows/powershell-classic': log('windows powershell', 'windows.powershell'),
  'linux/auditd': log('auditd auditd_manager', 'auditd.log', 'auditd_manager.auditd'),
  'linux/sysmon': log('sysmon_linux', 'sysmon_linux.log'),
  'linux/auth': log('system', 'system.auth'),
  'linux/sshd': log('system', 'system.auth'),
  'linux/sudo': log('system', 'system.auth'),
  'okta/okta': log('okta', 'okta.system'),
  'aws/cloudtrail': log('aws', 'aws.cloudtrail'),
  'azure/activitylogs': log('azure', 'azure.activitylogs'),
  'azure/auditlogs': log('azure', 'azure.auditlogs'),
  'azure/signinlogs': log('azure', 'azure.signinlogs'),
  'gcp/gcp.audit': log('gcp', 'gcp.audit'),
  'gcp/google_workspace.admin': log('google_workspace', 'google_workspace.admin'),
  'gcp/google_workspace.login': log('google_workspace', 'google_workspace.login'),
  'github/audit': log('github', 'github.audit'),
  'kubernetes/audit': log('kubernetes', 'kubernetes.audit_logs'),
  'm365/audit': log('o365', 'o365.audit'),
}

function factsOf({ product, service }: EventLogSource, { classUid, activityId, statusId }: FactRow): Facts {
  const isFinding = Math.floor(classUid / 1000) === 2
  const logged = LOGS[`${product}/${service}`] ?? (product === 'zeek' ? log('zeek', `zeek.${service}`) : undefined)
  return {
    'event.kind': classUid === 0 ? undefined : [isFinding ? 'alert' : 'event'],
    'event.category': listed(categoriesOf(classUid)),
    'event.type': listed(typesOf(classUid, activityId)),
    'event.action': ACTIONS[`${classUid}/${activityId}`],
    'event.outcome': listed([OUTCOMES[statusId] ?? []].flat()),
    'event.module': logged?.module,
    'event.dataset': logged?.dataset,
    'host.os.type': SYSTEMS.has(product) ? [product] : undefined,
    'host.os.family': SYSTEMS.has(product) ? [product] : undefined,
    'network.protocol': listed([PROTOCOLS[classUid] ?? []].flat()),
  }
}

function typesOf(classUid: number, activityId: number): readonly string[] {
  if (CONNECTION_CLASSES.has(classUid)) return CONNECTIONS[activityId] ?? []
  if (PROTOCOL_CLASSES.has(classUid)) return ['protocol', 'info']
  const caption = currentDictionary().classOf(classUid)?.attributes.get('activity_id')?.captions?.get(activityId) ?? ''
  const types = Object.hasOwn(TYPES, caption) ? (TYPES[caption] ?? []) : []
  return [SUBJECTS[classUid] ?? [], types].flat()
}

const listed = (words: readonly string[]) => (words.length > 0 ? words : undefined)

/** Rows per log source and view; for a further one a view is created for each event. */
const ROWS_MAX = 512
const known = new WeakMap<EventLogSource, WeakMap<FieldView, Map<number, FieldView>>>()

/** Returns the same object for all similar events, because matchers recognise views by the object. */
export function withFacts(view: FieldView, logSource: EventLogSource, row: FactRow): FieldView {
  let byView = known.get(logSource)
  if (byView === undefined) known.set(logSource, (byView = new WeakMap()))
  let byRow = byView.get(view)
  if (byRow === undefined) byView.set(view, (byRow = new Map()))
  const number = (row.classUid * 256 + row.activityId) * 256 + row.statusId
  const found = byRow.get(number)
  if (found !== undefined) return found
  const made = viewWith(view, factsOf(logSource, row), number)
  if (byRow.size < ROWS_MAX) byRow.set(number, made)
  return made
}

function viewWith(view: FieldView, facts: Facts, number: number): FieldView {
  return {
    name: `${view.name} ${number}`,
    paths(field) {
      const constant = FACT_FIELDS.has(field) ? facts[field] : undefined
      if (constant === undefined) return view.paths(field)
      const fact: FieldPath = { path: [], constant }
      return field === 'event.action' ? [fact] : [...view.paths(field), fact]
    },
  }
}

/** True when one of these names exists only in the views of `withFacts`. */
export function asksFacts(fields: Iterable<string>): boolean {
  for (const field of fields) if (FACT_FIELDS.has(field)) return true
  return false
}

/** True when a rule uses such names, in its conditions or for joining. */
export function ruleAsksFacts({ body, fields }: Pick<Rule, 'body' | 'fields'>): boolean {
  return asksFacts(fields) || (body.kind === 'event' ? bodyAsksFacts(body) : windowAsksFacts(body))
}

export function bodyAsksFacts({ where }: EventBody): boolean {
  return asksFacts(fieldsOf(where))
}

function windowAsksFacts({ window }: WindowBody): boolean {
  if (window.kind !== 'sequence') {
    const measured = window.kind === 'aggregate' && 'fields' in window.measure ? window.measure.fields : []
    const needsFacts = (feed: Feed) => !('rule' in feed) && bodyAsksFacts(feed)
    return asksFacts([...window.groupBy.flatMap(({ fields }) => fields), ...measured]) || window.feeds.some(needsFacts)
  }
  const steps = window.until ? [...window.steps, window.until] : window.steps
  return steps.some(({ feed, by }) => asksFacts(by) || bodyAsksFacts(feed))
}

/**
 * The fields of a condition. `event.category` beside its classes comes from an EQL category (`class-routes.ts`), and
 * needs no facts.
 */
function* fieldsOf(expr: Expr): Generator<string> {
  if (classesOf(expr) !== null) return
  if (expr.kind === 'and' || expr.kind === 'or') for (const part of expr.of) yield* fieldsOf(part)
  if (expr.kind === 'not') yield* fieldsOf(expr.of)
  if (expr.kind === 'computed') yield* fieldsOfValue(expr.value)
  if (expr.kind !== 'field') return
  yield expr.field
  if (expr.test.op === 'same') yield expr.test.field
}

function* fieldsOfValue(value: Value): Generator<string> {
  if (value.kind === 'ref') yield value.field
  if (value.kind === 'call') for (const part of value.args) yield* fieldsOfValue(part)
  if (value.kind === 'list') for (const part of value.of) yield* fieldsOfValue(part)
}
