/** Upwind: detections, posture and vulnerabilities of cloud workloads. */

import { FORWARDED, finding, findingStatus, PLAIN, product, severity } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { integer, json, list, lookup, objects, type SourceTable, time } from '../../mapping/table.ts'

export const UPWIND: SourceTable = {
  id: 'upwind/1',
  shapes: PLAIN,
  select: ['type'],
  rows: {
    time: time('last_seen_time', 'first_seen_time', 'p_event_time'),
    ...product('Upwind', 'Upwind'),
    'metadata.event_code': 'type',
    severity_id: severity('severity'),
  },
  logSource: { product: 'upwind', service: 'detections' },
  recognises: (record) =>
    record.occurrence_count !== undefined && record.first_seen_time !== undefined && record.category !== undefined,
  renderings: FORWARDED,
  chapters: [
    {
      name: 'detections',
      profiles: [
        {
          name: 'detection',
          when: {},
          class: 'detection_finding',
          activity: lookup(
            'status',
            {
              open: 'Create',
              in_progress: 'Update',
              resolved: 'Close',
              closed: 'Close',
              archived: 'Close',
              dismissed: 'Close',
            },
            'Other',
            'Create',
          ),
          rows: {
            status_id: findingStatus('status'),
            ...finding({
              uid: 'id',
              title: 'title',
              desc: 'description',
              rule: 'triggers.0.policy_name',
              ruleUid: 'triggers.0.policy_id',
              url: 'upwind_console_link',
            }),
            'finding_info.first_seen_time': time('first_seen_time'),
            'finding_info.last_seen_time': time('last_seen_time'),
            'finding_info.related_analytics': objects(
              'triggers',
              { name: 'policy_name', uid: 'policy_id' },
              { type_id: 'Rule' },
            ),
            'finding_info.attacks': objects('mitre_attacks', {
              'tactic.uid': 'tactic_id',
              'tactic.name': 'tactic_name',
              'technique.uid': 'technique_id',
              'technique.name': 'technique_name',
            }),
            count: integer('occurrence_count'),
            // The actor and the action, from the first event that triggered a policy.
            'evidences[0].name': 'triggers.0.events.0.description',
            'evidences[0].data': json('triggers.0.events.0.data'),
            'evidences[0].actor.user.name': [
              'triggers.0.events.0.initiator.userName',
              'triggers.0.events.0.initiator.name',
              'triggers.0.events.0.data.user_name',
            ],
            'evidences[0].actor.user.uid': 'triggers.0.events.0.initiator.arn',
            'evidences[0].actor.user.type': 'triggers.0.events.0.initiator.type',
            'evidences[0].actor.user.account.uid': 'triggers.0.events.0.initiator.accountId',
            'cloud.provider': lookup(
              'resource.cloud_provider',
              { AWS: 'AWS', Azure: 'Azure', GCP: 'GCP' },
              'Other',
              'Unknown',
            ),
            'cloud.account.uid': 'resource.cloud_account_id',
            'cloud.account.name': 'resource.cloud_account_name',
            'cloud.region': 'resource.region',
            'resources[0].name': 'resource.name',
            'resources[0].uid': 'resource.upwind_asset_id',
            'resources[0].type': 'resource.type',
            'resources[0].namespace': 'resource.namespace',
            'resources[0].labels': list('resource.risk_categories', /,/),
            message: 'category',
          },
        },
      ],
    },
  ],
}
export const upwind = compileSource(UPWIND)
