import { sourceTests } from '../../mapping/source-tests.ts'
import { tanium } from './mapping.ts'

const MATCH = {
  match: {
    properties: {
      ...{ pid: 7, args: 'x.exe -a', user: 'EXAMPLE\\kim', remote_ip: '203.0.113.7', remote_port: 443 },
      file: { fullpath: 'C:\\x.exe', md5: 'd41d8cd98f00b204e9800998ecf8427e' },
    },
  },
}
const EVIDENCE = {
  ...{ actor: { user: { name: 'kim', domain: 'EXAMPLE' } }, process: { cmd_line: 'x.exe -a', pid: 7 } },
  ...{ file: { path: 'C:\\x.exe', name: 'x.exe' }, dst_endpoint: { ip: '203.0.113.7', port: 443 } },
}

sourceTests(tanium, [
  {
    name: 'an alert with what matched as text',
    record: {
      ...{ 'Alert Id': 'a1', 'Computer Name': 'ws1', 'Computer IP': '10.0.0.9', 'Intel Id': 7, Priority: 'high' },
      ...{ 'Intel Name': 'Mimikatz', 'Intel Type': 'tanium-signal', 'MITRE Techniques': 'T1003.001, T1059' },
      ...{ Timestamp: '2026-11-27T10:11:12.000Z', State: 'unresolved', Link: 'https://t.example/#/alerts?guid=a1' },
      'Match Details': JSON.stringify([MATCH]),
    },
    becomes: {
      ...{ class_uid: 2004, activity_name: 'Create', status: 'New', severity: 'High', time: 1_795_774_272_000 },
      finding_info: {
        ...{ uid: 'a1', title: 'Mimikatz', analytic: { uid: '7' }, src_url: 'https://t.example/#/alerts?guid=a1' },
      },
      attacks: [{ technique: { uid: 'T1003.001' } }, { technique: { uid: 'T1059' } }],
      ...{ device: { hostname: 'ws1', ip: '10.0.0.9' }, evidences: [EVIDENCE] },
    },
  },
  {
    name: 'an event whose match is in base64',
    record: {
      ...{ 'Computer IP': '10.0.0.9', 'Computer Name': 'ws1', 'Event Id': 'e1', 'Event Name': 'detect.match' },
      ...{ Timestamp: '2026-11-27T10:11:12.000Z', 'User Name': '', 'User Domain': '', Priority: 'medium' },
      'Other Parameters': `name=Netsh|source=Tanium Signals|type=tanium-signal 1.0|payload=${Buffer.from(JSON.stringify(MATCH)).toString('base64')}`,
    },
    becomes: {
      ...{ class_uid: 2004, severity: 'Medium', finding_info: { uid: 'e1', title: 'Netsh' } },
      evidences: [EVIDENCE],
    },
  },
  {
    name: 'pairs',
    record: {
      ...{ 'Computer-Name': 'ws1', 'Computer-IP': '10.0.0.9', 'Intel-Name': 'Mimikatz', 'Alert-Id': 'a2' },
      ...{ Timestamp: '2026-11-27T10:11:12.000Z', State: 'resolved', 'Match-Details': 'cut {"match"' },
    },
    becomes: { activity_name: 'Close', status: 'Resolved', finding_info: { uid: 'a2', title: 'Mimikatz' } },
  },
  {
    name: 'somebody opens a connection',
    record: {
      ...{ id: 1181, table: 'LiveConnection', rowId: null, state: '{}', userId: 5, userName: 'kim', action: 'create' },
      createdAt: '2026-11-27T10:11:12.002Z',
    },
    becomes: { class_uid: 3004, activity_name: 'Create', actor: { user: { name: 'kim', uid: '5' } } },
  },
])
