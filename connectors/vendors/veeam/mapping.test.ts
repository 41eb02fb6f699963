import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { veeam } from './mapping.ts'

const line = (data: string, words: string) =>
  recordOf(
    `<14>1 2026-11-27T10:11:12.000+00:00 vbr1 Veeam_MP - - [origin enterpriseId="31023"] [categoryId=0 ${data} Version="12"] ${words}`,
  )

sourceTests(veeam, [
  {
    name: 'malware in a backup',
    record: line(
      'instanceId=41600 OibID="o1" MachineDisplayName="WS7" ActivityType="EncryptedData" UserName="EXAMPLE\\kim" Description="Potential malware activity detected"',
      'Malware activity detected: WS7',
    ),
    becomes: {
      class_uid: 2004,
      severity_id: 4,
      time: 1795774272000,
      finding_info: { title: 'Potential malware activity detected' },
      metadata: { event_code: '41600' },
      evidences: [{ device: { hostname: 'WS7' } }],
    },
  },
  {
    name: 'a job that ends',
    record: line('instanceId=190 JobID="a" JobResult="0"', "Backup job 'nightly' finished with Success."),
    becomes: { class_uid: 0, metadata: { event_code: '190' }, message: "Backup job 'nightly' finished with Success." },
  },
])
