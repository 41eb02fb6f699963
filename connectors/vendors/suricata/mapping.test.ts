import { fastAlert } from '../../formats/host-logs.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { suricata } from './mapping.ts'

const FLOW = {
  timestamp: '2024-03-04T10:11:12.5+0000',
  flow_id: 185,
  in_iface: 'eth0',
  src_ip: '10.0.0.7',
  src_port: 5000,
  dest_ip: '192.0.2.10',
  dest_port: 80,
  proto: 'TCP',
}
const fast = fastAlert.decode(
  '24/03/04-10:11:12.500000  [**] [1:366:11] ICMP PING [**] [Classification: Misc activity] [Priority: 3] {TCP} 10.0.0.7:5000 -> 192.0.2.10:80',
  { receivedMs: 0 },
)

sourceTests(suricata, [
  {
    name: 'an alert',
    record: {
      ...FLOW,
      event_type: 'alert',
      alert: {
        action: 'blocked',
        gid: 1,
        signature_id: 2019401,
        rev: 3,
        signature: 'ET SCAN',
        category: 'Scan',
        severity: 1,
        metadata: {
          mitre_tactic_id: ['TA0043'],
          mitre_technique_id: ['T1595'],
          mitre_technique_name: ['Active_Scanning'],
        },
      },
    },
    becomes: {
      class_uid: 2004,
      severity: 'High',
      action: 'Denied',
      finding_info: {
        title: 'ET SCAN',
        uid: '2019401',
        desc: 'Scan',
        attacks: [{ tactic: { uid: 'TA0043' }, technique: { uid: 'T1595', name: 'Active_Scanning' } }],
      },
      evidences: [{ src_endpoint: { ip: '10.0.0.7' }, dst_endpoint: { port: 80 } }],
    },
  },
  {
    name: 'the same as a line',
    record: typeof fast === 'string' ? {} : fast,
    becomes: {
      class_uid: 2004,
      severity: 'Low',
      time: Date.UTC(2024, 2, 4, 10, 11, 12, 500),
      finding_info: { title: 'ICMP PING', uid: '366' },
      evidences: [{ src_endpoint: { ip: '10.0.0.7', port: 5000 }, dst_endpoint: { ip: '192.0.2.10' } }],
    },
  },
  {
    name: 'a line of Snort, which writes no year',
    record: { ...(typeof fast === 'string' ? {} : fast), time: '03/04-10:11:12.500000', received_year: '2024' },
    becomes: { class_uid: 2004, time: Date.UTC(2024, 2, 4, 10, 11, 12, 500) },
  },
  {
    name: 'a line of Suricata',
    record: { ...(typeof fast === 'string' ? {} : fast), time: '03/04/2024-10:11:12.500000' },
    becomes: { class_uid: 2004, time: Date.UTC(2024, 2, 4, 10, 11, 12, 500) },
  },
  {
    name: 'a request',
    record: {
      ...FLOW,
      event_type: 'http',
      http: { hostname: 'example.org', url: '/a', http_method: 'GET', status: 200 },
    },
    becomes: {
      class_uid: 4002,
      activity_name: 'Get',
      http_request: { url: { url_string: 'http://example.org/a' } },
      http_response: { code: 200 },
    },
  },
  {
    name: 'a file, whose magic is no media type',
    record: {
      ...FLOW,
      event_type: 'fileinfo',
      app_proto: 'http',
      fileinfo: { filename: '/m.exe', magic: 'PE32 executable (GUI)', mimetype: 'application/x-dosexec', size: 100 },
    },
    becomes: {
      class_uid: 4010,
      file: { name: 'm.exe', desc: 'PE32 executable (GUI)', mime_type: 'application/x-dosexec', size: 100 },
    },
  },
  {
    name: 'a flow',
    record: {
      ...FLOW,
      event_type: 'flow',
      flow: { bytes_toserver: 5, bytes_toclient: 6, state: 'closed', start: '2024-03-04T10:11:00Z' },
    },
    becomes: { class_uid: 4001, activity_name: 'Close', traffic: { bytes_out: 5, bytes_in: 6 } },
  },
])
