/**
 * Abnormal Security: messages that it judged as attacks, as `GET /v1/threats/{threatId}` and its SIEM export return
 * them.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { finding, PLAIN, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  email,
  ip,
  is,
  list,
  lookup,
  type RecordShape,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

/** The answer of the API: a threat with its messages, of which the first is shown. */
function isThreat({ threatId, messages }: Readonly<Members>): boolean {
  return (
    typeof threatId === 'string' &&
    isMembers(firstOf(messages)) &&
    (firstOf(messages) as Members).attackType !== undefined
  )
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined)

const threat: RecordShape = {
  name: 'threat',
  is: isThreat,
  settle(record) {
    const message = firstOf(record.messages) as Members
    for (const name of Object.keys(message)) record[name] ??= message[name]
  },
}

export const ABNORMAL: SourceTable = {
  id: 'abnormal/1',
  shapes: [threat, ...PLAIN],
  select: ['attackType'],
  rows: {
    time: time('receivedTime', 'sentTime', 'remediationTimestamp'),
    ...product('Abnormal Security', 'Abnormal Security'),
    'metadata.event_code': 'attackType',
  },
  logSource: { product: 'abnormal' },
  recognises: (record) =>
    isThreat(record) ||
    (record.attackType !== undefined &&
      (record.abxMessageId !== undefined || record.abxPortalUrl !== undefined || record.attackVector !== undefined)),
  chapters: [
    {
      name: 'threats',
      profiles: [
        {
          name: 'threat',
          when: {},
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            // Every message of a threat was judged malicious, except unwanted bulk mail.
            severity_id: lookup('attackType', { Spam: 'Low', Graymail: 'Low' }, 'High', 'High'),
            ...finding({
              uid: ['threatId', 'abxMessageId'],
              title: ['attackType', 'subject'],
              desc: ['summaryInsights.0', 'attackStrategy'],
              rule: 'attackStrategy',
              url: 'abxPortalUrl',
            }),
            'finding_info.types': list(['attackVector', 'attackedParty'], /,/),
            action_id: lookup(
              'remediationStatus',
              {
                'Auto-Remediated': 'Denied',
                'Post Remediated': 'Denied',
                Remediated: 'Denied',
                'Not Remediated': 'Observed',
              },
              'Other',
            ),
            disposition_id: lookup(
              'remediationStatus',
              {
                'Auto-Remediated': 'Quarantined',
                'Post Remediated': 'Quarantined',
                Remediated: 'Quarantined',
                'Not Remediated': 'Alert',
              },
              'Other',
            ),
            status_detail: 'remediationStatus',
            message: 'subject',
            'evidences[0].src_endpoint.ip': ip('senderIpAddress'),
            'evidences[0].user.name': email('recipientAddress', 'toAddresses.0', 'toAddresses'),
            'evidences[0].user.email_addr': email('recipientAddress', 'toAddresses.0', 'toAddresses'),
            'evidences[0].email.from': email('fromAddress'),
            'evidences[0].email.to': list(['toAddresses', 'recipientAddress'], /,\s*/, 'email'),
            'evidences[0].email.subject': 'subject',
            'evidences[0].email.message_uid': text('internetMessageId'),
            'evidences[0].email.return_path': email('returnPath'),
            'evidences[0].url.url_string': 'urls.0',
            'resources[0].type': is('message'),
            'resources[0].uid': ['abxMessageId', 'messageId'],
            'metadata.log_name': always('threats'),
          },
        },
      ],
    },
  ],
}
export const abnormal = compileSource(ABNORMAL)
