import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { ciscoAsyncos } from './asyncos.ts'

const line = (words: string) => recordOf(`<134>Mar  4 10:11:12 esa1 app: Mon Aug 10 09:51:36 2024 Info: ${words}`)

sourceTests(ciscoAsyncos, [
  {
    name: 'a user is let in',
    record: line('User alice from 192.0.2.14 was authenticated successfully.'),
    becomes: { class_uid: 3002, status: 'Success', user: { name: 'alice' }, src_endpoint: { ip: '192.0.2.14' } },
  },
  {
    name: 'a request, with its time in the header alone',
    record: recordOf(
      '<134>Mar  4 10:11:12 esa1 app: Info: req:192.0.2.164 user:- id:J0P3 200 GET /login HTTP/1.1 curl/8',
    ),
    becomes: { class_uid: 4002, http_request: { url: { path: '/login' } } },
  },
  {
    name: 'a user is refused',
    record: line('An authentication attempt by the user mallory from 192.0.2.85 failed'),
    becomes: { class_uid: 3002, status: 'Failure', severity: 'Medium' },
  },
  {
    name: 'a session ends',
    record: line('logout:192.0.2.240 user:alice session:LH09'),
    becomes: { activity_name: 'Logoff', session: { uid: 'LH09' } },
  },
  {
    name: 'a request to its own pages',
    record: line('req:192.0.2.164 user:alice id:LH09 200 GET /css/xyz HTTP/1.1 Mozilla/5.0 (Linux)'),
    becomes: { class_uid: 4002, http_request: { url: { path: '/css/xyz' } }, http_response: { code: 200 } },
  },
  {
    name: 'its firewall blocks a packet',
    record: line('Firewall blocked TCP data from 192.0.2.3:1148 to 198.51.100.182.'),
    becomes: { class_uid: 4001, activity_name: 'Refuse', action: 'Denied', src_endpoint: { port: 1148 } },
  },
  {
    name: 'a file is malware',
    record: line(
      `Response received for file reputation query from Cloud. File Name = 'a.rtf', MID = 166267, Disposition = MALICIOUS, Malware = W32.X, Reputation Score = 1, sha256 = ${'a'.repeat(64)}, upload_action = 1`,
    ),
    becomes: {
      class_uid: 2004,
      severity: 'High',
      finding_info: { title: 'W32.X' },
      evidences: [{ file: { name: 'a.rtf', hashes: [{ value: 'a'.repeat(64) }] } }],
    },
  },
  {
    name: 'a message on its way',
    record: line('MID 192034 using engine: CASE spam negative'),
    becomes: { class_uid: 0, metadata: { correlation_uid: '192034' } },
  },
  {
    name: 'a message from somebody',
    record: line('MID 6 ICID 5 From: <alice@example.com>'),
    becomes: { class_uid: 4009, activity_name: 'Receive', email: { from: 'alice@example.com' } },
  },
  {
    name: 'the appliance about itself',
    record: line('Begin Logfile'),
    becomes: { class_uid: 0, severity: 'Informational' },
  },
])
