import { expect, test } from 'vitest'
import { sourceTests } from '../../mapping/source-tests.ts'
import { anthropic } from './mapping.ts'

sourceTests(anthropic, [
  {
    name: 'a logon',
    record: {
      id: 'activity_1',
      created_at: '2024-01-02T03:04:05.678Z',
      organization_id: 'o',
      type: 'sso_login_failed',
      actor: { type: 'user_actor', email_address: 'ann@example.org', user_id: 'u', ip_address: '192.0.2.7' },
    },
    becomes: {
      class_uid: 3002,
      status_id: 2,
      time: 1704164645678,
      user: { email_addr: 'ann@example.org' },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'a session is ended',
    record: {
      id: 'activity_4',
      created_at: '2024-01-02T03:04:05.678Z',
      organization_id: 'o',
      type: 'session_revoked',
      actor: { type: 'user_actor', email_address: 'ann@example.org', user_id: 'u', ip_address: '192.0.2.7' },
    },
    becomes: { class_uid: 3002, activity_name: 'Logoff', user: { uid: 'u' } },
  },
  {
    name: 'a chat that somebody may not see',
    record: {
      id: 'activity_5',
      created_at: '2024-01-02T03:04:05.678Z',
      organization_id: 'o',
      type: 'claude_chat_access_failed',
      claude_chat_id: 'c',
      actor: { type: 'user_actor', email_address: 'ann@example.org', user_id: 'u', ip_address: '192.0.2.7' },
    },
    becomes: { activity_name: 'Read', status: 'Failure' },
  },
  {
    name: 'a key',
    record: {
      id: 'activity_2',
      created_at: '2024-01-02T03:04:05.678Z',
      organization_id: 'o',
      type: 'admin_api_key_deleted',
      actor: { type: 'user_actor', email_address: 'ann@example.org', user_id: 'u', ip_address: '192.0.2.7' },
    },
    becomes: { class_uid: 3004, activity_id: 4, actor: { user: { uid: 'u' } } },
  },
])

test.each(['org_user_invite_sent', 'primary_owner_transferred'])(
  '%s: who does it is not whom it is done to',
  (type) => {
    const record = { id: 'activity_3', created_at: '2024-01-02T03:04:05Z', organization_id: 'o', type }
    const event = anthropic.toOcsf({ ...record, actor: { email_address: 'ann@example.org', user_id: 'u' } })
    expect(event).toMatchObject({ actor: { user: { uid: 'u' } } })
    expect(event).not.toHaveProperty('user')
  },
)
