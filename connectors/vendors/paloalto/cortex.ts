/**
 * Alerts and incidents of Palo Alto Networks Cortex XDR and XSIAM, as returned by the API and sent by webhooks. Names:
 * "Cortex XDR REST API", "Get Alerts".
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { SEVERITIES } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  allHashes,
  first,
  hostname,
  integer,
  ip,
  is,
  list,
  lookup,
  lookupIn,
  objects,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

/** `T1059 - Command and Scripting Interpreter`, alone or in a list. */
const TECHNIQUE = /^(T\d{4}(?:\.\d{3})?)(?: - (.{1,200}))?$/

/** Fields that version 2 of the API sends as lists with one element. */
const LISTED = /^(?:action_|actor_|event_|host_ip|user_name|dns_query_name|os_actor_)/

/** Replaces each list of texts or numbers by its first element. */
function unlisted(record: Members): Members {
  const fields: Members = {}
  for (const [name, value] of Object.entries(record)) {
    const isList = Array.isArray(value) && !isMembers(value[0]) && LISTED.test(name)
    fields[name] = isList ? value[0] : value
  }
  return fields
}

/** `laptop-1:7a7370f8...`, as incidents write a host. */
const HOST_ID = /^([^:]{1,255}):([\da-f]{16,64})$/

function incidentOf(record: Members): Members | null {
  if (record.incident_id === undefined) return null
  // An incident with several machines or users is not about a single one of them.
  const hosts = Array.isArray(record.hosts) ? record.hosts.map(textOf) : []
  const users = Array.isArray(record.users) ? record.users.map(textOf) : []
  const [, name, uid] = (hosts.length === 1 && HOST_ID.exec(hosts[0] as string)) || []
  return {
    ...{ host_name: name ?? (hosts.length === 1 ? hosts[0] : undefined), endpoint_id: uid },
    user_name: users.length === 1 ? users[0] : undefined,
    ...(hosts.length > 1 && {
      machines: hosts.map((host) => {
        const [, name, uid] = HOST_ID.exec(host) ?? []
        return { name: name ?? host, uid, type: 'host' }
      }),
    }),
  }
}

/** Called once for each record: splits the techniques, and takes the first event of an alert that names a process. */
function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const written = [record.mitre_technique_id_and_name ?? [], record.mitre_techniques_ids_and_names ?? []].flat()
  const techniques = written.flatMap((value) => textOf(value).split(',')).map((one) => TECHNIQUE.exec(one.trim()))
  const events = Array.isArray(record.events) ? record.events.filter(isMembers) : []
  record.parsed = {
    techniques: techniques.flatMap((one) => (one ? [{ uid: one[1], ...(one[2] && { name: one[2] }) }] : [])),
    event: unlisted(events[0] ?? record),
    alert: incidentOf(record) ?? unlisted({ host_ip: record.host_ip, user_name: record.user_name ?? record.username }),
  }
}

const E = 'parsed.event'
const A = 'parsed.alert'

export const CORTEX: SourceTable = {
  id: 'cortex-xdr/1',
  shapes: [{ name: 'json', is: () => true, settle }],
  select: ['alert_id'],
  rows: {
    time: time('detection_timestamp', 'event_timestamp', 'creation_time', 'local_insert_ts'),
    'metadata.product.vendor_name': is('Palo Alto Networks'),
    'metadata.product.name': is('Cortex XDR'),
    severity_id: lookup('severity', SEVERITIES, 'Medium', 'Medium'),
    'metadata.event_code': ['category', 'alert_type', 'source'],
    message: ['description', 'name'],
    'device.hostname': first(hostname('host_name', 'endpoint_name', `${A}.host_name`), hostname(`${E}.agent_hostname`)),
    'device.ip': ip(`${A}.host_ip`, 'host_ip_list.0', `${E}.agent_ip_addresses.0`),
    'device.uid': ['endpoint_id', 'agent_id', `${A}.endpoint_id`],
    'device.type_id': is('Unknown'),
  },
  logSource: { product: 'paloalto', service: 'cortex-xdr' },
  chapters: [
    {
      name: 'alerts',
      profiles: [
        {
          name: 'alert',
          when: {},
          class: 'detection_finding',
          activity: lookupIn(
            ['resolution_status', 'status'],
            /(NEW|RESOLVED|UNDER_INVESTIGATION)/i,
            { NEW: 'Create', RESOLVED: 'Close', UNDER_INVESTIGATION: 'Update' },
            'Create',
            'Create',
          ),
          rows: {
            status_id: lookupIn(
              ['resolution_status', 'status'],
              /(NEW|RESOLVED|UNDER_INVESTIGATION)/i,
              { NEW: 'New', RESOLVED: 'Resolved', UNDER_INVESTIGATION: 'In Progress' },
              'Other',
              'New',
            ),
            is_alert: is(true),
            'finding_info.uid': text('alert_id', 'external_id', 'incident_id'),
            'finding_info.title': ['name', 'alert_name', 'incident_name', 'description'],
            'finding_info.desc': 'description',
            'finding_info.src_url': ['alert_link', 'xdr_url'],
            'finding_info.analytic.name': ['name', 'alert_name', 'incident_name', 'description'],
            'finding_info.analytic.uid': text('matching_service_rule_id'),
            'finding_info.analytic.type_id': is('Rule'),
            'finding_info.types': list(['category', 'alert_categories'], /,/),
            resources: objects(`${A}.machines`, { name: 'name', uid: 'uid', type: 'type' }),
            attacks: objects('parsed.techniques', { 'technique.uid': 'uid', 'technique.name': 'name' }),
            action_id: lookupIn(
              ['action_pretty', 'action'],
              /(prevented|blocked|detected|reported|allowed)/i,
              {
                prevented: 'Denied',
                blocked: 'Denied',
                detected: 'Observed',
                reported: 'Observed',
                allowed: 'Allowed',
              },
              'Other',
            ),
            'actor.user.name': first(
              account(`${A}.user_name`),
              account(`${E}.user_name`),
              account(`${E}.actor_process_username`),
            ),
            'actor.user.domain': accountDomain(`${A}.user_name`),
            'evidences[0].process.name': `${E}.actor_process_image_name`,
            'evidences[0].process.pid': integer(`${E}.actor_process_os_pid`),
            'evidences[0].process.uid': text(`${E}.actor_process_instance_id`),
            'evidences[0].process.cmd_line': `${E}.actor_process_command_line`,
            'evidences[0].process.file.path': `${E}.actor_process_image_path`,
            'evidences[0].process.file.name': `${E}.actor_process_image_name`,
            'evidences[0].process.file.type_id': is('Executable File'),
            'evidences[0].process.file.hashes': allHashes(
              `${E}.actor_process_image_sha256`,
              `${E}.actor_process_image_md5`,
            ),
            'evidences[0].file.path': `${E}.action_file_path`,
            'evidences[0].file.name': `${E}.action_file_name`,
            'evidences[0].file.type_id': is('Unknown'),
            'evidences[0].file.hashes': allHashes(`${E}.action_file_sha256`, `${E}.action_file_md5`),
            'evidences[0].src_endpoint.ip': ip(`${E}.action_local_ip`),
            'evidences[0].src_endpoint.port': integer(`${E}.action_local_port`),
            'evidences[0].dst_endpoint.ip': ip(`${E}.action_remote_ip`),
            'evidences[0].dst_endpoint.port': integer(`${E}.action_remote_port`),
            'evidences[0].query.hostname': `${E}.dns_query_name`,
          },
        },
      ],
    },
  ],
  recognises: (record) =>
    (record.incident_id !== undefined && record.alert_count !== undefined && record.xdr_url !== undefined) ||
    ((record.alert_id !== undefined || record.external_id !== undefined) &&
      record.detection_timestamp !== undefined &&
      record.severity !== undefined &&
      (record.name !== undefined || record.alert_name !== undefined) &&
      (record.action_pretty !== undefined ||
        record.resolution_status !== undefined ||
        record.matching_status !== undefined ||
        record.host_name !== undefined)),
}
export const cortex = compileSource(CORTEX)
