import { sourceTests } from '../../mapping/source-tests.ts'
import { pingidentity } from './mapping.ts'

const BASE = {
  id: '0a1b',
  recordedAt: '2026-11-27T10:11:12.000Z',
  correlationId: 'c-1',
  actors: {
    client: { id: 'c1', name: 'PingOne Self-Service', type: 'CLIENT' },
    user: { id: 'u1', name: 'kim', type: 'USER' },
  },
  resources: [{ type: 'USER', id: 'u1', name: 'kim' }],
  source: { ipAddress: '198.51.100.7', userAgent: 'Mozilla/5.0' },
}

sourceTests(pingidentity, [
  {
    name: 'a password that is wrong',
    record: {
      ...BASE,
      action: { type: 'PASSWORD.CHECK_FAILED', description: 'Password check failed' },
      result: { status: 'FAILED', description: 'Invalid password' },
    },
    becomes: {
      class_uid: 3002,
      status_id: 2,
      time: 1795774272000,
      user: { name: 'kim', uid: 'u1' },
      src_endpoint: { ip: '198.51.100.7' },
      status_detail: 'Invalid password',
    },
  },
  {
    name: 'access that is allowed',
    record: { ...BASE, action: { type: 'USER.ACCESS_ALLOWED' }, result: { status: 'SUCCESS' } },
    becomes: { class_uid: 3002, activity_id: 1, status_id: 1, service: { name: 'PingOne Self-Service' } },
  },
  {
    name: 'a user whom an administrator locks',
    record: {
      ...BASE,
      action: { type: 'USER.LOCKED' },
      result: { status: 'SUCCESS' },
      resources: [{ type: 'USER', id: 'u2', name: 'lee' }],
    },
    becomes: { class_uid: 3001, activity_name: 'Lock', user: { name: 'lee' }, actor: { user: { name: 'kim' } } },
  },
  {
    name: 'an application that is created',
    record: {
      ...BASE,
      action: { type: 'APPLICATION.CREATED' },
      result: { status: 'SUCCESS' },
      resources: [{ type: 'APPLICATION', id: 'a1', name: 'shop' }],
    },
    becomes: { class_uid: 3004, activity_name: 'Create', entity: { name: 'shop', type: 'APPLICATION' } },
  },
])
