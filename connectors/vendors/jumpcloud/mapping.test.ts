import { sourceTests } from '../../mapping/source-tests.ts'
import { jumpcloud } from './mapping.ts'

const BASE = {
  '@version': '1',
  id: '5f1f2d9be8a4',
  organization: '5d1a',
  service: 'directory',
  timestamp: '2026-11-27T10:11:12Z',
  client_ip: '198.51.100.7',
  initiated_by: { id: '5e', type: 'user', username: 'kim', email: 'kim@example.com' },
}

sourceTests(jumpcloud, [
  {
    name: 'a logon at the portal that fails',
    record: { ...BASE, event_type: 'user_login_attempt', success: false, mfa: false, auth_method: 'webui:password' },
    becomes: {
      class_uid: 3002,
      activity_id: 1,
      status_id: 2,
      time: 1795774272000,
      user: { name: 'kim', email_addr: 'kim@example.com' },
      src_endpoint: { ip: '198.51.100.7' },
    },
  },
  {
    name: 'a logon at a system',
    record: {
      ...BASE,
      service: 'systems',
      event_type: 'login_attempt',
      success: true,
      username: 'kim',
      system: { hostname: 'ws1' },
    },
    becomes: { class_uid: 3002, status_id: 1, device: { hostname: 'ws1' } },
  },
  {
    name: 'a user who is suspended by an administrator',
    record: {
      ...BASE,
      event_type: 'user_suspended',
      initiated_by: { id: '1', type: 'admin', email: 'adm@example.com' },
      resource: { id: '7', type: 'user', username: 'lee' },
      success: true,
    },
    becomes: {
      class_uid: 3001,
      activity_name: 'Disable',
      user: { name: 'lee' },
      actor: { user: { name: 'adm@example.com' } },
    },
  },
  {
    name: 'a policy that is created',
    record: { ...BASE, event_type: 'policy_create', resource: { id: '9', type: 'policy', name: 'disk' } },
    becomes: { class_uid: 3004, activity_name: 'Create', entity: { name: 'disk' } },
  },
])
