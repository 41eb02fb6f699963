/** Mimecast: mails as its gateway judged them, in the keys of its SIEM logs (JSON of the API, or pairs between bars). */
import { product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { allHashes, email, integer, ip, is, list, lookup, type SourceTable, text, time } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

export const MIMECAST: SourceTable = {
  id: 'mimecast/1',
  shapes: [
    {
      name: 'json',
      is: () => true,
      settle(record) {
        const found = [record.Virus, record.virusFound, record.malwareName].some((name) => textOf(name) !== '')
        record.said ??= { kind: found ? 'virus' : 'mail' }
      },
    },
  ],
  select: ['said.kind', 'Act'],
  rows: { time: time('datetime', 'timestamp', 'eventTime'), ...product('Mimecast', 'Email Security') },
  logSource: { product: 'mimecast' },
  vendorId: 'processingId',
  recognises: (record) =>
    record.acc !== undefined &&
    record.datetime !== undefined &&
    (record.aCode !== undefined ||
      record.MsgId !== undefined ||
      record.Rcpt !== undefined ||
      record.Act !== undefined ||
      record.Virus !== undefined),
  chapters: [
    {
      name: 'mails',
      profiles: [
        {
          name: 'virus',
          when: { 'said.kind': 'virus' },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            severity_id: is('High'),
            'finding_info.title': ['Virus', 'virusFound', 'malwareName'],
            'finding_info.uid': text('aCode', 'aggregateId', 'processingId', 'MsgId'),
            'finding_info.desc': ['Subject', 'subject'],
            'finding_info.analytic.name': ['Virus', 'virusFound', 'malwareName'],
            'finding_info.analytic.type_id': is('Rule'),
            // The mailbox that it was sent to.
            'actor.user.name': email('Rcpt', 'Recipient', 'recipients'),
            'actor.user.email_addr': email('Rcpt', 'Recipient', 'recipients'),
            'evidences[0].email.from': email('headerFrom', 'Sender', 'senderEnvelope'),
            'evidences[0].email.to': list(['Rcpt', 'Recipient', 'recipients'], /[\s,;]+/, 'email'),
            'evidences[0].email.subject': ['Subject', 'subject'],
            'evidences[0].email.message_uid': ['MsgId', 'messageId'],
            'evidences[0].src_endpoint.ip': ip('IP', 'SourceIP', 'senderIp'),
            'evidences[0].file.name': ['fileName', 'filename'],
            'evidences[0].file.type_id': is('Unknown'),
            'evidences[0].file.hashes': allHashes('sha256', 'sha1', 'md5'),
          },
        },
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
