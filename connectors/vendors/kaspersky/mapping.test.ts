import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { kaspersky } from './mapping.ts'

const event = (data: string, words: string) =>
  recordOf(`<134>1 2024-03-04T10:11:12Z ksc1 KES|11.0.0.0 - X [event@23668 ${data} hdn="pc7" hip="192.0.2.7"] ${words}`)
const SHA256 = 'a'.repeat(64)

sourceTests(kaspersky, [
  {
    name: 'a virus is deleted',
    record: event(
      `p1="${SHA256}" p2="C:\\\\t\\\\evil.exe" p5="Trojan.Win32.Agent" p7="CORP\\\\alice" et="GNRL_EV_OBJECT_DELETED" tdn="File Threat Protection" etdn="Object deleted"`,
      'Event type: Object deleted',
    ),
    becomes: {
      class_uid: 2004,
      disposition: 'Deleted',
      finding_info: { title: 'Object deleted', uid: 'GNRL_EV_OBJECT_DELETED' },
      evidences: [{ file: { path: 'C:\\t\\evil.exe', name: 'evil.exe' }, user: { name: 'CORP\\alice' } }],
      malware: [{ name: 'Trojan.Win32.Agent' }],
      device: { hostname: 'pc7', ip: '192.0.2.7' },
    },
  },
  {
    name: 'a program is not let run, told by the labels of the text',
    record: event(
      'p2="?" et="GNRL_EV_APPLICATION_LAUNCH_DENIED" tdn="Application Control" etdn="Application startup prohibited"',
      `Event type: Application startup prohibited\\r\\nObject name: rm.bat\\r\\nPath to object: C:\\t\\rm.bat\\r\\nSHA256: ${SHA256}\\r\\nUser: CORP\\alice (Initiator)\\r\\nResult: Blocked`,
    ),
    becomes: {
      class_uid: 2004,
      disposition: 'Blocked',
      finding_info: { title: 'Application startup prohibited', product: { name: 'Application Control' } },
      action: 'Denied',
      evidences: [{ file: { path: 'C:\\t\\rm.bat', name: 'rm.bat' }, user: { name: 'CORP\\alice' } }],
    },
  },
  {
    name: 'an update has no class',
    record: event('et="000000d8" tdn="Update" etdn="Update complete"', 'Event type: Update complete'),
    becomes: { class_uid: 0, metadata: { event_code: '000000d8', log_name: 'Update' } },
  },
])
