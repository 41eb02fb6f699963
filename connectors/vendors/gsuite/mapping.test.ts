import { expect, test } from 'vitest'
import type { Members } from '../../../platform/members.ts'
import { type Fixture, sourceTests } from '../../mapping/source-tests.ts'
import { gsuite } from './mapping.ts'

const activity = (applicationName: string, name: string, parameters: Members = {}): Members => ({
  kind: 'admin#reports#activity',
  id: { time: '2024-01-02T03:04:05Z', uniqueQualifier: '-1', applicationName, customerId: 'C1' },
  actor: { email: 'alice@corp.example', profileId: '7' },
  ipAddress: '203.0.113.9',
  name,
  parameters,
})
const ALICE = {
  time: Date.UTC(2024, 0, 2, 3, 4, 5),
  actor: { user: { name: 'alice@corp.example', uid: '7' } },
  src_endpoint: { ip: '203.0.113.9' },
}

const FIXTURES: readonly Fixture[] = [
  {
    name: 'mail that is forwarded out of the domain',
    record: activity('login', 'email_forwarding_out_of_domain', {
      email_forwarding_destination_address: 'eve@example.net',
    }),
    becomes: { ...ALICE, class_uid: 3001, user: { name: 'alice@corp.example', forward_addr: 'eve@example.net' } },
  },
  {
    name: 'a suspicious logon',
    record: activity('login', 'suspicious_login', { affected_email_address: 'bob@corp.example' }),
    becomes: { ...ALICE, class_uid: 3002, activity_name: 'Logon', severity: 'High' },
  },
  {
    name: 'a user that is suspended',
    record: activity('admin', 'SUSPEND_USER', { USER_EMAIL: 'bob@corp.example' }),
    becomes: { ...ALICE, class_uid: 3001, activity_name: 'Disable', user: { name: 'bob@corp.example' } },
  },
  {
    name: 'a member of a group',
    record: activity('admin', 'ADD_GROUP_MEMBER', { USER_EMAIL: 'bob@corp.example', GROUP_EMAIL: 'g@corp.example' }),
    becomes: { ...ALICE, class_uid: 3006, activity_name: 'Add User', group: { name: 'g@corp.example' } },
  },
  {
    name: 'a document that is shared with the web',
    record: activity('drive', 'change_document_visibility', {
      doc_title: 'Plan',
      doc_id: 'd1',
      visibility: 'public_on_the_web',
    }),
    becomes: { ...ALICE, class_uid: 6006, activity_name: 'Share', file: { name: 'Plan', uid: 'd1', is_public: true } },
  },
  {
    name: 'a document that somebody may no longer see',
    record: activity('drive', 'change_user_access', {
      doc_title: 'Plan',
      target_user: 'bob@corp.example',
      old_value: ['can_edit'],
      new_value: ['none'],
    }),
    becomes: { class_uid: 6006, activity_name: 'Unshare', share: 'bob@corp.example', access_list: ['none'] },
  },
  {
    name: 'a role',
    record: activity('admin', 'ASSIGN_ROLE', { USER_EMAIL: 'bob@corp.example', ROLE_NAME: 'Groups Admin' }),
    becomes: {
      ...ALICE,
      class_uid: 3005,
      activity_name: 'Assign Privileges',
      user: { name: 'bob@corp.example' },
      privileges: ['Groups Admin'],
    },
  },
  {
    name: 'a state that attacks an account',
    record: activity('login', 'gov_attack_warning'),
    becomes: {
      class_uid: 2004,
      severity: 'Critical',
      is_alert: true,
      evidences: [{ user: { name: 'alice@corp.example' } }],
    },
  },
  {
    name: 'a rule of data protection that matched',
    record: activity('rules', 'rule_match', { rule_name: 'Cards', severity: 'LOW' }),
    becomes: { class_uid: 2004, severity: 'Low', finding_info: { title: 'Cards', analytic: { name: 'Cards' } } },
  },
  {
    name: 'malware that Chrome saw',
    record: activity('chrome', 'MALWARE_TRANSFER', { URL: 'https://evil.example/a.exe', DEVICE_NAME: 'pc-1' }),
    becomes: {
      class_uid: 2004,
      severity: 'High',
      device: { name: 'pc-1' },
      evidences: [{ url: { url_string: 'https://evil.example/a.exe' } }],
    },
  },
  {
    name: 'a device that is well again',
    record: activity('mobile', 'DEVICE_COMPROMISED_EVENT', {
      USER_EMAIL: 'bob@corp.example',
      DEVICE_ID: 'd1',
      DEVICE_COMPROMISED_STATE: 'NOT_COMPROMISED',
    }),
    becomes: { class_uid: 2004, severity: 'Informational', status: 'Resolved', is_alert: false, device: { uid: 'd1' } },
  },
  {
    name: 'a logon to an application that fails',
    record: activity('saml', 'login_failure', {
      application_name: 'Wiki',
      failure_type: 'failure_app_not_enabled_for_user',
    }),
    becomes: {
      ...ALICE,
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Failure',
      service: { name: 'Wiki' },
      auth_protocol_id: 5,
    },
  },
  {
    name: 'a challenge that is not met',
    record: activity('login', 'login_challenge', { login_challenge_status: 'Challenge Failed.' }),
    becomes: { class_uid: 3002, activity_name: 'Preauth', status: 'Failure' },
  },
  {
    name: 'an application that may act for somebody',
    record: activity('token', 'authorize', { app_name: 'Notes', client_id: 'c1' }),
    becomes: { class_uid: 3004, activity_name: 'Create', entity: { name: 'Notes', uid: 'c1' } },
  },
  {
    name: 'mail that leaves',
    record: activity('gmail', 'delivery', {
      event_info: { mail_event_type: 1, success: true },
      message_info: { destination: [{ address: 'm@evil.example' }], connection_info: { is_internal: false } },
    }),
    becomes: { class_uid: 4009, activity_name: 'Send', direction: 'Outbound', status: 'Success' },
  },
  {
    name: 'mail',
    record: activity('gmail', 'delivery', {
      message_info: {
        subject: 'Pay',
        source: { from_header_address: 'm@evil.example' },
        destination: [{ address: 'bob@corp.example' }],
        connection_info: { client_ip: '203.0.113.9', is_internal: false },
      },
    }),
    becomes: {
      class_uid: 4009,
      direction: 'Inbound',
      email: { from: 'm@evil.example', to: ['bob@corp.example'], subject: 'Pay' },
    },
  },
  {
    name: 'a setting that is changed, as the API gives it',
    record: {
      ...activity('admin', ''),
      events: [
        {
          type: 'APPLICATION_SETTINGS',
          name: 'CHANGE_APPLICATION_SETTING',
          parameters: [{ name: 'SETTING_NAME', value: 'MFA' }],
        },
      ],
    },
    becomes: {
      ...ALICE,
      class_uid: 3004,
      activity_name: 'Update',
      entity: { name: 'MFA', type: 'APPLICATION_SETTINGS' },
    },
  },
]

sourceTests(gsuite, FIXTURES)

test('a finding is in the log that it was in', () => {
  const serviceOf = (application: string, name: string) => gsuite.logSourceOf(activity(application, name)).service
  expect(serviceOf('login', 'gov_attack_warning')).toBe('google_workspace.login')
  expect(serviceOf('mobile', 'SUSPICIOUS_ACTIVITY_EVENT')).toBe('google_workspace.admin')
})

test("rules' names lead to the value", () => {
  const places = gsuite.viewOf(activity('admin', 'X')).paths('eventName')
  expect(places).toContainEqual({ path: ['name'] })
})

test('a new name is not who may read it, a new right is', () => {
  const listOf = (name: string, new_value: string) =>
    gsuite.toOcsf(activity('drive', name, { doc_title: 'Plan', new_value: [new_value], visibility: 'private' }))
      ?.access_list
  expect(listOf('rename', 'Plan')).toEqual(['private'])
  expect(
    gsuite.toOcsf(activity('drive', 'rename', { doc_title: 'Plan B', old_value: ['Plan A'], new_value: ['Plan B'] })),
  ).toMatchObject({
    activity_name: 'Rename',
    file: { name: 'Plan A' },
    file_result: { name: 'Plan B' },
  })
  expect(listOf('change_user_access', 'can_edit')).toEqual(['can_edit'])
})
