/** Sophos Central: alerts and events from its SIEM integration and its API. */
import type { Members } from '../../../platform/members.ts'
import { product, severity } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  allHashes,
  capture,
  first,
  ip,
  is,
  type RecordShape,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

/** The place of what was found, at the end of the event's name. */
const FOUND_AT = / at '([^']{1,1024})'/
const FINDING =
  /^Event::(?:Endpoint::(?:Threat::|Core|HmpaExploitPrevented|HmpaCryptoGuard|WebFilteringBlocked|SavDetection|Denc::Outbreak)|Mobile::.{0,64}Threat|Firewall::.{0,64}Threat|.{0,32}::(?:ATP|AdvancedThreat))/i
/** Categories of the API's alerts that are about a threat; the others are about protection, updates and connections. */
const CATEGORIES: ReadonlySet<unknown> = new Set([
  ...['malware', 'pua', 'runtimeDetections', 'blockListed', 'appReputation', 'downloadReputation', 'security', 'mtr'],
])

/** The page of the machine, which lists its alerts; an alert of the API has another id for it, and gets the console. */
function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const id = textOf(record.endpoint_id)
  const folder = record.endpoint_type === 'server' ? 'servers' : 'computers'
  record.parsed = {
    kind: FINDING.test(textOf(record.type)) || CATEGORIES.has(record.category) ? 'finding' : 'other',
    link: /^[\da-f-]{1,64}$/i.test(id)
      ? `https://cloud.sophos.com/manage/devices/${folder}/${id}`
      : 'https://central.sophos.com/manage/overview/dashboard',
  }
}

const shape: RecordShape = { name: 'json', is: () => true, settle }

export const SOPHOS_CENTRAL: SourceTable = {
  id: 'sophos-central/1',
  shapes: [shape],
  select: ['parsed.kind'],
  rows: {
    time: time('when', 'raisedAt', 'created_at', 'createdAt', 'data.created_at', 'end', 'rt'),
    ...product('Sophos', 'Sophos Central'),
    severity_id: severity('severity'),
    'metadata.event_code': 'type',
    'device.hostname': ['location', 'managedAgent.name', 'data.endpoint_name', 'dhost'],
    'device.uid': ['endpoint_id', 'managedAgent.id'],
    'device.ip': ip('source_info.ip', 'data.source_info.ip'),
    'device.type_id': is('Unknown'),
    'actor.user.name': first(account('source'), account('person.name'), account('suser')),
    'actor.user.domain': accountDomain('source'),
    'actor.user.uid': ['user_id', 'person.id'],
    message: ['name', 'description'],
  },
  logSource: { product: 'sophos', service: 'central' },
  vendorId: 'id',
  // The script for SIEM leaves the customer out, and adds the name of the stream.
  recognises: ({ type, customer_id: customer, tenant, managedAgent, datastream }) =>
    typeof type === 'string' &&
    type.startsWith('Event::') &&
    (customer !== undefined || tenant !== undefined || managedAgent !== undefined || datastream !== undefined),
  chapters: [
    {
      name: 'findings',
      profiles: [
        {
          name: 'threat',
          when: { 'parsed.kind': 'finding' },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            'finding_info.uid': 'id',
            'finding_info.title': ['name', 'description'],
            'finding_info.desc': ['description', 'threat'],
            'finding_info.src_url': 'parsed.link',
            'finding_info.analytic.name': ['threat', 'type'],
            'finding_info.analytic.type_id': is('Rule'),
            'evidences[0].file.hashes': allHashes('appSha256', 'core_remedy_items.items.0.sha256'),
            'evidences[0].file.path': capture('name', FOUND_AT),
            'evidences[0].file.name': first(capture('name', FOUND_AT, 'basename'), text('appName')),
            'evidences[0].file.type_id': is('Unknown'),
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
          unclassified: 'updates, registrations and health of what is protected',
        },
      ],
    },
  ],
}
export const sophosCentral = compileSource(SOPHOS_CENTRAL)
