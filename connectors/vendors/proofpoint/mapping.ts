/** Proofpoint: messages with the gateway's verdict (SIEM API, forwarded). */

import { isMembers, type Members } from '../../../platform/members.ts'
import { FORWARDED, PLAIN, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  boolean,
  concat,
  email,
  first,
  integer,
  ip,
  is,
  list,
  lookup,
  type RecordShape,
  type SourceTable,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

/**
 * Messages of the API and of its syslog format, which has the parts of a message in `tapmsg@21139` and of a click in
 * `tapclick@21139`.
 */
const ELEMENT = /^tap(?:msg|click)@/

function elementOf(record: Readonly<Members>): Members | null {
  const data = isMembers(record.syslog) ? record.syslog.structured_data : null
  if (!isMembers(data)) return null
  const name = Object.keys(data).find((one) => ELEMENT.test(one))
  const element = name === undefined ? null : data[name]
  return isMembers(element) ? element : null
}

const bySyslog: RecordShape = {
  name: 'syslog',
  is: (record) => elementOf(record) !== null,
  settle(record) {
    const element = elementOf(record)
    if (element === null || record.GUID !== undefined) return
    for (const [name, value] of Object.entries(element)) record[name] = LISTS.has(name) ? listIn(value) : value
    settleThreats(record)
  },
}

/** Forwarders name the list of the API from which an event is. */
const BLOCKED = /^(?:clicks?|messages?)[ _-]?blocked$/i

const PERMITTED = /^clicks?[ _-]?permitted$/i

/**
 * True for a mail with an active threat that was let through: the gateway's verdict, and nobody acted on it. A click that
 * was blocked did no harm.
 */
function settleThreats(record: Members): void {
  if (record.parsed !== undefined) return
  const isBlocked = BLOCKED.test(textOf(record.eventType))
  if (record.messageTime === undefined) {
    record.parsed = {
      click: isBlocked ? 'blocked' : PERMITTED.test(textOf(record.eventType)) ? 'permitted' : '',
      state: clickState(record, isBlocked),
    }
    return
  }
  const threats = Array.isArray(record.threatsInfoMap) ? record.threatsInfoMap.filter(isMembers) : []
  const isActive = threats.some(({ threatStatus }) => threatStatus === 'active')
  record.parsed = { is_threat: isActive && !isBlocked && textOf(record.quarantineFolder) === '' }
}

const clickState = ({ threatStatus }: Readonly<Members>, isBlocked: boolean): string =>
  threatStatus === 'active' && isBlocked ? 'blocked' : textOf(threatStatus)

/** Parameters that contain a list as JSON. */
const LISTS: ReadonlySet<string> = new Set([
  ...['threatsInfoMap', 'fromAddress', 'toAddresses', 'ccAddresses', 'recipient', 'messageParts', 'modulesRun'],
])

function listIn(value: unknown): unknown {
  if (typeof value !== 'string' || value[0] !== '[') return value
  try {
    return JSON.parse(value)
  } catch {
    return value // A relay cut the text: it is kept as text.
  }
}

export const PROOFPOINT: SourceTable = {
  id: 'proofpoint/1',
  shapes: [bySyslog, ...PLAIN.map((shape) => ({ ...shape, settle: settleThreats }))],
  select: ['messageTime'],
  rows: {
    time: time('messageTime', 'clickTime', 'p_event_time'),
    ...product('Proofpoint', 'Targeted Attack Protection'),
  },
  logSource: { product: 'proofpoint', service: 'tap' },
  recognises: (record) =>
    elementOf(record) !== null ||
    (record.phishScore !== undefined && record.malwareScore !== undefined && record.messageTime !== undefined) ||
    (Array.isArray(record.threatsInfoMap) && record.messageTime !== undefined) ||
    (record.clickTime !== undefined && record.threatID !== undefined && record.url !== undefined),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'messages',
      profiles: [
        {
          name: 'click',
          when: { messageTime: '' },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            severity_id: lookup(
              'parsed.state',
              { active: 'High', blocked: 'Medium', cleared: 'Low', falsepositive: 'Informational' },
              'Medium',
              'Medium',
            ),
            action_id: lookup('parsed.click', { blocked: 'Denied', permitted: 'Allowed' }),
            disposition_id: lookup('parsed.click', { blocked: 'Blocked', permitted: 'Allowed' }),
            'finding_info.title': is('Click on a malicious address'),
            'finding_info.uid': ['id', 'GUID', 'threatID'],
            'finding_info.desc': 'url',
            'finding_info.types': list('classification', /,/),
            'finding_info.src_url': 'threatURL',
            'finding_info.analytic.name': 'classification',
            'finding_info.analytic.uid': 'threatID',
            'finding_info.analytic.type_id': is('Rule'),
            'actor.user.name': 'recipient',
            'actor.user.email_addr': email('recipient'),
            'evidences[0].url.url_string': 'url',
            'evidences[0].src_endpoint.ip': ip('clickIP'),
            'evidences[0].email.from': email('sender'),
            'evidences[0].email.to': list('recipient', /[\s,;]+/, 'email'),
            'evidences[0].email.message_uid': 'messageID',
          },
        },
        {
          name: 'message',
          when: {},
          class: 'email_activity',
          activity: 'Scan',
          rows: {
            // One active threat decides, whatever the state of the others.
            severity_id: first(
              ...[0, 1, 2, 3].map((nr) => lookup(`threatsInfoMap.${nr}.threatStatus`, { active: 'High' })),
              lookup(
                'threatsInfoMap.0.threatStatus',
                { cleared: 'Low', falsepositive: 'Informational' },
                'Informational',
                'Informational',
              ),
            ),
            is_alert: boolean('parsed.is_threat'),
            'metadata.log_name': concat({ words: 'Threat in a mail: ' }, 'threatsInfoMap.0.classification'),
            direction_id: is('Inbound'),
            'email.from': email('fromAddress.0', 'sender'),
            'email.sender': email('sender'),
            'email.to': list(['toAddresses', 'recipient'], /[\s,;]+/, 'email'),
            'email.cc': list('ccAddresses', /[\s,;]+/, 'email'),
            'email.subject': 'subject',
            'email.message_uid': 'messageID',
            'email.uid': ['GUID', 'messageID'],
            'email.size': integer('messageSize'),
            'email.from_mailbox': 'headerFrom',
            'src_endpoint.ip': ip('senderIP'),
            action_id: lookup('quarantineFolder', {}, 'Denied'),
            disposition_id: lookup('quarantineFolder', {}, 'Quarantined'),
            'policy.name': 'quarantineRule',
            status_detail: 'threatsInfoMap.0.classification',
            'metadata.event_code': 'threatsInfoMap.0.threatType',
            message: 'threatsInfoMap.0.threat',
          },
        },
      ],
    },
  ],
}
export const proofpoint = compileSource(PROOFPOINT)
