import { sourceTests } from '../../mapping/source-tests.ts'
import { cyberarkIdentity } from './identity.ts'

const event = (EventType: string, rest: object = {}) => ({
  ID: 'a1b2c3d4-0000-4000-8000-000000000001',
  EventType,
  WhenOccurred: '2026-11-27T10:11:12.000Z',
  FromIPAddress: '198.51.100.7',
  NormalizedUser: 'kim@example.com',
  UserGuid: 'u-1',
  Level: 'Info',
  ...rest,
})

sourceTests(cyberarkIdentity, [
  {
    name: 'somebody signs in',
    record: event('Cloud.Core.Login', { AuthMethod: 'Password' }),
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Success',
      user: { email_addr: 'kim@example.com' },
      src_endpoint: { ip: '198.51.100.7' },
    },
  },
  {
    name: 'a password is wrong',
    record: event('Cloud.Core.LoginFail', { FailReason: 'Bad password' }),
    becomes: { class_uid: 3002, status: 'Failure', status_detail: 'Bad password' },
  },
  {
    name: 'somebody signs out',
    record: event('Cloud.Core.Logout'),
    becomes: { class_uid: 3002, activity_name: 'Logoff' },
  },
  {
    name: 'an account is made',
    record: event('Cloud.Core.CreateUser', { EntityName: 'lee@example.com' }),
    becomes: { class_uid: 3001, activity_name: 'Create', actor: { user: { uid: 'u-1' } } },
  },
  {
    name: 'an application is launched',
    record: event('Cloud.Saas.Application.AppLaunch', { ApplicationName: 'Mail' }),
    becomes: { class_uid: 3004, entity: { name: 'Mail' } },
  },
  {
    name: 'a failed logon by the audit of the platform',
    record: {
      uuid: 'a1b2c3d4-0000-4000-8000-000000000002',
      tenantId: 't1',
      timestamp: '1795774272000',
      username: 'kim@example.com',
      applicationCode: 'IDP',
      auditCode: 'IDP2004',
      auditType: 'Warning',
      action: 'Cloud.Core.LoginFail',
      userId: 'u-1',
      message: 'Login failed',
      customData: { IDP: { ip_address: '198.51.100.8' } },
    },
    becomes: { class_uid: 3002, status: 'Failure', src_endpoint: { ip: '198.51.100.8' } },
  },
])
