import { sourceTests } from '../../mapping/source-tests.ts'
import { openai } from './mapping.ts'

const assigned = (principal: string) => ({
  id: 'audit_log-2',
  object: 'organization.audit_log',
  type: 'role.assignment.created',
  effective_at: 1704164645,
  actor: { type: 'session', session: { user: { id: 'u', email: 'ann@example.org' }, ip_address: '192.0.2.7' } },
  role_assignment_created: {
    id: 'role_assignment_owner',
    principal_id: `${principal}-1`,
    principal_type: principal,
    resource_id: 'org-1',
    resource_type: 'api.organization',
  },
})

sourceTests(openai, [
  {
    name: 'a key',
    record: {
      id: 'audit_log-1',
      object: 'organization.audit_log',
      type: 'api_key.created',
      effective_at: 1704164645,
      actor: { type: 'session', session: { user: { id: 'u', email: 'ann@example.org' }, ip_address: '192.0.2.7' } },
      api_key_created: { id: 'key-1', data: { name: 'ci', scopes: ['all'] } },
    },
    becomes: {
      class_uid: 3004,
      activity_id: 1,
      time: 1704164645000,
      entity: { uid: 'key-1', name: 'ci' },
      actor: { user: { uid: 'u' } },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'a role for a user',
    record: assigned('user'),
    becomes: {
      class_uid: 3005,
      activity_name: 'Assign Privileges',
      user: { uid: 'user-1' },
      resources: [{ uid: 'org-1' }],
    },
  },
  {
    name: 'a role for a group is no role of a user',
    record: assigned('group'),
    becomes: {
      class_uid: 3006,
      activity_name: 'Assign Privileges',
      group: { uid: 'group-1' },
      resource: { uid: 'org-1', type: 'api.organization' },
      actor: { user: { uid: 'u' } },
    },
  },
  {
    name: 'somebody is removed, by somebody else',
    record: {
      id: 'audit_log-3',
      object: 'organization.audit_log',
      type: 'user.deleted',
      effective_at: 1704164645,
      actor: { type: 'session', session: { user: { id: 'u', email: 'ann@example.org' }, ip_address: '192.0.2.7' } },
      user_deleted: { id: 'user-2' },
    },
    becomes: { class_uid: 3001, activity_name: 'Delete', user: { uid: 'user-2' }, actor: { user: { uid: 'u' } } },
  },
  {
    name: 'an allow list that is in force no longer',
    record: {
      id: 'audit_log-4',
      object: 'organization.audit_log',
      type: 'ip_allowlist.config.deactivated',
      effective_at: 1704164645,
      actor: { type: 'session', session: { user: { id: 'u', email: 'ann@example.org' }, ip_address: '192.0.2.7' } },
      ip_allowlist_config_deactivated: { configs: [{ id: 'ipallow-1', name: 'VPN' }] },
    },
    becomes: { class_uid: 3004, activity_name: 'Deactivate', entity: { uid: 'ipallow-1', name: 'VPN' } },
  },
])
