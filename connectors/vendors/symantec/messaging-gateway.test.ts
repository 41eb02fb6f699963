import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { messagingGateway } from './messaging-gateway.ts'

const line = (words: string) => recordOf(`<134>Mar  4 10:11:12 smg1 bmserver: ${words}`)

sourceTests(messagingGateway, [
  {
    name: 'what was found of a message',
    record: line('1709547072|c0a81919-01|VERDICT|a@corp.example|spam|default|spam: delete message'),
    becomes: {
      class_uid: 4009,
      activity_name: 'Scan',
      time: 1_709_547_072_000,
      email: { to: ['a@corp.example'], uid: 'c0a81919-01' },
      message_trace_uid: 'c0a81919-01',
      policy: { name: 'spam: delete message', group: { name: 'default' } },
      status_detail: 'spam',
      metadata: { event_code: 'VERDICT' },
    },
  },
  {
    name: 'a message is delivered',
    record: line('1709547072|c0a81919-01|DELIVER|192.0.2.13|a@corp.example'),
    becomes: { class_uid: 4009, activity_name: 'Send', dst_endpoint: { ip: '192.0.2.13' } },
  },
  {
    name: 'the recipients of a message',
    record: line('1709547072|c0a81919-01|RCPTS|a@corp.example|b@corp.example'),
    becomes: { class_uid: 4009, activity_name: 'Trace', email: { to: ['a@corp.example', 'b@corp.example'] } },
  },
  {
    name: 'rules that were not asked',
    record: line('1709547072|c0a81919-01|UNTESTED|a@corp.example|opl|freq_va'),
    becomes: { class_uid: 4009, status_detail: 'opl,freq_va' },
  },
  {
    name: 'a line that names nobody has no class',
    record: line('1709547072|c0a81919-01|SUBJECT|hello'),
    becomes: { class_uid: 0, metadata: { event_code: 'SUBJECT', correlation_uid: 'c0a81919-01' } },
  },
])
