/**
 * Kaspersky Endpoint Security, as Kaspersky Security Center exports its events. The meaning of the numbered parameters
 * differs by event; those of detections are in "Application events in the Kaspersky Security Center event log",
 * support.kaspersky.com/kes-for-windows. Others are read from the labels of the text.
 */

import { finding, syslogDevice } from '../../families/syslog/device.ts'
import { labelsOf } from '../../families/syslog/labels.ts'
import { structuredData } from '../../families/syslog/settle.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { basename, capture, first, hashes, ip, is, lookup, type Profile, text } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

type Members = Readonly<Record<string, unknown>>

const DATA = 'syslog.structured_data.event@23668'

/** An object was found; its parameters are those of the documentation. */
const DETECTIONS = new Set([
  'GNRL_EV_VIRUS_FOUND',
  'GNRL_EV_SUSPICIOUS_OBJECT_FOUND',
  'GNRL_EV_OBJECT_CURED',
  'GNRL_EV_OBJECT_DELETED',
])
const DENIALS = new Set(['GNRL_EV_APPLICATION_LAUNCH_DENIED'])

const eventOf = (record: Members) => structuredData(record, 'event@23668')

function read(message: string, record: Members): PhraseValues {
  const code = textOf(eventOf(record)?.et)
  const kind = DETECTIONS.has(code) ? 'detection' : DENIALS.has(code) ? 'denial' : 'words'
  const fields = labelsOf(message, 'lines')
  fields.kind = kind
  return fields
}

const FOUND = {
  'finding_info.title': `${DATA}.etdn`,
  'finding_info.uid': text(`${DATA}.et`),
  'finding_info.product.name': `${DATA}.tdn`,
  'device.hostname': [`${DATA}.hdn`, 'syslog.hostname'],
  'evidences[0].file.type_id': is('Unknown'),
} as const

const PROFILES: readonly Profile[] = [
  finding('detection', {
    ...FOUND,
    'evidences[0].file.path': `${DATA}.p2`,
    'evidences[0].file.name': basename(`${DATA}.p2`),
    'evidences[0].file.hashes': hashes(`${DATA}.p1`),
    'evidences[0].user.name': `${DATA}.p7`,
    'malware[0].name': `${DATA}.p5`,
    'malware[0].classification_ids': is(['Unknown']),
    disposition_id: lookup(
      `${DATA}.et`,
      { GNRL_EV_OBJECT_CURED: 'Corrected', GNRL_EV_OBJECT_DELETED: 'Deleted' },
      'Detected',
    ),
    severity_id: is('High'),
  }),
  finding('denial', {
    ...FOUND,
    'evidences[0].file.path': 'parsed.Path to object',
    'evidences[0].file.name': first(text('parsed.Object name'), basename('parsed.Path to object')),
    'evidences[0].file.hashes': hashes('parsed.SHA256'),
    'evidences[0].user.name': capture('parsed.User', /^(.{1,256}?)(?: \(Initiator\))?$/),
    action_id: lookup('parsed.Result', { Blocked: 'Denied', Allowed: 'Allowed' }, 'Other'),
    disposition_id: lookup('parsed.Result', { Blocked: 'Blocked', Allowed: 'Allowed' }, 'Other'),
    severity_id: is('Medium'),
  }),
]

export const kaspersky = syslogDevice({
  id: 'kaspersky/1',
  vendor: 'Kaspersky',
  product: 'Endpoint Security',
  is: (record) => eventOf(record)?.et !== undefined,
  read,
  rows: { 'metadata.event_code': `${DATA}.et`, 'metadata.log_name': `${DATA}.tdn`, 'device.ip': ip(`${DATA}.hip`) },
  profiles: PROFILES,
  rest: 'tasks, updates and components of the application, whose parameters are not documented by event',
})
