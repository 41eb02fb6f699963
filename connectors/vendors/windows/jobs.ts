/** Task Scheduler, BITS and WMI. */
import {
  account,
  accountDomain,
  basename,
  type Chapter,
  capture,
  first,
  integer,
  is,
  lookup,
  type Profile,
  type Rows,
  text,
} from '../../mapping/table.ts'
import { LOGGED_AS, logOf, userAt } from './common.ts'

type Of = Omit<Profile, 'name' | 'when'>
const onChannel =
  (channel: string) =>
  (id: number | readonly number[], name: string, of: Of): Profile => ({
    name: `${[id].flat().join(',')} ${name}`,
    when: { Channel: channel, EventID: id },
    ...of,
  })

const TASKS = 'Microsoft-Windows-TaskScheduler/Operational'
const task = onChannel(TASKS)
const JOB: Rows = {
  'job.name': ['TaskName', 'Provider_Name'],
  'job.cmd_line': ['Path', 'ActionName'],
  ...userAt('actor.user', 'UserContext', 'UserName'),
  'actor.process.pid': integer('EnginePID', 'ProcessID'),
  status_code: text('ResultCode'),
}
const job = (activity: Of['activity']): Of => ({ class: 'scheduled_job_activity', activity, rows: JOB })

export const TASK_SCHEDULER: Chapter = {
  name: 'taskscheduler',
  logSource: { service: 'taskscheduler' },
  rows: { ...logOf(TASKS, 'Microsoft-Windows-TaskScheduler'), 'metadata.product.name': is('Task Scheduler') },
  profiles: [
    task(106, 'registered', job('Create')),
    task(140, 'updated', job('Update')),
    task(141, 'deleted', job('Delete')),
    task(142, 'disabled', job('Disable')),
    task([100, 107, 108, 110, 118, 119, 129, 200], 'started', job('Start')),
    task([101, 103, 203], 'not started', { ...job('Start'), rows: { ...JOB, status_id: is('Failure') } }),
    { name: 'other', when: { Channel: TASKS }, ...job('Other') },
  ],
}

const BITS_CHANNEL = 'Microsoft-Windows-Bits-Client/Operational'
const bits = onChannel(BITS_CHANNEL)

export const BITS: Chapter = {
  name: 'bits-client',
  logSource: { service: 'bits-client' },
  rows: { ...logOf(BITS_CHANNEL, 'Microsoft-Windows-Bits-Client'), 'metadata.product.name': is('BITS') },
  aliases: { RemoteName: 'url', LocalName: 'fileName' },
  profiles: [
    bits([59, 60, 61, 16403], 'transfer', {
      class: 'http_activity',
      activity: 'Get',
      rows: {
        'http_request.url.url_string': ['url', 'RemoteName'],
        'http_request.uid': 'transferId',
        'actor.user.uid': 'UserID',
        'actor.process.pid': integer('ExecutionProcessID'),
        'traffic.bytes_in': integer('bytesTransferred'),
        status_code: text('hr'),
      },
    }),
    bits([3, 4, 5], 'job', {
      class: 'scheduled_job_activity',
      activity: lookup('EventID', { 3: 'Create', 4: 'Other', 5: 'Delete' }),
      rows: {
        'job.name': ['string', 'jobTitle', 'Provider_Name'],
        'job.cmd_line': 'string3',
        ...userAt('actor.user', 'string2', 'jobOwner', 'User'),
      },
    }),
    {
      name: 'other',
      when: { Channel: BITS_CHANNEL },
      class: 'scheduled_job_activity',
      activity: 'Other',
      rows: { 'job.name': ['name', 'jobTitle', 'Provider_Name'], 'actor.user.uid': 'UserID' },
    },
  ],
}

const WMI_CHANNEL = 'Microsoft-Windows-WMI-Activity/Operational'
const wmi = onChannel(WMI_CHANNEL)

/** Some shippers remove the event's own data, which is then only in the message. */
const fieldOrWords = (field: string, word: string) =>
  first(text(field), capture('Message', new RegExp(`${word} = ([^;]*)`)))

const CLIENT: Rows = {
  'actor.user.name': first(account('User', 'UserName'), capture('Message', /User(?:Name)? = (?:[^;\\]*\\)?([^;\\]*);/)),
  'actor.user.domain': accountDomain('User', 'UserName'),
  'actor.process.pid': first(
    integer('ClientProcessId', 'Processid'),
    capture('Message', /ClientProcessI[dD] = (\d{1,10})/, 'integer'),
  ),
}

export const WMI: Chapter = {
  name: 'wmi',
  logSource: { service: 'wmi' },
  rows: { ...logOf(WMI_CHANNEL, 'Microsoft-Windows-WMI-Activity'), 'metadata.product.name': is('WMI') },
  profiles: [
    wmi(5857, 'provider started', {
      class: 'application_lifecycle',
      activity: 'Start',
      rows: {
        'app.name': first(
          text('ProviderName'),
          capture('Message', /^(\S{1,200}) provider started/),
          text('Provider_Name'),
        ),
        'app.path': fieldOrWords('ProviderPath', 'ProviderPath'),
        'actor.process.pid': first(integer('ProcessID'), capture('Message', /ProcessID = (\d{1,10})/, 'integer')),
        'actor.process.name': first(basename('HostProcess'), capture('Message', /HostProcess = ([^;]*)/)),
        status_code: first(text('Code'), capture('Message', /result code (0x[0-9a-fA-F]{1,8})/)),
      },
    }),
    wmi(5858, 'operation failed', {
      class: 'application_error',
      activity: 'General Error',
      rows: {
        ...CLIENT,
        message: fieldOrWords('Operation', 'Operation'),
        status_code: fieldOrWords('ResultCode', 'ResultCode'),
      },
    }),
    wmi([5859, 5860, 5861], 'subscription', {
      class: 'entity_management',
      activity: 'Create',
      rows: {
        ...CLIENT,
        ...LOGGED_AS,
        'entity.name': first(
          text('CONSUMER', 'Consumer', 'ESS', 'Query', 'query'),
          capture('Message', /(?:Consumer|NotificationQuery|EventFilter|Query) = ([^;]*)/),
          text('Provider_Name'),
        ),
        'entity.uid': fieldOrWords('Namespace', 'Namespace'),
        'entity.type': is('WMI subscription'),
        'entity.type_id': is('Other'),
      },
    }),
    {
      name: 'other',
      when: { Channel: WMI_CHANNEL },
      class: 'base_event',
      activity: 'Other',
      unclassified: 'a WMI event that has no profile',
      rows: LOGGED_AS,
    },
  ],
}
