/** The `Application` log, to which every program writes. Ids are unique only within a provider. */
import {
  account,
  accountDomain,
  type Chapter,
  capture,
  first,
  is,
  lookup,
  type Profile,
  type Rows,
  text,
} from '../../mapping/table.ts'
import { LOGGED_AS } from './common.ts'
import { sqlAudit } from './sql-audit.ts'

const CHANNEL = 'Application'
type Of = Omit<Profile, 'name' | 'when'>
const on = (provider: string | readonly string[], id: number | readonly number[], name: string, of: Of): Profile => ({
  name: `${[id].flat().join(',')} ${name}`,
  when: { Channel: CHANNEL, EventID: id, Provider_Name: provider },
  ...of,
})

const SQL = ['MSSQL*', 'SQLISPackage*']
/** "Database engine events and errors", from 18450 on: logons, and the reasons of failed ones. */
const SQL_LOGONS = [
  ...[18450, 18451, 18452, 18453, 18454, 18455, 18456, 18458, 18459, 18460, 18461, 18462, 18463, 18464, 18465, 18466],
  ...[18467, 18468, 18470, 18471, 18482, 18483, 18485, 18486, 18487, 18488],
]
/** The texts of an event without field names are in a list. */
const SQL_CLIENT = ['Data.2', 'Data.1', 'Data.3', 'Data.0', 'Data', 'param3', 'param2', 'Message']
const CRASH: Rows = { message: text('AppName', 'param1', 'Data', 'Message'), 'actor.user.uid': 'UserID' }

export const APPLICATION: Chapter = {
  name: 'application',
  logSource: { service: 'application' },
  rows: { 'metadata.log_name': is(CHANNEL) },
  profiles: [
    ...sqlAudit(CHANNEL),
    on(SQL, SQL_LOGONS, 'SQL Server logon', {
      class: 'authentication',
      activity: 'Logon',
      rows: {
        'user.name': first(
          capture('Data', /<string>(?:[^<\\]*\\)?([^<]*)<\/string>/),
          capture('Message', /user '(?:[^'\\]*\\)?([^']*)'/),
          account('Data.0', 'param1', 'Data1'),
          capture('Data', /^ *(?:[^\\|,\n]*\\)?([^|,\n]{1,128}?) *(?:[|,\n]|$)/),
        ),
        'user.domain': first(capture('Message', /user '([^'\\]*)\\/), accountDomain('Data.0', 'param1', 'Data1')),
        'src_endpoint.ip': first(
          ...SQL_CLIENT.map((field) => capture(field, /\[CLIENT: ([0-9a-fA-F.:]{3,45})\]/, 'ip')),
        ),
        status_detail: first(...SQL_CLIENT.map((field) => capture(field, /^ *Reason: (.{1,512}?)(?: \[CLIENT|$)/))),
        'dst_endpoint.hostname': 'Computer',
        'service.name': 'Provider_Name',
        status_id: lookup('EventID', { 18453: 'Success', 18454: 'Success', 18455: 'Success' }, 'Failure'),
        severity_id: lookup(
          'EventID',
          { 18453: 'Informational', 18454: 'Informational', 18455: 'Informational' },
          'Medium',
        ),
      },
    }),
    on('MSSQL*', 15457, 'SQL Server option changed', {
      class: 'device_config_state_change',
      activity: 'Log',
      rows: LOGGED_AS,
    }),
    on(
      ['Application Error', 'Application Hang', 'Windows Error Reporting', '.NET Runtime'],
      [1000, 1001, 1002, 1023, 1026],
      'crash',
      {
        class: 'application_error',
        activity: 'General Error',
        rows: CRASH,
      },
    ),
    on('MsiInstaller', [1033, 1034, 1035, 1036, 1040, 1042, 11707, 11708, 11724], 'installer', {
      class: 'application_lifecycle',
      activity: lookup(
        'EventID',
        {
          ...{ 1033: 'Install', 11707: 'Install', 11708: 'Install', 1034: 'Remove', 11724: 'Remove' },
          ...{ 1035: 'Update', 1036: 'Update' },
        },
        'Other',
      ),
      rows: {
        status_id: lookup('EventID', { 11707: 'Success', 11708: 'Failure', 11724: 'Success' }),
        'app.name': first(capture('Message', /Product Name: ([^.]{1,200})\./), text('Data', 'Provider_Name')),
        'actor.user.uid': 'UserID',
        'actor.user.name': account('AccountName'),
        'actor.user.domain': accountDomain('AccountName'),
      },
    }),
    on(
      ['Microsoft-Windows-Search', 'Microsoft-Windows-User Profiles Service', 'VSS'],
      [1010, 1500, 1508, 1530, 1533, 8193, 8224],
      'service error',
      {
        class: 'application_error',
        activity: 'General Error',
        rows: CRASH,
      },
    ),
    {
      name: 'other',
      when: { Channel: CHANNEL },
      class: 'base_event',
      activity: 'Other',
      rows: LOGGED_AS,
      unclassified: 'what programs write about themselves, no activity of OCSF',
    },
  ],
}
