/** Orca Security: alerts about cloud assets. */

import { FORWARDED, finding, findingStatus, PLAIN, product, SEVERITIES } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { capture, first, ip, list, lookup, type Rows, type SourceTable, text, time } from '../../mapping/table.ts'

const ALERT: Rows = {
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
  'cloud.provider': first(lookup('cloud_provider', { aws: 'AWS', azure: 'Azure', gcp: 'GCP' }), text('cloud_provider')),
  'cloud.account.uid': 'cloud_provider_id',
  'cloud.account.name': 'account_name',
  'cloud.region': 'asset_regions.0',
  'resources[0].uid': 'asset_unique_id',
  'resources[0].name': 'asset_name',
  'resources[0].type': 'asset_type_string',
  'resources[0].hostname': 'asset_hostname',
  'resources[0].ip': ip('asset_first_public_ips.0', 'asset_first_private_ips.0'),
  'resources[0].group.name': 'group_name',
  'finding_info.attacks[0].technique.uid': capture('data.mitre_techniques.0', /\((T\d{4}(?:\.\d{3})?)\)/),
  'finding_info.attacks[0].technique.name': capture('data.mitre_techniques.0', /^([^(]{1,200}\S) \(T\d/),
  'finding_info.attacks[0].tactic.name': 'data.mitre_category',
  'vulnerabilities[0].cve.uid': 'cve_list.0',
  message: 'category',
}

export const ORCA: SourceTable = {
  id: 'orca/1',
  shapes: PLAIN,
  select: ['state.status'],
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
          name: 'alert, closed',
          when: { 'state.status': ['closed', 'dismissed'] },
          class: 'detection_finding',
          activity: 'Close',
          rows: { ...ALERT, time: time('state.status_time', 'state.last_updated', 'p_event_time') },
        },
        {
          name: 'alert',
          when: {},
          class: 'detection_finding',
          activity: lookup('state.status', { open: 'Create', in_progress: 'Update' }, 'Other'),
          rows: ALERT,
        },
      ],
    },
  ],
}
export const orca = compileSource(ORCA)
