/**
 * Workspace ONE UEM (AirWatch): events of the console and of devices, as labels without separators after their values.
 */

import { command, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { is, type Profile } from '../../mapping/table.ts'

const START = 'AirWatch Syslog Details are as follows Event Type: '
/** The labels, in the order in which they are written. */
const LABELS = [
  ['event', 'Event: '],
  ['user', 'User: '],
  ['source', 'Event Source: '],
  ['module', 'Event Module: '],
  ['category', 'Event Category: '],
  ['data', 'Event Data: '],
  ['at', 'Event Timestamp: '],
] as const

function read(message: string): PhraseValues | null {
  const fields: PhraseValues = { kind: 'command' }
  let [name, from]: [string, number] = ['type', START.length]
  for (const [next, label] of LABELS) {
    const at = message.indexOf(label, from)
    if (at === -1) return null
    fields[name] = message.slice(from, at).trim()
    name = next
    from = at + label.length
  }
  fields[name] = message.slice(from).trim()
  return fields
}

const PROFILES: readonly Profile[] = [
  command('command', {
    'api.operation': 'parsed.event',
    'api.service.name': is('Workspace ONE UEM'),
    'resources[0].type': 'parsed.module',
    'resources[0].name': 'parsed.data',
  }),
]

export const workspaceOne = syslogDevice({
  id: 'workspace-one-uem/1',
  vendor: 'VMware',
  product: 'Workspace ONE UEM',
  begins: new RegExp(`^${START}`),
  read,
  rows: { 'metadata.event_code': 'parsed.event', 'metadata.log_name': ['parsed.category', 'parsed.type'] },
  profiles: PROFILES,
  rest: 'words in an order that the console does not write today',
})
