/** Microsoft Defender Antivirus. Field names: Microsoft's reference of its event ids. */
import {
  always,
  basename,
  type Chapter,
  capture,
  first,
  is,
  lookup,
  type Profile,
  type Rows,
  text,
} from '../../mapping/table.ts'
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

/** `containerfile:_C:\a.zip;file:_C:\a.zip->b.exe`: the kind precedes each resource. */
const FIRST_FILE = /(?:^|;\s?)file:_([^;]{1,1024})/

/** The action on the threat; a threat that was only detected has none yet. */
const ACTION: Rows = {
  action_id: lookup('Action Name', {
    ...{ Clean: 'Denied', Quarantine: 'Denied', Remove: 'Denied', Block: 'Denied' },
    ...{ Allow: 'Allowed', 'No Action': 'Observed', 'Not Applicable': 'Observed' },
  }),
  disposition_id: lookup('Action Name', {
    ...{ Clean: 'Corrected', Quarantine: 'Quarantined', Remove: 'Deleted', Block: 'Blocked' },
    ...{ Allow: 'Allowed', 'No Action': 'No Action', 'Not Applicable': 'Detected' },
  }),
}

const THREAT: Rows = {
  severity_id: first(
    SEVERITY,
    lookup('Severity ID', { 1: 'Low', 2: 'Medium', 4: 'High', 5: 'Critical' }),
    lookup('Level', { 2: 'High', 3: 'High', 4: 'Medium' }),
  ),
  'finding_info.title': ['Threat Name', 'Provider_Name'],
  'finding_info.uid': text('Detection ID', 'Threat ID', 'EventRecordID', 'EventID'),
  'finding_info.types': is(['Malware']),
  ...ACTION,
  'malware[0].name': 'Threat Name',
  'malware[0].uid': text('Threat ID'),
  'malware[0].classification_ids': is(['Unknown']),
  'evidences[0].file.path': first(capture('Path', FIRST_FILE), text('Path', 'Filename')),
  'evidences[0].file.name': basename('Path', 'Filename'),
  'evidences[0].file.type_id': is('Unknown'),
  ...userAt('actor.user', 'Detection User', 'User'),
  'actor.app_name': 'Process Name',
  status_detail: ['Action Name', 'Error Description'],
}

/** Each rule has one id for a blocked action and another for a logged one. */
const KEPT_FROM = { 1121: 'Denied', 1123: 'Denied', 1126: 'Denied', 1127: 'Denied' }

const RULE: Rows = {
  'finding_info.title': lookup(
    'EventID',
    {
      ...{ 1123: 'Controlled folder access', 1124: 'Controlled folder access' },
      ...{ 1127: 'Controlled folder access', 1128: 'Controlled folder access' },
      ...{ 1125: 'Network protection', 1126: 'Network protection' },
    },
    'Attack surface reduction rule',
  ),
  action_id: lookup('EventID', KEPT_FROM, 'Observed'),
  disposition_id: lookup('EventID', { 1121: 'Blocked', 1123: 'Blocked', 1126: 'Blocked', 1127: 'Blocked' }, 'Logged'),
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

/** Updates of signatures, of the engine, of the platform, and of signatures that are fetched on demand. */
const UPDATED = [2000, 2002, 2010, 2011, 2013, 2014, 2020, 2030]
/** 2004: the engine reverted to older signatures because the new ones do not load. */
const NOT_UPDATED = [2001, 2003, 2004, 2005, 2006, 2012, 2021, 2031]

export const DEFENDER: Chapter = {
  name: 'windefend',
  logSource: { service: 'windefend' },
  isSpaced: true,
  rows: { ...logOf(CHANNEL), 'metadata.product.name': is('Microsoft Defender Antivirus') },
  profiles: [
    on([1006, 1015, 1116], 'malware found', { class: 'detection_finding', activity: 'Create', rows: THREAT }),
    on([1007, 1009, 1011, 1117], 'malware acted on', {
      class: 'detection_finding',
      activity: 'Update',
      rows: { ...THREAT, status_id: lookup('EventID', { 1117: 'In Progress' }, 'Other') },
    }),
    on([1008, 1010, 1012, 1014, 1016, 1118, 1119], 'action on malware failed', {
      class: 'detection_finding',
      activity: 'Update',
      rows: { ...THREAT, action_id: is('Allowed'), disposition_id: is('Uncorrected') },
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
    on([5000, 5001, 5008, 5009, 5010, 5011, 5012, 5013], 'protection switched', {
      class: 'application_lifecycle',
      activity: lookup(
        'EventID',
        {
          ...{ 5000: 'Enable', 5009: 'Enable', 5011: 'Enable' },
          ...{ 5001: 'Disable', 5010: 'Disable', 5012: 'Disable' },
        },
        'Other',
      ),
      rows: {
        ...DEFENDER_APP,
        action_id: lookup('EventID', { 5013: 'Denied' }),
        disposition_id: lookup('EventID', { 5013: 'Blocked' }),
      },
    }),
    on([5004, 5007, 1013], 'configuration changed', {
      class: 'device_config_state_change',
      activity: 'Log',
      rows: { ...userAt('actor.user', 'User'), status_detail: 'New Value' },
    }),
    on(UPDATED, 'updated', {
      class: 'application_lifecycle',
      activity: 'Update',
      rows: { ...DEFENDER_APP, status_code: 'Error Code' },
    }),
    on(NOT_UPDATED, 'not updated', {
      class: 'application_lifecycle',
      activity: 'Update',
      rows: { ...DEFENDER_APP, status_id: is('Failure'), status_code: 'Error Code' },
    }),
    {
      name: 'health',
      when: { Channel: CHANNEL },
      class: 'application_lifecycle',
      activity: 'Other',
      rows: { ...DEFENDER_APP, status_code: 'Error Code' },
    },
  ],
}
