/** Proofpoint: messages as the gateway judged them (SIEM API, forwarded). */

import { FORWARDED, PLAIN, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { email, first, integer, ip, is, list, lookup, type SourceTable, time } from '../../mapping/table.ts'

export const PROOFPOINT: SourceTable = {
  id: 'proofpoint/1',
  shapes: PLAIN,
  select: ['messageTime'],
  rows: {
    time: time('messageTime', 'clickTime', 'p_event_time'),
    ...product('Proofpoint', 'Targeted Attack Protection'),
  },
  logSource: { product: 'proofpoint', service: 'tap' },
  recognises: (record) =>
    (record.phishScore !== undefined && record.malwareScore !== undefined && record.messageTime !== undefined) ||
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
              'threatStatus',
              { active: 'High', cleared: 'Low', falsepositive: 'Informational' },
              'Medium',
              'Medium',
            ),
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
