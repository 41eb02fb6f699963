/** Classes and activities of a kind of events, and columns that a sentence can fill. A test compares them with the product's. */
import type { SourceTable } from './table-text.ts'

export type ClassName = SourceTable['kinds'][number]['class']

export const ACTIVITIES: Readonly<Record<ClassName, readonly string[]>> = {
  base_event: ['Other'],
  authentication: ['Logon', 'Logoff', 'Other'],
  account_change: [
    ...['Create', 'Enable', 'Password Change', 'Password Reset', 'Disable', 'Delete', 'Lock', 'Unlock', 'Other'],
  ],
  network_activity: ['Open', 'Close', 'Refuse', 'Traffic', 'Other'],
  dns_activity: ['Query', 'Response', 'Other'],
  process_activity: ['Launch', 'Terminate', 'Other'],
  file_activity: ['Create', 'Read', 'Update', 'Delete', 'Rename', 'Other'],
}

export const SLOTS: readonly string[] = [
  ...['user', 'target_user', 'host', 'src_ip', 'dst_ip', 'src_port', 'dst_port', 'time', 'domain', 'url', 'file_path'],
  ...['file_hash', 'process_name', 'cmd_line', 'pid', 'message', 'event_code', 'status'],
]
