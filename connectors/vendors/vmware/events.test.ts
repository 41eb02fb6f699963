import { sourceTests } from '../../mapping/source-tests.ts'
import { vcenterEvents } from './events.ts'

const AT = '2026-11-27T10:11:12Z'
const TIME = Date.UTC(2026, 10, 27, 10, 11, 12)

sourceTests(vcenterEvents, [
  {
    name: 'a session is opened',
    record: {
      _typeName: 'UserLoginSessionEvent',
      key: 12345,
      createdTime: AT,
      userName: 'EXAMPLE\\kim',
      fullFormattedMessage: 'User EXAMPLE\\kim@198.51.100.9 logged in as pyvmomi',
      ipAddress: '198.51.100.9',
      userAgent: 'pyvmomi',
      sessionId: '52d1',
    },
    becomes: {
      ...{ class_uid: 3002, activity_name: 'Logon', status: 'Success', time: TIME },
      user: { name: 'kim', domain: 'EXAMPLE' },
      src_endpoint: { ip: '198.51.100.9' },
    },
  },
  {
    name: 'a session is refused, and only the sentence tells it',
    record: {
      ...{ Key: 2, CreatedTime: AT, UserName: 'kim' },
      FullFormattedMessage: 'Cannot login kim@198.51.100.9',
    },
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'kim' }, src_endpoint: { ip: '198.51.100.9' } },
  },
  {
    name: 'a machine is removed, in the envelope of a broker',
    record: {
      ...{ id: '1', source: 'https://vc1.example.com/sdk', specversion: '1.0', subject: 'VmRemovedEvent', time: AT },
      data: {
        ...{ Key: 3, CreatedTime: AT, UserName: 'VSPHERE.LOCAL\\kim', Host: { Name: 'esx1.example.com' } },
        ...{ Vm: { Name: 'web01' }, FullFormattedMessage: 'Removed web01 on esx1.example.com from DC1' },
      },
    },
    becomes: {
      ...{ class_uid: 6003, activity_name: 'Delete', api: { operation: 'VmRemovedEvent' } },
      ...{ actor: { user: { name: 'kim' } }, device: { hostname: 'esx1.example.com' } },
      resources: [{ name: 'web01' }],
    },
  },
  {
    name: 'an account is made',
    record: {
      ...{ _typeName: 'vim.event.AccountCreatedEvent', createdTime: AT, userName: 'root', spec: { id: 'lee' } },
      ...{ fullFormattedMessage: 'Account lee was created on host esx1', host: { name: 'esx1' } },
    },
    becomes: { class_uid: 3001, activity_name: 'Create', actor: { user: { name: 'root' } }, user: { name: 'lee' } },
  },
  {
    name: 'the server about itself',
    record: {
      ...{ _typeName: 'HostConnectionLostEvent', createdTime: AT, userName: '', host: { name: 'esx1' } },
      fullFormattedMessage: 'Host esx1 in DC1 is not responding',
    },
    becomes: { class_uid: 0, status: 'Failure', device: { hostname: 'esx1' } },
  },
])
