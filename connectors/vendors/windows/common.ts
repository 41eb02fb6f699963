/** Rows that events of the Windows event log share, and blocks that several of its logs use. */
import {
  account,
  accountDomain,
  basename,
  each,
  type Field,
  fileAt,
  first,
  guid,
  integer,
  is,
  localTime,
  lookup,
  type Rows,
  sid,
  text,
  time,
  under,
} from '../../mapping/table.ts'

const LEVELS = {
  0: 'Informational',
  1: 'Critical',
  2: 'High',
  3: 'Low',
  4: 'Informational',
  5: 'Informational',
  // Success and failure of the audit log, in Azure's tables.
  8: 'Informational',
  16: 'Medium',
  LogAlways: 'Informational',
  Critical: 'Critical',
  Error: 'High',
  Warning: 'Low',
  Information: 'Informational',
  Informational: 'Informational',
  Info: 'Informational',
  Verbose: 'Informational',
  Debug: 'Informational',
}

/** Keywords of the audit log as numbers, as text, as words. */
const AUDIT_SUCCESS = [
  'AUDIT_SUCCESS',
  'Audit Success',
  '0x8020000000000000',
  '0xa020000000000000',
  '-9214364837600034816',
  '0x4020000000000000',
  '4620693217682128896',
]
const AUDIT_FAILURE = [
  'AUDIT_FAILURE',
  'Audit Failure',
  '0x8010000000000000',
  '0xa010000000000000',
  '-9218868437227405312',
]

function words(of: readonly string[], meaning: string): Record<string, string> {
  return Object.fromEntries(of.map((word) => [word, meaning]))
}

const LEVEL = lookup(['Level', 'Severity', 'EventType'], LEVELS)

/** A local time without a zone is used only if there is no other time, and read as UTC. */
export const HEADER: Rows = {
  time: first(
    time('TimeCreated', 'UtcTime'),
    localTime('EventTime', 'EventReceivedTime', '@timestamp'),
    time('@timestamp', 'EventTime'),
  ),
  severity_id: LEVEL,
  'metadata.product.name': is('Windows'),
  'metadata.product.vendor_name': is('Microsoft'),
  'metadata.event_code': text('EventID'),
  'metadata.log_name': 'Channel',
  'metadata.log_provider': 'Provider_Name',
  'metadata.original_time': ['TimeCreated', 'UtcTime', 'EventTime', '@timestamp'],
  'metadata.original_event_uid': text('EventRecordID'),
  'metadata.correlation_uid': guid('ActivityID'),
  'device.hostname': 'Computer',
  'device.type_id': is('Unknown'),
  'device.os.name': is('Windows'),
  'device.os.type_id': is('Windows'),
}

/** The log's name and its only provider are constants, so they need not be read from each event. */
export function logOf(name: string, provider?: string): Rows {
  const log: Rows = { 'metadata.log_name': is(name) }
  return provider === undefined ? log : { ...log, 'metadata.log_provider': is(provider) }
}

/** Success and failure of the audit log. */
export const AUDIT_STATUS = lookup(['EventType', 'Keywords', 'Level'], {
  ...words(AUDIT_SUCCESS, 'Success'),
  ...words(AUDIT_FAILURE, 'Failure'),
  8: 'Success',
  16: 'Failure',
})

/** A failed audit is of medium severity. */
export const AUDIT: Rows = {
  status_id: AUDIT_STATUS,
  severity_id: first(
    lookup(['EventType', 'Keywords'], { ...words(AUDIT_SUCCESS, 'Informational'), ...words(AUDIT_FAILURE, 'Medium') }),
    LEVEL,
  ),
}

/** The actor in the audit log. */
export const SUBJECT: Rows = {
  'actor.user.name': 'SubjectUserName',
  'actor.user.uid': sid('SubjectUserSid'),
  'actor.user.domain': 'SubjectDomainName',
  'actor.session.uid': 'SubjectLogonId',
}

/** The target in the audit log. */
export const TARGET: Rows = {
  'user.name': 'TargetUserName',
  'user.uid': sid('TargetSid', 'TargetUserSid'),
  'user.domain': 'TargetDomainName',
}

/** The account under which the event was logged, for logs that name no other. */
export const LOGGED_AS: Rows = {
  'actor.user.uid': 'UserID',
  'actor.user.name': 'AccountName',
  'actor.user.domain': 'Domain',
}

/** `DOMAIN\name` in one field. */
export function userAt(path: string, ...fields: readonly Field[]): Rows {
  return under(path, { name: account(...fields), domain: accountDomain(...fields) })
}

/** A process with its image, its number and, if logged, the tool's own id. */
export function processAt(path: string, image: Field, pid: Field, uid?: Field, rows: Rows = {}): Rows {
  return {
    ...under(path, {
      name: basename(image),
      pid: integer(pid),
      ...(uid === undefined ? {} : { uid: guid(uid) }),
      ...rows,
    }),
    ...fileAt(`${path}.file`, image),
  }
}

/** `type:  5 a.example;::ffff:192.0.2.1;`: names, and IPv4 addresses in IPv6 notation. */
export const DNS_ANSWERS: Rows = {
  answers: each('QueryResults', 'rdata', {}, /;|type: {1,4}\d{1,5} |::ffff:(?=\d{1,3}\.)/),
}
