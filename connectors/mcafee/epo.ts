/**
 * McAfee (Trellix) ePolicy Orchestrator, forwarded by its syslog server: an XML document an event. Elements with text in
 * them become `said.NAME`, wherever they stand: the names are unique in an event but for the two `CommonFields`.
 * Names: the threat event log's common event format, ePO product guide.
 */
import type { Said } from '../compile/phrases.ts'
import { account, accountDomain, basename, first, hashes, ip, is, lookup, mac, text, time } from '../compile/table.ts'
import { finding, syslogDevice } from '../syslog/device.ts'
import { syslogField } from '../syslog/settle.ts'

const DOCUMENT = /^\W{0,4}(?:<\?xml[^>]{0,100}\?>)?\s{0,8}<(?:EPO[Ee]vent|UpdateEvents|AssessmentResultEvent)>/
const ELEMENT = /<([A-Za-z]\w{0,63})>([^<]{0,2048})<\/\1>/g
const ELEMENTS_MAX = 256
const ENTITY = /&(?:amp|lt|gt|quot|apos);/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

function read(message: string): Said | null {
  const said: Said = {}
  let left = ELEMENTS_MAX
  ELEMENT.lastIndex = 0
  for (let found = ELEMENT.exec(message); found !== null && left-- > 0; found = ELEMENT.exec(message)) {
    const value = found[2] ?? ''
    const plain = (value.includes('&') ? value.replace(ENTITY, (entity) => ENTITIES[entity] ?? entity) : value).trim()
    if (plain !== '' && plain !== '_' && plain !== 'N/A') said[found[1] ?? ''] ??= plain
  }
  said.kind = kindOf(said)
  return said
}

/** Updates and policies are of the `ops` categories; threats are what was found at something. */
function kindOf({ ThreatName, ThreatCategory = '' }: Said): string {
  if (ThreatName === undefined || ThreatCategory.startsWith('ops')) return 'words'
  return 'threat'
}

/** In words, and by the names that the product's translations have for them. */
const ACTIONS = { blocked: 'Denied', IDS_ALERT_ACT_TAK_DEL: 'Denied', 'would block': 'Observed', none: 'Observed' }
const DISPOSITIONS = {
  blocked: 'Blocked',
  deleted: 'Deleted',
  IDS_ALERT_ACT_TAK_DEL: 'Deleted',
  cleaned: 'Corrected',
  none: 'Detected',
}

export const epo = syslogDevice({
  id: 'mcafee-epo/1',
  vendor: 'McAfee',
  product: 'ePolicy Orchestrator',
  is: (record, message) => syslogField(record, 'app_name') === 'EPOEvents' || DOCUMENT.test(message.slice(0, 256)),
  read,
  rows: {
    time: time('said.DetectedUTC', 'said.GMTTime', 'syslog.time'),
    severity_id: is('Informational'),
    'metadata.event_code': 'said.EventID',
    'metadata.log_name': 'said.ThreatCategory',
    'metadata.product.version': 'said.AnalyzerVersion',
    'device.hostname': 'said.MachineName',
    'device.ip': ip('said.IPAddress'),
    'device.mac': mac('said.RawMACAddress'),
    'device.uid': 'said.AgentGUID',
    'device.os.name': 'said.OSName',
    'device.os.type_id': is('Unknown'),
  },
  profiles: [
    finding('threat', {
      // What the numbers in ThreatSeverity stand for is written nowhere that could be checked; they stay in the event.
      severity_id: is('Medium'),
      'finding_info.title': 'said.ThreatName',
      'finding_info.uid': first('said.ThreatName', text('said.EventID')),
      'finding_info.types': { kind: 'list', fields: 'said.ThreatType', separator: /,/, as: 'text' },
      'finding_info.analytic.name': 'said.AnalyzerDetectionMethod',
      'finding_info.analytic.type_id': is('Unknown'),
      'evidences[0].src_endpoint.ip': ip('said.SourceIPV4'),
      'evidences[0].src_endpoint.hostname': 'said.SourceHostName',
      'evidences[0].dst_endpoint.ip': ip('said.TargetIPV4'),
      'evidences[0].dst_endpoint.hostname': 'said.TargetHostName',
      'evidences[0].url.url_string': 'said.SourceURL',
      'evidences[0].file.path': 'said.TargetFileName',
      'evidences[0].file.name': basename('said.TargetFileName'),
      'evidences[0].file.type_id': is('Unknown'),
      'evidences[0].file.hashes': hashes('said.TargetHash'),
      'evidences[0].actor.app_name': basename('said.SourceProcessName'),
      'evidences[0].user.name': account('said.TargetUserName'),
      'evidences[0].user.domain': accountDomain('said.TargetUserName'),
      action_id: lookup('said.ThreatActionTaken', ACTIONS, 'Other'),
      disposition_id: lookup('said.ThreatActionTaken', DISPOSITIONS, 'Other'),
      status_detail: 'said.ThreatActionTaken',
    }),
  ],
  rest: 'updates, policies and assessments of the agents',
  logSource: { product: 'mcafee', service: 'epo', categories: ['antivirus'] },
})
