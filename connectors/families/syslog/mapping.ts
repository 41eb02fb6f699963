/** Syslog of unknown programs: host, program, time, severity and message. */
import { compileSource } from '../../mapping/source.ts'
import { integer, is, type RecordShape, type SourceTable } from '../../mapping/table.ts'
import { SYSLOG_HEADER, SYSLOG_RENDERINGS } from './common.ts'
import { hasSyslog } from './settle.ts'

/** The table of Azure Monitor, which splits the header itself. */
export const azureSyslog: RecordShape = {
  name: 'azure-monitor',
  is: (record) => typeof record.SyslogMessage === 'string' && record.syslog === undefined,
  names: {
    'syslog.message': ['SyslogMessage'],
    'syslog.time': ['EventTime', 'TimeGenerated'],
    'syslog.timestamp': ['EventTime'],
    'syslog.hostname': ['HostName', 'Computer'],
    'syslog.app_name': ['ProcessName'],
    'syslog.proc_id': ['ProcessID'],
    'syslog.level': ['SeverityLevel'],
    'syslog.facility': ['Facility'],
    'syslog.severity': [],
    'syslog.msg_id': [],
    'syslog.sequence': [],
    'syslog.pri': [],
    'syslog.version': [],
  },
}

export const lineShape: RecordShape = { name: 'syslog', is: () => true }

export const SYSLOG: SourceTable = {
  id: 'syslog/1',
  shapes: [azureSyslog, lineShape],
  select: ['syslog.app_name'],
  rows: {
    ...SYSLOG_HEADER,
    'metadata.product.name': is('syslog'),
    'metadata.log_format': is('syslog'),
    'actor.process.pid': integer('syslog.proc_id'),
  },
  // Most senders of unknown lines are Unix hosts, and rules for these search only the words.
  logSource: { product: 'linux', service: 'syslog' },
  chapters: [
    {
      name: 'any',
      profiles: [
        {
          name: 'message',
          when: {},
          class: 'base_event',
          activity: 'Other',
          unclassified: 'a message of a program or device that has no table: only words say what happened',
        },
      ],
    },
  ],
  renderings: SYSLOG_RENDERINGS,
  recognises: (record) => hasSyslog(record) || typeof record.SyslogMessage === 'string',
}

export const syslogSource = compileSource(SYSLOG)
