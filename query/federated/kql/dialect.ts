/**
 * KQL of Microsoft Sentinel, over the tables of Azure Monitor. Each table is queried by the columns that it has: an
 * event of a table without a column has no such value. Source: Azure Monitor Logs table reference, Kusto Query Language
 * reference.
 */
import type { Piece } from '../../search/ast.ts'
import type { Test } from '../condition.ts'
import type { Dialect, Place, PushedLeaf } from '../dialect.ts'
import { type FederatedFields, sourceOf } from '../holds.ts'
import { literal } from '../literal.ts'
import { FEDERATED_NAMES, type FederatedName, kindOf } from '../names.ts'

type Columns = Readonly<Partial<Record<FederatedName, string>>>

const TABLES: Readonly<Record<string, Columns>> = {
  SecurityEvent: {
    ...{ event_code: 'EventID', host: 'Computer', user: 'SubjectUserName', target_user: 'TargetUserName' },
    ...{ process_name: 'Process', cmd_line: 'CommandLine', file_path: 'NewProcessName', src_ip: 'IpAddress' },
    ...{ message: 'Activity' },
  },
  SigninLogs: { user: 'UserPrincipalName', src_ip: 'IPAddress', message: 'ResultDescription' },
  DeviceProcessEvents: {
    ...{ host: 'DeviceName', user: 'AccountName', process_name: 'FileName', parent_name: 'InitiatingProcessFileName' },
    ...{ cmd_line: 'ProcessCommandLine', file_path: 'FolderPath', file_hash: 'SHA256', pid: 'ProcessId' },
    ...{ event_code: 'ActionType' },
  },
  DeviceNetworkEvents: {
    ...{ host: 'DeviceName', user: 'InitiatingProcessAccountName', process_name: 'InitiatingProcessFileName' },
    ...{ cmd_line: 'InitiatingProcessCommandLine', pid: 'InitiatingProcessId', src_ip: 'LocalIP', dst_ip: 'RemoteIP' },
    ...{ src_port: 'LocalPort', dst_port: 'RemotePort', url: 'RemoteUrl', event_code: 'ActionType' },
  },
  DeviceFileEvents: {
    ...{ host: 'DeviceName', user: 'InitiatingProcessAccountName', process_name: 'InitiatingProcessFileName' },
    ...{ cmd_line: 'InitiatingProcessCommandLine', pid: 'InitiatingProcessId', file_path: 'FolderPath' },
    ...{ file_hash: 'SHA256', event_code: 'ActionType' },
  },
  DeviceLogonEvents: {
    ...{ host: 'DeviceName', user: 'InitiatingProcessAccountName', target_user: 'AccountName', src_ip: 'RemoteIP' },
    ...{ src_port: 'RemotePort', event_code: 'ActionType' },
  },
  CommonSecurityLog: {
    ...{ host: 'Computer', user: 'SourceUserName', target_user: 'DestinationUserName', src_ip: 'SourceIP' },
    ...{ dst_ip: 'DestinationIP', src_port: 'SourcePort', dst_port: 'DestinationPort', url: 'RequestURL' },
    ...{ domain: 'DestinationHostName', file_path: 'FilePath', file_hash: 'FileHash', message: 'Message' },
    ...{ event_code: 'DeviceEventClassID' },
  },
  Syslog: { host: 'Computer', process_name: 'ProcessName', message: 'SyslogMessage' },
  DnsEvents: { host: 'Computer', src_ip: 'ClientIP', domain: 'Name' },
}

export const SENTINEL_TABLES = Object.keys(TABLES)

/** Describes a table. Its columns hold numbers or texts, so a condition compares their text or their number. */
function placeOf(table: string, columns: Columns): Place {
  const has = (name: FederatedName) => name === 'time' || name === 'raw' || columns[name] !== undefined
  return {
    name: table,
    has,
    and: (parts) => `(${parts.join(' and ')})`,
    or: (parts) => `(${parts.join(' or ')})`,
    not: (part) => `not(${part})`,
    leaf(name, test, isNegated): PushedLeaf {
      const column = name === 'time' ? 'TimeGenerated' : name === 'raw' ? 'raw' : (columns[name] ?? '')
      const text = leafText(column, kindOf(name), test)
      const isThreeValued = test.kind === 'within' || test.kind === 'between'
      return { kind: 'exact', text: isNegated && isThreeValued ? `coalesce(${text}, false)` : text }
    },
  }
}

function leafText(column: string, kind: ReturnType<typeof kindOf>, test: Test): string {
  const text = `tostring(${column})`
  switch (test.kind) {
    case 'exists':
      return `isnotempty(${text})`
    case 'equals': {
      const [only = ''] = test.pattern
      if (test.pattern.length <= 1 && typeof only === 'string') return `${text} =~ ${literal(only)}`
      return `${text} matches regex ${literal(`(?is)^${regexOf(test.pattern)}$`)}`
    }
    case 'contains': {
      const [only = ''] = test.pattern
      if (test.pattern.length <= 1 && typeof only === 'string') return `${text} contains ${literal(only)}`
      return `${text} matches regex ${literal(`(?is)${regexOf(test.pattern)}`)}`
    }
    case 'within': {
      const is = test.cidr.includes(':') ? 'ipv6_is_in_range' : 'ipv4_is_in_range'
      return `${is}(${text}, ${literal(test.cidr)})`
    }
    case 'between': {
      const of = (value: number) =>
        kind === 'time' ? `datetime(${new Date(value).toISOString()})` : `long(${String(value)})`
      const number = kind === 'time' ? column : `tolong(${column})`
      const { from, to } = test
      const ends = [
        ...(from ? [`${number} ${from.isIncluded ? '>=' : '>'} ${of(from.value)}`] : []),
        ...(to ? [`${number} ${to.isIncluded ? '<=' : '<'} ${of(to.value)}`] : []),
      ]
      return ends.length === 1 ? (ends[0] ?? '') : `(${ends.join(' and ')})`
    }
  }
}

const regexOf = (pattern: readonly Piece[]) => pattern.map(sourceOf).join('').replaceAll('\\/', '/')

export const KQL: Dialect = {
  name: 'kql',
  places({ tables = '' }) {
    const wanted = tables.split(',').flatMap((name) => name.trim() || [])
    const names = wanted.length === 0 ? SENTINEL_TABLES : wanted
    return names.flatMap((name) => {
      const columns = TABLES[name]
      return columns === undefined ? [] : [placeOf(name, columns)]
    })
  },
  statement(request, { fromMs, toMs }, limit) {
    const iso = (ms: number) => `datetime(${new Date(ms).toISOString()})`
    const parts = request.map(({ place, where }) => {
      const columns = Object.entries(TABLES[place.name] ?? {}).map(
        ([name, column]) => `, ['${name}'] = tostring(${column})`,
      )
      const condition = where === null ? '' : ` | where ${where}`
      return `(${place.name} | where TimeGenerated >= ${iso(fromMs)} and TimeGenerated < ${iso(toMs)} | extend raw = tostring(pack_all())${condition} | project ['time'] = TimeGenerated, ['table'] = "${place.name}", ['raw'] = raw${columns.join('')})`
    })
    const source = parts.length === 1 ? (parts[0] ?? '') : `union isfuzzy=true ${parts.join(', ')}`
    return `${source} | top ${limit + 1} by ['time'] desc`
  },
  fields(row): FederatedFields {
    const fields: Partial<Record<FederatedName, string | number>> = {}
    for (const name of FEDERATED_NAMES) {
      const value = row[name]
      if (name === 'time') {
        const ms = Date.parse(String(value))
        if (!Number.isNaN(ms)) fields.time = ms
      } else if ((typeof value === 'string' && value !== '') || typeof value === 'number')
        fields[name] = kindOf(name) === 'number' && !Number.isNaN(Number(value)) ? Number(value) : value
    }
    return fields
  },
}
