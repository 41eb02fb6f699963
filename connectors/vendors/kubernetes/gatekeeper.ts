/**
 * OPA Gatekeeper: violations of constraints, which its webhook and its audit log as JSON. Names: "Logging" and "Audit",
 * Gatekeeper documentation. A violation is the decision of a policy on a request, which an administrator tuned: no finding.
 */
import { PLAIN, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { is, known, lookup, type SourceTable, text, time } from '../../mapping/table.ts'

export const GATEKEEPER: SourceTable = {
  id: 'gatekeeper/1',
  shapes: PLAIN,
  select: ['process'],
  recognises: (record) =>
    record.constraint_kind !== undefined && (record.process === 'admission' || record.process === 'audit'),
  logSource: { product: 'kubernetes', service: 'gatekeeper' },
  rows: {
    time: time('ts', 'time', 'timestamp'),
    ...product('Open Policy Agent', 'Gatekeeper'),
    severity_id: lookup('constraint_action', { deny: 'Low', warn: 'Low' }, 'Informational', 'Informational'),
    'metadata.event_code': ['event_type', 'process'],
    message: ['msg', 'constraint_name'],
  },
  chapters: [
    {
      name: 'violations',
      profiles: [
        {
          name: 'admission',
          when: { process: 'admission' },
          class: 'api_activity',
          activity: 'Other',
          rows: {
            'actor.user.name': known('request_username'),
            'api.operation': 'constraint_kind',
            'api.service.name': is('Gatekeeper'),
            'resources[0].name': ['resource_name', 'constraint_name'],
            'resources[0].type': 'resource_kind',
            'resources[0].namespace': 'resource_namespace',
            'src_endpoint.svc_name': is('Kubernetes'),
            'policy.name': 'constraint_name',
            status_id: lookup('constraint_action', { deny: 'Failure' }, 'Other', 'Unknown'),
            status_detail: text('msg'),
            action_id: lookup('constraint_action', { deny: 'Denied', warn: 'Observed', dryrun: 'Observed' }, 'Other'),
          },
        },
        {
          name: 'audit',
          when: {},
          class: 'base_event',
          activity: 'Other',
          unclassified: 'states of resources, which the audit repeats each minute',
        },
      ],
    },
  ],
}
export const gatekeeper = compileSource(GATEKEEPER)
