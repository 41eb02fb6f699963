import { sourceTests } from '../../mapping/source-tests.ts'
import { gitlab } from './mapping.ts'

sourceTests(gitlab, [
  {
    name: 'an audit event',
    record: {
      id: 1,
      author_id: 3,
      author_name: 'Ann',
      entity_path: 'acme/app',
      entity_type: 'Project',
      created_at: '2024-01-02T03:04:05.678Z',
      event_type: 'project_visibility_changed',
      ip_address: '192.0.2.7',
    },
    becomes: {
      class_uid: 3004,
      activity_id: 3,
      time: 1704164645678,
      actor: { user: { name: 'Ann', uid: '3' } },
      entity: { name: 'acme/app', type: 'Project' },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'a request',
    record: {
      method: 'POST',
      path: '/users/password',
      params: [{ key: 'x', value: 'y' }],
      status: 302,
      remote_ip: '192.0.2.7',
      ua: 'Mozilla/5.0',
      time: '2024-01-02T03:04:05.678Z',
    },
    becomes: {
      class_uid: 4002,
      activity_id: 6,
      http_request: { http_method: 'POST', url: { path: '/users/password' } },
      http_response: { code: 302 },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'a request whose method was left out',
    record: { path: '/cats', params: [{ key: 'x', value: 'y' }], remote_ip: '192.0.2.7', time: '2024-01-02T03:04:05Z' },
    becomes: { class_uid: 4002, activity_name: 'Unknown', http_request: { url: { path: '/cats' } } },
  },
  {
    name: 'a sign-in that fails',
    record: {
      author_id: -1,
      author_name: 'An unauthenticated user',
      entity_path: 'ann',
      target_details: 'ann',
      created_at: '2024-01-02T03:04:05.678Z',
      event_name: 'login_failed_with_standard_authentication',
      ip_address: '192.0.2.7',
    },
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Failure',
      user: { name: 'ann' },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
])
