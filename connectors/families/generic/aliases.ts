/**
 * Places where the generic profile looks for the fields of any event: the first path that holds something counts. Dots
 * in a path separate nested objects; a flat key with dots matches the same path. The order is the rank, so the result
 * never depends on the order of the keys in an event.
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
    // Names used by web servers, loggers (Serilog, log4j, zap, winston, OpenTelemetry) and others.
    ...['time_iso8601', 'datetime', 'date_time', 'dateTime', 'DateTime', 'Timestamp', 'timeStamp', 'Time', '@t'],
    ...['event_time', 'eventtime', 'event.created', 'event_timestamp', 'eventTimestamp', 'event_ts', 'log_time'],
    ...['logged_at', 'occurred_at', 'createdAt', 'timeMillis', 'instant.epochSecond', 'timeUnixNano', 'time_unix_nano'],
    ...['observedTimeUnixNano', 'timestamp_ms', 'unixtime', 'time_local', 'msec'],
    // The collector's time, for an event without its own.
    ...['@timestamp', 'timestamp', 'date', 'time', '_time'].map((name) => `relayed.${name}`),
    // Dates of MongoDB in JSON.
    ...['@timestamp', 'timestamp', 'time', 'date', 'ts', 'createdAt', 'created_at'].map((name) => `${name}.$date`),
    // Timestamps of protobuf, and MongoDB's extended JSON.
    ...['timestamp', 'time', 'ts', 'eventTime', 'event_time', 'createdAt'].map((name) => `${name}.seconds`),
    // Java's `Instant`.
    ...['timestamp', 'time', 'createdAt'].map((name) => `${name}.epochSecond`),
    ...['timestamp', 'time', 'ts', 'createdAt'].map((name) => `${name}.$date.$numberLong`),
    'hec.time',
    'cloudwatch.timestamp',
    'eventbridge.time',
    'sns.Timestamp',
    // Python's logging writes it in the sender's local zone: the collector's time is more reliable.
    'asctime',
  ],
  /** Fluent Bit's time, which is a number by default; a text under this name is a time only if it contains a clock. */
  timeNumber: ['date', 'Date', 'DATE'],
  /** A time in two parts, as rows of CSV have it. */
  day: ['date', 'Date', 'DATE'],
  clock: ['time', 'Time', 'TIME'],
  severity: ['severity', 'Severity', 'severityText', 'SeverityText', 'severity_text'],
  /** A number under any other name may have another meaning: Windows' level 4 is information. */
  severityNumber: ['severity_id', 'severity'],
  /** Levels of loggers; see `levels.ts` for the numbers. */
  level: [
    ...['level', 'Level', 'log.level', 'priority', 'levelname', 'log_level', 'loglevel', 'logLevel', 'lvl', '@l'],
    ...['levelno', 'error_severity'],
  ],
  /** Only GELF has this member. */
  gelf: ['short_message'],
  /** OpenTelemetry's severity, 1 to 24. */
  otelSeverity: ['severityNumber', 'SeverityNumber', 'severity_number'],
  title: [
    ...['title', 'rule_name', 'rule.name', 'finding.title', 'sns.Subject'],
    ...['properties.title', 'alert.title', 'incident.title', 'issue.title', 'detection.title'],
  ],
  /** The title of a finding that has no other title; otherwise the logger's name. */
  name: ['name'],
  message: [
    ...['message', 'msg', 'Message', 'short_message', '@m', '@mt', 'textPayload', 'body', 'Body', 'body.stringValue'],
    ...['log', 'event', 'text', '_raw'],
  ],
  description: ['description'],
  /** The instrumentation scope that wrote an OpenTelemetry record. */
  scope: ['otel.scope.name'],
  service: ['service.name', 'service', 'app', 'application', 'program', 'appname', 'product', 'logger_name'],
  code: [
    'EventID',
    'event_code',
    'event.code',
    'eventName',
    'event.name',
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
    ...['userName', 'UserName', 'suser', 'srcuser', 'data.srcuser', 'data.dstuser', 'dstuser', 'login'],
    ...['userPrincipalName', 'user_principal_name', 'upn', 'enduser.id', 'remote_user', 'auth_user'],
    ...['ClientUsername', 'actor.email', 'user.email', 'email', 'principal'],
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
    ...[
      'host.hostname',
      'hostName',
      'host_name',
      'HostName',
      'computerName',
      'ComputerName',
      'deviceName',
      'machineName',
    ],
    ...['agent.hostname', 'server_name', 'serverName', 'node_name', 'nodeName', 'k8s.node.name'],
    ...['relayed.host', 'relayed.hostname', 'relayed.host.name', 'relayed.host.hostname', 'relayed.beat.hostname'],
    ...['relayed.kubernetes.host', 'relayed._HOSTNAME'],
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
    // The client behind a proxy, whose address is `ip` beside it.
    'oip',
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
    // Names of OpenTelemetry, servers, loggers and agents. An address whose side is not stated is the client's.
    ...['client.address', 'client.ip', 'source.address', 'network.peer.address', 'net.peer.ip', 'http.client_ip'],
    ...['srcip', 'srcIp', 'SrcIP', 'src', 'data.srcip', 'data.src_ip', 'sourceIp', 'clientip', 'clientIp', 'clientIP'],
    ...['ClientIP', 'ClientHost', 'ClientAddr', 'client_addr', 'client_address', 'clientAddress', 'client'],
    ...['remote_addr', 'remote_address', 'remoteAddr', 'remoteAddress', 'remote_ip', 'remoteIp', 'RemoteIP', 'remote'],
    ...['peer_address', 'peer', 'ipAddress', 'ip_address', 'ipaddress', 'ipAddr', 'user_ip', 'userIp', 'actor.ip'],
    ...['request.remote_ip', 'request.ip', 'req.remoteAddress', 'req.ip', 'context.ip', 'ip', 'IP'],
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
    ...[
      'server.address',
      'server.ip',
      'destination.address',
      'network.local.address',
      'dstip',
      'dstIp',
      'DstIP',
      'dst',
    ],
    ...['data.dstip', 'data.dest_ip', 'destinationIp', 'destinationIPAddress', 'server_ip', 'serverIp', 'target_ip'],
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
    // Last, because its value is mostly a tactic.
    'tactic_id',
  ],
  id: ['external_id', 'event_id', 'id', '_cd', '_id'],
} as const satisfies Record<string, readonly string[]>

export type Alias = keyof typeof ALIASES

/**
 * Splunk's collector puts a sender's additional fields here: text under flat names. They are read after the whole
 * event.
 */
export const INDEXED_FIELDS = ['hec', 'fields'] as const

const OWN: ReadonlySet<string> = new Set(['id', 'time', 'timeNumber', 'day', 'clock', 'title', 'name'])

/** False for the event's own identity and time, because a sender may add the same indexed fields to all its events. */
export function isIndexed(alias: Alias): boolean {
  return !OWN.has(alias)
}
