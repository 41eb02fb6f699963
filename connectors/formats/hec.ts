/**
 * Envelopes of Splunk's HTTP Event Collector: the members of `event` come to the top of the record, the others under
 * `hec`. An event that is text is decoded by its look. Some senders of syslog send only the text behind time and host,
 * or behind the program too, and mark it with the `sourcetype`; then `source` is the program.
 */
import { isMembers } from '../../platform/members.ts'
import { isUnreadText, readAnyText } from './any-text.ts'
import { type DecodeContext, type Decoded, type Fields, isFault, textDecoder } from './decoder.ts'
import { isTooDeep } from './depth.ts'
import { addWrapper, newFields } from './fields.ts'
import { jsonRecord } from './json.ts'
import { syslogBehindHost } from './relayed.ts'

export const hec = textDecoder('hec', (text, context) => {
  const envelope = jsonRecord(text, context)
  return isFault(envelope) ? envelope : hecRecord(envelope, context)
})

function hecRecord(envelope: Fields, context: DecodeContext): Decoded {
  const { event } = envelope
  if (!isMembers(event) && typeof event !== 'string') return envelope
  if (isTooDeep(envelope)) return 'too_deep'
  const record = isMembers(event) ? event : textRecord(event, envelope, context)
  const around = newFields()
  for (const key of Object.keys(envelope)) if (key !== 'event') around[key] = envelope[key]
  addWrapper(record, 'hec', around)
  return record
}

/** Source types by which Splunk and its syslog connectors mark syslog. */
const SYSLOG_TYPES = /^(?:syslog|linux_\w+|(?:nix|cisco)[:_][\w:]+)$/i

function textRecord(text: string, envelope: Fields, context: DecodeContext): Fields {
  const { sourcetype } = envelope
  const record = readAnyText(text, context)
  const isBare = isUnreadText(record) && typeof sourcetype === 'string' && SYSLOG_TYPES.test(sourcetype)
  return (isBare && syslogBehindHost(text, envelope, context)) || record
}
