/** PowerShell: script blocks and modules of the operational log, engine and pipelines of the classic one. */
import {
  account,
  accountDomain,
  always,
  basename,
  type Chapter,
  capture,
  first,
  guid,
  integer,
  is,
  lookup,
  type Profile,
  type Rows,
  text,
} from '../../mapping/table.ts'
import { POWERSHELL_ECS } from './ecs.ts'

const CHANNELS = ['Microsoft-Windows-PowerShell/Operational', 'PowerShellCore/Operational']
const CLASSIC = 'Windows PowerShell'

/** The process that writes the event is the one that runs the script. */
const HOST: Rows = {
  'actor.app_name': always('PowerShell'),
  'actor.process.pid': integer('ExecutionProcessID'),
  'actor.user.uid': 'UserID',
}

/** `Host Application = ...` lines of a text. */
const context = (field: string, name: string) =>
  capture([field, 'param3', 'Message'], new RegExp(`${name} ?= ?([^\\r\\n<]*)`))

const SCRIPT: Rows = { ...HOST, 'script.type_id': is('PowerShell') }
const APP: Rows = { ...HOST, 'app.name': always('PowerShell'), 'app.vendor_name': is('Microsoft') }

const on = (id: number | readonly number[], name: string, of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name: `${[id].flat().join(',')} ${name}`,
  when: { Channel: CHANNELS, EventID: id },
  ...of,
})

export const POWERSHELL: Chapter = {
  name: 'powershell',
  logSource: { service: 'powershell' },
  aliases: POWERSHELL_ECS,
  rows: { 'metadata.product.name': is('PowerShell') },
  profiles: [
    on(4104, 'script block', {
      class: 'script_activity',
      activity: 'Execute',
      logSource: { categories: ['ps_script'] },
      rows: {
        ...SCRIPT,
        'script.script_content.value': text('ScriptBlockText', 'Message'),
        'script.uid': guid('ScriptBlockId'),
        'script.file.path': 'Path',
        'script.file.name': basename('Path'),
        'script.file.type_id': is('Regular File'),
      },
    }),
    on(4103, 'module', {
      class: 'script_activity',
      activity: 'Execute',
      logSource: { categories: ['ps_module'] },
      rows: {
        ...SCRIPT,
        'script.script_content.value': ['Payload', 'ContextInfo', 'Message'],
        'script.name': context('ContextInfo', 'Script Name'),
        'actor.process.cmd_line': context('ContextInfo', 'Host Application'),
        'actor.process.uid': capture(['ContextInfo', 'Message'], /Host ID = ([0-9a-f-]{36})/, 'guid'),
        'actor.user.name': first(account('AccountName'), capture('ContextInfo', /User = [^\\\r\n]*\\([^\r\n]*)/)),
        'actor.user.domain': accountDomain('AccountName'),
      },
    }),
    on(4100, 'error', {
      class: 'application_error',
      activity: 'General Error',
      rows: {
        ...HOST,
        'actor.process.cmd_line': context('ContextInfo', 'Host Application'),
        'actor.process.uid': capture(['ContextInfo', 'Message'], /Host ID = ([0-9a-f-]{36})/, 'guid'),
        message: 'Payload',
      },
    }),
    // PowerShell itself neither starts nor ends with a script block; event 4104 has the block's text.
    on([4105, 4106], 'script block begun or done', {
      class: 'application_lifecycle',
      activity: 'Other',
      rows: APP,
    }),
    // 40962 reports that the engine started by 40961 is ready.
    on([40961, 40962, 53504], 'engine', {
      class: 'application_lifecycle',
      activity: lookup('EventID', { 40961: 'Start', 53504: 'Start' }, 'Other'),
      rows: APP,
    }),
    {
      name: 'runspaces',
      when: { Channel: CHANNELS },
      class: 'application_lifecycle',
      activity: 'Other',
      rows: APP,
    },
  ],
}

/** The classic log does not have the process's number, but the id of the host. */
const DETAILS: Rows = {
  'actor.process.cmd_line': context('Data', 'HostApplication'),
  'actor.process.uid': capture(['Data', 'param3', 'Message'], /HostId=([0-9a-f-]{36})/, 'guid'),
}

const classic = (
  id: number,
  name: string,
  category: string,
  of: Omit<Profile, 'name' | 'when' | 'logSource'>,
): Profile => ({
  name: `${id} ${name}`,
  when: { Channel: CLASSIC, EventID: id },
  logSource: { categories: [category] },
  ...of,
})

export const POWERSHELL_CLASSIC: Chapter = {
  name: 'powershell-classic',
  logSource: { service: 'powershell-classic' },
  rows: { 'metadata.product.name': is('PowerShell') },
  // Its data has no names; rules search the text.
  aliases: { Payload: 'Data', HostApplication: ['param3', 'Data', 'Message'] },
  profiles: [
    classic(400, 'engine started', 'ps_classic_start', {
      class: 'application_lifecycle',
      activity: 'Start',
      rows: { ...APP, ...DETAILS, 'app.version': context('Data', 'EngineVersion') },
    }),
    classic(403, 'engine stopped', 'ps_classic_stop', {
      class: 'application_lifecycle',
      activity: 'Stop',
      rows: { ...APP, ...DETAILS, 'app.version': context('Data', 'EngineVersion') },
    }),
    classic(600, 'provider started', 'ps_classic_provider_start', {
      class: 'application_lifecycle',
      activity: 'Start',
      rows: { ...APP, ...DETAILS, 'app.feature.name': context('Data', 'ProviderName') },
    }),
    classic(800, 'pipeline', 'ps_classic_script', {
      class: 'script_activity',
      activity: 'Execute',
      rows: {
        ...SCRIPT,
        ...DETAILS,
        'actor.user.name': capture(['Data', 'Message'], /UserId=[^\\\r\n]*\\([^\r\n]*)/),
        'script.name': context('Data', 'ScriptName'),
        'script.script_content.value': first(context('Data', 'CommandLine'), text('param1', 'Data', 'Message')),
      },
    }),
    { name: 'other', when: { Channel: CLASSIC }, class: 'application_lifecycle', activity: 'Other', rows: APP },
  ],
}
