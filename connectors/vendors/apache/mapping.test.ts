import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { apacheErrors } from './mapping.ts'

const line = (text: string) => recordOf(`<27>Mar  4 10:11:12 web1 httpd[11]: ${text}`)
const NEW = '[Wed Mar 04 10:11:12.123456 2026] '
const PEER = '[pid 11:tid 22] [client 198.51.100.4:5555]'

sourceTests(apacheErrors, [
  {
    name: 'a password is wrong, as version 2.4 writes it',
    record: line(
      `${NEW}[auth_basic:error] ${PEER} AH01617: user ada: authentication failure for "/admin": Password Mismatch`,
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      user: { name: 'ada' },
      src_endpoint: { ip: '198.51.100.4', port: 5555 },
      status_detail: 'Password Mismatch',
      metadata: { event_code: 'AH01617' },
    },
  },
  {
    name: 'a password is wrong, as version 2.2 writes it',
    record: line(
      '[Wed Mar 04 10:11:12 2026] [error] [client 198.51.100.4] user ada: authentication failure for "/admin": Password Mismatch',
    ),
    becomes: { class_uid: 3002, user: { name: 'ada' }, src_endpoint: { ip: '198.51.100.4' } },
  },
  {
    name: 'a user whom nobody knows, without a time',
    record: line(`[auth_basic:error] ${PEER} AH01618: user eve not found: /admin`),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'eve' } },
  },
  {
    name: 'a client that may not',
    record: line(`${NEW}[authz_core:error] ${PEER} AH01630: client denied by server configuration: /var/www/.git`),
    becomes: { class_uid: 4002, status: 'Failure', src_endpoint: { ip: '198.51.100.4' } },
  },
  {
    name: 'a client of IPv6, behind the number of an error',
    record: line(
      `${NEW}[core:error] [pid 11] (13)Permission denied: [client 2001:db8::1:5555] AH00035: access to /x denied because search permissions are missing`,
    ),
    becomes: {
      src_endpoint: { ip: '2001:db8::1', port: 5555 },
      http_request: { url: { path: '/x' } },
      http_response: { code: 403 },
    },
  },
  {
    name: 'a rule of ModSecurity',
    record: line(
      `${NEW}[security2:error] ${PEER} [client 198.51.100.4] ModSecurity: Access denied with code 403 (phase 2). detected SQLi [file "x.conf"] [line "45"] [id "942100"] [msg "SQL Injection Attack"] [data "Matched"] [severity "CRITICAL"] [tag "attack-sqli"] [hostname "www.example.com"] [uri "/index.php"] [unique_id "Z0"]`,
    ),
    becomes: {
      class_uid: 2004,
      severity: 'Critical',
      finding_info: { title: 'SQL Injection Attack', uid: '942100' },
      disposition: 'Blocked',
      evidences: [{ src_endpoint: { ip: '198.51.100.4' }, url: { path: '/index.php' } }],
    },
  },
  {
    name: 'the server is ready',
    record: line(
      `${NEW}[mpm_event:notice] [pid 11:tid 22] AH00489: Apache/2.4.62 configured -- resuming normal operations`,
    ),
    becomes: { class_uid: 6002, activity_name: 'Start' },
  },
  {
    name: 'words about the server',
    record: line(`${NEW}[ssl:warn] [pid 11:tid 22] AH01909: server certificate does NOT include an ID`),
    becomes: { class_uid: 0, severity: 'Low' },
  },
])
