/**
 * Where the generic profile looks for what every event may say: first path that holds something wins. Paths are dots
 * into nested objects; a flat key that contains dots counts as the same path. Order is rank, so the answer never
 * depends on the order of the keys in an event.
 */
export const ALIASES = {
  time: [
    'time',
    'timestamp',
    'created_at',
    '@timestamp',
    'eventTime',
    'EventTime',
    'TimeCreated',
    'TimeGenerated',
    'UtcTime',
    'ts',
    'published',
    '_time',
    // Of web servers, of loggers (Serilog, log4j, zap, winston, OpenTelemetry) and of whoever calls it so.
    ...['time_iso8601', 'datetime', 'date_time', 'dateTime', 'DateTime', 'Timestamp', 'timeStamp', 'Time', '@t'],
    ...['event_time', 'eventtime', 'event.created', 'event_timestamp', 'eventTimestamp', 'event_ts', 'log_time'],
    ...['logged_at', 'occurred_at', 'createdAt', 'timeMillis', 'instant.epochSecond', 'timeUnixNano', 'time_unix_nano'],
    ...['observedTimeUnixNano', 'timestamp_ms', 'unixtime', 'time_local', 'msec'],
    // What a collector said around an event that says nothing itself.
    ...['@timestamp', 'timestamp', 'date', 'time', '_time'].map((name) => `relayed.${name}`),
    'hec.time',
    'cloudwatch.timestamp',
    'eventbridge.time',
    'sns.Timestamp',
    // Of Python's logging, in the zone of whoever wrote it: what a collector says is surer.
    'asctime',
  ],
  /** Fluent Bit's, a number unless it is told otherwise: text under this name is the day of anything. */
  timeNumber: ['date'],
  /** The two halves of a time, as rows of CSV have them. */
  day: ['date', 'Date', 'DATE'],
  clock: ['time', 'Time', 'TIME'],
  severity: ['severity', 'Severity', 'severityText', 'SeverityText', 'severity_text'],
  /** Numbers mean something else under every other name: Windows' level 4 is information. */
  severityNumber: ['severity_id', 'severity'],
  /** Of a logger; see `levels.ts` for the numbers. */
  level: [
    ...['level', 'Level', 'log.level', 'priority', 'levelname', 'log_level', 'loglevel', 'logLevel', 'lvl', '@l'],
    ...['levelno', 'error_severity'],
  ],
  /** Of GELF alone. */
  gelf: ['short_message'],
  /** OpenTelemetry's, 1 to 24. */
  otelSeverity: ['severityNumber', 'SeverityNumber', 'severity_number'],
  title: ['title', 'rule_name', 'rule.name', 'finding.title', 'sns.Subject'],
  /** The title of a finding that has no other, or who logs. */
  name: ['name'],
  message: [
    ...['message', 'msg', 'Message', 'short_message', '@m', '@mt', 'textPayload', 'body', 'Body', 'body.stringValue'],
    ...['log', 'event', 'text'],
  ],
  description: ['description'],
  code: [
    'EventID',
    'event_code',
    'event.code',
    'eventName',
    'event_type',
    'type',
    'event_id',
    'operation',
    'action',
    'eventbridge.detail-type',
  ],
  user: [
    'actor.user.name',
    'actor.name',
    'actor.displayName',
    'actor.username',
    'actor',
    'username',
    'user',
    'user.name',
    'user.username',
    'user_name',
    'User',
    'SubjectUserName',
    'event_data.SubjectUserName',
    'AccountName',
  ],
  targetUser: ['target_user', 'user.target.name', 'TargetUserName', 'event_data.TargetUserName'],
  host: [
    'hostname',
    'host',
    'host.name',
    'device_name',
    'device',
    'device.name',
    'device.hostname',
    'Hostname',
    'Computer',
    'computer_name',
    'computer',
    'MachineName',
    ...['relayed.host', 'relayed.hostname', 'relayed.kubernetes.host'],
    'hec.host',
  ],
  process: [
    'process_name',
    'process.name',
    'process',
    'Image',
    'event_data.Image',
    'NewProcessName',
    'event_data.NewProcessName',
    'ProcessName',
    'exe',
  ],
  parent: [
    'parent_process_name',
    'process.parent_process.name',
    'process.parent.name',
    'ParentImage',
    'event_data.ParentImage',
    'ParentProcessName',
  ],
  commandLine: [
    'command_line',
    'cmd_line',
    'cmdline',
    'process.cmd_line',
    'process.command_line',
    'CommandLine',
    'event_data.CommandLine',
    'ScriptBlockText',
  ],
  pid: ['pid', 'process_id', 'process.pid', 'ProcessId', 'event_data.ProcessId', 'ProcessID'],
  srcIp: [
    'src_ip',
    'source_ip',
    'client_ip',
    'src_endpoint.ip',
    'client.ipAddress',
    'source.ip',
    'SourceIp',
    'event_data.SourceIp',
    'SourceAddress',
    'IpAddress',
    'event_data.IpAddress',
    'sourceIPAddress',
    'id.orig_h',
  ],
  dstIp: [
    'dst_ip',
    'dest_ip',
    'destination_ip',
    'dst_endpoint.ip',
    'destination.ip',
    'DestinationIp',
    'event_data.DestinationIp',
    'DestAddress',
    'id.resp_h',
  ],
  srcPort: [
    'src_port',
    'source_port',
    'src_endpoint.port',
    'source.port',
    'SourcePort',
    'event_data.SourcePort',
    'IpPort',
    'id.orig_p',
  ],
  dstPort: [
    'dst_port',
    'dest_port',
    'destination_port',
    'dst_endpoint.port',
    'destination.port',
    'DestinationPort',
    'event_data.DestinationPort',
    'DestPort',
    'id.resp_p',
  ],
  domain: [
    'domain',
    'query_name',
    'dns.question.name',
    'query.hostname',
    'QueryName',
    'event_data.QueryName',
    'DestinationHostname',
  ],
  url: ['url', 'url.full', 'request.url', 'http_request.url', 'uri'],
  file: ['file_path', 'file.path', 'TargetFilename', 'event_data.TargetFilename', 'ObjectName', 'FileName'],
  hash: ['file_hash', 'sha256', 'file.hash.sha256', 'Hashes', 'event_data.Hashes', 'md5'],
  registry: ['reg_path', 'registry.path', 'TargetObject', 'event_data.TargetObject'],
  technique: [
    'technique_id',
    'mitre_technique',
    'attck_technique',
    'mitre_techniques',
    'attack_technique',
    // Last, because what stands there is mostly the tactic that it says.
    'tactic_id',
  ],
  id: ['external_id', 'event_id', 'id', '_cd'],
} as const satisfies Record<string, readonly string[]>

export type Alias = keyof typeof ALIASES

/** Where Splunk's collector has what a sender says beside an event: text under flat names. Asked behind all of the event. */
export const INDEXED_FIELDS = ['hec', 'fields'] as const

const OWN: ReadonlySet<string> = new Set(['id', 'time', 'timeNumber', 'day', 'clock', 'title', 'name'])

/** What an event is, and when, is its own to say: all events of a sender may have the same beside them. */
export function isIndexed(alias: Alias): boolean {
  return !OWN.has(alias)
}
