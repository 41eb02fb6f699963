import { sourceTests } from '../../mapping/source-tests.ts'
import { bitdefender } from './mapping.ts'

const of = (module: string, members: object) => ({
  ...{
    module,
    product_installed: 'BEST',
    computer_name: 'WS1',
    computer_fqdn: 'ws1.example.com',
    computer_ip: '10.0.0.9',
  },
  ...{ computer_id: 'c1', timestamp: '2026-11-27T10:11:12.000Z', ...members },
})

sourceTests(bitdefender, [
  {
    name: 'malware',
    record: of('av', {
      ...{
        malware_type: 'file',
        malware_name: 'Example-Test-File',
        file_path: 'C:\\t\\a.com',
        final_status: 'deleted',
      },
      ...{ hash: '0123456789abcdef'.repeat(4), user: { name: 'kim', sid: 'S-1-5-21-1' } },
    }),
    becomes: {
      ...{ class_uid: 2004, severity: 'High', disposition: 'Deleted', time: 1_795_774_272_000 },
      finding_info: { title: 'Example-Test-File' },
      device: { hostname: 'ws1.example.com', ip: '10.0.0.9' },
      evidences: [{ actor: { user: { name: 'kim' } }, file: { name: 'a.com' } }],
    },
  },
  {
    name: 'an attack over the network',
    record: of('network-monitor', {
      ...{ detection_name: 'Attack.LocalFileInclusion', source_ip: '198.51.100.9', victim_ip: '10.0.0.9' },
      ...{ port_number: '80', protocol: 'tcp', attack_types: ['discovery'], actionTaken: 'block' },
    }),
    becomes: {
      ...{ class_uid: 2004, finding_info: { title: 'Attack.LocalFileInclusion' }, disposition: 'Blocked' },
      evidences: [{ src_endpoint: { ip: '198.51.100.9' }, dst_endpoint: { ip: '10.0.0.9', port: 80 } }],
    },
  },
  {
    name: 'an incident',
    record: of('new-incident', {
      ...{ detection_name: 'Archiver', incident_id: 'i1', att_ck_id: ['T1059'], username: 'kim@example.com' },
    }),
    becomes: {
      class_uid: 2004,
      finding_info: { uid: 'i1', title: 'Archiver', attacks: [{ technique: { uid: 'T1059' } }] },
    },
  },
  { name: 'a task', record: of('task-status', { taskName: 'scan' }), becomes: { class_uid: 0 } },
])
