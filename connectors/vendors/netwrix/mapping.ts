/** Netwrix Endpoint Protector: acts on files on devices, by labels in brackets. */

import { on, syslogDevice } from '../../families/syslog/device.ts'
import { labelsOf } from '../../families/syslog/labels.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { basename, hashes, integer, ip, is, lookup, mac, type Profile, text, time } from '../../mapping/table.ts'

const START = /^EPP IP - .{1,255}? - ([\w ]{1,64}) - [\w ]{1,64}: \[Log ID\] /

function read(message: string): PhraseValues | null {
  const start = START.exec(message)
  if (!start) return null
  const fields = labelsOf(message, '[]')
  const isFile = fields['Event Name']?.startsWith('File ') === true
  fields.log = start[1] ?? ''
  fields.kind = isFile ? 'file' : 'words'
  return fields
}

const PROFILES: readonly Profile[] = [
  on('file', {
    class: 'file_activity',
    activity: lookup(
      'parsed.Event Name',
      {
        'File Read': 'Read',
        'File Write': 'Update',
        'File Delete': 'Delete',
        'File Rename': 'Rename',
        'File Create': 'Create',
      },
      'Other',
    ),
    rows: {
      'actor.user.name': 'parsed.Client User',
      'file.path': 'parsed.File Name',
      'file.name': basename('parsed.File Name'),
      'file.type_id': is('Unknown'),
      'file.ext': 'parsed.File Type',
      'file.size': integer('parsed.File Size'),
      'file.hashes': hashes('parsed.File Hash'),
      status_detail: 'parsed.Justification',
    },
  }),
]

export const endpointProtector = syslogDevice({
  id: 'netwrix-endpoint-protector/1',
  vendor: 'Netwrix',
  product: 'Endpoint Protector',
  begins: START,
  read,
  rows: {
    time: time('parsed.Date/Time(Server UTC)', 'syslog.time'),
    'metadata.event_code': 'parsed.Event Name',
    'metadata.log_name': 'parsed.log',
    'metadata.original_event_uid': text('parsed.Log ID'),
    'device.hostname': ['parsed.Client Computer', 'syslog.hostname'],
    'device.ip': ip('parsed.IP Address'),
    'device.mac': mac('parsed.MAC Address'),
    'device.hw_info.serial_number': 'parsed.Serial Number',
    'device.os.name': 'parsed.OS',
    'device.os.type_id': is('Unknown'),
  },
  profiles: PROFILES,
  rest: 'devices that are plugged in and out, and other events that name no file',
})
