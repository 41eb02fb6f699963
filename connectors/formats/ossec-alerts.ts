/**
 * The file `alerts.log` of OSSEC and of Wazuh, an alert an event:
 *
 *     ** Alert 1795774272.123: mail  - syslog,sshd,authentication_failed,
 *     2026 Nov 27 10:11:12 (web1) 10.0.0.5->/var/log/auth.log
 *     Rule: 5716 (level 5) -> 'SSHD authentication failed.'
 *     Src IP: 198.51.100.9
 *     User: kim
 *     Nov 27 10:11:11 web1 sshd[12]: Failed password for kim from 198.51.100.9 port 4242 ssh2
 *
 * The first number is the time in seconds, the one behind its point the place in the file. Form: "Alerts", OSSEC documentation.
 */
import { type Decoded, textDecoder } from './decoder.ts'
import { newFields } from './fields.ts'

const HEAD = /^\*\* Alert (\d{9,11})\.(\d{1,20}):(?: ([\w ]{0,64}?))? {0,2}- ?([^\r\n]{0,1024})/
const PLACE = /^\d{4} [A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d (.{1,512}?)->(.{0,512})$/
const RULE = /^Rule: (\d{1,9}) \(level (\d{1,2})\) -> '(.{0,1024})'$/
const LABEL = /^(Src IP|Src Port|Src Location|Dst IP|Dst Port|User): (.{1,1024})$/
const ALERT_MARK = '** Alert '
/** Maximum number of lines of one alert that are read as lines of their own; what follows stays one text. */
const LINES_MAX = 512

/** True for the line that begins an alert. */
export const isOssecHead = (line: string): boolean => line.startsWith(ALERT_MARK) && HEAD.test(line)

export const ossecAlerts = textDecoder('ossec-alerts', (text): Decoded => {
  const head = HEAD.exec(text)
  if (!head) return 'bad_columns'
  const [, seconds = '', place, flags, groups] = head
  const alert = newFields()
  Object.assign(alert, { id: `${seconds}.${place}`, seconds: Number(seconds), groups })
  if (flags) alert.flags = flags
  const lines = text.split(/\r?\n/, LINES_MAX)
  let at = 1
  for (; at < lines.length; at++) {
    const line = (lines[at] as string).trimEnd()
    const [, label = '', value] = LABEL.exec(line) ?? []
    if (label !== '') alert[label.toLowerCase().replace(' ', '_')] = value
    else if (!addHeadLine(alert, line)) break
  }
  const log = lines.slice(at).join('\n').trimEnd()
  if (log !== '') alert.log = log
  const record = newFields()
  record.ossec_alert = alert
  return record
})

/** The lines with the place and with the rule stand once each, before the words of the log. */
function addHeadLine(alert: Record<string, unknown>, line: string): boolean {
  const place = alert.location === undefined ? PLACE.exec(line) : null
  if (place) Object.assign(alert, { host: place[1], location: place[2] })
  const rule = alert.rule === undefined ? RULE.exec(line) : null
  if (rule) Object.assign(alert, { rule: rule[1], level: rule[2], comment: rule[3] })
  return place !== null || rule !== null
}
