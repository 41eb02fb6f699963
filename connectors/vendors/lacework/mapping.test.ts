import { sourceTests } from '../../mapping/source-tests.ts'
import { lacework } from './mapping.ts'

sourceTests(lacework, [
  {
    name: 'an alert of the API',
    record: {
      ...{ alertId: 12_345, alertType: 'MaliciousFile', alertName: 'Malicious file', severity: 'High', status: 'Open' },
      ...{ startTime: '2026-11-27T10:11:12.000Z', derivedFields: { category: 'Anomaly' } },
      alertInfo: { subject: 'Malicious file: /tmp/x', description: 'A file that is known' },
      entityMap: {
        Machine: [{ KEY: { mid: 1 }, PROPS: { hostname: 'ws1' } }],
        SourceIpAddress: [{ KEY: { ip_addr: '198.51.100.9' }, PROPS: {} }],
      },
    },
    becomes: {
      ...{ class_uid: 2004, activity_name: 'Create', severity: 'High', status: 'New', time: 1_795_774_272_000 },
      finding_info: { uid: '12345', title: 'Malicious file', analytic: { name: 'MaliciousFile' } },
      ...{ device: { hostname: 'ws1' }, evidences: [{ src_endpoint: { ip: '198.51.100.9' } }] },
    },
  },
  {
    name: 'an alert that is closed',
    record: {
      alertId: 12_345,
      alertType: 'X',
      alertName: 'Malicious file',
      status: 'Closed',
      alertInfo: {},
      startTime: '2026-11-27T10:11:12Z',
    },
    becomes: { activity_name: 'Close', status: 'Resolved', finding_info: { uid: '12345' } },
  },
  {
    name: 'the webhook',
    record: {
      ...{ event_title: 'Unauthorized API call', event_link: 'https://acme.lacework.net/ui/x/7', event_id: '7' },
      ...{ lacework_account: 'acme', event_source: 'AWSCloudTrail', event_timestamp: '27 Nov 2026 10:11 GMT' },
      ...{ event_type: 'CloudTrailDefaultAlert', event_severity: '4', event_description: 'kim called it' },
    },
    becomes: {
      ...{ class_uid: 2004, severity: 'Low', time: Date.UTC(2026, 10, 27, 10, 11) },
      finding_info: { uid: '7', title: 'Unauthorized API call', src_url: 'https://acme.lacework.net/ui/x/7' },
    },
  },
  {
    name: 'the bus',
    record: {
      ...{ 'detail-type': 'Lacework Event', time: '2026-11-27T10:12:00Z' },
      detail: {
        ...{
          EVENT_ID: '8',
          EVENT_NAME: 'New login',
          EVENT_TYPE: 'NewLogin',
          SEVERITY: 2,
          LINK: 'https://acme.lacework.net/8',
        },
        ...{ START_TIME: '2026-11-27T10:11:12Z', SUMMARY: 'words', ACCOUNT: 'acme' },
      },
    },
    becomes: {
      ...{ severity: 'High', time: 1_795_774_272_000 },
      finding_info: { uid: '8', title: 'New login', src_url: 'https://acme.lacework.net/8' },
    },
  },
])
