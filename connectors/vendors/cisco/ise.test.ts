import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { ciscoIse } from './ise.ts'

const line = (message: string) => recordOf(`<181>Mar  4 10:11:12 ise1 ${message}`)

sourceTests(ciscoIse, [
  {
    name: 'a host is let onto the network',
    record: line(
      'CISE_Passed_Authentications 0001939187 1 0 2024-03-04 10:11:12.250 +01:00 0042009748 5200 NOTICE Passed-Authentication: Authentication succeeded, Device IP Address=192.0.2.15, DestinationPort=1812, UserName=alice, NetworkDeviceName=SW15, Calling-Station-ID=90-1B-0E-34-EA-92, Framed-IP-Address=192.0.2.138, AuthenticationMethod=dot1x, SelectedAccessService=Default Network Access, Step=11001, Step=11017',
    ),
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Success',
      time: Date.UTC(2024, 2, 4, 9, 11, 12, 250),
      user: { name: 'alice' },
      src_endpoint: { ip: '192.0.2.138' },
      dst_endpoint: { ip: '192.0.2.15', hostname: 'SW15', port: 1812 },
      service: { name: 'Default Network Access' },
      metadata: { event_code: '5200', log_name: 'Passed_Authentications' },
    },
  },
  {
    name: 'a host is refused',
    record: line(
      'CISE_Failed_Attempts 0001939188 1 0 2024-03-04 10:11:12 +0000 0042009749 5400 NOTICE Failed-Attempt: Authentication failed, UserName=mallory, NAS-IP-Address=192.0.2.15, FailureReason=22056 Subject not found in the applicable identity store(s)',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      severity: 'Medium',
      status_detail: '22056 Subject not found in the applicable identity store(s)',
    },
  },
  {
    name: 'a later segment names nobody',
    record: line(
      'CISE_Passed_Authentications 0001939187 4 2  PostureAssessmentStatus=NotApplicable, Name=Endpoint Groups',
    ),
    becomes: { class_uid: 0, metadata: { correlation_uid: '0001939187' } },
  },
])
