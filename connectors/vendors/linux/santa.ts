/** Santa, which controls execution on macOS: its log file. Names: Santa's own. */
import { compileSource } from '../../mapping/source.ts'
import {
  basename,
  capture,
  concat,
  first,
  hashes,
  integer,
  is,
  known,
  lookup,
  type Rows,
  type SourceTable,
  text,
  time,
  under,
} from '../../mapping/table.ts'

const WHO: Rows = {
  'actor.user.name': 'user',
  'actor.user.uid': text('uid'),
  ...under('actor.process', {
    pid: integer('pid'),
    name: 'process',
    'file.path': known('processpath'),
    'file.name': capture('processpath', /([^/]{1,255})$/, 'known'),
    'file.type_id': is('Executable File'),
    'parent_process.pid': integer('ppid'),
  }),
}

const FILE: Rows = {
  ...WHO,
  'file.path': 'path',
  'file.name': basename('path'),
  'file.type_id': is('Regular File'),
}

export const SANTA: SourceTable = {
  id: 'santa/1',
  shapes: [{ name: 'santad', is: () => true }],
  select: ['action'],
  rows: {
    time: time('time'),
    severity_id: lookup('decision', { DENY: 'Medium' }, 'Informational', 'Informational'),
    'metadata.product.name': is('Santa'),
    'metadata.product.vendor_name': is('North Pole Security'),
    'metadata.event_code': 'action',
    'metadata.log_level': 'level',
    'metadata.original_time': 'time',
    'device.hostname': ['machineid', 'syslog.hostname'],
    'device.type_id': is('Unknown'),
    'device.os.name': is('macOS'),
    'device.os.type_id': is('macOS'),
  },
  logSource: { product: 'macos', service: 'santa' },
  chapters: [
    {
      name: 'santad',
      aliases: {
        Image: ['path'],
        CommandLine: ['args'],
        User: ['user'],
        TargetFilename: ['path'],
      },
      profiles: [
        {
          name: 'execution',
          when: { action: 'EXEC' },
          class: 'process_activity',
          activity: 'Launch',
          logSource: { categories: ['process_creation'] },
          rows: {
            ...under('process', {
              pid: integer('pid'),
              name: basename('path'),
              cmd_line: 'args',
              'file.path': 'path',
              'file.name': basename('path'),
              'file.type_id': is('Executable File'),
              'file.hashes': hashes('sha256'),
              'file.url.url_string': 'quarantine_url',
              'parent_process.pid': integer('ppid'),
            }),
            'actor.user.name': 'user',
            'actor.user.uid': text('uid'),
            'actor.process.pid': integer('ppid'),
            status_id: lookup('decision', { ALLOW: 'Success', DENY: 'Failure' }, 'Other'),
            action_id: lookup('decision', { ALLOW: 'Allowed', DENY: 'Denied' }, 'Other'),
            disposition_id: lookup('decision', { ALLOW: 'Allowed', DENY: 'Blocked' }, 'Other'),
            status_detail: first(concat('reason', { words: ': ' }, 'cert_cn'), 'reason'),
          },
        },
        {
          name: 'exit',
          when: { action: ['EXIT'] },
          class: 'process_activity',
          activity: 'Terminate',
          rows: {
            'process.pid': integer('pid'),
            'process.parent_process.pid': integer('ppid'),
            'actor.user.uid': text('uid'),
          },
        },
        {
          name: 'fork',
          when: { action: ['FORK'] },
          class: 'process_activity',
          activity: 'Launch',
          rows: {
            'process.pid': integer('pid'),
            'process.parent_process.pid': integer('ppid'),
            'actor.user.uid': text('uid'),
            launch_type_id: is('Fork'),
          },
        },
        {
          name: 'file',
          when: { action: ['WRITE', 'DELETE', 'RENAME', 'LINK', 'EXCHANGE', 'CLONE', 'COPYFILE'] },
          class: 'file_activity',
          activity: lookup('action', { WRITE: 'Update', DELETE: 'Delete', RENAME: 'Rename', LINK: 'Create' }, 'Other'),
          logSource: { categories: ['file_event'] },
          rows: {
            ...FILE,
            'file_result.path': 'newpath',
            'file_result.name': basename('newpath'),
            'file_result.type_id': is('Regular File'),
          },
        },
        {
          name: 'disk',
          when: { action: ['DISKAPPEAR', 'DISKDISAPPEAR'] },
          class: 'peripheral_activity',
          activity: lookup('action', { DISKAPPEAR: 'Connect', DISKDISAPPEAR: 'Disconnect' }),
          rows: {
            'actor.app_name': 'process_name',
            'peripheral_device.class': is('disk'),
            'peripheral_device.name': first('volume', 'bsdname'),
            'peripheral_device.model': 'model',
            'peripheral_device.serial_number': known('serial'),
            'peripheral_device.uid': 'bsdname',
          },
        },
        {
          name: 'words',
          when: {},
          class: 'base_event',
          activity: 'Other',
          unclassified: 'words of the daemon, without an action',
          rows: { message: 'message' },
        },
      ],
    },
  ],
  recognises: (record) =>
    record.process_name === 'santad' ||
    (typeof record.process_name === 'string' && record.process_name.startsWith('santa')),
}
export const santa = compileSource(SANTA)
