/**
 * Rows of the device tables of advanced hunting. `InitiatingProcess` is the actor; the started process has no prefix.
 */
import {
  allHashes,
  boolean,
  concat,
  type Field,
  guid,
  integer,
  ip,
  is,
  type Rows,
  text,
  time,
  under,
} from '../../mapping/table.ts'

/** A file whose folder and name are columns; of processes the folder column holds the whole path. */
function image(prefix: string, folder: Field): Rows {
  return {
    'file.path': folder,
    'file.name': [`${prefix}FileName`, folder],
    'file.type_id': is('Executable File'),
    'file.hashes': allHashes(`${prefix}SHA256`, `${prefix}SHA1`, `${prefix}MD5`),
    'file.size': integer(`${prefix}FileSize`),
    'file.internal_name': `${prefix}VersionInfoOriginalFileName`,
    'file.company_name': `${prefix}VersionInfoCompanyName`,
    'file.version': `${prefix}VersionInfoProductVersion`,
    'file.desc': `${prefix}VersionInfoFileDescription`,
  }
}

export const DEVICE: Rows = {
  'device.hostname': 'DeviceName',
  'device.uid': 'DeviceId',
  'device.type_id': is('Unknown'),
  'device.os.name': 'OSPlatform',
  'device.os.type_id': is('Unknown'),
}

const I = 'InitiatingProcess'

/** The acting process and its account. */
export const INITIATOR: Rows = {
  ...under('actor.process', {
    ...image(I, `${I}FolderPath`),
    name: `${I}FileName`,
    pid: integer(`${I}Id`),
    cmd_line: `${I}CommandLine`,
    created_time: time(`${I}CreationTime`),
    integrity: `${I}IntegrityLevel`,
    'parent_process.name': `${I}ParentFileName`,
    'parent_process.pid': integer(`${I}ParentId`),
    'parent_process.created_time': time(`${I}ParentCreationTime`),
  }),
  'actor.user.name': [`${I}AccountName`, `${I}AccountUpn`, 'AccountName'],
  'actor.user.domain': [`${I}AccountDomain`, 'AccountDomain'],
  'actor.user.uid': [`${I}AccountSid`, 'AccountSid'],
  'actor.user.uid_alt': `${I}AccountObjectId`,
  'actor.session.uid': text(`${I}LogonId`),
}

/** The process that was started. */
export const STARTED: Rows = under('process', {
  ...image('ProcessVersionInfo', 'FolderPath'),
  'file.name': ['FileName', 'FolderPath'],
  'file.hashes': allHashes('SHA256', 'SHA1', 'MD5'),
  'file.size': integer('FileSize'),
  'file.internal_name': 'ProcessVersionInfoOriginalFileName',
  'file.company_name': 'ProcessVersionInfoCompanyName',
  'file.version': 'ProcessVersionInfoProductVersion',
  'file.desc': 'ProcessVersionInfoFileDescription',
  name: 'FileName',
  pid: integer('ProcessId'),
  cmd_line: 'ProcessCommandLine',
  created_time: time('ProcessCreationTime'),
  integrity: 'ProcessIntegrityLevel',
  'user.name': 'AccountName',
  'user.domain': 'AccountDomain',
  'user.uid': 'AccountSid',
  'parent_process.name': `${I}FileName`,
  'parent_process.pid': integer(`${I}Id`),
  'parent_process.cmd_line': `${I}CommandLine`,
})

/** The file that was changed: folder and name are two columns. */
export const FILE: Rows = {
  'file.path': concat('FolderPath'),
  'file.name': ['FileName', 'FolderPath'],
  'file.type_id': is('Unknown'),
  'file.hashes': allHashes('SHA256', 'SHA1', 'MD5'),
  'file.size': integer('FileSize'),
}

export const CONNECTION: Rows = {
  'src_endpoint.ip': ip('LocalIP', 'IPAddress'),
  'src_endpoint.port': integer('LocalPort', 'Port'),
  'dst_endpoint.ip': ip('RemoteIP', 'DestinationIPAddress'),
  'dst_endpoint.port': integer('RemotePort', 'DestinationPort'),
  'dst_endpoint.hostname': ['RemoteUrl', 'DestinationDeviceName'],
  'connection_info.protocol_name': 'Protocol',
  'connection_info.direction_id': is('Unknown'),
}

export const LOGON: Rows = {
  'user.name': ['AccountName', 'AccountUpn', 'AccountDisplayName', 'AccountObjectId'],
  'user.domain': 'AccountDomain',
  'user.uid': ['AccountSid', 'AccountObjectId'],
  'src_endpoint.ip': ip('RemoteIP', 'IPAddress'),
  'src_endpoint.port': integer('RemotePort', 'Port'),
  'src_endpoint.hostname': 'RemoteDeviceName',
  'dst_endpoint.hostname': ['DestinationDeviceName', 'DeviceName', 'TargetDeviceName'],
  'dst_endpoint.ip': ip('DestinationIPAddress'),
  'session.uid': text('LogonId'),
  auth_protocol: 'Protocol',
  is_remote: boolean('IsLocalLogon'),
  status_detail: 'FailureReason',
  'service.name': 'Application',
  'service.uid': guid('ApplicationId'),
}
