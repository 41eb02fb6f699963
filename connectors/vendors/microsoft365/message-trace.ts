/** Exchange Online's message trace: the result for each message. */

import { compileSource } from '../../mapping/source.ts'
import { always, email, integer, ip, is, list, lookup, type SourceTable, time } from '../../mapping/table.ts'
import { product } from '../azure/common.ts'

export const MESSAGE_TRACE: SourceTable = {
  id: 'microsoft365-message-trace/1',
  shapes: [{ name: 'json', is: () => true }],
  select: ['Status'],
  recognises: (record) => 'MessageTraceId' in record && 'SenderAddress' in record,
  logSource: { product: 'm365', service: 'exchange' },
  rows: {
    ...product('Exchange Online'),
    'metadata.product.feature.name': is('Message Trace'),
    'metadata.event_code': 'Status',
    'metadata.original_time': 'Received',
    'metadata.correlation_uid': 'MessageTraceId',
    time: time('Received'),
    severity_id: is('Informational'),
    status_id: lookup('Status', { Delivered: 'Success', Expanded: 'Success', Failed: 'Failure' }, 'Other'),
    status_detail: 'Status',
    message_trace_uid: 'MessageTraceId',
    direction_id: is('Unknown'),
    'email.message_uid': 'MessageId',
    'email.from': email('SenderAddress'),
    'email.to': list('RecipientAddress', /[;,]/, 'email'),
    'email.subject': 'Subject',
    'email.size': integer('Size'),
    'src_endpoint.ip': ip('FromIP'),
    'dst_endpoint.ip': ip('ToIP'),
    'cloud.provider': always('Microsoft 365'),
    'cloud.org.name': 'Organization',
  },
  chapters: [
    { name: 'messages', profiles: [{ name: 'message', when: {}, class: 'email_activity', activity: 'Trace' }] },
  ],
}

export const messageTrace = compileSource(MESSAGE_TRACE)
