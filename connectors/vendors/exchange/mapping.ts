/** Exchange Server: rows of the message tracking log. Columns and events: "Message tracking", Exchange Server documentation. */
import { compileSource } from '../../mapping/source.ts'
import {
  capture,
  email,
  first,
  integer,
  ip,
  is,
  list,
  lookup,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

const RECEIVED = ['RECEIVE', 'HARECEIVE', 'SUBMIT', 'PROCESS']
const FAILED = ['FAIL', 'HADISCARD', 'BADMAIL', 'POISONMESSAGE', 'SUBMITFAIL', 'DELIVERFAIL', 'AGENTFAIL']
const SENT = ['SEND', 'DELIVER', 'SENDEXTERNAL', 'DUPLICATEDELIVER']
const words = (of: readonly string[], caption: string) => Object.fromEntries(of.map((word) => [word, caption]))

export const MESSAGE_TRACKING: SourceTable = {
  id: 'exchange-tracking/1',
  shapes: [{ name: 'row', is: () => true }],
  select: ['event-id'],
  recognises: (record) =>
    record['event-id'] !== undefined &&
    record['message-id'] !== undefined &&
    record['internal-message-id'] !== undefined,
  logSource: { product: 'microsoft', service: 'msexchange-tracking' },
  rows: {
    time: time('date-time'),
    severity_id: is('Informational'),
    'metadata.product.name': is('Exchange Server'),
    'metadata.product.vendor_name': is('Microsoft'),
    'metadata.event_code': 'event-id',
    'metadata.correlation_uid': 'network-message-id',
  },
  chapters: [
    {
      name: 'mails',
      profiles: [
        {
          name: 'mail',
          when: {},
          class: 'email_activity',
          activity: lookup('event-id', { ...words(RECEIVED, 'Receive'), ...words(SENT, 'Send') }, 'Other', 'Other'),
          rows: {
            status_id: lookup(
              'event-id',
              { ...words(RECEIVED, 'Success'), ...words(SENT, 'Success'), ...words(FAILED, 'Failure') },
              'Other',
              'Unknown',
            ),
            status_detail: ['recipient-status', 'source-context'],
            direction_id: lookup(
              'directionality',
              { Incoming: 'Inbound', Originating: 'Outbound' },
              'Unknown',
              'Unknown',
            ),
            'email.from': email('sender-address', 'return-path'),
            'email.sender': email('return-path', 'sender-address'),
            'email.to': list('recipient-address', /[;\s]+/, 'email'),
            'email.subject': 'message-subject',
            'email.message_uid': 'message-id',
            'email.uid': text('network-message-id', 'internal-message-id', 'message-id'),
            'email.size': integer('total-bytes'),
            message_trace_uid: text('network-message-id'),
            'src_endpoint.ip': first(ip('original-client-ip'), ip('client-ip')),
            'src_endpoint.hostname': capture('client-hostname', /^([A-Za-z][\w.-]{0,253})$/),
            'dst_endpoint.ip': first(ip('original-server-ip'), ip('server-ip')),
            'dst_endpoint.hostname': capture('server-hostname', /^([A-Za-z][\w.-]{0,253})$/),
            message: 'message-subject',
          },
        },
      ],
    },
  ],
}
export const exchangeTracking = compileSource(MESSAGE_TRACKING)
