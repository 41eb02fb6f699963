/** Proofpoint: messages as the gateway judged them (SIEM API, forwarded). */

import { FORWARDED, PLAIN, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { email, first, integer, ip, is, list, lookup, type SourceTable, time } from '../../mapping/table.ts'

export const PROOFPOINT: SourceTable = {
  id: 'proofpoint/1',
  shapes: PLAIN,
  select: ['quarantineFolder'],
  rows: { time: time('messageTime', 'p_event_time'), ...product('Proofpoint', 'Targeted Attack Protection') },
  logSource: { product: 'proofpoint', service: 'tap' },
  recognises: (record) =>
    record.phishScore !== undefined && record.malwareScore !== undefined && record.messageTime !== undefined,
  renderings: FORWARDED,
  chapters: [
    {
      name: 'messages',
      profiles: [
        {
          name: 'message',
          when: {},
          class: 'email_activity',
          activity: 'Scan',
          rows: {
            // One threat that is active counts, whatever became of those before it.
            severity_id: first(
              ...[0, 1, 2, 3].map((nr) => lookup(`threatsInfoMap.${nr}.threatStatus`, { active: 'High' })),
              lookup(
                'threatsInfoMap.0.threatStatus',
                { cleared: 'Low', falsepositive: 'Informational' },
                'Informational',
                'Informational',
              ),
            ),
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
