import { expect, test } from 'vitest'
import { sourceTests } from '../../mapping/source-tests.ts'
import { github } from './mapping.ts'

sourceTests(github, [
  {
    name: 'a clone',
    record: {
      action: 'git.clone',
      actor: 'ann',
      actor_id: 7,
      org: 'acme',
      org_id: 1,
      '@timestamp': 1704164645678,
      actor_ip: '192.0.2.7',
      user_agent: 'Mozilla/5.0',
      _document_id: 'd1',
      repo: 'acme/app',
    },
    becomes: {
      class_uid: 6003,
      activity_id: 2,
      time: 1704164645678,
      actor: { user: { name: 'ann', uid: '7', account: { name: 'acme' } } },
      src_endpoint: { ip: '192.0.2.7' },
      resources: [{ name: 'acme/app' }],
      api: { operation: 'git.clone' },
    },
  },
  ...(
    [
      ['org.disable_two_factor_requirement', 'Disable'],
      ['org.saml_disabled', 'Disable'],
      ['enterprise.config.disable_anonymous_git_access', 'Disable'],
      ['org.set_default_workflow_permissions', 'Update'],
      ['repo.access', 'Update'],
      ['repo.transfer_start', 'Move'],
      ['repo.create', 'Create'],
    ] as const
  ).map(([action, activity_name]) => ({
    name: `what ${action} does`,
    record: { action, actor: 'ann', org: 'acme', '@timestamp': 1704164645678, _document_id: 'd1', repo: 'acme/app' },
    becomes: { class_uid: 3004, activity_name },
  })),
  {
    name: 'a push',
    record: {
      action: 'git.push',
      actor: 'ann',
      org: 'acme',
      '@timestamp': 1704164645678,
      actor_ip: '192.0.2.7',
      repo: 'acme/app',
    },
    becomes: { class_uid: 6003, activity_name: 'Update' },
  },
  {
    name: 'a logon',
    record: { action: 'user.login', actor: 'ann', org: 'acme', '@timestamp': 1704164645678, _document_id: 'd1' },
    becomes: { class_uid: 3002, activity_name: 'Logon', status: 'Success', user: { name: 'ann' } },
  },
  {
    name: 'a member of a team',
    record: {
      action: 'team.add_member',
      actor: 'ann',
      actor_id: 7,
      org: 'acme',
      org_id: 1,
      '@timestamp': 1704164645678,
      actor_ip: '192.0.2.7',
      user_agent: 'Mozilla/5.0',
      _document_id: 'd1',
      team: 'blue',
      user: 'bob',
    },
    becomes: { class_uid: 3006, activity_id: 3, group: { name: 'blue' }, user: { name: 'bob' } },
  },
  {
    name: 'a protection that goes',
    record: {
      action: 'protected_branch.destroy',
      actor: 'ann',
      actor_id: 7,
      org: 'acme',
      org_id: 1,
      '@timestamp': 1704164645678,
      actor_ip: '192.0.2.7',
      user_agent: 'Mozilla/5.0',
      _document_id: 'd1',
      repo: 'acme/app',
    },
    becomes: { class_uid: 3004, activity_id: 4, entity: { name: 'acme/app' } },
  },
  {
    name: 'a webhook',
    record: {
      action: 'created',
      repository: {
        id: 5,
        full_name: 'acme/app',
        created_at: '2015-01-02T03:04:05Z',
        updated_at: '2023-01-02T03:04:05Z',
      },
      sender: { login: 'ann', id: 7 },
      comment: {
        body: 'hi',
        html_url: 'https://github.com/acme/app/issues/1#c',
        created_at: '2024-01-02T03:04:05.678Z',
      },
    },
    becomes: {
      class_uid: 6001,
      activity_id: 1,
      time: 1704164645678,
      web_resources: [
        {
          name: 'acme/app',
          uid: '5',
          url_string: 'https://github.com/acme/app/issues/1#c',
          created_time: Date.UTC(2015, 0, 2, 3, 4, 5),
          modified_time: Date.UTC(2023, 0, 2, 3, 4, 5),
        },
      ],
      actor: { user: { name: 'ann' } },
    },
  },
])

test('a webhook is of when its object changed, never of when the repository was made', () => {
  const repository = { full_name: 'acme/app', id: 5, created_at: '2015-01-02T03:04:05Z' }
  const timeOf = (record: object) =>
    github.toOcsf({ action: 'closed', sender: { login: 'ann' }, repository, ...record })?.time
  const issue = { created_at: '2020-01-02T03:04:05Z', updated_at: '2024-01-02T03:04:05Z' }
  expect(timeOf({ issue })).toBe(Date.UTC(2024, 0, 2, 3, 4, 5))
  expect(timeOf({ workflow_run: { updated_at: '2024-01-02T03:04:05Z' } })).toBe(Date.UTC(2024, 0, 2, 3, 4, 5))
  expect(timeOf({})).toBeUndefined()
})

const audit = (action: string, others: object = {}) =>
  github.toOcsf({
    action,
    actor: 'ann',
    actor_id: 7,
    org: 'acme',
    '@timestamp': 1704164645678,
    _document_id: 'd1',
    ...others,
  })

test('nobody has the id of another', () => {
  expect(audit('two_factor_authentication.remove_factor', { user: 'bob' })).toMatchObject({
    activity_name: 'MFA Factor Disable',
    user: { name: 'bob' },
    actor: { user: { name: 'ann', uid: '7' } },
  })
  expect(audit('two_factor_authentication.remove_factor', { user: 'bob' })?.user).not.toHaveProperty('uid')
  expect(audit('org.sso_response')).toMatchObject({ class_uid: 3002, user: { name: 'ann', uid: '7' } })
})

test.each([
  ['secret_scanning_alert.create', 'Create', 'New'],
  ['secret_scanning_alert.reopen', 'Update', 'New'],
  ['repository_vulnerability_alert.auto_dismiss', 'Close', 'Suppressed'],
  ['code_scanning.alert_created', 'Create', 'New'],
  ['code_scanning.alert_closed_by_user', 'Close', 'Resolved'],
])('what becomes of an alert by %s', (action, activity_name, status) => {
  expect(audit(action, { repo: 'acme/app', alert_number: 3 })).toMatchObject({ class_uid: 2004, activity_name, status })
})

test('an account of a server of an enterprise', () => {
  expect(audit('user.suspend', { user: 'bob', user_id: 8 })).toMatchObject({
    class_uid: 3001,
    activity_name: 'Disable',
    user: { name: 'bob', uid: '8' },
  })
})

test.each([
  ['opened', 'Create'],
  ['synchronize', 'Update'],
  ['completed', 'Update'],
  ['deleted', 'Delete'],
])('a webhook of what was %s', (action, activity_name) => {
  const repository = { full_name: 'acme/app', id: 5 }
  expect(github.toOcsf({ action, sender: { login: 'ann' }, repository })).toMatchObject({
    class_uid: 6001,
    activity_name,
  })
})
