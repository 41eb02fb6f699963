/** Microsoft Defender Antivirus. Field names: Microsoft's reference of its event ids. */
import { always, basename, type Chapter, first, is, lookup, type Profile, type Rows, text } from '../compile/table.ts'
import { logOf, userAt } from './common.ts'

const CHANNEL = 'Microsoft-Windows-Windows Defender/Operational'

const on = (id: number | readonly number[], name: string, of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name: `${[id].flat().join(',')} ${name}`,
  when: { Channel: CHANNEL, EventID: id },
  ...of,
})

const SEVERITY = lookup('Severity Name', {
  Low: 'Low',
  Moderate: 'Medium',
  Medium: 'Medium',
  High: 'High',
  Severe: 'Critical',
})

const THREAT: Rows = {
  severity_id: first(
    SEVERITY,
    lookup('Severity ID', { 1: 'Low', 2: 'Medium', 4: 'High', 5: 'Critical' }),
    lookup('Level', { 2: 'High', 3: 'High', 4: 'Medium' }),
  ),
  'finding_info.title': ['Threat Name', 'Provider_Name'],
  'finding_info.uid': text('Detection ID', 'Threat ID', 'EventRecordID', 'EventID'),
  'finding_info.types': is(['Malware']),
  'malware[0].name': 'Threat Name',
  'malware[0].uid': text('Threat ID'),
  'malware[0].classification_ids': is(['Unknown']),
  'evidences[0].file.path': ['Path', 'Filename'],
  'evidences[0].file.name': basename('Path', 'Filename'),
  'evidences[0].file.type_id': is('Unknown'),
  ...userAt('actor.user', 'Detection User', 'User'),
  'actor.app_name': 'Process Name',
  status_detail: ['Action Name', 'Error Description'],
}

const RULE: Rows = {
  'finding_info.title': always('Attack surface reduction rule'),
  'finding_info.uid': ['ID', 'EventRecordID', 'EventID'],
  'evidences[0].file.path': 'Path',
  'evidences[0].file.name': basename('Path'),
  'evidences[0].file.type_id': is('Unknown'),
  ...userAt('actor.user', 'User'),
  'actor.app_name': 'Process Name',
}

const DEFENDER_APP: Rows = {
  'app.name': always('Microsoft Defender Antivirus'),
  'app.vendor_name': is('Microsoft'),
  'app.version': 'Product Version',
}

export const DEFENDER: Chapter = {
  name: 'windefend',
  logSource: { service: 'windefend' },
  rows: { ...logOf(CHANNEL), 'metadata.product.name': is('Microsoft Defender Antivirus') },
  profiles: [
    on([1006, 1015, 1116], 'malware found', { class: 'detection_finding', activity: 'Create', rows: THREAT }),
    on([1007, 1009, 1011, 1012, 1117], 'malware acted on', {
      class: 'detection_finding',
      activity: 'Update',
      rows: { ...THREAT, status_id: lookup('EventID', { 1117: 'In Progress' }, 'Other') },
    }),
    on([1008, 1010, 1014, 1016, 1118, 1119], 'action on malware failed', {
      class: 'detection_finding',
      activity: 'Update',
      rows: THREAT,
    }),
    on([1121, 1122, 1123, 1124, 1125, 1126, 1127, 1128], 'attack surface rule', {
      class: 'detection_finding',
      activity: 'Create',
      rows: RULE,
    }),
    on([1000, 1001, 1002, 1003, 1004, 1005], 'scan', {
      class: 'scan_activity',
      activity: lookup('EventID', {
        1000: 'Started',
        1001: 'Completed',
        1002: 'Cancelled',
        1003: 'Paused',
        1004: 'Resumed',
        1005: 'Error',
      }),
      rows: {
        'scan.uid': text('Scan ID'),
        'scan.name': ['Scan Type', 'Provider_Name'],
        'scan.type_id': is('Unknown'),
        ...userAt('actor.user', 'User'),
      },
    }),
    on([5000, 5001, 5008, 5010, 5011, 5012, 5013], 'protection switched', {
      class: 'application_lifecycle',
      activity: lookup(
        'EventID',
        { 5000: 'Enable', 5011: 'Enable', 5001: 'Disable', 5010: 'Disable', 5012: 'Disable' },
        'Other',
      ),
      rows: DEFENDER_APP,
    }),
    on([5004, 5007, 5009, 1013], 'configuration changed', {
      class: 'device_config_state_change',
      activity: 'Log',
      rows: { ...userAt('actor.user', 'User'), status_detail: 'New Value' },
    }),
    {
      name: 'updates',
      when: { Channel: CHANNEL },
      class: 'application_lifecycle',
      activity: 'Update',
      rows: { ...DEFENDER_APP, status_code: 'Error Code' },
    },
  ],
}
