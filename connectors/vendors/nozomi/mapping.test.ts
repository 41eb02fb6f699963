import { sourceTests } from '../../mapping/source-tests.ts'
import { nozomi } from './mapping.ts'

sourceTests(nozomi, [
  {
    name: 'an alert of which the sensor is not the subject',
    record: {
      id: 'a1',
      type_id: 'SIGN:MALWARE-DETECTED',
      name: 'Malware detected',
      risk: '9.0',
      severity: 10,
      ip_src: '192.0.2.5',
      port_src: 50_234,
      label_src: 'hmi-01',
      ip_dst: '198.51.100.9',
      port_dst: 445,
      time: 1_709_547_072_000,
      ack: false,
      status: 'open',
      trigger_id: 't',
      appliance_host: 'guardian1',
      mitre_attack_techniques: 'T0866, T1059',
    },
    becomes: {
      class_uid: 2004,
      severity: 'Critical',
      status: 'New',
      finding_info: { uid: 'a1', title: 'Malware detected' },
      evidences: [
        {
          src_endpoint: { ip: '192.0.2.5', port: 50_234, hostname: 'hmi-01' },
          dst_endpoint: { ip: '198.51.100.9', port: 445 },
        },
      ],
    },
  },
  {
    name: 'an alert that somebody closed',
    record: {
      id: 'a2',
      type_id: 'X',
      name: 'x',
      risk: 5,
      ip_src: '192.0.2.5',
      time: 1,
      status: 'closed',
      trigger_id: 't',
    },
    becomes: { class_uid: 2004, severity: 'Medium', status: 'Resolved', activity_name: 'Close' },
  },
])
