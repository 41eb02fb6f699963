/**
 * Alerts of Azure Monitor and Defender for Cloud in the common alert schema, as action groups post them to webhooks,
 * Event Hubs and Logic Apps. Members: "Common alert schema", with `alertContext` of log alerts and of the activity log.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  always,
  first,
  hostname,
  ip,
  is,
  lookup,
  objects,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'
import { product } from './common.ts'

const E = 'data.essentials'
const DIMENSIONS_MAX = 64
/** Columns of a query that group its results, by what they hold. */
const DIMENSIONS: readonly (readonly [RegExp, string])[] = [
  [/^(?:account|user|username|userprincipalname|caller|upn|targetaccount|targetusername|accountname)$/i, 'user'],
  [/^(?:computer|host|hostname|devicename|vmname|machine)$/i, 'host'],
  [/^(?:ip|ipaddress|ip_s|clientip|callerip|calleripaddress|sourceip|srcip|remoteip|remoteipaddress)$/i, 'src_ip'],
  [/^(?:destinationip|destip|dstip)$/i, 'dst_ip'],
]

function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const { alertContext, essentials } = (isMembers(record.data) ? record.data : {}) as Members
  const named: Members = {}
  for (const { name, value } of dimensionsOf(alertContext)) {
    const of = DIMENSIONS.find(([pattern]) => pattern.test(textOf(name).replace(/[ _]/g, '')))?.[1]
    if (of !== undefined && textOf(value) !== '') named[of] ??= textOf(value)
  }
  const targets = isMembers(essentials) && Array.isArray(essentials.alertTargetIDs) ? essentials.alertTargetIDs : []
  named.targets = targets.slice(0, DIMENSIONS_MAX).map((target) => ({
    uid: textOf(target),
    name: textOf(target).split('/').at(-1) ?? '',
  }))
  const machine = /\/virtualmachines\/([\w.-]{1,64})$/i.exec(textOf(targets[0]))?.[1]
  named.host ??= machine ?? ''
  record.parsed = named
}

function dimensionsOf(context: unknown): readonly Members[] {
  const condition = isMembers(context) ? context.condition : undefined
  const all = isMembers(condition) && Array.isArray(condition.allOf) ? condition.allOf.filter(isMembers) : []
  return all
    .flatMap(({ dimensions }) => (Array.isArray(dimensions) ? dimensions.filter(isMembers) : []))
    .slice(0, DIMENSIONS_MAX)
}

const SEVERITIES = { sev0: 'Critical', sev1: 'High', sev2: 'Medium', sev3: 'Low', sev4: 'Informational' }

export const MONITOR_ALERT: SourceTable = {
  id: 'azure-monitor-alert/1',
  shapes: [{ name: 'common', is: () => true, settle }],
  select: [`${E}.monitorCondition`],
  rows: {
    ...product('Azure Monitor'),
    'cloud.provider': always('Azure'),
    time: first(time(`${E}.resolvedDateTime`), time(`${E}.firedDateTime`)),
    severity_id: lookup(`${E}.severity`, SEVERITIES, 'Unknown'),
    status_id: lookup(`${E}.monitorCondition`, { fired: 'New', resolved: 'Resolved' }),
    is_alert: is(true),
    'metadata.event_code': `${E}.signalType`,
    'metadata.original_event_uid': text(`${E}.originAlertId`),
    'finding_info.uid': text(`${E}.alertId`),
    'finding_info.title': [`${E}.alertRule`, 'data.alertContext.AlertDisplayName'],
    'finding_info.desc': `${E}.description`,
    'finding_info.analytic.name': `${E}.alertRule`,
    'finding_info.analytic.type_id': is('Rule'),
    'finding_info.first_seen_time': time(`${E}.firedDateTime`),
    'finding_info.src_url': [`${E}.investigationLink`, 'data.alertContext.AlertUri'],
    'actor.user.name': account('parsed.user', 'data.alertContext.caller'),
    'actor.user.domain': accountDomain('parsed.user'),
    'device.type_id': is('Unknown'),
    'device.hostname': hostname('parsed.host'),
    'evidences[0].src_endpoint.ip': ip('parsed.src_ip', 'data.alertContext.httpRequest.clientIpAddress'),
    'evidences[0].dst_endpoint.ip': ip('parsed.dst_ip'),
    resources: objects('parsed.targets', { uid: 'uid', name: 'name' }),
    message: [`${E}.description`, `${E}.alertRule`],
  },
  logSource: { product: 'azure', service: 'monitor' },
  recognises: (record) => record.schemaId === 'azureMonitorCommonAlertSchema' && isMembers(record.data),
  chapters: [
    {
      name: 'alerts',
      profiles: [
        {
          name: 'alert',
          when: {},
          class: 'detection_finding',
          activity: lookup(`${E}.monitorCondition`, { resolved: 'Close' }, 'Create', 'Create'),
        },
      ],
    },
  ],
}

export const monitorAlert = compileSource(MONITOR_ALERT)
