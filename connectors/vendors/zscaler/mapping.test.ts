import { expect, test } from 'vitest'
import { sourceTests } from '../../mapping/source-tests.ts'
import { zscaler } from './mapping.ts'

sourceTests(zscaler, [
  {
    name: 'a rule that is deleted',
    record: {
      event: {
        action: 'DELETE',
        adminid: 'ann@example.org',
        auditlogtype: 'ZIA',
        category: 'ROLE_MANAGEMENT',
        clientip: '192.0.2.7',
        errorcode: 'None',
        recordid: '3',
        resource: 'role',
        result: 'SUCCESS',
        time: '2024-01-02T03:04:05.678Z',
      },
    },
    becomes: {
      class_uid: 3004,
      activity_id: 4,
      status_id: 1,
      time: 1704164645678,
      entity: { name: 'role' },
      actor: { user: { name: 'ann@example.org' } },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'an administrator is made',
    record: {
      event: {
        action: 'CREATE',
        adminid: 'ann@example.org',
        auditlogtype: 'ZIA',
        category: 'ADMINISTRATOR_MANAGEMENT',
        subcategory: 'ADMINISTRATOR_ADMIN_USER',
        clientip: '192.0.2.7',
        resource: 'Bob',
        result: 'SUCCESS',
        preaction: { id: 0, loginName: 'bob@example.org' },
        postaction: { id: 7, loginName: 'bob@example.org', groups: [{ id: 3, name: 'test' }] },
        time: '2024-01-02T03:04:05.678Z',
      },
    },
    becomes: {
      class_uid: 3001,
      activity_name: 'Create',
      status: 'Success',
      user: { name: 'bob@example.org', uid: '7', full_name: 'Bob', groups: [{ name: 'test' }] },
      actor: { user: { name: 'ann@example.org' } },
    },
  },
])

test('None is neither a code nor a name', () => {
  const event = zscaler.toOcsf({
    event: { action: 'UPDATE', category: 'ROLE_MANAGEMENT', errorcode: 'None', resource: 'None', auditlogtype: 'ZIA' },
  })
  expect(event).toMatchObject({ entity: { name: 'ROLE_MANAGEMENT' } })
  expect(event).not.toHaveProperty('status_code')
})
