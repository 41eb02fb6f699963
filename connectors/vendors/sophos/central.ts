/** Sophos Central: alerts and events from its SIEM integration and its API. */
import { PLAIN, product, severity } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { account, accountDomain, first, ip, is, type SourceTable, time } from '../../mapping/table.ts'

export const SOPHOS_CENTRAL: SourceTable = {
  id: 'sophos-central/1',
  shapes: PLAIN,
  select: ['type'],
  rows: {
    time: time('when', 'raisedAt', 'created_at', 'createdAt'),
    ...product('Sophos', 'Sophos Central'),
    severity_id: severity('severity'),
    'metadata.event_code': 'type',
    'device.hostname': ['location', 'managedAgent.name', 'data.endpoint_name'],
    'device.uid': ['endpoint_id', 'managedAgent.id'],
    'device.ip': ip('source_info.ip', 'data.source_info.ip'),
    'device.type_id': is('Unknown'),
    'actor.user.name': first(account('source'), account('person.name')),
    'actor.user.domain': accountDomain('source'),
    'actor.user.uid': ['user_id', 'person.id'],
    message: ['name', 'description'],
  },
  logSource: { product: 'sophos', service: 'central' },
  vendorId: 'id',
  recognises: ({ type, customer_id: customer, tenant, managedAgent }) =>
    typeof type === 'string' &&
    type.startsWith('Event::') &&
    (customer !== undefined || tenant !== undefined || managedAgent !== undefined),
  chapters: [
    {
      name: 'findings',
      profiles: [
        {
          name: 'threat',
          when: {
            type: [
              'Event::Endpoint::Threat::*',
              'Event::Endpoint::CoreDetection*',
              'Event::Endpoint::HmpaExploitPrevented*',
              'Event::Endpoint::WebFilteringBlocked*',
              'Event::Mobile::*Threat*',
              'Event::Firewall::*Threat*',
              'Event::Endpoint::SavDetection*',
            ],
          },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            'finding_info.uid': 'id',
            'finding_info.title': ['name', 'description'],
            'finding_info.desc': ['description', 'threat'],
            'finding_info.analytic.name': ['threat', 'type'],
            'finding_info.analytic.type_id': is('Rule'),
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
