/**
 * Products whose findings have few members, each with what they are called there: ExtraHop ("Detections", REST API guide),
 * Recorded Future ("Alerts v3", "Playbook alerts"), SpyCloud ("Breach catalog, records"), CrowdSec ("Alerts", local API, and
 * its log), Rapid7 InsightIDR ("Alerts", "Investigations"), ServiceNow ("Security Incident", table `sn_si_incident`),
 * SentinelOne ("Alerts" of custom rules), Graylog ("HTTP Notification").
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { textOf } from '../../mapping/text-of.ts'

export type FindingMaker = {
  readonly vendor: string
  readonly product: string
  readonly is: (record: Readonly<Members>) => boolean
  readonly read: (record: Readonly<Members>) => Readonly<Members>
}

const at = (value: unknown, ...path: readonly (string | number)[]): unknown => {
  let found = value
  for (const name of path) {
    if (typeof name === 'number') found = Array.isArray(found) ? found[name] : undefined
    else found = isMembers(found) ? found[name] : undefined
  }
  return found
}
const listOf = (value: unknown): readonly Readonly<Members>[] =>
  Array.isArray(value) ? value.slice(0, LIST_MAX).filter(isMembers) : []
const LIST_MAX = 64

/** The text of a member that some interfaces write as `{display_value, value}`. */
const shown = (value: unknown): string => textOf(isMembers(value) ? (value.display_value ?? value.value) : value)

const wordOf = (words: Readonly<Record<string, string>>, word: string): string =>
  Object.hasOwn(words, word) ? (words[word] as string) : ''

/** The ladder by a score of 0 to 99. */
function byScore(score: unknown): string {
  const number = Number(score)
  if (!Number.isFinite(number)) return ''
  return number >= 90 ? 'critical' : number >= 70 ? 'high' : number >= 40 ? 'medium' : number > 0 ? 'low' : ''
}

function participant(record: Readonly<Members>, roles: readonly string[]): Readonly<Members> {
  return listOf(record.participants).find(({ role }) => roles.includes(textOf(role))) ?? {}
}

const extrahop: FindingMaker = {
  vendor: 'ExtraHop',
  product: 'RevealX',
  is: ({ risk_score, participants, title, type }) =>
    risk_score !== undefined && Array.isArray(participants) && typeof title === 'string' && typeof type === 'string',
  read(record) {
    const from = participant(record, ['offender', 'source'])
    const to = participant(record, ['victim', 'target'])
    return {
      at: record.start_time ?? record.update_time,
      title: record.title,
      uid: record.id,
      code: record.type,
      desc: record.description,
      severity: byScore(record.risk_score),
      status: record.status,
      src_ip: from.ipaddr ?? at(from, 'object_value'),
      src_host: from.hostname,
      dst_ip: to.ipaddr ?? at(to, 'object_value'),
      dst_host: to.hostname,
      host: from.hostname ?? to.hostname,
      user: from.username ?? to.username,
      techniques: listOf(record.mitre_techniques).map(({ id }) => textOf(id)),
      link: record.url,
    }
  },
}

const recordedFuture: FindingMaker = {
  vendor: 'Recorded Future',
  product: 'Alerts',
  is: ({ id, title, rule, review, log, playbook_alert_id }) =>
    typeof title === 'string' &&
    (playbook_alert_id !== undefined ||
      (id !== undefined && isMembers(rule) && isMembers(log) && log.triggered !== undefined && isMembers(review))),
  read(record) {
    const { rule, log, review, url } = record
    const mail = listOf(at(record.hits, 0, 'entities')).find(({ type }) => type === 'EmailAddress')
    return {
      at: at(log, 'triggered') ?? record.updated ?? record.created,
      title: record.title,
      uid: record.id ?? record.playbook_alert_id,
      code: at(rule, 'name') ?? record.category,
      severity: textOf(record.priority) || 'medium',
      status: at(review, 'status_in_portal') ?? at(review, 'status') ?? record.status,
      desc: at(record.hits, 0, 'fragment'),
      email: mail?.name,
      link: at(url, 'portal') ?? at(rule, 'url', 'portal'),
    }
  },
}

const SPYCLOUD: Readonly<Record<string, string>> = { 2: 'low', 5: 'medium', 20: 'high', 25: 'critical', 26: 'critical' }
const spycloud: FindingMaker = {
  vendor: 'SpyCloud',
  product: 'Exposures',
  is: ({ document_id, source_id, spycloud_publish_date }) =>
    document_id !== undefined && source_id !== undefined && spycloud_publish_date !== undefined,
  read: (record) => ({
    at: record.spycloud_publish_date,
    title: record.infected_machine_id === undefined ? 'Credentials in a breach' : 'Credentials of an infected machine',
    uid: record.document_id,
    code: record.source_id,
    severity: wordOf(SPYCLOUD, textOf(record.severity)),
    user: record.username ?? record.email,
    email: record.email,
    host: record.user_hostname,
    src_ip: at(record.ip_addresses, 0),
    path: record.infected_path,
    url: record.target_url,
    domain: record.target_domain,
  }),
}

/** `Ip 198.51.100.9 performed 'crowdsecurity/ssh-bf' (6 events over 2s) at ...` */
const PERFORMED =
  /^(?:\([^)]{1,128}\) )?Ip (?<src_ip>[\da-fA-F.:]{2,45}) performed '(?<title>[^']{1,128})' \((?<count>\d{1,9}) events/
const crowdsec: FindingMaker = {
  vendor: 'CrowdSec',
  product: 'Security Engine',
  is: ({ scenario, source, events_count, msg }) =>
    (typeof scenario === 'string' && isMembers(source) && events_count !== undefined) ||
    (typeof msg === 'string' && PERFORMED.test(msg)),
  read(record) {
    if (typeof record.scenario !== 'string') {
      const { src_ip, title, count } = PERFORMED.exec(textOf(record.msg))?.groups ?? {}
      return { at: record.time, title, code: title, uid: title, src_ip, count, severity: 'medium', desc: record.msg }
    }
    const meta = listOf(at(record.events, 0, 'meta'))
    const named = (name: string) => meta.find(({ key }) => key === name)?.value
    return {
      at: record.created_at ?? record.stop_at,
      title: record.scenario,
      code: record.scenario,
      uid: record.uuid ?? record.id,
      desc: record.message,
      severity: 'medium',
      count: record.events_count,
      src_ip: at(record.source, 'ip') ?? at(record.source, 'value'),
      user: named('target_user') ?? named('username'),
      action: at(record.decisions, 0, 'type'),
    }
  },
}

const rapid7: FindingMaker = {
  vendor: 'Rapid7',
  product: 'InsightIDR',
  is: ({ rrn, title, priority, status }) =>
    typeof rrn === 'string' &&
    /^rrn:(?:alerts|investigation)/.test(rrn) &&
    title !== undefined &&
    (priority ?? status) !== undefined,
  read: (record) => ({
    at: record.alerted_at ?? record.created_at ?? record.created_time,
    title: record.title,
    uid: record.rrn,
    code: at(record.rule, 'name') ?? record.type ?? record.source,
    severity: record.priority,
    status: record.status,
    desc: record.description,
    user: at(record.actors, 'users', 0, 'name') ?? at(record.actors, 0, 'users', 0, 'name'),
    host: at(record.actors, 'assets', 0, 'name') ?? at(record.actors, 0, 'assets', 0, 'name'),
  }),
}

/** States of `sn_si_incident` by number: "Security incident states", ServiceNow. */
const SIR_STATES: Readonly<Record<string, string>> = {
  ...{ 10: 'new', 16: 'in_progress', 18: 'in_progress', 19: 'in_progress', 20: 'in_progress', 100: 'in_progress' },
  ...{
    3: 'closed',
    7: 'closed',
    draft: 'new',
    analysis: 'in_progress',
    contain: 'in_progress',
    eradicate: 'in_progress',
  },
  ...{ recover: 'in_progress', review: 'resolved', closed: 'closed', cancelled: 'closed' },
}
const isIncidentOfSir = ({ number, sys_class_name, short_description }: Readonly<Members>): boolean =>
  short_description !== undefined &&
  (/^SIR\d{4,12}$/.test(shown(number)) || /^(?:sn_si_incident|Security Incident)$/.test(shown(sys_class_name)))

const servicenow: FindingMaker = {
  vendor: 'ServiceNow',
  product: 'Security Incident Response',
  is: isIncidentOfSir,
  read(record) {
    const state = shown(record.state) || shown(record.incident_state)
    const rank = /^([1-5])\b/.exec(shown(record.priority))?.[1] ?? ''
    return {
      at: shown(record.opened_at) || shown(record.sys_created_on),
      title: shown(record.short_description),
      uid: shown(record.sys_id) || shown(record.number),
      code: shown(record.category) || shown(record.number),
      desc: shown(record.description),
      severity: wordOf(RANKS, rank) || shown(record.severity).replace(/^\d - /, ''),
      status: wordOf(SIR_STATES, state.toLowerCase()) || state,
      host: shown(record.cmdb_ci),
      user: shown(record.affected_user),
      src_ip: shown(record.source_ip),
      dst_ip: shown(record.dest_ip) || shown(record.destination_ip),
      ticket: shown(record.number),
    }
  },
}
const RANKS: Readonly<Record<string, string>> = { 1: 'critical', 2: 'high', 3: 'medium', 4: 'low', 5: 'info' }

/** An alert of a rule of the customer's own: "Get Alerts", `cloud-detection/alerts`, SentinelOne API. */
const sentinelone: FindingMaker = {
  vendor: 'SentinelOne',
  product: 'Singularity',
  is: ({ alertInfo, ruleInfo }) => isMembers(alertInfo) && isMembers(ruleInfo) && alertInfo.alertId !== undefined,
  read({ alertInfo, ruleInfo, agentDetectionInfo, agentRealtimeInfo, sourceProcessInfo }) {
    return {
      at: at(alertInfo, 'createdAt') ?? at(alertInfo, 'reportedAt'),
      title: at(ruleInfo, 'name'),
      uid: at(alertInfo, 'alertId'),
      code: at(ruleInfo, 'name'),
      desc: at(ruleInfo, 'description'),
      severity: at(ruleInfo, 'severity'),
      status: at(alertInfo, 'incidentStatus'),
      host: at(agentDetectionInfo, 'name') ?? at(agentRealtimeInfo, 'name'),
      user: at(sourceProcessInfo, 'user'),
      src_ip: at(alertInfo, 'srcMachineIp') ?? at(alertInfo, 'srcIp'),
      dst_ip: at(alertInfo, 'dstIp'),
      sha256: at(sourceProcessInfo, 'fileHashSha256'),
      path: at(sourceProcessInfo, 'filePath'),
    }
  },
}

/** A notification of an event definition: "HTTP Notification", Graylog documentation. */
const graylog: FindingMaker = {
  vendor: 'Graylog',
  product: 'Graylog',
  is: ({ event_definition_id, event_definition_title, event }) =>
    event_definition_id !== undefined && typeof event_definition_title === 'string' && isMembers(event),
  read({ event, event_definition_title, event_definition_description }) {
    const fields = at(event, 'fields')
    const field = (...names: readonly string[]) => names.map((name) => at(fields, name)).find((value) => value != null)
    return {
      at: at(event, 'timestamp'),
      title: event_definition_title,
      uid: at(event, 'id'),
      code: event_definition_title,
      desc: at(event, 'message') ?? event_definition_description,
      severity: wordOf(GRAYLOG_RANKS, textOf(at(event, 'priority'))) || 'medium',
      user: field('user', 'username', 'user_name', 'source_user'),
      host: field('host', 'hostname', 'host_hostname'),
      src_ip: field('src_ip', 'source_ip'),
      dst_ip: field('dst_ip', 'destination_ip'),
    }
  },
}
const GRAYLOG_RANKS: Readonly<Record<string, string>> = { 1: 'low', 2: 'medium', 3: 'high', 4: 'critical' }

export const FINDING_MAKERS: readonly FindingMaker[] = [
  extrahop,
  recordedFuture,
  spycloud,
  crowdsec,
  rapid7,
  servicenow,
  sentinelone,
  graylog,
]
