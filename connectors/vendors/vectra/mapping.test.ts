import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { vectra } from './mapping.ts'

const event = (body: object, program = 'vectra_json_v2') =>
  recordOf(`<134>Mar  4 10:11:12 v1 ${program} -: ${JSON.stringify({ version: '8.1', headend_addr: 'v1', ...body })}`)

sourceTests(vectra, [
  {
    name: 'a detection',
    record: event({
      d_type_vname: 'External Remote Access',
      detection_id: 9,
      category: 'COMMAND & CONTROL',
      href: 'https://v1/detections/9',
      host_name: 'pc7',
      host_ip: '192.0.2.7',
      dd_dst_ip: '203.0.113.1',
      dd_dst_port: 443,
      dd_proto: 'tcp',
      threat: 60,
      certainty: 70,
      vectra_timestamp: '1709547072',
    }),
    becomes: {
      class_uid: 2004,
      severity: 'Critical',
      confidence_score: 70,
      risk_score: 60,
      finding_info: { title: 'External Remote Access', uid: '9', types: ['COMMAND & CONTROL'] },
      evidences: [
        { src_endpoint: { ip: '192.0.2.7', hostname: 'pc7' }, dst_endpoint: { ip: '203.0.113.1', port: 443 } },
      ],
      time: 1_709_547_072_000,
    },
  },
  {
    name: 'a detection of the appliance, alone',
    record: {
      ...{ id: 33, category: 'command_and_control', threat: 80, certainty: 20, detection: 'Hidden HTTPS Tunnel' },
      ...{ detection_type: 'Hidden HTTPS Tunnel', src_ip: '10.0.0.9', state: 'fixed', src_host: { name: 'ws1' } },
      ...{ last_timestamp: '2026-11-27T10:11:12Z', detection_url: 'https://v.example/detections/33' },
      grouped_details: [{ dst_ips: ['203.0.113.7'], dst_ports: [443] }],
    },
    becomes: {
      ...{
        class_uid: 2004,
        severity: 'High',
        status: 'Resolved',
        time: 1_795_774_272_000,
        device: { hostname: 'ws1' },
      },
      finding_info: { uid: '33', title: 'Hidden HTTPS Tunnel', src_url: 'https://v.example/detections/33' },
      evidences: [{ src_endpoint: { ip: '10.0.0.9' }, dst_endpoint: { ip: '203.0.113.7', port: 443 } }],
    },
  },
  {
    name: 'a detection of the cloud, alone',
    record: {
      ...{ id: 1, detection_id: 34, d_type_vname: 'Azure AD Brute-Force', threat: 60, certainty: 60, type: 'account' },
      ...{ entity_uid: 'O365:kim@example.com', event_timestamp: '2026-11-27T10:11:12Z', mitre: ['T1110'] },
      detection_href: 'https://x.vectra.ai/detections/34',
    },
    becomes: {
      ...{ severity: 'Critical', attacks: [{ technique: { uid: 'T1110' } }] },
      finding_info: { uid: '34', src_url: 'https://x.vectra.ai/detections/34' },
      evidences: [{ user: { name: 'kim@example.com' } }],
    },
  },
  {
    name: 'an account is locked',
    record: event(
      { category: 'LOCKDOWN', account_id: 4, account_uid: 'O365:a@x', action: 'lock', success: true, user: 'eve' },
      'vectra_json_account_v2',
    ),
    becomes: {
      class_uid: 3001,
      activity_name: 'Lock',
      user: { name: 'O365:a@x' },
      actor: { user: { name: 'eve' } },
      status: 'Success',
    },
  },
  {
    name: 'a campaign',
    record: event({ campaign_id: 3, campaign_name: 'evil.example-1', src_ip: '192.0.2.7', dest_ip: '203.0.113.1' }),
    becomes: { class_uid: 2004, finding_info: { title: 'evil.example-1', uid: '3' } },
  },
  {
    name: 'somebody at the console',
    record: event({ source_ip: '192.0.2.9', user: 'eve', role: 'Admin', message: 'user logged in', result: 'success' }),
    becomes: {
      class_uid: 6003,
      actor: { user: { name: 'eve', type: 'Admin' } },
      api: { operation: 'user logged in' },
      status: 'Success',
    },
  },
  {
    name: 'a score has no class',
    record: event({ category: 'HOST SCORING', host_id: 7, host_name: 'pc7', threat: 1, certainty: 2 }),
    becomes: { class_uid: 0, metadata: { event_code: 'HOST SCORING' } },
  },
])
