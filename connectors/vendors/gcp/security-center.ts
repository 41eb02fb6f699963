/** Findings of Google's Security Command Center, as its notifications and its API give them. Names: "Finding" and "ListFindingsResult", version 1 and 2. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { TECHNIQUE_ID } from '../../../schemas/attack-technique.ts'
import { SEVERITIES } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  basename,
  capture,
  first,
  ip,
  is,
  list,
  lookup,
  objects,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'
import { product } from './common.ts'

const TECHNIQUES: Readonly<Record<string, string>> = {
  ...{
    ACTIVE_SCANNING: 'T1595',
    SCANNING_IP_BLOCKS: 'T1595.001',
    APPLICATION_LAYER_PROTOCOL: 'T1071',
    DNS: 'T1071.004',
  },
  ...{ BRUTE_FORCE: 'T1110', COMMAND_AND_SCRIPTING_INTERPRETER: 'T1059', UNIX_SHELL: 'T1059.004', PYTHON: 'T1059.006' },
  ...{
    VALID_ACCOUNTS: 'T1078',
    CLOUD_ACCOUNTS: 'T1078.004',
    ACCOUNT_MANIPULATION: 'T1098',
    ADDITIONAL_CLOUD_CREDENTIALS: 'T1098.001',
    ADDITIONAL_CLOUD_ROLES: 'T1098.003',
    RESOURCE_HIJACKING: 'T1496',
  },
  ...{ EXFILTRATION_OVER_WEB_SERVICE: 'T1567', EXFILTRATION_TO_CLOUD_STORAGE: 'T1567.002', IMPAIR_DEFENSES: 'T1562' },
  ...{
    EXPLOIT_PUBLIC_FACING_APPLICATION: 'T1190',
    NATIVE_API: 'T1106',
    INGRESS_TOOL_TRANSFER: 'T1105',
    PROXY: 'T1090',
  },
  ...{ DATA_DESTRUCTION: 'T1485', CREATE_OR_MODIFY_SYSTEM_PROCESS: 'T1543', MODIFY_AUTHENTICATION_PROCESS: 'T1556' },
}

/** Adds the techniques, by the product's names or by their ids. */
function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const finding = isMembers(record.finding) ? record.finding : {}
  const attack = isMembers(finding.mitreAttack) ? finding.mitreAttack : {}
  const names = [attack.primaryTechniques ?? [], attack.additionalTechniques ?? []].flat().map(textOf)
  const ids = names.map((name) => TECHNIQUES[name] ?? name).filter((id) => TECHNIQUE_ID.test(id))
  record.parsed = { techniques: ids.map((uid) => ({ uid })) }
}

const F = 'finding'

const ACTIVITY = lookup(`${F}.state`, { ACTIVE: 'Create', INACTIVE: 'Close' }, 'Update', 'Create')

const FINDING: Rows = {
  'device.hostname': capture(`${F}.resourceName`, /\/instances\/([^/]{1,128})$/),
  'device.type_id': is('Virtual'),
  status_id: first(
    lookup(`${F}.mute`, { MUTED: 'Suppressed' }),
    lookup(`${F}.state`, { ACTIVE: 'New', INACTIVE: 'Resolved' }, 'Other', 'New'),
  ),
  'finding_info.uid': `${F}.name`,
  'finding_info.title': [`${F}.category`],
  'finding_info.desc': `${F}.description`,
  'finding_info.src_url': `${F}.externalUri`,
  'finding_info.created_time': time(`${F}.createTime`),
  'finding_info.types': list(`${F}.findingClass`, /,/),
  'finding_info.analytic.name': `${F}.category`,
  'finding_info.analytic.type_id': is('Rule'),
  'resources[0].name': ['resource.displayName', `${F}.resourceName`],
  'resources[0].uid': ['resource.name', `${F}.resourceName`],
  'resources[0].type': 'resource.type',
}

const THREAT: Rows = {
  attacks: objects('parsed.techniques', { 'technique.uid': 'uid' }),
  'actor.user.name': [`${F}.access.principalEmail`, `${F}.access.principalSubject`],
  'evidences[0].src_endpoint.ip': ip(`${F}.access.callerIp`, `${F}.connections.0.sourceIp`),
  'evidences[0].dst_endpoint.ip': ip(`${F}.connections.0.destinationIp`, `${F}.indicator.ipAddresses.0`),
  'evidences[0].query.hostname': `${F}.indicator.domains.0`,
  'evidences[0].url.url_string': `${F}.indicator.uris.0`,
  'evidences[0].file.path': `${F}.files.0.path`,
  'evidences[0].file.name': basename(`${F}.files.0.path`),
  'evidences[0].file.type_id': is('Unknown'),
}

export const SECURITY_CENTER: SourceTable = {
  id: 'gcp-security-center/1',
  shapes: [
    // Continuous export to Cloud Logging puts the notification below the entry.
    {
      name: 'entry',
      is: ({ jsonPayload }) => isMembers(jsonPayload) && isMembers(jsonPayload.finding),
      under: 'jsonPayload',
      settle: (record) => isMembers(record.jsonPayload) && settle(record.jsonPayload),
    },
    { name: 'json', is: () => true, settle },
  ],
  select: ['finding.findingClass', 'finding.vulnerability.cve.id'],
  rows: {
    time: time(`${F}.eventTime`, `${F}.createTime`),
    ...product('Security Command Center'),
    severity_id: lookup(`${F}.severity`, SEVERITIES, 'Medium', 'Medium'),
    'metadata.event_code': `${F}.category`,
    'cloud.provider': is('GCP'),
    'cloud.account.uid': first(
      capture(`${F}.resourceName`, /\/projects\/([^/]{1,128})/),
      text('resource.gcpMetadata.project', 'resource.projectDisplayName', 'resource.project_display_name'),
    ),
    message: [`${F}.description`, `${F}.category`],
  },
  logSource: { product: 'gcp', service: 'gcp.scc' },
  chapters: [
    {
      name: 'findings',
      profiles: [
        {
          name: 'vulnerability',
          when: { 'finding.vulnerability.cve.id': ['CVE-*'] },
          class: 'vulnerability_finding',
          activity: ACTIVITY,
          rows: { ...FINDING, 'vulnerabilities[0].cve.uid': `${F}.vulnerability.cve.id` },
        },
        {
          name: 'compliance',
          when: { 'finding.findingClass': ['MISCONFIGURATION', 'POSTURE_VIOLATION'] },
          class: 'compliance_finding',
          activity: ACTIVITY,
          rows: { ...FINDING, 'compliance.status_id': is('Fail'), 'compliance.control': `${F}.category` },
        },
        {
          name: 'finding',
          when: {},
          class: 'detection_finding',
          activity: ACTIVITY,
          rows: { ...FINDING, ...THREAT },
        },
      ],
    },
  ],
  recognises: ({ finding, jsonPayload }) =>
    isFinding(finding) || (isMembers(jsonPayload) && isFinding(jsonPayload.finding)),
}
function isFinding(finding: unknown): boolean {
  return (
    isMembers(finding) &&
    typeof finding.category === 'string' &&
    typeof finding.name === 'string' &&
    /\/findings\/[^/]+$/.test(finding.name)
  )
}

export const gcpSecurityCenter = compileSource(SECURITY_CENTER)
