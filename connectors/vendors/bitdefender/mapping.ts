/** Bitdefender GravityZone: events of its event push service as JSON. Form: "Event Push Service API", event types. */
import { product, spelled } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  basename,
  fileAt,
  hashes,
  integer,
  ip,
  is,
  list,
  lookup,
  type Rows,
  type SourceTable,
  time,
} from '../../mapping/table.ts'

const FOUND: Rows = {
  // Only incidents have an id; for other events the name of the detection is used.
  'finding_info.uid': ['incident_id', '_id', 'malware_name', 'detection_name', 'exploit_type', 'module'],
  'finding_info.analytic.type_id': is('Rule'),
  'evidences[0].actor.user.name': account('user.name', 'user.userName', 'username', 'userName'),
  'evidences[0].actor.user.domain': accountDomain('user.name', 'username'),
  'evidences[0].actor.user.uid': ['user.sid', 'user.id', 'user_sid'],
  'evidences[0].process.pid': integer('process_pid', 'parent_process_id'),
  'evidences[0].process.name': basename('process_path', 'parent_process_path'),
  'evidences[0].process.cmd_line': ['process_command_line', 'process_cmdline'],
  ...fileAt('evidences[0].file', 'file_path'),
  'evidences[0].file.hashes': hashes('hash', 'file_hash_sha256', 'fileHash', 'file_hash_md5'),
  'evidences[0].url.url_string': 'url',
  disposition_id: lookup(
    ['final_status', 'actionTaken', 'main_action', 'status', 'action_taken'],
    {
      ...{
        deleted: 'Deleted',
        blocked: 'Blocked',
        block: 'Blocked',
        disinfected: 'Corrected',
        quarantined: 'Quarantined',
      },
      ...{ ignored: 'Allowed', 'no action': 'No Action', reportOnly: 'Logged', uninfected: 'Corrected' },
    },
    'Other',
  ),
}

export const BITDEFENDER: SourceTable = {
  id: 'bitdefender/1',
  shapes: spelled({ file_path: ['file_path', 'filePath', 'exploit_path'] }),
  select: ['module'],
  rows: {
    time: time('timestamp', 'detectionTime', 'detection_time', 'created', 'last_blocked', 'BitdefenderGZDetectionTime'),
    ...product('Bitdefender', 'GravityZone'),
    'metadata.event_code': 'module',
    'device.hostname': ['computer_fqdn', 'computer_name', 'computerName', 'endpointName'],
    'device.ip': ip('computer_ip', 'computerIp'),
    'device.uid': ['computer_id', 'endpointId'],
    'device.type_id': is('Unknown'),
  },
  logSource: { product: 'bitdefender' },
  recognises: ({ module, computer_name: name, computer_id: id, product_installed: installed, companyId: company }) =>
    typeof module === 'string' &&
    (installed !== undefined || (name !== undefined && (id !== undefined || company !== undefined))),
  chapters: [
    {
      name: 'findings',
      profiles: [
        {
          name: 'malware',
          when: {
            module: [
              'av',
              'avc',
              'hd',
              'antiexploit',
              'aph',
              'ransomware-mitigation',
              'fw-malware',
              'exchange-malware',
            ],
          },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            ...FOUND,
            severity_id: is('High'),
            'finding_info.title': [
              'malware_name',
              'exploit_type',
              'detection_name',
              'detection_exploitTechnique',
              'url',
              'module',
            ],
            'finding_info.analytic.name': ['malware_name', 'detection_name', 'exploit_type', 'module'],
            'finding_info.types': list(['malware_type', 'exploit_type'], /,/),
          },
        },
        {
          name: 'network',
          when: { module: ['network-monitor', 'network-sandboxing'] },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            ...FOUND,
            'finding_info.title': ['detection_name', 'attack_technique', 'threatType', 'module'],
            'finding_info.analytic.name': ['detection_name', 'attack_technique'],
            'finding_info.types': list('attack_types', /,/),
            'evidences[0].src_endpoint.ip': ip('source_ip', 'attack_entry'),
            'evidences[0].dst_endpoint.ip': ip('victim_ip'),
            'evidences[0].dst_endpoint.port': integer('port_number'),
            'evidences[0].connection_info.protocol_name': 'protocol',
            'evidences[0].connection_info.direction_id': is('Unknown'),
          },
        },
        {
          name: 'incident',
          when: { module: ['new-incident', 'new-extended-incident'] },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            ...FOUND,
            'finding_info.title': ['detection_name', 'name', 'incident_name', 'module'],
            'finding_info.desc': 'description',
            'finding_info.src_url': 'incident_link',
            'finding_info.analytic.name': ['detection_name', 'module'],
            'finding_info.types': list('attack_types', /,/),
            'finding_info.attacks[0].technique.uid': ['att_ck_id.0', 'att_ck_id'],
          },
        },
      ],
    },
    {
      name: 'events',
      profiles: [
        {
          name: 'other',
          when: {},
          class: 'base_event',
          activity: 'Other',
          unclassified: 'tasks, modules and licences of the console, and what it kept users from',
          rows: { 'actor.user.name': account('user.name', 'username', 'userName') },
        },
      ],
    },
  ],
}
export const bitdefender = compileSource(BITDEFENDER)
