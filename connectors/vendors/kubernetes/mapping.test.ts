import { expect, test } from 'vitest'
import type { Members } from '../../../platform/members.ts'
import { type Fixture, sourceTests } from '../../mapping/source-tests.ts'
import { kubernetes } from './mapping.ts'

const AUDIT: Members = {
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  level: 'RequestResponse',
  auditID: 'a1',
  stage: 'ResponseComplete',
  requestURI: '/api/v1/namespaces/prod/pods/web/exec?command=sh',
  verb: 'create',
  user: { username: 'alice', uid: 'u1', groups: ['admins', 'system:authenticated'] },
  sourceIPs: ['203.0.113.9', '10.0.0.1'],
  userAgent: 'kubectl/v1.29',
  objectRef: { resource: 'pods', namespace: 'prod', name: 'web', apiVersion: 'v1', subresource: 'exec' },
  responseStatus: { code: 403, reason: 'Forbidden' },
  requestObject: { command: ['sh'] },
  requestReceivedTimestamp: '2024-01-02T03:04:05.678901Z',
  annotations: { 'authorization.k8s.io/decision': 'forbid', 'authorization.k8s.io/reason': 'no rule' },
}
const REQUEST = {
  class_uid: 6003,
  activity_name: 'Create',
  status: 'Failure',
  status_code: '403',
  time: Date.UTC(2024, 0, 2, 3, 4, 5, 678),
  actor: { user: { name: 'alice', uid: 'u1', groups: [{ name: 'admins' }, { name: 'system:authenticated' }] } },
  src_endpoint: { ip: '203.0.113.9' },
  http_request: { user_agent: 'kubectl/v1.29' },
  api: { operation: 'create', request: { uid: 'a1', data: { command: ['sh'] } } },
  authorizations: [{ decision: 'forbid', policy: { desc: 'no rule' } }],
  resources: [{ name: 'web', type: 'pods', namespace: 'prod', labels: ['exec'] }],
}
const FIXTURES: readonly Fixture[] = [
  { name: 'a shell in a pod', record: AUDIT, becomes: REQUEST },
  {
    name: 'the same through AKS',
    record: {
      category: 'kube-audit',
      time: '2024-01-02T03:04:06Z',
      resourceId: '/x',
      properties: { log: JSON.stringify(AUDIT) },
    },
    becomes: REQUEST,
  },
]

sourceTests(kubernetes, FIXTURES)

test('accounts of services are told from the system itself', () => {
  for (const [username, type] of [
    ['system:serviceaccount:prod:builder', 'Service'],
    ['system:kube-controller-manager', 'System'],
    ['alice', 'User'],
  ]) {
    expect(kubernetes.toOcsf({ ...AUDIT, user: { username } })).toMatchObject({ actor: { user: { type } } })
  }
})

test('a key of AWS is no account', () => {
  const extra = { accessKeyId: ['AKIAEXAMPLE'], arn: ['arn:aws:iam::111122223333:user/alice'] }
  const event = kubernetes.toOcsf({ ...AUDIT, user: { username: 'alice', uid: 'u1', extra } })
  expect(event?.actor).toEqual({
    user: { name: 'alice', uid: 'u1', uid_alt: 'arn:aws:iam::111122223333:user/alice', type: 'User', type_id: 1 },
    session: { credential_uid: 'AKIAEXAMPLE' },
  })
})

test("rules' names lead to the value, through AKS too", () => {
  const aks = { category: 'kube-audit', properties: { log: JSON.stringify(AUDIT) } }
  for (const field of ['verb', 'objectRef.resource', 'responseStatus.code']) {
    expect(kubernetes.viewOf(structuredClone(AUDIT)).paths(field)).toContainEqual({ path: field.split('.') })
    expect(kubernetes.viewOf(structuredClone(aks)).paths(field)).toContainEqual({
      path: ['properties', 'log', ...field.split('.')],
    })
  }
  expect(kubernetes.logSourceOf(AUDIT)).toEqual({
    product: 'kubernetes',
    service: 'audit',
    categories: ['application'],
  })
})
