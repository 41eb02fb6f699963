/** Orca Security: alerts about cloud assets. */
import { compileSource } from '../compile/source.ts'
import { ip, list, lookup, type SourceTable, time } from '../compile/table.ts'
import { FORWARDED, finding, findingStatus, PLAIN, product, SEVERITIES } from '../saas/rows.ts'

export const ORCA: SourceTable = {
  id: 'orca/1',
  shapes: PLAIN,
  select: ['category'],
  rows: {
    time: time('state.last_updated', 'state.created_at', 'p_event_time'),
    ...product('Orca Security', 'Orca'),
    severity_id: lookup(['state.risk_level', 'state.severity'], {
      ...SEVERITIES,
      compromised: 'Critical',
      'imminent compromise': 'High',
      hazardous: 'Medium',
    }),
  },
  logSource: { product: 'orca', service: 'alerts' },
  recognises: (record) => record.asset_unique_id !== undefined && record.alert_source !== undefined,
  renderings: FORWARDED,
  chapters: [
    {
      name: 'alerts',
      profiles: [
        {
          name: 'alert',
          when: {},
          class: 'detection_finding',
          activity: lookup(
            'state.status',
            { open: 'Create', in_progress: 'Update', closed: 'Close', dismissed: 'Close' },
            'Other',
          ),
          rows: {
            status_id: findingStatus('state.status'),
            ...finding({
              uid: 'state.alert_id',
              title: 'type_string',
              desc: ['description', 'details'],
              rule: 'type',
              ruleUid: 'rule_id',
            }),
            'finding_info.created_time': time('state.created_at'),
            'finding_info.last_seen_time': time('state.last_seen'),
            'finding_info.types': list('alert_labels', /,/),
            'finding_info.data_sources': list('alert_source', /,/),
            'metadata.event_code': 'type',
            'metadata.tenant_uid': 'organization_id',
            'remediation.desc': 'recommendation',
            'cloud.provider': 'cloud_provider',
            'cloud.account.uid': 'cloud_provider_id',
            'cloud.account.name': 'account_name',
            'cloud.region': 'asset_regions.0',
            'resources[0].uid': 'asset_unique_id',
            'resources[0].name': 'asset_name',
            'resources[0].type': 'asset_type_string',
            'resources[0].hostname': 'asset_hostname',
            'resources[0].ip': ip('asset_first_public_ips.0', 'asset_first_private_ips.0'),
            'resources[0].group.name': 'group_name',
            'vulnerabilities[0].cve.uid': 'cve_list.0',
            message: 'category',
          },
        },
      ],
    },
  ],
}
export const orca = compileSource(ORCA)
