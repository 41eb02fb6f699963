/**
 * Fields of records that no table describes: under their own names, and under the OCSF and ECS names of the values that
 * the generic profile finds in them, at every place where it searches.
 */
import type { EventLogSource, FieldPath, FieldView } from '../../../schemas/event-view.ts'
import { ALIASES, type Alias, INDEXED_FIELDS, isIndexed } from '../../families/generic/aliases.ts'
import { ECS, ECS_MADE } from './ecs.ts'

/** Their product is unknown: rules that name no product apply to them. */
export const genericLogSource: EventLogSource = { product: '', service: '', categories: [] }
/** For lines of syslog, with the same log source as the table for unknown lines. */
export const genericLineLogSource: EventLogSource = { product: 'linux', service: 'syslog', categories: [] }

/** OCSF paths of the columns that the generic profile fills. */
const OCSF: Readonly<Record<string, Alias | readonly Alias[]>> = {
  time: 'time',
  'metadata.event_code': 'code',
  'finding_info.title': ['title', 'name'],
  message: 'message',
  'device.hostname': 'host',
  'actor.user.name': 'user',
  'user.name': 'targetUser',
  'process.file.path': 'process',
  'process.name': 'process',
  'process.parent_process.name': 'parent',
  'process.cmd_line': 'commandLine',
  'process.pid': 'pid',
  'src_endpoint.ip': 'srcIp',
  'dst_endpoint.ip': 'dstIp',
  'src_endpoint.port': 'srcPort',
  'dst_endpoint.port': 'dstPort',
  'query.hostname': 'domain',
  'url.url_string': 'url',
  'file.path': 'file',
  'file.hashes': 'hash',
  'reg_value.path': 'registry',
}

const LINE: Partial<Record<Alias, readonly (readonly string[])[]>> = {
  host: [['syslog', 'hostname']],
  message: [
    ['syslog', 'message'],
    ['log', 'text'],
  ],
  process: [['syslog', 'app_name']],
  pid: [['syslog', 'proc_id']],
}

export const genericView: FieldView = {
  name: 'generic',
  paths: (field) =>
    distinct([
      ...placesOf(field),
      ...ocsfNames(field).flatMap(aliasPlaces),
      ...madePlaces(field, aliasPlaces),
      indexedPlace(field),
    ]),
}

function ocsfNames(field: string): readonly string[] {
  return Object.hasOwn(ECS, field) ? (ECS[field] ?? []) : [field]
}

function aliasPlaces(name: string): readonly FieldPath[] {
  const aliases = Object.hasOwn(OCSF, name) ? [OCSF[name] ?? []].flat() : []
  return aliases.flatMap((alias) => {
    const indexed = isIndexed(alias) ? ALIASES[alias].map(indexedPlace) : []
    // Values that the reader found in the words of a line, and values of its header.
    const header = LINE[alias] ?? []
    return [
      ...ALIASES[alias].flatMap(placesOf),
      ...indexed,
      { path: ['in_text', alias] },
      ...header.map((path) => ({ path })),
    ]
  })
}

function indexedPlace(field: string): FieldPath {
  return { path: [...INDEXED_FIELDS, field] }
}

/** Places of derived values, from the OCSF paths of their sources. */
export function madePlaces(field: string, places: (name: string) => readonly FieldPath[]): readonly FieldPath[] {
  const made = Object.hasOwn(ECS_MADE, field) ? ECS_MADE[field] : undefined
  return made ? made.of.flatMap(places).map(({ path }) => ({ path, derive: made.derive })) : []
}

/** A member with dots in its name takes precedence over the path. */
export function placesOf(field: string): readonly FieldPath[] {
  return field.includes('.') ? [{ path: [field] }, { path: field.split('.') }] : [{ path: [field] }]
}

export function distinct(places: readonly FieldPath[]): readonly FieldPath[] {
  const seen = new Set<string>()
  return places.filter((place) => {
    const key = JSON.stringify(place)
    return !seen.has(key) && seen.add(key)
  })
}
