/** SecureAuth Identity Platform: the audit log by event id. "Event ID lookup for audit logs", docs.secureauth.com. */

import { logon, syslogDevice } from '../../families/syslog/device.ts'
import { structuredData } from '../../families/syslog/settle.ts'
import { ip, is, lookup, type Profile, text } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

type Members = Readonly<Record<string, unknown>>

const DATA = 'syslog.structured_data.SecureAuth@27389'

/** 21020: the user's group has no access; 21070: unknown user; 21090: wrong password. */
const KINDS: Readonly<Record<string, string>> = { 20000: 'logon', 21020: 'refused', 21070: 'refused', 21090: 'refused' }

const eventOf = (record: Members) => structuredData(record, 'SecureAuth@27389')

const WHO = {
  'user.name': `${DATA}.UserID`,
  'src_endpoint.ip': ip(`${DATA}.UserHostAddress`),
  'service.name': `${DATA}.Realm`,
  'session.uid': text(`${DATA}.RequestID`),
  'http_request.user_agent': `${DATA}.UserAgent`,
} as const

const PROFILES: readonly Profile[] = [
  logon('logon', 'Logon', is('Success'), WHO),
  logon('refused', 'Logon', is('Failure'), { ...WHO, severity_id: is('Medium'), status_detail: 'syslog.message' }),
]

export const secureauth = syslogDevice({
  id: 'secureauth/1',
  vendor: 'SecureAuth',
  product: 'Identity Platform',
  is: (record) => eventOf(record)?.EventID !== undefined,
  read: (_, record) => ({ kind: KINDS[textOf(eventOf(record)?.EventID)] ?? 'words' }),
  rows: {
    'metadata.event_code': `${DATA}.EventID`,
    'metadata.log_name': `${DATA}.Category`,
    'metadata.correlation_uid': text(`${DATA}.RequestID`),
    'device.hostname': [`${DATA}.Appliance`, 'syslog.hostname'],
    severity_id: lookup(
      `${DATA}.Priority`,
      { 0: 'Critical', 1: 'Critical', 2: 'Critical', 3: 'High', 4: 'Low', 5: 'Informational', 6: 'Informational' },
      'Informational',
      'Informational',
    ),
  },
  profiles: PROFILES,
  rest: 'steps of a sign-in and of the administration pages that are no outcome',
})
