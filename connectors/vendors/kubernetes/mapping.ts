/** Audit events of the Kubernetes API server: plain, of EKS, and as AKS wraps them into Azure's diagnostic records. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  each,
  integer,
  ip,
  is,
  json,
  list,
  lookup,
  lookupIn,
  type RecordShape,
  type Rows,
  type SourceTable,
  time,
} from '../../mapping/table.ts'

/** AKS writes the event as JSON text into `properties.log`. */
const aks: RecordShape = {
  name: 'aks',
  is: (record) => isAks(record),
  under: 'properties.log',
  names: { cluster: ['resourceId'], '@timestamp': ['time'] },
  settle: (record) => {
    const properties = record.properties as Members
    properties.log = parsed(properties.log)
  },
}

const plain: RecordShape = { name: 'json', is: () => true }

/** Attaching and opening a shell are requests of the verb `create` or `get` on a part of a pod. */
export const VERBS = {
  create: 'Create',
  get: 'Read',
  list: 'Read',
  watch: 'Read',
  head: 'Read',
  options: 'Read',
  post: 'Create',
  put: 'Update',
  update: 'Update',
  patch: 'Update',
  approve: 'Update',
  bind: 'Update',
  delete: 'Delete',
  deletecollection: 'Delete',
}

/** The caller. EKS adds the caller's AWS access key and identity to the name. */
const CALLER: Rows = {
  'actor.user.name': 'user.username',
  'actor.user.uid': 'user.uid',
  'actor.user.type_id': lookupIn(
    'user.username',
    /^(system:serviceaccount|system):/,
    { 'system:serviceaccount': 'Service', system: 'System' },
    'User',
  ),
  'actor.user.groups': each('user.groups', 'name'),
  'actor.user.uid_alt': 'user.extra.arn.0',
  'actor.session.credential_uid': 'user.extra.accessKeyId.0',
  'authorizations[0].decision': 'annotations.authorization\\.k8s\\.io/decision',
  'authorizations[0].policy.desc': 'annotations.authorization\\.k8s\\.io/reason',
  'authorizations[0].policy.type': is('RBAC'),
}

const TARGET: Rows = {
  'resources[0].name': ['objectRef.name', 'objectRef.resource', 'requestURI'],
  'resources[0].uid': ['objectRef.uid', 'responseObject.metadata.uid'],
  'resources[0].type': 'objectRef.resource',
  'resources[0].namespace': 'objectRef.namespace',
  'resources[0].version': 'objectRef.apiVersion',
  'resources[0].group.name': 'objectRef.apiGroup',
  'resources[0].labels': list('objectRef.subresource', /\n/),
}

const ROWS: Rows = {
  ...CALLER,
  ...TARGET,
  time: time(
    'requestReceivedTimestamp',
    'stageTimestamp',
    'timestamp',
    '@timestamp',
    'metadata.creationTimestamp',
    'p_event_time',
  ),
  severity_id: is('Informational'),
  'metadata.product.name': is('Kubernetes'),
  'metadata.product.vendor_name': is('CNCF'),
  'metadata.event_code': 'verb',
  'metadata.log_level': 'level',
  'metadata.log_name': 'stage',
  'metadata.log_version': 'apiVersion',
  'metadata.original_event_uid': 'auditID',
  'api.operation': ['verb', 'requestURI'],
  'api.service.name': is('kube-apiserver'),
  'api.version': 'objectRef.apiVersion',
  'api.group.name': 'objectRef.apiGroup',
  'api.request.uid': ['auditID', 'requestURI', 'verb'],
  'api.request.data': json('requestObject'),
  'api.response.data': json('responseObject'),
  'api.response.code': integer('responseStatus.code'),
  'api.response.error': 'responseStatus.reason',
  'api.response.message': 'responseStatus.message',
  'http_response.code': integer('responseStatus.code'),
  status_id: lookupIn(
    'responseStatus.code',
    /^(\d)\d\d$/,
    { 1: 'Success', 2: 'Success', 3: 'Success', 4: 'Failure', 5: 'Failure' },
    'Other',
  ),
  status_code: 'responseStatus.code',
  status_detail: 'responseStatus.reason',
  'src_endpoint.ip': ip('sourceIPs.0', 'sourceIPs.1'),
  'src_endpoint.intermediate_ips': list('sourceIPs', /,/, 'ip'),
  'http_request.url.url_string': 'requestURI',
  'http_request.user_agent': 'userAgent',
}

export const KUBERNETES: SourceTable = {
  id: 'kubernetes-audit/1',
  shapes: [aks, plain],
  select: ['verb'],
  recognises: (record) => isAudit(record) || isAks(record),
  logSource: { product: 'kubernetes', service: 'audit', categories: ['application'] },
  rows: ROWS,
  chapters: [
    {
      name: 'audit',
      aliases: {
        apiGroup: 'objectRef.apiGroup',
        hostPath: 'requestObject.spec.volumes.0.hostPath.path',
        capabilities: 'requestObject.spec.containers.0.securityContext.capabilities.add',
        username: 'user.username',
      },
      profiles: [
        { name: 'request', when: {}, class: 'api_activity', activity: lookup('verb', VERBS, 'Other', 'Unknown') },
      ],
    },
  ],
}

function isAudit(record: Readonly<Members>): boolean {
  const { apiVersion } = record
  if (typeof apiVersion === 'string' && apiVersion.startsWith('audit.k8s.io/')) return true
  const isRequest = typeof record.verb === 'string' && (isMembers(record.objectRef) || 'requestURI' in record)
  return isRequest || (record.p_log_type === 'Amazon.EKS.Audit' && ('verb' in record || 'objectRef' in record))
}

function isAks(record: Readonly<Members>): boolean {
  const { category, properties } = record
  return (
    typeof category === 'string' && category.startsWith('kube-audit') && isMembers(properties) && 'log' in properties
  )
}

/** Text that is not JSON stays as it is. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

export const kubernetes = compileSource(KUBERNETES)
