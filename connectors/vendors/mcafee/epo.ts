/**
 * McAfee (Trellix) ePolicy Orchestrator, forwarded by its syslog server: an XML document an event. Elements with text in
 * them become `parsed.NAME`, wherever they stand: the names are unique in an event but for the two `CommonFields`.
 * Names: the threat event log's common event format, ePO product guide.
 */

import { finding, syslogDevice } from '../../families/syslog/device.ts'
import { FieldList, setFirst } from '../../formats/field-list.ts'
import { nameOf } from '../../formats/fields.ts'
import { codesOf, isLetter, TextCodes } from '../../formats/text-codes.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import {
  account,
  accountDomain,
  basename,
  first,
  hashes,
  ip,
  is,
  lookup,
  mac,
  text,
  time,
} from '../../mapping/table.ts'

const DOCUMENT = /^\W{0,4}(?:<\?xml[^>]{0,100}\?>)?\s{0,8}<(?:EPO[Ee]vent|UpdateEvents|AssessmentResultEvent)>/
const LESS = 0x3c
const GREATER = 0x3e
const SLASH = 0x2f
const NAME_CODES = codesOf(/\w/)
const NAME_MAX = 64
const VALUE_MAX = 2048
const ELEMENTS_MAX = 256
const ENTITY = /&(?:amp|lt|gt|quot|apos);/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

function read(message: string): PhraseValues | null {
  const codes = scan.of(message)
  found.clear()
  let left = ELEMENTS_MAX
  let open = scan.next(LESS, 0)
  while (open !== -1 && left > 0) {
    const close = endOfName(codes, open + 1)
    const next = scan.next(LESS, close)
    if (
      close > open + 1 &&
      codes[close] === GREATER &&
      next - close - 1 <= VALUE_MAX &&
      isEnd(codes, next, open, close)
    ) {
      add(nameOf(message, codes, open + 1, close), message.slice(close + 1, next))
      left--
      open = scan.next(LESS, next + close - open + 1)
    } else open = next
  }
  const fields = found.toFields(setFirst) as PhraseValues
  fields.kind = kindOf(fields)
  return fields
}

const found = new FieldList()
const scan = new TextCodes()

/**
 * The place behind the name of a tag: letters, digits and `_`, of which the first is a letter; `start` if there is no
 * name.
 */
function endOfName(codes: Uint16Array, start: number): number {
  let at = start
  while (at - start < NAME_MAX && NAME_CODES[codes[at] as number] === 1) at++
  return isLetter(codes[start] as number) ? at : start
}

/** True when `</name>` stands at an index, for the name between `open` and `close`. */
function isEnd(codes: Uint16Array, at: number, open: number, close: number): boolean {
  if (at === -1 || codes[at + 1] !== SLASH) return false
  for (let i = open + 1; i <= close; i++) if (codes[at + 1 + i - open] !== codes[i]) return false
  return true
}

/** The first value of a repeated name counts. */
function add(name: string, value: string): void {
  const plain = (value.includes('&') ? value.replace(ENTITY, (entity) => ENTITIES[entity] ?? entity) : value).trim()
  if (plain !== '' && plain !== '_' && plain !== 'N/A') found.add(name, plain)
}

/** Updates and policies have `ops` categories; threats have a name. */
function kindOf({ ThreatName, ThreatCategory = '' }: PhraseValues): string {
  if (ThreatName === undefined || ThreatCategory.startsWith('ops')) return 'words'
  return 'threat'
}

/** In words, and by the names that the product's translations have for them. */
const DISPOSITIONS = {
  blocked: 'Blocked',
  'access denied': 'Blocked',
  IDS_ALERT_ACT_TAK_DEN: 'Blocked',
  deleted: 'Deleted',
  IDS_ALERT_ACT_TAK_DEL: 'Deleted',
  cleaned: 'Corrected',
  quarantined: 'Quarantined',
  'would block': 'Detected',
  none: 'Detected',
}
const ACTIONS = Object.fromEntries(
  Object.entries(DISPOSITIONS).map(([word, done]) => [word, done === 'Detected' ? 'Observed' : 'Denied']),
)

export const epo = syslogDevice({
  id: 'mcafee-epo/1',
  vendor: 'McAfee',
  product: 'ePolicy Orchestrator',
  begins: DOCUMENT,
  programs: /^EPOEvents$/,
  read,
  rows: {
    time: time('parsed.DetectedUTC', 'parsed.GMTTime', 'syslog.time'),
    severity_id: is('Informational'),
    'metadata.event_code': 'parsed.EventID',
    'metadata.log_name': 'parsed.ThreatCategory',
    'metadata.product.version': 'parsed.AnalyzerVersion',
    'device.hostname': 'parsed.MachineName',
    'device.ip': ip('parsed.IPAddress'),
    'device.mac': mac('parsed.RawMACAddress'),
    'device.uid': 'parsed.AgentGUID',
    'device.os.name': 'parsed.OSName',
    'device.os.type_id': is('Unknown'),
  },
  profiles: [
    finding('threat', {
      // The numbers of ThreatSeverity have no documented meaning; they stay in the event.
      severity_id: is('Medium'),
      'finding_info.title': 'parsed.ThreatName',
      'finding_info.uid': first('parsed.ThreatName', text('parsed.EventID')),
      'finding_info.types': { kind: 'list', fields: 'parsed.ThreatType', separator: /,/, as: 'text' },
      'finding_info.analytic.name': 'parsed.AnalyzerDetectionMethod',
      'finding_info.analytic.type_id': is('Unknown'),
      'evidences[0].src_endpoint.ip': ip('parsed.SourceIPV4'),
      'evidences[0].src_endpoint.hostname': 'parsed.SourceHostName',
      'evidences[0].dst_endpoint.ip': ip('parsed.TargetIPV4'),
      'evidences[0].dst_endpoint.hostname': 'parsed.TargetHostName',
      'evidences[0].url.url_string': 'parsed.SourceURL',
      'evidences[0].file.path': 'parsed.TargetFileName',
      'evidences[0].file.name': basename('parsed.TargetFileName'),
      'evidences[0].file.type_id': is('Unknown'),
      'evidences[0].file.hashes': hashes('parsed.TargetHash'),
      'evidences[0].actor.app_name': basename('parsed.SourceProcessName'),
      'evidences[0].user.name': account('parsed.TargetUserName'),
      'evidences[0].user.domain': accountDomain('parsed.TargetUserName'),
      action_id: lookup('parsed.ThreatActionTaken', ACTIONS, 'Other'),
      disposition_id: lookup('parsed.ThreatActionTaken', DISPOSITIONS, 'Other'),
      status_detail: 'parsed.ThreatActionTaken',
    }),
  ],
  rest: 'updates, policies and assessments of the agents',
  logSource: { product: 'mcafee', service: 'epo', categories: ['antivirus'] },
})
