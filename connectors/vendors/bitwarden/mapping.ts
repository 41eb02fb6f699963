/**
 * Bitwarden: the event log of an organisation, as its public API, its exporter for SIEMs and Splunk's app give it. Kinds: "Event Logs",
 * Bitwarden help centre, and the server's `EventType`.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { AUDIT, client, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  is,
  lookup,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

/** The kind by the number; the exporter writes a name beside it. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ 1000: 'logged in', 1001: 'changed password', 1002: 'updated two-step login', 1003: 'disabled two-step login' },
  ...{ 1004: 'recovered two-step login', 1005: 'failed login', 1006: 'failed two-step login', 1007: 'exported vault' },
  ...{ 1008: 'updated temporary password', 1009: 'migrated to Key Connector', 1010: 'requested device approval' },
  ...{ 1100: 'created item', 1101: 'edited item', 1102: 'deleted item', 1103: 'created attachment' },
  ...{ 1104: 'deleted attachment', 1105: 'shared item', 1106: 'edited collections of item', 1107: 'viewed item' },
  ...{ 1108: 'viewed password', 1109: 'viewed hidden field', 1110: 'viewed security code', 1111: 'copied password' },
  ...{ 1112: 'copied hidden field', 1113: 'copied security code', 1114: 'autofilled item', 1115: 'trashed item' },
  ...{ 1116: 'restored item', 1117: 'viewed card number' },
  ...{ 1300: 'created collection', 1301: 'edited collection', 1302: 'deleted collection' },
  ...{ 1400: 'created group', 1401: 'edited group', 1402: 'deleted group' },
  ...{ 1500: 'invited member', 1501: 'confirmed member', 1502: 'edited member', 1503: 'removed member' },
  ...{ 1504: 'edited groups of member', 1505: 'unlinked single sign-on', 1506: 'enrolled in account recovery' },
  ...{ 1507: 'withdrew from account recovery', 1508: 'reset password of member', 1509: 'reset single sign-on link' },
  ...{ 1510: 'first single sign-on', 1511: 'revoked member', 1512: 'restored member' },
  ...{ 1600: 'edited organisation', 1601: 'purged vault', 1602: 'exported vault of organisation' },
  ...{ 1603: 'accessed vault of organisation', 1700: 'edited policy' },
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at))
const words = (caption: string, ...kinds: readonly number[]) =>
  Object.fromEntries(kinds.map((kind) => [String(kind), caption]))

/** Names the object of the event; an event without one is about the member, or about the acting user. */
function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const { type } = record
  const kind = textOf(isMembers(type) ? type.id : type)
  const subject = SUBJECTS.find((name) => textOf(record[name]) !== '')
  record.parsed = {
    ...{ kind, name: textOf(record.typeName) || (NAMES[kind] ?? `event ${kind}`) },
    ...(subject !== undefined && { subject: textOf(record[subject]), subject_type: subject.replace(/Id$/, '') }),
  }
}

const SUBJECTS = [
  ...['itemId', 'collectionId', 'groupId', 'policyId', 'memberId', 'secretId', 'projectId', 'serviceAccountId'],
  ...['installationId', 'organizationId', 'actingUserId'],
] as const

const shape: RecordShape = { name: 'json', is: () => true, settle }

const WHO = { name: ['actingUserEmail', 'actingUserName'], uid: 'actingUserId', email: 'actingUserEmail' } as const
const AT: Rows = client('ipAddress')
const profile = (name: string, when: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { 'parsed.kind': when },
  ...of,
})

export const BITWARDEN: SourceTable = {
  id: 'bitwarden/1',
  shapes: [shape],
  select: ['parsed.kind'],
  rows: {
    time: time('date', 'syslog.time'),
    ...product('Bitwarden', 'Bitwarden'),
    ...AUDIT,
    'metadata.event_code': 'parsed.kind',
    message: 'parsed.name',
  },
  logSource: { product: 'bitwarden' },
  recognises: (record) =>
    record.date !== undefined &&
    record.type !== undefined &&
    ((record.object === 'event' && 'actingUserId' in record) ||
      ('actingUserId' in record && 'ipAddress' in record && 'device' in record)),
  chapters: [
    {
      name: 'events',
      profiles: [
        profile('logon', ['1000', '1005', '1006', '1510'], {
          class: 'authentication',
          activity: 'Logon',
          logSource: { categories: ['authentication'] },
          rows: {
            ...person('user', WHO),
            ...AT,
            'service.name': is('Bitwarden'),
            status_id: lookup('parsed.kind', words('Failure', 1005, 1006), 'Success'),
            severity_id: lookup('parsed.kind', words('Medium', 1005, 1006), 'Informational'),
          },
        }),
        profile('account', ['1001', '1002', '1003', '1004', '1008'], {
          class: 'account_change',
          activity: lookup(
            'parsed.kind',
            {
              ...words('Password Change', 1001, 1008),
              ...words('MFA Factor Enable', 1002),
              ...words('MFA Factor Disable', 1003, 1004),
            },
            'Other',
          ),
          rows: { ...person('user', WHO), ...person('actor.user', WHO), ...AT },
        }),
        profile('member', numbers(1500, 1519), {
          class: 'account_change',
          activity: lookup(
            'parsed.kind',
            {
              ...words('Create', 1500),
              ...words('Delete', 1503),
              ...words('Password Reset', 1508),
              ...words('Disable', 1511),
              ...words('Enable', 1501, 1512),
            },
            'Other',
          ),
          rows: { ...person('actor.user', WHO), 'user.uid': text('memberId', 'userId', 'actingUserId'), ...AT },
        }),
        {
          name: 'object',
          when: {},
          class: 'entity_management',
          activity: lookup(
            'parsed.kind',
            {
              ...words('Create', 1100, 1103, 1300, 1400),
              ...words('Update', 1101, 1105, 1106, 1301, 1401, 1600, 1700),
              ...words('Delete', 1102, 1104, 1115, 1302, 1402, 1601),
              ...words('Read', 1007, 1107, 1108, 1109, 1110, 1111, 1112, 1113, 1114, 1117, 1602, 1603),
              ...words('Activate', 1116),
            },
            'Other',
          ),
          rows: {
            ...person('actor.user', WHO),
            ...AT,
            'entity.uid': text('parsed.subject', 'parsed.kind'),
            'entity.type': 'parsed.subject_type',
            'entity.name': 'parsed.name',
            comment: 'parsed.name',
          },
        },
      ],
    },
  ],
}
export const bitwarden = compileSource(BITWARDEN)
