/**
 * Cisco Secure Endpoint (AMP for Endpoints): events of its API and of its event stream. An event that names a detection
 * or a malicious file is a finding; scans, updates and policies are events about the product itself. Names: "Secure
 * Endpoint API", version 1, "Events".
 */

import { isMembers } from '../../../platform/members.ts'
import { product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  allHashes,
  basename,
  first,
  hostname,
  integer,
  ip,
  is,
  list,
  lookup,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

/** Events that are detections although they name none. */
const JUDGED = /threat|malicious|exploit|ransom|quarantin|execution blocked|indication of compromise|vulnerable/i

const SEVERITIES = { Critical: 'Critical', High: 'High', Medium: 'Medium', Low: 'Low' } as const
const MACHINE: Rows = {
  'device.hostname': hostname('computer.hostname'),
  'device.ip': ip('computer.network_addresses.0.ip', 'computer.external_ip'),
  'device.uid': text('connector_guid', 'computer.connector_guid'),
  'device.type_id': is('Unknown'),
}

export const SECURE_ENDPOINT: SourceTable = {
  id: 'cisco-secure-endpoint/1',
  shapes: [
    {
      name: 'json',
      is: () => true,
      settle(record) {
        const file = isMembers(record.file) ? record.file : {}
        const isJudged =
          record.detection !== undefined ||
          file.disposition === 'Malicious' ||
          record.cloud_ioc !== undefined ||
          record.vulnerabilities !== undefined ||
          JUDGED.test(textOf(record.event_type))
        record.parsed ??= { kind: isJudged ? 'finding' : 'words' }
      },
    },
  ],
  select: ['parsed.kind'],
  rows: {
    time: time('date', 'timestamp'),
    ...product('Cisco', 'Secure Endpoint'),
    'metadata.event_code': text('event_type'),
    'metadata.original_event_uid': text('id'),
    ...MACHINE,
    message: 'event_type',
  },
  logSource: { product: 'cisco', service: 'secure-endpoint' },
  vendorId: 'id',
  recognises: ({ event_type_id: type, connector_guid: connector, computer }) =>
    type !== undefined && (connector !== undefined || (isMembers(computer) && computer.connector_guid !== undefined)),
  chapters: [
    {
      name: 'events',
      profiles: [
        {
          name: 'finding',
          when: { 'parsed.kind': 'finding' },
          class: 'detection_finding',
          activity: 'Create',
          logSource: { categories: ['antivirus'] },
          rows: {
            severity_id: lookup('severity', SEVERITIES, 'Medium', 'Medium'),
            'finding_info.uid': text('id', 'detection_id'),
            'finding_info.title': first(text('detection'), text('cloud_ioc.short_description'), text('event_type')),
            'finding_info.desc': ['cloud_ioc.description', 'event_type'],
            'finding_info.analytic.name': first(
              text('detection'),
              text('cloud_ioc.short_description'),
              text('event_type'),
            ),
            'finding_info.analytic.uid': text('detection_id', 'event_type_id'),
            'finding_info.analytic.type_id': is('Rule'),
            'finding_info.src_url': 'links.trajectory',
            'finding_info.types': list('event_type', /\|/),
            'actor.user.name': account('computer.user'),
            'actor.user.domain': accountDomain('computer.user'),
            'evidences[0].file.name': first(text('file.file_name'), basename('file.file_path')),
            'evidences[0].file.path': 'file.file_path',
            'evidences[0].file.type_id': is('Unknown'),
            'evidences[0].file.hashes': allHashes('file.identity.sha256', 'file.identity.sha1', 'file.identity.md5'),
            'evidences[0].process.name': ['file.parent.file_name', 'network_info.parent.file_name'],
            'evidences[0].process.pid': integer('file.parent.process_id'),
            'evidences[0].src_endpoint.ip': ip('network_info.local_ip'),
            'evidences[0].src_endpoint.port': integer('network_info.local_port'),
            'evidences[0].dst_endpoint.ip': ip('network_info.remote_ip'),
            'evidences[0].dst_endpoint.port': integer('network_info.remote_port'),
            'evidences[0].url.url_string': 'network_info.dirty_url',
          },
        },
        {
          name: 'words',
          when: {},
          class: 'base_event',
          activity: 'Other',
          unclassified: 'scans, updates and policies of the product itself',
          rows: { severity_id: is('Informational') },
        },
      ],
    },
  ],
}
export const secureEndpoint = compileSource(SECURE_ENDPOINT)
