/**
 * Incidents of Microsoft Sentinel: from its API and automation rules (`properties`), and rows of its table
 * `SecurityIncident`.
 */

import { isMembers, type Members } from '../../../platform/members.ts'
import { TECHNIQUE_ID } from '../../../schemas/attack-technique.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  first,
  is,
  list,
  lookup,
  objects,
  type RecordShape,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

const P = 'properties'

/** The table has the API's names with a capital letter, except for three fields. */
function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const of = isMembers(record.properties) ? record.properties : record
  const more = isMembers(of.additionalData) ? of.additionalData : isMembers(of.AdditionalData) ? of.AdditionalData : {}
  const techniques = [more.techniques ?? [], of.techniques ?? []].flat().map(textOf)
  record.parsed = { techniques: techniques.filter((id) => TECHNIQUE_ID.test(id)).map((uid) => ({ uid })) }
}

const shape: RecordShape = { name: 'json', is: () => true, settle }
const field = (name: string) => [`${P}.${name}`, `${name[0]?.toUpperCase()}${name.slice(1)}`]

export const SENTINEL_INCIDENT: SourceTable = {
  id: 'microsoft-sentinel-incident/1',
  shapes: [shape],
  select: ['type'],
  recognises: (record) =>
    record.type === 'Microsoft.SecurityInsights/Incidents' ||
    record.Type === 'SecurityIncident' ||
    (record.IncidentNumber !== undefined && record.IncidentName !== undefined),
  logSource: { product: 'azure', service: 'sentinel' },
  rows: {
    'metadata.product.name': is('Microsoft Sentinel'),
    'metadata.product.vendor_name': is('Microsoft'),
    'cloud.provider': always('Azure'),
    time: time(
      ...field('lastModifiedTimeUtc'),
      ...field('createdTimeUtc'),
      'LastModifiedTime',
      'CreatedTime',
      'TimeGenerated',
    ),
    severity_id: lookup(
      field('severity'),
      { high: 'High', medium: 'Medium', low: 'Low', informational: 'Informational' },
      'Unknown',
      'Unknown',
    ),
    message: [...field('description'), ...field('title')],
    is_alert: is(true),
  },
  chapters: [
    {
      name: 'incidents',
      profiles: [
        {
          name: 'incident',
          when: {},
          class: 'detection_finding',
          activity: lookup(field('status'), { New: 'Create', Closed: 'Close' }, 'Update', 'Create'),
          rows: {
            status_id: lookup(
              field('status'),
              { New: 'New', Active: 'In Progress', Closed: 'Resolved' },
              'Other',
              'New',
            ),
            verdict_id: lookup(field('classification'), {
              TruePositive: 'True Positive',
              FalsePositive: 'False Positive',
              BenignPositive: 'Benign',
            }),
            'finding_info.uid': first(text('name'), text('IncidentName')),
            'finding_info.title': field('title'),
            'finding_info.desc': field('description'),
            'finding_info.src_url': field('incidentUrl'),
            'finding_info.created_time': time(...field('createdTimeUtc'), 'CreatedTime'),
            'finding_info.analytic.name': field('title'),
            'finding_info.analytic.type_id': is('Rule'),
            'finding_info.types': list(`${P}.additionalData.tactics`, /,/),
            attacks: objects('parsed.techniques', { 'technique.uid': 'uid' }),
            'assignee.name': [`${P}.owner.userPrincipalName`, 'Owner.userPrincipalName'],
          },
        },
      ],
    },
  ],
}
export const sentinelIncident = compileSource(SENTINEL_INCIDENT)
