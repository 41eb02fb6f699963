import { sourceTests } from '../../mapping/source-tests.ts'
import { vault } from './mapping.ts'

const REQUEST = {
  id: 'c1',
  operation: 'update',
  mount_type: 'system',
  path: 'sys/policies/acl/x',
  remote_address: '198.51.100.13',
  remote_port: 4242,
}

sourceTests(vault, [
  {
    name: 'a call that is refused',
    record: {
      time: '2026-03-04T10:11:12.356625452Z',
      type: 'response',
      auth: {
        display_name: 'oidc-ada',
        entity_id: 'e1',
        metadata: { email: 'ada@example.com' },
        policies: ['default'],
      },
      request: REQUEST,
      error: '1 error occurred:\n\t* permission denied\n\n',
    },
    becomes: {
      class_uid: 6003,
      activity_name: 'Update',
      status: 'Failure',
      status_detail: 'permission denied',
      actor: { user: { name: 'oidc-ada', email_addr: 'ada@example.com' } },
      src_endpoint: { ip: '198.51.100.13', port: 4242 },
      api: { operation: 'update sys/policies/acl/x' },
    },
  },
  {
    name: 'a call before its answer',
    record: {
      time: '2026-03-04T10:11:12Z',
      type: 'request',
      auth: { display_name: 'root' },
      request: { ...REQUEST, operation: 'read' },
    },
    becomes: { class_uid: 6003, activity_name: 'Read', actor: { user: { name: 'root' } } },
  },
  {
    name: 'somebody signs in',
    record: {
      time: '2026-03-04T10:11:12Z',
      type: 'response',
      auth: { display_name: 'hmac-sha256:0011', policies: ['default'] },
      request: { ...REQUEST, mount_type: 'userpass', path: 'auth/userpass/login/ada' },
      response: { auth: { client_token: 'hmac-sha256:00' } },
    },
    becomes: { class_uid: 3002, status: 'Success', user: { name: 'ada' }, service: { name: 'userpass' } },
  },
])
