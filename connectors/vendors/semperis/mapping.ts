/** Semperis Directory Services Protector: changes of Active Directory objects, by labels in brackets. */

import { on, syslogDevice } from '../../families/syslog/device.ts'
import { labelsOf } from '../../families/syslog/labels.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { lookup, type Profile, text, time } from '../../mapping/table.ts'

const START = /^Semperis\.DSP \[AdChanges@\d{1,10}\] /

function read(message: string): PhraseValues | null {
  const start = START.exec(message)
  if (!start) return null
  const fields = labelsOf(message.slice(start[0].length), '[]')
  fields.kind = 'change'
  return fields
}

const PROFILES: readonly Profile[] = [
  on('change', {
    class: 'entity_management',
    activity: lookup(
      'parsed.ObjectModificationType',
      { AddObject: 'Create', ModifyObject: 'Update', DeleteObject: 'Delete', MoveObject: 'Move' },
      'Other',
    ),
    rows: {
      time: time('parsed.OriginatingTime', 'syslog.time'),
      'entity.name': 'parsed.DistinguishedName',
      'entity.type': 'parsed.ClassName',
      'entity.uid': text('parsed.DistinguishedName'),
      'actor.user.name': 'parsed.OriginatingUsers',
      'src_endpoint.hostname': 'parsed.OriginatingUserWorkstations',
      'metadata.original_event_uid': text('parsed.ChangeId'),
      comment: 'parsed.AttributeName',
      'entity_result.name': 'parsed.AttributeName',
      'entity_result.data': { kind: 'json', fields: 'parsed.StringValueTo' },
    },
  }),
]

export const semperis = syslogDevice({
  id: 'semperis/1',
  vendor: 'Semperis',
  product: 'Directory Services Protector',
  begins: START,
  read,
  rows: { 'device.hostname': ['parsed.OriginatingServer', 'syslog.hostname'] },
  profiles: PROFILES,
  rest: 'a change whose labels cannot be read',
})
