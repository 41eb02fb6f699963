import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { dell } from './mapping.ts'

const recordFor = (words: string, program = 'Severity: ') => recordOf(`<134>Mar  4 10:11:12 host1 ${program}${words}`)

sourceTests(dell, [
  {
    name: 'a login at iDRAC',
    record: recordFor(
      'Informational, Category: Audit, MessageID: USR0030, Message: Successfully logged in using root, from 192.0.2.7 and GUI.',
    ),
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      user: { name: 'root' },
      src_endpoint: { ip: '192.0.2.7' },
      metadata: { event_code: 'USR0030', product: { name: 'iDRAC' } },
    },
  },
  {
    name: 'the session ends',
    record: recordFor(
      'Informational, Category: Audit, MessageID: USR0032, Message: The session for root from 192.0.2.7 using GUI is logged off.',
    ),
    becomes: { class_uid: 3002, activity_name: 'Logoff' },
  },
  {
    name: 'a login at PowerStore',
    record: recordFor(
      '[358]: 2024-03-04T10:11:12Z host1 PS1 358@A1 Authentication [PowerStore_audit_event@1139 id="2" user="eve" resource_type="login_session" action="None" client_ip="192.0.2.7" appliance="APM00243620939" status="failed"] Login failed.',
      '',
    ),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'eve' }, message: 'Login failed.' },
  },
  {
    name: 'a change at PowerStore',
    record: recordFor(
      '[358]: 2024-03-04T10:11:12Z host1 PS1 358@A1 Config [PowerStore_audit_event@1139 id="2" user="eve" resource_type="volume" action="delete" client_ip="192.0.2.7" appliance="APM00243620939" status="success"] Deleted volume v1.',
      '',
    ),
    becomes: {
      class_uid: 6003,
      api: { operation: 'delete' },
      resources: [{ name: 'volume' }],
      device: { uid: 'APM00243620939' },
    },
  },
  {
    name: 'a login at a switch',
    record: recordFor(
      'cmd_logger_api.c(83) 29333 %% NOTE CLI:192.0.2.7:administrator:User  logged in',
      'CMDLOGGER[7]: ',
    ),
    becomes: { class_uid: 3002, user: { name: 'administrator' }, metadata: { product: { name: 'PowerSwitch' } } },
  },
  {
    name: 'a script of the service at PowerStore',
    record: recordFor(
      '[358]: 2024-03-04T10:11:12Z host1 PS1 358@A1 Service [PowerStore_audit_event@1139 id="2" user="root" resource_type="unknown" action="not applicable" client_ip="not applicable" appliance="APM00243620939" status="success"] User root executed the service script command [svc_diag list --hardware] from APM00243620939-A via shell.',
      '',
    ),
    becomes: {
      class_uid: 6003,
      actor: { user: { name: 'root' } },
      api: { operation: 'svc_diag list --hardware' },
    },
  },
  {
    name: 'logins at iDRAC that are tried again and again',
    record: recordFor(
      'Warning, Category: Audit, MessageID: USR0034, Message: Login attempt alert for eve from 192.0.2.7 using REDFISH, IP will be blocked for 60 seconds.',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      severity: 'Medium',
      user: { name: 'eve' },
      src_endpoint: { ip: '192.0.2.7' },
      service: { name: 'REDFISH' },
    },
  },
  {
    name: 'a command at a switch',
    record: recordFor('cmd_logger_api.c(83) 29333 %% NOTE CLI:192.0.2.7:administrator:no logging', 'CMDLOGGER[7]: '),
    becomes: {
      class_uid: 6003,
      actor: { user: { name: 'administrator' } },
      api: { operation: 'no logging' },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
])
