/**
 * Microsoft's Network Policy Server: accounting lines for databases (`"NPS1","IAS",11/27/2026,10:11:12,3,"kim",...`) and of DTS
 * (`<Event><Timestamp data_type="4">...`). Columns: "Interpret NPS database format log files"; elements have the same names.
 */
import { logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { csvValues } from '../../formats/csv.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { account, accountDomain, first, ip, is, lookup, mac, type Profile, text, time } from '../../mapping/table.ts'

const ROW = /^"[\w.-]{1,255}","(?:IAS|NPS|RAS)",\d\d\/\d\d\/\d{4},\d\d:\d\d:\d\d,\d{1,2},/
const XML = /^<Event><Timestamp data_type="4">/
const ELEMENT = /<([A-Z][\w-]{1,64}) data_type="\d">([^<]{0,1024})<\/\1>/g
const ELEMENTS_MAX = 128

const COLUMNS = (
  'Computer-Name Event-Source Record-Date Record-Time Packet-Type User-Name Fully-Qualifed-User-Name Called-Station-Id Calling-Station-Id ' +
  'Callback-Number Framed-IP-Address NAS-Identifier NAS-IP-Address NAS-Port Client-Vendor Client-IP-Address Client-Friendly-Name ' +
  'Event-Timestamp Port-Limit NAS-Port-Type Connect-Info Framed-Protocol Service-Type Authentication-Type NP-Policy-Name Reason-Code'
).split(' ')

const REASONS: Readonly<Record<string, string>> = {
  ...{ 0: 'success', 1: 'internal error', 7: 'no such domain', 8: 'no such user account', 16: 'credentials mismatch' },
  ...{ 22: 'the EAP type cannot be processed', 34: 'the account is disabled', 36: 'the account is locked out' },
  ...{ 48: 'no policy matched', 65: 'the dial-in permission denies access', 66: 'the method is not enabled' },
}

function read(message: string): PhraseValues | null {
  const fields: PhraseValues = { kind: 'words' }
  if (XML.test(message)) {
    let count = 0
    for (const [, name = '', value = ''] of message.matchAll(ELEMENT)) {
      if (++count > ELEMENTS_MAX) break
      if (value !== '') fields[name] ??= value
    }
  } else if (ROW.test(message)) {
    const cells = csvValues(message)
    for (const [at, name] of COLUMNS.entries()) if (cells[at]) fields[name] = cells[at]
    const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(fields['Record-Date'] ?? '') ?? []
    fields.Timestamp = `${year}-${month}-${day} ${fields['Record-Time'] ?? ''}`
  } else return null
  const slashed = /^(\d\d)\/(\d\d)\/(\d{4}) (.{8,16})$/.exec(fields.Timestamp ?? '')
  if (slashed) fields.Timestamp = `${slashed[3]}-${slashed[1]}-${slashed[2]} ${slashed[4]}`
  const packet = fields['Packet-Type']
  fields.kind = packet === '2' ? 'accepted' : packet === '3' ? 'rejected' : packet === '4' ? 'accounting' : 'request'
  const reason = REASONS[fields['Reason-Code'] ?? '']
  if (reason !== undefined) fields.reason = reason
  return fields
}

const WHO = {
  'user.name': account('parsed.User-Name', 'parsed.SAM-Account-Name', 'parsed.Fully-Qualifed-User-Name'),
  'user.domain': first(accountDomain('parsed.User-Name'), accountDomain('parsed.Fully-Qualifed-User-Name')),
  'src_endpoint.mac': mac('parsed.Calling-Station-Id'),
  // A tunnel's client is named by the address that it came from; the other address is the one that it got.
  'src_endpoint.ip': ip('parsed.Calling-Station-Id', 'parsed.Framed-IP-Address'),
  'dst_endpoint.ip': ip('parsed.NAS-IP-Address', 'parsed.Client-IP-Address'),
  'dst_endpoint.hostname': first(text('parsed.Client-Friendly-Name'), text('parsed.NAS-Identifier')),
  'service.name': is('RADIUS'),
  'policy.name': 'parsed.NP-Policy-Name',
  status_code: 'parsed.Reason-Code',
  status_detail: 'parsed.reason',
} as const

const PROFILES: readonly Profile[] = [
  logon('accepted', 'Logon', is('Success'), { ...WHO, severity_id: is('Informational') }),
  logon('rejected', 'Logon', is('Failure'), { ...WHO, severity_id: is('Medium') }),
  on(['request', 'accounting'], {
    class: 'base_event',
    activity: 'Other',
    unclassified: 'a request, which another line decides, and the use of a session',
    rows: { 'actor.user.name': account('parsed.User-Name') },
  }),
]

export const nps = syslogDevice({
  id: 'nps/1',
  vendor: 'Microsoft',
  product: 'Network Policy Server',
  begins: new RegExp(`(?:${ROW.source})|(?:${XML.source})`),
  read,
  rows: {
    time: time('parsed.Timestamp', 'syslog.time'),
    severity_id: lookup('parsed.kind', {}, 'Informational', 'Informational'),
    'metadata.event_code': 'parsed.Packet-Type',
    'device.hostname': ['parsed.Computer-Name', 'syslog.hostname'],
  },
  profiles: PROFILES,
  rest: 'a line without columns',
})
