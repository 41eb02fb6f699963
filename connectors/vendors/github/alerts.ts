/**
 * Alerts of GitHub's Advanced Security, as its webhooks post them: secret scanning, code scanning and Dependabot. Members:
 * "Webhook events and payloads", events `secret_scanning_alert`, `code_scanning_alert` and `dependabot_alert`.
 */
import { isMembers } from '../../../platform/members.ts'
import { PLAIN, product, severity } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { concat, first, is, lookup, type SourceTable, text, time } from '../../mapping/table.ts'

const STATES = {
  ...{ open: 'New', resolved: 'Resolved', fixed: 'Resolved', closed: 'Resolved' },
  ...{ dismissed: 'Suppressed', auto_dismissed: 'Suppressed' },
}

export const GITHUB_ALERTS: SourceTable = {
  id: 'github-alerts/1',
  shapes: PLAIN,
  select: ['action'],
  rows: {
    time: time(
      ...['alert.updated_at', 'alert.resolved_at', 'alert.fixed_at', 'alert.dismissed_at', 'alert.created_at'],
    ),
    ...product('GitHub', 'Advanced Security'),
    'metadata.event_code': 'action',
    severity_id: first(
      severity('alert.security_advisory.severity', 'alert.rule.security_severity_level', 'alert.rule.severity'),
      // A secret in a repository has no severity: whoever reads it may use it.
      lookup('alert.secret_type', {}, 'High', 'Unknown'),
    ),
    status_id: lookup('alert.state', STATES, 'Other'),
    'finding_info.uid': text('alert.html_url', 'alert.number'),
    'finding_info.title': [
      ...['alert.secret_type_display_name', 'alert.security_advisory.summary', 'alert.rule.description'],
      ...['alert.rule.name', 'alert.secret_type', 'action'],
    ],
    'finding_info.analytic.uid': text('alert.security_advisory.ghsa_id', 'alert.rule.id', 'alert.secret_type'),
    'finding_info.analytic.type_id': is('Rule'),
    'finding_info.src_url': 'alert.html_url',
    'finding_info.first_seen_time': time('alert.created_at'),
    'resources[0].name': 'repository.full_name',
    'resources[0].type': is('repository'),
    message: concat('action', { words: ' ' }, 'repository.full_name'),
  },
  logSource: { product: 'github', service: 'alerts' },
  recognises: (record) =>
    isMembers(record.alert) &&
    isMembers(record.repository) &&
    typeof record.action === 'string' &&
    (record.alert.secret_type ?? record.alert.security_advisory ?? record.alert.rule) !== undefined,
  chapters: [
    {
      name: 'alerts',
      profiles: [
        {
          name: 'alert',
          when: {},
          class: 'detection_finding',
          activity: lookup(
            'action',
            { created: 'Create', fixed: 'Close', resolved: 'Close', dismissed: 'Close', closed_by_user: 'Close' },
            'Update',
            'Create',
          ),
        },
      ],
    },
  ],
}

export const githubAlerts = compileSource(GITHUB_ALERTS)
