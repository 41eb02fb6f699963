/**
 * Records that are OCSF events: fields under their OCSF paths, under the names of ECS, and under those that Sigma's
 * taxonomy gives the fields of processes, files, the registry, the network and DNS.
 */
import type { EventLogSource, FieldView } from '../../../schemas/event-view.ts'
import { ECS } from './ecs.ts'
import { distinct, madePlaces, placesOf } from './generic.ts'

/** Sigma's names (taxonomy 2.1, which takes Sysmon's) as OCSF paths in order of preference. */
const SIGMA: Readonly<Record<string, readonly string[]>> = {
  Image: ['process.file.path', 'process.path', 'actor.process.file.path', 'process.name'],
  OriginalFileName: ['process.file.internal_name'],
  CommandLine: ['process.cmd_line', 'actor.process.cmd_line'],
  CurrentDirectory: ['process.working_directory'],
  ProcessId: ['process.pid', 'actor.process.pid'],
  ProcessGuid: ['process.uid', 'actor.process.uid'],
  IntegrityLevel: ['process.integrity'],
  Hashes: ['process.file.hashes.value', 'file.hashes.value'],
  ParentImage: ['process.parent_process.file.path', 'actor.process.file.path', 'process.parent_process.name'],
  ParentCommandLine: ['process.parent_process.cmd_line', 'actor.process.cmd_line'],
  ParentProcessId: ['process.parent_process.pid', 'actor.process.pid'],
  User: ['actor.user.name', 'process.user.name', 'user.name'],
  ImageLoaded: ['module.file.path', 'driver.file.path'],
  TargetFilename: ['file.path'],
  TargetObject: ['reg_value.path', 'reg_key.path'],
  Details: ['reg_value.data'],
  QueryName: ['query.hostname'],
  QueryResults: ['answers.rdata'],
  SourceIp: ['src_endpoint.ip'],
  SourcePort: ['src_endpoint.port'],
  DestinationIp: ['dst_endpoint.ip'],
  DestinationPort: ['dst_endpoint.port'],
  DestinationHostname: ['dst_endpoint.hostname', 'dst_endpoint.domain'],
  'c-uri': ['http_request.url.url_string', 'http_request.url.path'],
  'cs-method': ['http_request.http_method'],
  'cs-host': ['http_request.url.hostname'],
  'c-useragent': ['http_request.user_agent'],
  'sc-status': ['http_response.code'],
  query: ['query.hostname'],
}

export const ocsfView: FieldView = {
  name: 'ocsf',
  paths: (field) =>
    distinct([
      ...placesOf(field),
      ...[...names(ECS, field), ...names(SIGMA, field)].flatMap(placesOf),
      ...madePlaces(field, placesOf),
    ]),
}

function names(table: Readonly<Record<string, readonly string[]>>, field: string): readonly string[] {
  return Object.hasOwn(table, field) ? (table[field] ?? []) : []
}

/** Sigma's categories by class and, where a class holds several, activity (OCSF 1.8.0). */
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  '1001': ['file_event'],
  '1001/1': ['file_event'],
  '1001/2': ['file_access'],
  '1001/3': ['file_change'],
  '1001/4': ['file_delete'],
  '1001/5': ['file_rename'],
  '1002/1': ['driver_load'],
  '1005/1': ['image_load'],
  '1007/1': ['process_creation'],
  '1007/2': ['process_termination'],
  '1007/3': ['process_access'],
  '1007/4': ['process_tampering'],
  '201001/1': ['registry_event', 'registry_add'],
  '201001/4': ['registry_event', 'registry_delete'],
  '201001/5': ['registry_event', 'registry_rename'],
  '201002/2': ['registry_event', 'registry_set'],
  '201002/3': ['registry_event', 'registry_set'],
  '201002/4': ['registry_event', 'registry_delete'],
  '4001': ['network_connection', 'firewall'],
  '4002': ['proxy', 'webserver'],
  '4003': ['dns', 'dns_query'],
}

/** `device.os.type_id`, OCSF 1.8.0. */
const SYSTEMS: Readonly<Record<number, string>> = { 100: 'windows', 200: 'linux', 300: 'macos' }

/** Cached log sources, by their objects. Senders choose class and activity: beyond the bound all share one. */
const KNOWN_MAX = 4096
const OTHER: EventLogSource = { product: '', service: '', categories: [] }
const known = new Map<string, Map<number, EventLogSource>>()
let knownCount = 0

type Part = Readonly<Record<string, unknown>>

export function ocsfLogSource(record: Part): EventLogSource {
  const { class_uid: classUid, activity_id: activityId } = record
  if (typeof classUid !== 'number') return OTHER
  const activity = typeof activityId === 'number' && activityId >= 0 && activityId < 100 ? activityId : 0
  const product = productOf(record)
  let byClass = known.get(product)
  if (byClass === undefined) known.set(product, (byClass = new Map()))
  const number = classUid * 100 + activity
  return byClass.get(number) ?? make(byClass, number, product, classUid, activity)
}

function make(
  byClass: Map<number, EventLogSource>,
  number: number,
  product: string,
  classUid: number,
  activity: number,
) {
  if (knownCount >= KNOWN_MAX) return OTHER
  const categories = CATEGORIES[`${classUid}/${activity}`] ?? CATEGORIES[classUid] ?? []
  const source: EventLogSource = { product, service: '', categories }
  byClass.set(number, source)
  knownCount++
  return source
}

function productOf({ device, cloud }: Part): string {
  const type = partOf(partOf(device)?.os)?.type_id
  const system = typeof type === 'number' ? SYSTEMS[type] : undefined
  if (system !== undefined) return system
  const provider = partOf(cloud)?.provider
  return provider === 'AWS' || provider === 'aws' ? 'aws' : ''
}

function partOf(value: unknown): Part | null {
  return typeof value === 'object' && value !== null ? (value as Part) : null
}
