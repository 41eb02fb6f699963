import { sourceTests } from '../../mapping/source-tests.ts'
import { slack } from './mapping.ts'

sourceTests(slack, [
  {
    name: 'an app that is installed',
    record: {
      id: 'x',
      date_create: 1704164645,
      action: 'app_installed',
      actor: { type: 'user', user: { id: 'U1', name: 'ann', email: 'ann@example.org', team: 'T1' } },
      entity: { type: 'app', app: { id: 'A1', name: 'Notes' } },
      context: { ip_address: '192.0.2.7', ua: 'Mozilla/5.0', location: { type: 'workspace', id: 'T1', name: 'w' } },
    },
    becomes: {
      class_uid: 3004,
      activity_id: 1,
      time: 1704164645000,
      entity: { uid: 'A1', name: 'Notes', type: 'app' },
      actor: { user: { uid: 'U1', email_addr: 'ann@example.org' } },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'a change of a workspace',
    record: {
      id: 'x',
      date_create: 1704164645,
      action: 'pref.public_channel_retention_changed',
      actor: { type: 'user', user: { id: 'U1' } },
      entity: { type: 'workspace', workspace: { id: 'T1', name: 'w' } },
      context: { ip_address: '192.0.2.7', location: { type: 'workspace', id: 'T1', name: 'w' } },
    },
    becomes: { class_uid: 3004, entity: { uid: 'T1', type_id: 4, type: 'Organization' } },
  },
  {
    name: 'a file that is downloaded',
    record: {
      id: 'x',
      date_create: 1704164645,
      action: 'file_downloaded',
      actor: { type: 'user', user: { id: 'U1', name: 'ann' } },
      entity: { type: 'file', file: { id: 'F1', name: 'plan.pdf' } },
      context: { ip_address: '192.0.2.7', location: { type: 'workspace', id: 'T1', name: 'w' } },
    },
    becomes: { class_uid: 6006, activity_name: 'Download', file: { name: 'plan.pdf', uid: 'F1' } },
  },
  {
    name: 'a second factor that a workspace demands is no factor of who said so',
    record: {
      id: 'x',
      date_create: 1704164645,
      action: 'pref.two_factor_auth_changed',
      actor: { type: 'user', user: { id: 'U1', name: 'ann' } },
      entity: { type: 'workspace', workspace: { id: 'T1', name: 'w' } },
      context: { ip_address: '192.0.2.7', location: { type: 'workspace', id: 'T1', name: 'w' } },
    },
    becomes: { class_uid: 3004, activity_name: 'Update', entity: { uid: 'T1' } },
  },
  {
    name: 'a violation that is deleted is closed',
    record: {
      id: 'x',
      date_create: 1704164645,
      action: 'native_dlp_violation_deleted',
      actor: { type: 'user', user: { id: 'U1', name: 'ann' } },
      context: { ip_address: '192.0.2.7', location: { type: 'workspace', id: 'T1', name: 'w' } },
    },
    becomes: { class_uid: 2004, activity_name: 'Close' },
  },
])
