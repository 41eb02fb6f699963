/** Detections, and users' acts in the Falcon console. */

import { AUDIT, client, entityVerb, FIRST_WORD, person, severity } from '../../families/saas/rows.ts'
import {
  allHashes,
  always,
  type Chapter,
  first,
  ip,
  is,
  list,
  lookup,
  mac,
  type Profile,
  type Rows,
  text,
  time,
} from '../../mapping/table.ts'
import { DEVICE } from './sensor.ts'

const BY: Rows = {
  ...person('actor.user', { name: ['UserId', 'UserName'], uid: 'UserUuid', email: ['UserId', 'UserName'] }),
  ...client('UserIp'),
}
const TO: Rows = person('user', {
  name: ['auditOf.target_name', 'UserId', 'UserName'],
  uid: ['auditOf.target_user_uuid', 'UserUuid'],
  email: ['auditOf.target_name', 'UserId'],
})
const AUDITED = [
  'AuthActivityAuditEvent',
  'UserActivityAuditEvent',
  'Event_AuthActivityAuditEvent',
  'Event_UserActivityAuditEvent',
]

const audited = (name: string, operations: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { kind: AUDITED, OperationName: operations },
  ...of,
  rows: { ...AUDIT, ...BY, status_id: lookup('Success', { true: 'Success', false: 'Failure' }), ...of.rows },
})

/**
 * Flags of actions that were taken: a process (16), its child (32) or its parent (512) was ended; an operation, a start
 * or a write was blocked.
 */
const STOPS = [16, 32, 16 | 32, 512, 512 | 16, 1024, 2048, 2048 | 16, 2048 | 1024, 4096, 32_768]
/** A file was quarantined. */
const PUT_AWAY = 128
/** The policy did not enable the action: the product only reports that it would have acted. */
const BY_POLICY = 256

/** Captions by the sums of those flags. */
function dispositions(stopped: string, putAway: string, seen: string): Readonly<Record<number, string>> {
  return Object.fromEntries([
    [0, seen],
    [PUT_AWAY, putAway],
    [PUT_AWAY | BY_POLICY, seen],
    ...STOPS.flatMap((flags) => [
      [flags, stopped],
      [flags | PUT_AWAY, putAway],
      [flags | BY_POLICY, seen],
      [flags | PUT_AWAY | BY_POLICY, seen],
    ]),
  ])
}

export const CONSOLE: Chapter = {
  name: 'console',
  logSource: { product: 'crowdstrike' },
  rows: {
    time: time('UTCTimestamp', 'timestamp', 'metadata.eventCreationTime', 'ProcessStartTime', 'p_event_time'),
    'metadata.event_code': ['OperationName', 'kind'],
    'metadata.log_name': 'kind',
    'metadata.tenant_uid': ['cid', 'CustomerIdString', 'metadata.customerIDString'],
  },
  profiles: [
    {
      name: 'alert of the API',
      when: { kind: 'FalconAlert' },
      class: 'detection_finding',
      activity: lookup('status', { new: 'Create', closed: 'Close' }, 'Update', 'Create'),
      rows: {
        time: time('timestamp', 'created_timestamp', 'updated_timestamp'),
        severity_id: severity('severity_name'),
        status_id: lookup(
          'status',
          { new: 'New', reopened: 'New', in_progress: 'In Progress', closed: 'Resolved', ignored: 'Suppressed' },
          'Other',
          'Unknown',
        ),
        is_alert: is(true),
        'metadata.event_code': ['pattern_id', 'name', 'type'],
        'metadata.log_name': ['product', 'type'],
        'finding_info.uid': 'composite_id',
        'finding_info.title': ['display_name', 'name', 'description', 'composite_id'],
        'finding_info.desc': 'description',
        'finding_info.src_url': 'falcon_host_link',
        'finding_info.analytic.name': ['name', 'display_name'],
        'finding_info.analytic.uid': text('pattern_id'),
        'finding_info.analytic.type_id': is('Behavioral'),
        'finding_info.attacks[0].tactic.name': 'tactic',
        'finding_info.attacks[0].tactic.uid': 'tactic_id',
        'finding_info.attacks[0].technique.name': 'technique',
        'finding_info.attacks[0].technique.uid': 'technique_id',
        'device.uid': ['device.device_id', 'agent_id'],
        'device.hostname': ['device.hostname', 'source_endpoint_host_name'],
        'device.ip': ip('device.local_ip', 'source_endpoint_address_ip4'),
        'device.type_id': is('Unknown'),
        'evidences[0].process.cmd_line': 'cmdline',
        'evidences[0].process.uid': text('process_id', 'triggering_process_graph_id'),
        'evidences[0].process.name': 'filename',
        'evidences[0].process.user.name': ['user_name', 'source_account_name'],
        'evidences[0].process.file.name': 'filename',
        'evidences[0].process.file.path': 'filepath',
        'evidences[0].process.file.type_id': is('Executable File'),
        'evidences[0].process.file.hashes': allHashes('sha256', 'sha1', 'md5'),
      },
    },
    {
      name: 'detection',
      // A workflow's webhook has no kind.
      when: {
        OperationName: '',
        kind: [
          'Event_EppDetectionSummaryEvent',
          'EppDetectionSummaryEvent',
          'DetectionSummaryEvent',
          'Event_DetectionSummaryEvent',
          'IdpDetectionSummaryEvent',
          'MobileDetectionSummaryEvent',
          '',
        ],
      },
      class: 'detection_finding',
      activity: 'Create',
      rows: {
        ...DEVICE,
        'device.ip': ip('LocalIP'),
        'device.mac': mac('MACAddress'),
        'device.domain': 'MachineDomain',
        severity_id: severity('SeverityName'),
        is_alert: is(true),
        'finding_info.uid': ['CompositeId', 'DetectId', 'EventUUID'],
        'finding_info.title': ['Name', 'DetectName'],
        'finding_info.desc': ['Description', 'DetectDescription'],
        'finding_info.src_url': 'FalconHostLink',
        'finding_info.attacks[0].tactic.name': ['MitreAttack.0.Tactic', 'Tactic'],
        'finding_info.attacks[0].tactic.uid': ['MitreAttack.0.TacticID', 'TacticId'],
        'finding_info.attacks[0].technique.name': ['MitreAttack.0.Technique', 'Technique'],
        'finding_info.attacks[0].technique.uid': ['MitreAttack.0.TechniqueID', 'TechniqueId'],
        'finding_info.types': list('Objective', /;/),
        action_id: lookup('PatternDispositionValue', dispositions('Denied', 'Denied', 'Observed'), 'Other'),
        disposition_id: lookup('PatternDispositionValue', dispositions('Blocked', 'Quarantined', 'Detected'), 'Other'),
        'evidences[0].process.cmd_line': 'CommandLine',
        'evidences[0].process.name': 'FileName',
        'evidences[0].process.uid': text('ProcessId'),
        'evidences[0].process.path': 'FilePath',
        'evidences[0].process.user.name': 'UserName',
        'evidences[0].process.file.name': 'FileName',
        'evidences[0].process.file.path': 'FilePath',
        'evidences[0].process.file.type_id': is('Executable File'),
        'evidences[0].process.file.hashes': allHashes('SHA256String', 'SHA1String', 'MD5String'),
        'evidences[0].process.parent_process.cmd_line': 'ParentCommandLine',
        'evidences[0].process.parent_process.path': 'ParentImageFileName',
        'evidences[0].process.parent_process.uid': text('ParentProcessId'),
        'evidences[0].process.ancestry[0].cmd_line': 'GrandParentCommandLine',
        'evidences[0].process.ancestry[0].path': ['GrandParentImageFileName', 'GrandParentImageFilename'],
      },
    },
    {
      name: 'incident',
      when: {
        kind: [
          'IncidentSummaryEvent',
          'Event_IncidentSummaryEvent',
          'IdentityProtectionEvent',
          'XdrDetectionSummaryEvent',
        ],
      },
      class: 'detection_finding',
      activity: lookup('State', { closed: 'Close' }, 'Create', 'Create'),
      rows: {
        ...DEVICE,
        severity_id: first(severity('SeverityName'), lookup('State', {}, 'High', 'High')),
        status_id: lookup('State', { open: 'New', closed: 'Resolved' }, 'In Progress', 'New'),
        is_alert: is(true),
        'finding_info.uid': ['IncidentID', 'IdentityProtectionIncidentId', 'DetectionId', 'CompositeId'],
        'finding_info.title': first(
          text('IncidentType', 'Name', 'DetectionName'),
          lookup('kind', {}, 'Falcon incident', 'Falcon incident'),
        ),
        'finding_info.desc': ['IncidentDescription', 'Description'],
        'finding_info.src_url': 'FalconHostLink',
        'evidences[0].actor.user.name': ['UserName', 'SourceAccountName', 'Users'],
        'evidences[0].src_endpoint.hostname': ['EndpointName', 'SourceEndpointHostName'],
        'evidences[0].src_endpoint.ip': ip('EndpointIp', 'SourceEndpointIpAddress'),
      },
    },
    {
      name: 'remote response',
      when: { kind: ['Event_RemoteResponseSession*', 'RemoteResponseSession*'] },
      class: 'authentication',
      activity: lookup(
        'kind',
        {
          Event_RemoteResponseSessionStartEvent: 'Logon',
          Event_RemoteResponseSessionEndEvent: 'Logoff',
          RemoteResponseSessionStartEvent: 'Logon',
          RemoteResponseSessionEndEvent: 'Logoff',
        },
        'Other',
      ),
      rows: {
        ...AUDIT,
        ...person('user', { name: 'UserName', email: 'UserName' }),
        'dst_endpoint.hostname': ['HostnameField', 'Hostname'],
        'dst_endpoint.uid': 'AgentIdString',
        'service.name': always('Falcon Real Time Response'),
        'session.uid': text('SessionId'),
        is_remote: always(true),
      },
    },
    audited('console logon', ['userAuthenticate', 'twoFactorAuthenticate', 'samlAuthenticate'], {
      class: 'authentication',
      activity: 'Logon',
      rows: { ...TO, 'service.name': always('Falcon console') },
    }),
    audited('roles', ['grantUserRoles', 'revokeUserRoles', 'grantCustomerSubscriptions'], {
      class: 'user_access',
      activity: lookup(
        'OperationName',
        { grantUserRoles: 'Assign Privileges', revokeUserRoles: 'Revoke Privileges' },
        'Other',
      ),
      rows: { ...TO, privileges: list(['auditOf.roles', 'OperationName'], /,\s*/) },
    }),
    audited(
      'account',
      [
        'createUser',
        'activateUser',
        'deleteUser',
        'changePassword',
        'requestResetPassword',
        'resetAuthSecret',
        'confirmResetPassword',
        'updateUser',
        'deactivateUser',
      ],
      {
        class: 'account_change',
        activity: lookup(
          'OperationName',
          {
            createUser: 'Create',
            activateUser: 'Enable',
            deleteUser: 'Delete',
            deactivateUser: 'Disable',
            changePassword: 'Password Change',
            // The secret is that of the second factor.
            resetAuthSecret: 'MFA Factor Disable',
            confirmResetPassword: 'Password Reset',
          },
          'Other',
        ),
        rows: TO,
      },
    ),
    audited('setting', ['*'], {
      class: 'entity_management',
      activity: entityVerb('OperationName', FIRST_WORD),
      rows: {
        'entity.name': ['auditOf.group_name', 'auditOf.name', 'ServiceName', 'kind'],
        'entity.type': 'ServiceName',
        'entity.type_id': is('Other'),
      },
    }),
    {
      name: 'other',
      when: {},
      class: 'base_event',
      activity: 'Other',
      unclassified: 'an event of the sensor or of the console that this table does not know',
      rows: { ...AUDIT },
    },
  ],
}
