/**
 * Places of CrowdStrike's fields: beside the envelope in FDR files, under `event` in streams and in records of
 * forwarders.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { addressed } from '../../families/saas/lists.ts'
import type { RecordShape } from '../../mapping/table.ts'

/** Names that may be both in the envelope and in the event. */
const SHARED = ['aid', 'aip', 'cid', 'id', 'event_platform', 'timestamp', 'ContextTimeStamp', 'Hostname', 'ConfigBuild']

function names(under: string): Readonly<Record<string, readonly string[]>> {
  const at = (name: string) => (under === '' ? [name] : [`${under}.${name}`, name])
  return {
    ...Object.fromEntries(SHARED.map((name) => [name, at(name)])),
    kind: [
      'fdr_event_type',
      ...at('event_simpleName'),
      'event_simplename',
      'metadata.eventType',
      ...at('ExternalApiType'),
      ...at('name'),
    ],
    'metadata.eventCreationTime': ['metadata.eventCreationTime'],
    'metadata.customerIDString': ['metadata.customerIDString'],
    'metadata.offset': ['metadata.offset'],
    p_event_time: ['p_event_time'],
    auditOf: ['auditOf'],
    'auditOf.target_name': ['auditOf.target_name'],
    'auditOf.target_user_uuid': ['auditOf.target_user_uuid'],
    'auditOf.roles': ['auditOf.roles'],
    'auditOf.name': ['auditOf.name'],
    'auditOf.group_name': ['auditOf.group_name'],
  }
}

/** Details of audit events are a list of keys and values. */
function settle(record: Members): void {
  const event = record.event
  if (isMembers(event)) addressed(record, 'auditOf', event.AuditKeyValues, ({ Key, ValueString }) => [Key, ValueString])
}

/** An alert is sent again with every change: its id belongs to the finding, not to the record. */
const ALERT: RecordShape = {
  name: 'alert',
  is: (record) =>
    typeof record.composite_id === 'string' &&
    (record.created_timestamp !== undefined || record.severity_name !== undefined || record.display_name !== undefined),
  names: { ...names(''), kind: ['alert_kind'], id: ['id_of_what_is_told'] },
  settle: (record) => {
    record.alert_kind = 'FalconAlert'
  },
}

export const CROWDSTRIKE_SHAPES: readonly RecordShape[] = [
  ALERT,
  { name: 'enveloped', is: (record) => isMembers(record.event), under: 'event', names: names('event'), settle },
  {
    name: 'unknown payload',
    is: (record) => isMembers(record.unknown_payload),
    under: 'unknown_payload',
    names: names('unknown_payload'),
  },
  { name: 'flat', is: () => true, names: names('') },
]
