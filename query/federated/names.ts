/**
 * The fields that can be searched in other SIEMs: the columns of our events with a counterpart in a vendor's schema.
 * All other names of our query language are reported as untranslatable.
 */
import { type ColumnKind, fieldOf, OTHER_ADDRESSES } from '../search/fields.ts'

export type FederatedKind = Extract<ColumnKind, 'keyword' | 'text' | 'hash' | 'ip' | 'number' | 'time'>

const KINDS = {
  time: 'time',
  event_code: 'keyword',
  host: 'keyword',
  user: 'keyword',
  target_user: 'keyword',
  process_name: 'keyword',
  parent_name: 'keyword',
  domain: 'keyword',
  src_ip: 'ip',
  dst_ip: 'ip',
  src_port: 'number',
  dst_port: 'number',
  pid: 'number',
  cmd_line: 'text',
  file_path: 'text',
  file_hash: 'hash',
  url: 'text',
  reg_path: 'text',
  message: 'text',
  raw: 'text',
} as const satisfies Readonly<Record<string, FederatedKind>>

export type FederatedName = keyof typeof KINDS
export const FEDERATED_NAMES = Object.keys(KINDS) as readonly FederatedName[]

export function kindOf(name: FederatedName): FederatedKind {
  return KINDS[name]
}

/**
 * The columns that a name of our language covers: `ip` is either side of the connection, because other SIEMs have no
 * list of further addresses; an OCSF path is its column. Null when it cannot be searched in another SIEM.
 */
export function federatedNames(field: string | null): readonly FederatedName[] | null {
  if (field === null) return ['raw']
  const known = fieldOf(field)
  if (known === null || known.kind === 'path') return null
  const columns = known.sql.filter((sql) => sql !== OTHER_ADDRESSES)
  const names = columns.filter((sql): sql is FederatedName => Object.hasOwn(KINDS, sql))
  return names.length === columns.length ? names : null
}
