/** Mimecast: mails as its gateway judged them, in the keys of its SIEM logs (JSON of the API, or pairs between bars). */
import { PLAIN, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { email, integer, ip, list, lookup, type SourceTable, time } from '../../mapping/table.ts'

export const MIMECAST: SourceTable = {
  id: 'mimecast/1',
  shapes: PLAIN,
  select: ['Act'],
  rows: { time: time('datetime', 'timestamp', 'eventTime'), ...product('Mimecast', 'Email Security') },
  logSource: { product: 'mimecast' },
  vendorId: 'processingId',
  recognises: (record) =>
    record.acc !== undefined &&
    record.datetime !== undefined &&
    (record.aCode !== undefined || record.MsgId !== undefined || record.Rcpt !== undefined || record.Act !== undefined),
  chapters: [
    {
      name: 'mails',
      profiles: [
        {
          name: 'mail',
          when: {},
          class: 'email_activity',
          activity: lookup(
            'Act',
            { Acc: 'Receive', Rej: 'Scan', Hld: 'Scan', Bnc: 'Scan', Sdbx: 'Scan' },
            'Other',
            'Other',
          ),
          rows: {
            severity_id: lookup('Act', { Acc: 'Informational', Rej: 'Medium', Hld: 'Medium' }, 'Low', 'Informational'),
            status_id: lookup('Act', { Acc: 'Success', Rej: 'Failure', Bnc: 'Failure' }, undefined, 'Unknown'),
            action_id: lookup('Act', { Acc: 'Allowed', Rej: 'Denied', Hld: 'Denied' }),
            disposition_id: lookup('Act', { Acc: 'Allowed', Rej: 'Rejected', Hld: 'Quarantined' }),
            direction_id: lookup(
              ['Dir', 'Route'],
              { Inbound: 'Inbound', Outbound: 'Outbound', Internal: 'Internal' },
              'Unknown',
              'Unknown',
            ),
            'metadata.event_code': ['RejCode', 'Act'],
            'metadata.correlation_uid': 'aCode',
            'email.from': email('headerFrom', 'Sender'),
            'email.sender': email('Sender'),
            'email.to': list(['Rcpt', 'recipients'], /[\s,;]+/, 'email'),
            'email.subject': 'Subject',
            'email.message_uid': 'MsgId',
            'email.uid': ['MsgId', 'aCode'],
            'email.size': integer('MsgSize'),
            'src_endpoint.ip': ip('IP', 'SourceIP'),
            status_detail: ['RejInfo', 'RejType', 'Hld', 'Virus', 'Error'],
            'policy.name': 'Definition',
            message: ['RejInfo', 'Virus', 'RejType', 'Subject'],
          },
        },
      ],
    },
  ],
}
export const mimecast = compileSource(MIMECAST)
