/**
 * Amazon GuardDuty: findings as the service exports them, and as `GetFindings` returns them, with capitalised names.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  concat,
  integer,
  ip,
  is,
  list,
  lookup,
  lookupIn,
  lower,
  objects,
  type RecordShape,
  type Rows,
  type SourceTable,
  time,
  under,
} from '../../mapping/table.ts'
import { cloud, plain, product } from './common.ts'

/** GuardDuty's own ranges: 9 and above is critical, 7 high, 4 medium. */
const SEVERITY = lookupIn(
  'severity',
  /^(\d{1,2})/,
  {
    ...Object.fromEntries([1, 2, 3].map((number) => [number, 'Low'])),
    ...Object.fromEntries([4, 5, 6].map((number) => [number, 'Medium'])),
    ...Object.fromEntries([7, 8].map((number) => [number, 'High'])),
    ...Object.fromEntries([9, 10].map((number) => [number, 'Critical'])),
    0: 'Informational',
  },
  'Unknown',
)

/** The word before the colon of a type is a tactic, or the method of detection. */
const TACTICS: Readonly<Record<string, readonly [uid: string, name: string]>> = {
  Recon: ['TA0043', 'Reconnaissance'],
  InitialAccess: ['TA0001', 'Initial Access'],
  Execution: ['TA0002', 'Execution'],
  Persistence: ['TA0003', 'Persistence'],
  PrivilegeEscalation: ['TA0004', 'Privilege Escalation'],
  DefenseEvasion: ['TA0005', 'Defense Evasion'],
  Stealth: ['TA0005', 'Defense Evasion'],
  CredentialAccess: ['TA0006', 'Credential Access'],
  Discovery: ['TA0007', 'Discovery'],
  Exfiltration: ['TA0010', 'Exfiltration'],
  Impact: ['TA0040', 'Impact'],
  CryptoCurrency: ['TA0040', 'Impact'],
  Backdoor: ['TA0011', 'Command and Control'],
  Trojan: ['TA0011', 'Command and Control'],
}
const tactic = (part: 0 | 1) =>
  lookupIn(
    'type',
    /^(\w{1,40}):/,
    Object.fromEntries(Object.entries(TACTICS).map(([word, of]) => [word, of[part]])),
    '',
  )

const ACTIONS = [
  'networkConnectionAction',
  'awsApiCallAction',
  'portProbeAction.portProbeDetails.0',
  'kubernetesApiCallAction',
  'rdsLoginAttemptAction',
]
const remote = (field: string) => ACTIONS.map((action) => `service.action.${action}.remoteIpDetails.${field}`)

const CONNECTION = 'service.action.networkConnectionAction'
const DIRECTION = `${CONNECTION}.connectionDirection`

/** The remote end and the resource's own: the connecting end is the source. */
const endpoints = (of: { readonly remote: string; readonly local: string }): Rows => ({
  ...under(`evidences[0].${of.remote}`, {
    ip: ip(...remote('ipAddressV4'), ...remote('ipAddressV6')),
    'location.country': remote('country.countryName'),
    'location.city': remote('city.cityName'),
    'autonomous_system.name': remote('organization.asnOrg'),
    'autonomous_system.number': integer(...remote('organization.asn')),
    isp: remote('organization.isp'),
    port: integer(`${CONNECTION}.remotePortDetails.port`),
  }),
  ...under(`evidences[0].${of.local}`, {
    ip: ip(`${CONNECTION}.localIpDetails.ipAddressV4`, `${CONNECTION}.localIpDetails.ipAddressV6`),
    port: integer(
      `${CONNECTION}.localPortDetails.port`,
      'service.action.portProbeAction.portProbeDetails.0.localPortDetails.port',
    ),
  }),
})

/** The evidence of a finding. */
const EVIDENCE: Rows = under('evidences[0]', {
  'connection_info.direction_id': lookup(DIRECTION, { INBOUND: 'Inbound', OUTBOUND: 'Outbound' }, 'Unknown'),
  'connection_info.protocol_name': lower(`${CONNECTION}.protocol`),
  'api.operation': ['service.action.awsApiCallAction.api', 'service.action.kubernetesApiCallAction.verb'],
  'api.service.name': 'service.action.awsApiCallAction.serviceName',
  'api.response.error': 'service.action.awsApiCallAction.errorCode',
  'query.hostname': 'service.action.dnsRequestAction.domain',
  'process.name': 'service.runtimeDetails.process.name',
  'process.pid': integer('service.runtimeDetails.process.pid'),
  'process.cmd_line': 'service.runtimeDetails.process.commandLine',
})

const FINDING: Rows = under('finding_info', {
  uid: 'id',
  uid_alt: 'arn',
  title: 'title',
  desc: 'description',
  types: list('type', /\n/),
  src_url: concat(
    ...[{ words: 'https://' }, 'region', { words: '.console.aws.amazon.com/guardduty/home?region=' }, 'region'],
    ...[{ words: '#/findings?search=id%3D' }, 'id'],
  ),
})

const TARGET: Rows = {
  'resources[0].uid': [
    'resource.instanceDetails.instanceId',
    'resource.s3BucketDetails.0.arn',
    'resource.accessKeyDetails.principalId',
    'resource.eksClusterDetails.arn',
    'resource.lambdaDetails.functionArn',
    'resource.rdsDbInstanceDetails.dbInstanceArn',
    'resource.accessKeyDetails.accessKeyId',
    'accountId',
  ],
  'resources[0].name': [
    'resource.s3BucketDetails.0.name',
    'resource.accessKeyDetails.userName',
    'resource.eksClusterDetails.name',
    'resource.lambdaDetails.functionName',
  ],
  'resources[0].type': 'resource.resourceType',
  'resources[0].region': 'region',
  'resources[0].cloud_partition': 'partition',
  'actor.user.name': [
    'resource.accessKeyDetails.userName',
    'resource.kubernetesDetails.kubernetesUserDetails.username',
    'resource.rdsDbUserDetails.user',
  ],
  'actor.user.uid': ['resource.accessKeyDetails.principalId', 'resource.kubernetesDetails.kubernetesUserDetails.uid'],
  'actor.session.credential_uid': 'resource.accessKeyDetails.accessKeyId',
  'device.hostname': 'resource.instanceDetails.networkInterfaces.0.privateDnsName',
  'device.instance_uid': 'resource.instanceDetails.instanceId',
  'device.ip': ip('resource.instanceDetails.networkInterfaces.0.privateIpAddress'),
  'device.vpc_uid': 'resource.instanceDetails.networkInterfaces.0.vpcId',
  'device.network_interfaces': objects(
    'resource.instanceDetails.networkInterfaces',
    { ip: ip('privateIpAddress'), hostname: 'privateDnsName', uid: 'networkInterfaceId' },
    { type_id: 'Unknown' },
  ),
  'device.type_id': is('Virtual'),
}

const capitalised: RecordShape = {
  name: 'get-findings',
  is: (record) =>
    typeof record.SchemaVersion === 'string' && isMembers(record.Service) && 'DetectorId' in record.Service,
  settle: (record) => lowerFirst(record, DEPTH_MAX),
}

/** Greatest depth of a finding; deeper members keep their names. */
const DEPTH_MAX = 12

/** `Service.Action` becomes `service.action`, in place. */
function lowerFirst(record: Members, depth: number): void {
  for (const [name, value] of Object.entries(record)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (isMembers(item) && depth > 0) lowerFirst(item, depth - 1)
    }
    const lowered = name.slice(0, 1).toLowerCase() + name.slice(1)
    if (lowered === name || lowered in record) continue
    delete record[name]
    record[lowered] = value
  }
}

/** A finding that is observed again keeps its id, and its count rises. */
const ACTIVITY = lookup('service.count', { 1: 'Create' }, 'Update', 'Create')

export const GUARDDUTY: SourceTable = {
  id: 'aws-guardduty/1',
  shapes: [capitalised, plain],
  select: [DIRECTION],
  recognises: isFinding,
  logSource: { product: 'aws', service: 'guardduty' },
  rows: {
    ...product('GuardDuty'),
    ...cloud('accountId', 'region'),
    ...FINDING,
    ...TARGET,
    ...EVIDENCE,
    time: time('updatedAt', 'createdAt'),
    severity_id: SEVERITY,
    is_alert: is(true),
    count: integer('service.count'),
    start_time: time('service.eventFirstSeen'),
    end_time: time('service.eventLastSeen'),
    status_id: lookup('service.archived', { true: 'Archived', false: 'New' }),
    'finding_info.created_time': time('createdAt'),
    'finding_info.modified_time': time('updatedAt'),
    'finding_info.first_seen_time': time('service.eventFirstSeen'),
    'finding_info.last_seen_time': time('service.eventLastSeen'),
    'metadata.product.uid': 'service.detectorId',
    'metadata.event_code': 'type',
    'metadata.log_version': 'schemaVersion',
    'metadata.original_event_uid': 'id',
    'metadata.product.feature.name': ['service.featureName', 'service.serviceName'],
    'attacks[0].tactic.uid': tactic(0),
    'attacks[0].tactic.name': tactic(1),
  },
  chapters: [
    {
      name: 'findings',
      profiles: [
        {
          name: 'finding of a connection that the resource opened',
          when: { [DIRECTION]: 'OUTBOUND' },
          class: 'detection_finding',
          activity: ACTIVITY,
          rows: endpoints({ remote: 'dst_endpoint', local: 'src_endpoint' }),
        },
        {
          name: 'finding',
          when: {},
          class: 'detection_finding',
          activity: ACTIVITY,
          rows: {
            ...endpoints({ remote: 'src_endpoint', local: 'dst_endpoint' }),
            'evidences[0].src_endpoint.domain': 'service.action.awsApiCallAction.domainDetails.domain',
          },
        },
      ],
    },
  ],
}

function isFinding(record: Readonly<Members>): boolean {
  const service = record.service ?? record.Service
  if (!isMembers(service)) return false
  const isNamed =
    (service.serviceName ?? service.ServiceName) === 'guardduty' && (record.type ?? record.Type) !== undefined
  return isNamed || 'detectorId' in service || 'DetectorId' in service
}

export const guardDuty = compileSource(GUARDDUTY)
