/**
 * Events of vCenter Server and ESXi as objects of their API, which scripts and brokers write as JSON: `UserLoginSessionEvent`,
 * `VmPoweredOnEvent`. The first letters of the members are large or small, and the type stands in the event, in the
 * envelope of a broker, or nowhere; then the sentence tells it. Members: "Event", vSphere Web Services API.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  always,
  first,
  ip,
  is,
  lookup,
  lookupIn,
  type Profile,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'
import { readEvent } from './mapping.ts'

/** The event itself, or the event in the envelope of a broker. */
function eventIn(record: Readonly<Members>): Readonly<Members> {
  const { data, event } = record
  return isMembers(data) ? data : isMembers(event) ? event : record
}

/** A member whose first letter is small or large. */
const memberOf = (of: Readonly<Members>, name: string): unknown =>
  of[name] ?? of[`${name.charAt(0).toUpperCase()}${name.slice(1)}`]

const nameOf = (value: unknown): string => textOf(isMembers(value) ? memberOf(value, 'name') : value)

function isEvent(record: Readonly<Members>): boolean {
  const of = eventIn(record)
  const isMade = memberOf(of, 'fullFormattedMessage') !== undefined && memberOf(of, 'createdTime') !== undefined
  return isMade && memberOf(of, 'userName') !== undefined
}

const SESSIONS: Readonly<Record<string, string>> = {
  UserLoginSessionEvent: 'logon',
  AlreadyAuthenticatedSessionEvent: 'logon',
  BadUsernameSessionEvent: 'refused',
  NoAccessUserEvent: 'refused',
  UserLogoutSessionEvent: 'logoff',
  SessionTerminatedEvent: 'logoff',
  'com.vmware.sso.LoginSuccess': 'logon',
  'com.vmware.sso.LoginFailure': 'refused',
  'com.vmware.sso.Logout': 'logoff',
}
const ACCOUNTS: Readonly<Record<string, string>> = {
  AccountCreatedEvent: 'Create',
  AccountRemovedEvent: 'Delete',
  AccountUpdatedEvent: 'Other',
  UserPasswordChanged: 'Password Change',
}
const BY_WORDS: Readonly<Record<string, string>> = {
  'session/open': 'logon',
  'session/close': 'logoff',
  'session/refused': 'refused',
}
const TYPE = /^(?:vim\.event\.|com\.vmware\.)?[\w.]{3,128}$/

function typeOf(record: Readonly<Members>, of: Readonly<Members>): string {
  const named = [of._typeName, of.eventTypeId, of.EventTypeId, record.subject, of.type, of.Type, of['@type'], of.$type]
  const type = named.map(textOf).find((value) => TYPE.test(value)) ?? ''
  return type.replace(/^vim\.event\./, '')
}

const FAILED = /Failed|Failure|Disconnected|Denied|ConnectionLost|Error/

function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const of = eventIn(record)
  const type = typeOf(record, of)
  const words = textOf(memberOf(of, 'fullFormattedMessage'))
  const read = readEvent(words)
  const session = SESSIONS[type] ?? (type === '' || /SessionEvent$/.test(type) ? BY_WORDS[read?.kind ?? ''] : undefined)
  const user = textOf(memberOf(of, 'userName'))
  const change = ACCOUNTS[type]
  const kind = session ?? (change !== undefined ? 'account' : user === '' ? 'own' : 'act')
  record.parsed = {
    ...{ kind, type, change, words, user: user || (session === undefined ? '' : read?.user) },
    ...{ uid: textOf(memberOf(of, 'key')), at: memberOf(of, 'createdTime'), level: textOf(memberOf(of, 'severity')) },
    ...{ src_ip: memberOf(of, 'ipAddress') ?? read?.src_ip, session: memberOf(of, 'sessionId') },
    ...{ agent: memberOf(of, 'userAgent'), subject: subjectOf(of), machine: nameOf(memberOf(of, 'vm')) },
    ...{ host: nameOf(memberOf(of, 'host')), place: nameOf(memberOf(of, 'datacenter')) },
    result:
      FAILED.test(type) || memberOf(of, 'fault') != null || /^error$/i.test(textOf(of.severity)) ? 'failed' : 'done',
  }
}

/** The account that an event about accounts and rights is about. */
function subjectOf(of: Readonly<Members>): string {
  const spec = memberOf(of, 'spec')
  return textOf(memberOf(of, 'account') ?? (isMembers(spec) ? memberOf(spec, 'id') : undefined) ?? of.userLogin)
}

const WHERE: Rows = { 'src_endpoint.ip': ip('parsed.src_ip') }
/** Most acts do not say from where they came. */
const FROM: Rows = { ...WHERE, 'src_endpoint.svc_name': always('vSphere') }
const RESULT = lookup('parsed.result', { failed: 'Failure', done: 'Success' })
const LOGON: Rows = {
  ...WHERE,
  'user.name': account('parsed.user'),
  'user.domain': accountDomain('parsed.user'),
  'session.uid': text('parsed.session'),
  'http_request.user_agent': text('parsed.agent'),
  'service.name': is('vSphere'),
}
const CALLER: Rows = {
  ...FROM,
  'actor.user.name': account('parsed.user'),
  'actor.user.domain': accountDomain('parsed.user'),
  status_id: RESULT,
}

const on = (kind: string, of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name: kind,
  when: { 'parsed.kind': kind },
  ...of,
})

const logon = (kind: string, activity: 'Logon' | 'Logoff', status: 'Success' | 'Failure', rows: Rows = {}) =>
  on(kind, {
    class: 'authentication',
    activity,
    logSource: { categories: ['authentication'] },
    rows: { ...LOGON, status_id: is(status), ...rows },
  })

const VERB = /(Created|Added|Cloned|Deployed|Registered|Removed|Deleted|Destroyed|Updated|Reconfigured|Renamed)Event$/

const VCENTER_EVENTS: SourceTable = {
  id: 'vcenter-events/1',
  shapes: [{ name: 'event', is: () => true, settle }],
  select: ['parsed.kind'],
  vendorId: 'id',
  recognises: isEvent,
  logSource: { product: 'vmware', service: 'vcenter' },
  rows: {
    time: time('parsed.at', 'time'),
    severity_id: lookup(
      'parsed.level',
      { info: 'Informational', warning: 'Low', error: 'High' },
      'Informational',
      'Informational',
    ),
    message: text('parsed.words'),
    'metadata.product.name': always('vCenter Server'),
    'metadata.product.vendor_name': always('VMware'),
    'metadata.event_code': text('parsed.type'),
    'metadata.original_event_uid': text('parsed.uid'),
    'device.hostname': text('parsed.host'),
    'device.type_id': is('Server'),
  },
  chapters: [
    {
      name: 'events',
      profiles: [
        logon('logon', 'Logon', 'Success'),
        logon('refused', 'Logon', 'Failure', { severity_id: is('Medium') }),
        logon('logoff', 'Logoff', 'Success'),
        on('account', {
          class: 'account_change',
          activity: lookup(
            'parsed.change',
            Object.fromEntries(Object.values(ACCOUNTS).map((name) => [name, name])),
            'Other',
          ),
          rows: { ...CALLER, 'user.name': account('parsed.subject') },
        }),
        on('act', {
          class: 'api_activity',
          activity: lookupIn(
            'parsed.type',
            VERB,
            {
              ...{ Created: 'Create', Added: 'Create', Cloned: 'Create', Deployed: 'Create', Registered: 'Create' },
              ...{ Removed: 'Delete', Deleted: 'Delete', Destroyed: 'Delete' },
              ...{ Updated: 'Update', Reconfigured: 'Update', Renamed: 'Update' },
            },
            'Other',
          ),
          rows: {
            ...CALLER,
            'api.operation': first(text('parsed.type'), text('parsed.words')),
            'api.service.name': is('vSphere'),
            'resources[0].name': first(text('parsed.machine'), text('parsed.subject'), text('parsed.host')),
          },
        }),
        {
          name: 'own',
          when: {},
          class: 'base_event',
          activity: 'Other',
          unclassified: 'the server about itself: no user stands behind the event',
          rows: { status_id: RESULT },
        },
      ],
    },
  ],
}
export const vcenterEvents = compileSource(VCENTER_EVENTS)
