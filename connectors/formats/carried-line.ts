/** Names under which shippers, brokers and stores put the line or the record of another program. */
import { isMembers } from '../../platform/members.ts'
import type { Fields } from './decoder.ts'

/** In other members a line may be one value among many. */
const CARRIES =
  /^(?:@?message|msg|log|line|event|body|data|payload|record|original|event\.original|_?raw|raw_?(?:message|data|log|event|line|text)|(?:short|full|syslog|log|original)_?message|full_log|log_?(?:line|entry|record)|textpayload)$/i

/** A broker's record has its key and value beside the place in the topic. */
const isOfBroker = ({ topic, partition, offset }: Fields) =>
  topic !== undefined && (partition !== undefined || offset !== undefined)

export const carriesLine = (name: string, record: Fields): boolean =>
  CARRIES.test(name) || (name === 'value' && isOfBroker(record))

/** Tried in this order; GELF's short message is the beginning of the full one. */
const NAMES = [
  ...['full_message', 'message', 'msg', 'log', 'MESSAGE', 'Message', '_raw', 'line', 'event.original', 'event', 'body'],
  ...['text', 'short_message', 'RawData', 'RawMessage', 'raw', 'rawmsg', 'data', 'payload', 'original'],
] as const

/** The text of a record that carries a line, with the member that holds it; empty texts when there is none. */
export function lineIn(record: Fields): readonly [name: string, text: string] {
  for (const name of NAMES) {
    const value = record[name]
    if (typeof value === 'string') return [name, value.trim()]
  }
  const { event, value } = record
  if (isMembers(event) && typeof event.original === 'string') return ['event', event.original.trim()]
  return typeof value === 'string' && isOfBroker(record) ? ['value', value.trim()] : ['', '']
}
