/** MikroTik RouterOS with its CEF action: the topics are in the name of the event, the message in `msg`. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { SYSLOG_HEADER } from '../../families/syslog/common.ts'
import { compileSource } from '../../mapping/source.ts'
import { first, hostname, ip, is, text, time } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'
import { mikrotikProfiles, mikrotikRows, readMikrotik } from './mapping.ts'

function settle(record: Members): void {
  if (record.parsed !== undefined || !isMembers(record.cef)) return
  const topics = textOf(record.cef.name)
  record.parsed = readMikrotik(`${topics.includes(',') ? topics : `${topics},info`} ${textOf(record.msg)}`) ?? {
    kind: 'words',
  }
}

export const mikrotikCef = compileSource({
  id: 'mikrotik-cef/1',
  shapes: [{ name: 'cef', is: () => true, settle }],
  select: ['parsed.kind'],
  rows: {
    ...SYSLOG_HEADER,
    ...mikrotikRows,
    time: time('rt', 'cef.time', 'syslog.time'),
    message: ['parsed.text', 'msg'],
    'metadata.product.vendor_name': is('MikroTik'),
    'metadata.product.name': is('RouterOS'),
    'metadata.product.version': 'cef.device_version',
    'metadata.event_code': text('cef.device_event_class_id'),
    'device.hostname': first(hostname('dvchost'), 'syslog.hostname'),
    'device.ip': ip('dvc', 'syslog.address'),
  },
  chapters: [
    {
      name: 'device',
      aliases: { src_ip: ['parsed.src_ip'], dst_ip: ['parsed.dst_ip'], user: ['parsed.user'] },
      profiles: mikrotikProfiles,
    },
  ],
  recognises: ({ cef }) => isMembers(cef) && cef.device_vendor === 'MikroTik',
})
