import { sourceTests } from '../../mapping/source-tests.ts'
import { mimecast } from './mapping.ts'

sourceTests(mimecast, [
  {
    name: 'a mail that is refused',
    record: {
      ...{ acc: 'C1', aCode: 'x1', datetime: '2026-11-27T10:11:12+0000', Sender: 'a@example.org', Act: 'Rej' },
      ...{ Rcpt: 'kim@example.com', Subject: 'hi', RejType: 'Virus Signature Detection', IP: '198.51.100.4' },
      ...{ MsgId: '<x@y>', Dir: 'Inbound' },
    },
    becomes: {
      ...{ class_uid: 4009, status: 'Failure', severity: 'Medium', direction: 'Inbound', time: 1_795_774_272_000 },
      ...{ disposition: 'Rejected', src_endpoint: { ip: '198.51.100.4' }, status_detail: 'Virus Signature Detection' },
      email: { from: 'a@example.org', to: ['kim@example.com'], subject: 'hi', message_uid: '<x@y>' },
    },
  },
  {
    name: 'a mail that is let through',
    record: {
      ...{ acc: 'C1', aCode: 'x2', datetime: '2026-11-27T10:11:12+0000', Sender: 'kim@example.com', Act: 'Acc' },
      ...{ Rcpt: 'a@example.org', Dir: 'Outbound', MsgSize: '2048', MsgId: '<z@y>' },
    },
    becomes: {
      class_uid: 4009,
      status: 'Success',
      direction: 'Outbound',
      email: { size: 2048, from: 'kim@example.com' },
    },
  },
])
