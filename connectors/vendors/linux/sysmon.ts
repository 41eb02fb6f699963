/** Sysmon for Linux: the events of Sysmon, with the paths and users of Linux. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { windowsEvent } from '../../formats/windows-xml.ts'
import { compileSource } from '../../mapping/source.ts'
import { type Chapter, is, type RecordShape, type SourceTable } from '../../mapping/table.ts'
import { HEADER, logOf } from '../windows/common.ts'
import { WINLOG } from '../windows/ecs.ts'
import { WINDOWS_SHAPES } from '../windows/shapes.ts'
import { SYSMON } from '../windows/sysmon.ts'

const CHANNEL = 'Linux-Sysmon/Operational'
const PROVIDER = 'Linux-Sysmon'
const PRODUCT = 'Sysmon for Linux'

const event = WINDOWS_SHAPES.find(({ name }) => name === 'event') as RecordShape

/** XML in a syslog message that a collector read as text. */
const azure: RecordShape = {
  ...event,
  name: 'azure-monitor',
  names: {
    ...event.names,
    SyslogMessage: ['SyslogMessage'],
    TimeCreated: [...(event.names?.TimeCreated ?? []), 'EventTime', 'TimeGenerated'],
    Computer: [...(event.names?.Computer ?? []), 'HostName', 'Computer'],
  },
  is: (record) => typeof record.SyslogMessage === 'string',
  settle(record) {
    if (record.Event === undefined && typeof record.SyslogMessage === 'string') {
      const found = windowsEvent(record.SyslogMessage, true)
      if (typeof found !== 'string') Object.assign(record, found)
    }
    if (isMembers(record.Event)) event.settle?.(record)
  },
}

const CHAPTER: Chapter = {
  ...SYSMON,
  rows: { ...SYSMON.rows, ...logOf(CHANNEL, PROVIDER), 'metadata.product.name': is(PRODUCT) },
  profiles: SYSMON.profiles.map((profile) => ({ ...profile, when: { ...profile.when, Channel: CHANNEL } })),
}

export const SYSMON_LINUX: SourceTable = {
  id: 'sysmon-linux/1',
  shapes: [azure, ...WINDOWS_SHAPES],
  select: ['Channel', 'EventID', 'EventType'],
  rows: {
    ...HEADER,
    'metadata.product.name': is(PRODUCT),
    'device.os.name': is('Linux'),
    'device.os.type_id': is('Linux'),
  },
  logSource: { product: 'linux' },
  aliases: WINLOG,
  prefix: 'winlog.event_data.',
  chapters: [
    CHAPTER,
    {
      name: 'other',
      profiles: [
        {
          name: 'other',
          when: {},
          class: 'base_event',
          activity: 'Unknown',
          unclassified: 'no event of Sysmon at all',
        },
      ],
    },
  ],
  renderings: ['SyslogMessage'],
  recognises: isSysmonForLinux,
}

function isSysmonForLinux(record: Readonly<Members>): boolean {
  const text = record.SyslogMessage
  if (typeof text === 'string') return text.startsWith('<Event>') && text.slice(0, 256).includes(PROVIDER)
  const inner = isMembers(record.Event) ? record.Event : record
  const head = isMembers(inner.System) ? inner.System : record
  return head.Channel === CHANNEL
}

export const sysmonLinux = compileSource(SYSMON_LINUX)
