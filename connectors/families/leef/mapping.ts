/** LEEF of any vendor: the predefined attributes of IBM's Log Event Extended Format 2.0. */
import { isMembers } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  basename,
  first,
  hashes,
  integer,
  ip,
  is,
  lookup,
  mac,
  type Profile,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { text as asText } from '../../mapping/transforms.ts'
import { ACCOUNT_CHANGES, changedAccount, kindOf, TARGETS } from '../cef/kind.ts'
import { ZERO_TO_TEN } from '../cef/severities.ts'
import { decision, decisionOrId, flow } from '../syslog/firewall.ts'

/** Check Point counts from 0 to 4. */
const LEVELS = { 0: 'Informational', 1: 'Low', 2: 'Medium', 3: 'High', 4: 'Critical' } as const

const HEADER: Rows = {
  time: time('devTime', 'timestamp', 'rt', 'eventTime', 'syslog.time'),
  severity_id: first(lookup('sev', ZERO_TO_TEN), lookup('leef.level', LEVELS)),
  message: ['msg', 'message', 'reason'],
  'metadata.product.name': 'leef.product',
  'metadata.product.vendor_name': 'leef.vendor',
  'metadata.product.version': 'leef.product_version',
  'metadata.event_code': 'leef.event_id',
  'metadata.log_name': 'cat',
  'metadata.original_time': ['devTime', 'syslog.timestamp'],
  'device.hostname': ['identHostName', 'dvchost', 'computer_name', 'hostname', 'syslog.hostname', 'DeviceName'],
  'device.type_id': is('Unknown'),
}

const ENDPOINTS: Rows = {
  'src_endpoint.ip': ip('src'),
  'src_endpoint.port': integer('srcPort'),
  'src_endpoint.mac': mac('srcMAC'),
  'src_endpoint.hostname': 'identHostName',
  'src_endpoint.zone': ['SourceZone', 'srcZone'],
  'src_endpoint.interface_name': 'IngressInterface',
  'dst_endpoint.ip': ip('dst'),
  'dst_endpoint.port': integer('dstPort'),
  'dst_endpoint.mac': mac('dstMAC'),
  'dst_endpoint.zone': ['DestinationZone', 'dstZone'],
  'dst_endpoint.interface_name': 'EgressInterface',
}

const NETWORK: Rows = {
  ...ENDPOINTS,
  ...decisionOrId('action', 'leef.event_id'),
  'connection_info.protocol_name': 'proto',
  'connection_info.direction_id': is('Unknown'),
  'traffic.bytes_out': integer('srcBytes'),
  'traffic.bytes_in': integer('dstBytes'),
  'traffic.bytes': integer('totalBytes'),
  'traffic.packets_out': integer('srcPackets'),
  'traffic.packets_in': integer('dstPackets'),
  'traffic.packets': integer('totalPackets'),
  app_name: ['Application', 'app'],
  'actor.user.name': account('usrName', 'username'),
  'firewall_rule.name': ['policy', 'RuleName'],
}

const LOGON: Rows = {
  ...ENDPOINTS,
  'user.name': account('usrName', 'identUserName'),
  'user.domain': first(accountDomain('usrName'), text('domain')),
  'service.name': 'leef.product',
  status_id: lookup('leef.kind', { 'logon/failed': 'Failure' }),
}

const FINDING: Rows = {
  'actor.user.name': account('usrName', 'username'),
  'finding_info.title': [
    'protection_name',
    'attack',
    'ThreatName',
    'threatName',
    'watchlist_name',
    'name',
    'cat',
    'leef.event_id',
  ],
  'finding_info.uid': ['loguid', 'leef.event_id'],
  'finding_info.analytic.name': [
    'protection_name',
    'attack',
    'ThreatName',
    'threatName',
    'watchlist_name',
    'cat',
    'leef.event_id',
  ],
  'finding_info.analytic.type_id': is('Rule'),
  'finding_info.desc': ['msg', 'reason'],
  ...Object.fromEntries(Object.entries(ENDPOINTS).map(([path, cell]) => [`evidences[0].${path}`, cell])),
  'evidences[0].url.url_string': 'url',
  'evidences[0].file.name': first(text('process_name', 'fileName'), basename('filePath')),
  'evidences[0].file.path': 'filePath',
  'evidences[0].file.type_id': is('Executable File'),
  'evidences[0].file.hashes': hashes('process_md5', 'sha256', 'fileHash', 'md5'),
  action_id: decision('action').action_id as Rows[string],
  disposition_id: decision('action').disposition_id as Rows[string],
}

const on = (kind: string | readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name: [kind].flat()[0] ?? '',
  when: { 'leef.kind': kind },
  ...of,
})

export const LEEF: SourceTable = {
  id: 'leef/1',
  shapes: [{ name: 'leef', is: () => true, settle: addKind }],
  select: ['leef.kind'],
  rows: HEADER,
  chapters: [
    {
      name: 'any',
      aliases: { src_ip: ['src'], dst_ip: ['dst'], src_port: ['srcPort'], dst_port: ['dstPort'], 'c-uri': ['url'] },
      profiles: [
        on(['logon', 'logon/failed'], { class: 'authentication', activity: 'Logon', rows: LOGON }),
        on('logoff', { class: 'authentication', activity: 'Logoff', rows: LOGON }),
        on(['malware', 'finding'], { class: 'detection_finding', activity: 'Create', rows: FINDING }),
        on(['network', 'web'], {
          class: 'network_activity',
          activity: flow(['action', 'leef.event_id']),
          rows: NETWORK,
          logSource: { categories: ['firewall'] },
        }),
        on('account', {
          class: 'account_change',
          activity: lookup('leef.change', ACCOUNT_CHANGES, 'Other'),
          rows: {
            'actor.user.name': account('usrName'),
            'user.name': account(...TARGETS),
            'src_endpoint.ip': ip('src'),
            'src_endpoint.hostname': 'identHostName',
            ...decision(['action']),
          },
        }),
        on(['addressed', 'audit'], {
          class: 'network_activity',
          activity: 'Other',
          rows: {
            ...ENDPOINTS,
            ...decisionOrId('action', 'leef.event_id'),
            'actor.user.name': account('usrName', 'username'),
            'connection_info.direction_id': is('Unknown'),
          },
        }),
        {
          name: 'other',
          when: {},
          class: 'base_event',
          activity: 'Other',
          unclassified: 'neither its category nor its attributes say what kind of event it is',
          rows: { 'actor.user.name': account('usrName', 'username') },
        },
      ],
    },
  ],
  renderings: ['syslog.pri', 'leef.version', 'leef.delimiter'],
  recognises: (record) => isMembers(record.leef),
}

function addKind(record: Record<string, unknown>): void {
  const { leef } = record
  if (!isMembers(leef) || leef.kind !== undefined) return
  leef.kind = kindOf(leef, record)
  if (leef.kind === 'account') leef.change = changedAccount(leef, record)
  if (asText(leef.vendor) === 'Check Point') leef.level = record.severity
  // The schema requires a product for every event.
  if (asText(leef.product) === '') leef.product = 'unknown'
}

export const leef = compileSource(LEEF)
