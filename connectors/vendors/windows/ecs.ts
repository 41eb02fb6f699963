/** Names of the Elastic Common Schema, and of Elastic's shippers, for the Windows event log's own fields. */
import type { Aliases } from '../../mapping/table.ts'

/** Names of the fields that every log has. */
export const WINLOG: Aliases = {
  'winlog.channel': 'Channel',
  'winlog.event_id': 'EventID',
  'winlog.provider_name': 'Provider_Name',
  'winlog.computer_name': 'Computer',
  'winlog.record_id': 'EventRecordID',
  'winlog.activity_id': 'ActivityID',
  'winlog.opcode': 'Opcode',
  'winlog.keywords': 'Keywords',
  'winlog.process.pid': 'ExecutionProcessID',
  'winlog.user.identifier': 'UserID',
}

const DIRECTIONS = { true: 'egress', false: 'ingress', True: 'egress', False: 'ingress' }

export const SYSMON_ECS: Aliases = {
  'registry.path': 'TargetObject',
  'network.direction': { of: 'Initiated', words: DIRECTIONS },
  'dll.code_signature.status': 'SignatureStatus',
  'dll.code_signature.exists': 'Signed',
  'dll.code_signature.trusted': {
    of: 'SignatureStatus',
    words: { Valid: 'true', Expired: 'false', Revoked: 'false', Unavailable: 'false' },
  },
  'process.Ext.token.integrity_level_name': 'IntegrityLevel',
  'process.parent.user.name': 'ParentUser',
}

/** Codes of the audit log with their names in `event.action` of winlogbeat and the Elastic agent. */
const ACTIONS = {
  1102: 'audit-log-cleared',
  4624: 'logged-in',
  4625: 'logon-failed',
  4634: 'logged-out',
  4647: 'logged-out',
  4648: 'logged-in-explicit',
  4672: 'logged-in-special',
  4697: 'service-installed',
  4698: 'scheduled-task-created',
  4699: 'scheduled-task-deleted',
  4700: 'scheduled-task-enabled',
  4701: 'scheduled-task-disabled',
  4702: 'scheduled-task-updated',
  4719: 'changed-audit-config',
  4720: 'added-user-account',
  4722: 'enabled-user-account',
  4723: 'changed-password',
  4724: 'reset-password',
  4725: 'disabled-user-account',
  4726: 'deleted-user-account',
  4727: 'added-group-account',
  4728: 'added-member-to-group',
  4729: 'removed-member-from-group',
  4730: 'deleted-group-account',
  4731: 'added-group-account',
  4732: 'added-member-to-group',
  4733: 'removed-member-from-group',
  4734: 'deleted-group-account',
  4738: 'modified-user-account',
  4740: 'locked-out-user-account',
  4741: 'added-computer-account',
  4742: 'changed-computer-account',
  4743: 'deleted-computer-account',
  4756: 'added-member-to-group',
  4757: 'removed-member-from-group',
  4767: 'unlocked-user-account',
  4768: 'kerberos-authentication-ticket-requested',
  4769: 'kerberos-service-ticket-requested',
  4770: 'kerberos-service-ticket-renewed',
  4771: 'kerberos-preauth-failed',
  4776: 'credential-validated',
  4778: 'session-reconnected',
  4779: 'session-disconnected',
  4781: 'renamed-user-account',
} as const

/** By the numbers of `LogonType`. */
const LOGON_TYPES = {
  2: 'Interactive',
  3: 'Network',
  4: 'Batch',
  5: 'Service',
  7: 'Unlock',
  8: 'NetworkCleartext',
  9: 'NewCredentials',
  10: 'RemoteInteractive',
  11: 'CachedInteractive',
} as const

export const SECURITY_ECS: Aliases = {
  'event.action': { of: 'EventID', words: ACTIONS },
  'winlog.logon.type': { of: 'LogonType', words: LOGON_TYPES },
  'winlog.logon.id': ['TargetLogonId', 'SubjectLogonId'],
}

export const POWERSHELL_ECS: Aliases = { 'powershell.file.script_block_text': 'ScriptBlockText' }
