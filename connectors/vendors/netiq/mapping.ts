/** NetIQ (Novell) Access Manager: audit events as JSON, whose `description` has the event. */

import { on, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { capture, is, lookup, type Profile, text, time } from '../../mapping/table.ts'

type Members = Readonly<Record<string, unknown>>

/** The product's own words for the identity server's act on a user. */
const OUTCOMES: Readonly<Record<string, string>> = {
  'Provided an authentication to a remote consumer': 'ticket',
  'User session was authenticated': 'logon',
  'User session authentication failed': 'refused',
}

const nameOf = ({ appName }: Members) => (typeof appName === 'string' ? appName : '')

function read(_: string, { description }: Members): PhraseValues {
  const words = typeof description === 'string' ? description.replace(/^\w{2,8}: /, '') : ''
  return { kind: OUTCOMES[words] ?? 'words' }
}

const authentication = (kind: string, activity: string, status: string): Profile =>
  on(kind, {
    class: 'authentication',
    activity,
    logSource: { categories: ['authentication'] },
    rows: {
      'user.name': capture('message', /user: \[([^\]]{1,255})\]/),
      'user.uid': text('subTarget'),
      'service.name': 'component',
      'dst_endpoint.hostname': 'syslog.hostname',
      status_id: is(status),
      'http_request.user_agent': capture('stringValue3', /^(Mozilla.{0,1000})/),
    },
  })

const PROFILES: readonly Profile[] = [
  authentication('ticket', 'Other', 'Success'),
  authentication('logon', 'Logon', 'Success'),
  authentication('refused', 'Logon', 'Failure'),
]

export const accessManager = syslogDevice({
  id: 'netiq-access-manager/1',
  vendor: 'NetIQ',
  product: 'Access Manager',
  has: ['eventId'],
  is: (record) => /^(?:Novell|NetIQ) Access Manager/.test(nameOf(record)) && record.eventId !== undefined,
  read,
  rows: {
    time: time('timeStamp', 'syslog.time'),
    'metadata.event_code': 'eventId',
    'metadata.log_provider': 'component',
    message: ['message', 'description'],
    severity_id: lookup('syslog.severity', { 3: 'High', 4: 'Low' }, 'Informational', 'Informational'),
  },
  profiles: PROFILES,
  rest: 'events that say of no user what became of him',
})
