import { expect, test } from 'vitest'
import { sourceTests } from '../../mapping/source-tests.ts'
import { snyk } from './mapping.ts'

sourceTests(snyk, [
  {
    name: 'a user that leaves',
    record: {
      created: '2024-01-02T03:04:05.678Z',
      event: 'org.user.remove',
      groupId: 'g',
      orgId: 'o',
      userId: 'u',
      content: { userPublicId: 'b', email: 'bob@example.org' },
    },
    becomes: {
      class_uid: 3006,
      activity_id: 4,
      time: 1704164645678,
      user: { uid: 'b' },
      actor: { user: { uid: 'u' } },
      group: { uid: 'o' },
    },
  },
  {
    name: 'somebody leaves by himself',
    record: { created: '2024-01-02T03:04:05.678Z', event: 'org.user.leave', orgId: 'o', userId: 'u', content: {} },
    becomes: { class_uid: 3006, activity_name: 'Remove User', user: { uid: 'u' } },
  },
  {
    name: 'a new organisation is not the group that it is in',
    record: {
      created: '2024-01-02T03:04:05.678Z',
      event: 'org.create',
      groupId: 'g',
      userId: 'u',
      content: { newOrgPublicId: 'o' },
    },
    becomes: { class_uid: 3004, activity_name: 'Create', entity: { uid: 'o', type: 'Organization' } },
  },
])

test('a revoked invitation names only its actor', () => {
  const event = snyk.toOcsf({
    created: '2024-01-02T03:04:05Z',
    event: 'org.user.invite.revoke',
    orgId: 'o',
    userId: 'u',
  })
  expect(event).toMatchObject({ activity_name: 'Remove User', actor: { user: { uid: 'u' } } })
  expect(event).not.toHaveProperty('user')
})
