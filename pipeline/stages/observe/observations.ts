/** Reads a record of normalised events once, and collects observations of the entities in its rows. */

import type { EntityObservation, EntityType } from '../../../schemas/entity-observation.ts'
import { EVENTS_LAYOUTS } from '../../../schemas/events-block.ts'
import { NativeRows } from '../../../schemas/native-rows.ts'
import { decodeNormalizedEvents } from '../../../schemas/normalized-events.ts'
import { fold, KINDS, type Kind } from '../../entity-names.ts'
import { formatUid } from '../../signal-id.ts'
import { agentOf, bytesOutOf, countryOf, keyOf } from './rest-members.ts'

const TEXTS = new Set([
  ...['tenant_id', 'host', 'user', 'target_user', 'process_name', 'parent_name', 'domain', 'cmd_line'],
  ...['mapping', 'ocsf_form', 'ocsf_rest', 'raw'],
])
const HOUR_MS = 3_600_000
/** How far a source's clock may be ahead before the time of receipt is used instead. */
const AHEAD_MS_MAX = 300_000
const ITEM_MAX = 160
const DOMAIN_MAX = 253

/** Classes of OCSF. */
const PROCESS = 1007
const AUTHENTICATION = 3002
const NETWORK: ReadonlySet<number> = new Set([4001, 4002])
const DNS = 4003
/** Classes in which a caller authenticates with a key: sign-ins, and application activity. */
const WITH_KEY: ReadonlySet<number> = new Set([AUTHENTICATION, 6001, 6003, 6005])
const LAUNCH = 1
const LOGON = 1
const FAILURE = 2

type Built = {
  readonly of: Omit<EntityObservation, 'counts' | 'items' | 'received_ms'>
  receivedMs: number
  readonly counts: Map<string, number>
  readonly items: Map<string, Set<string>>
}

export type Observed = { readonly observations: readonly EntityObservation[]; readonly events: number }

/** Observations in the order of the record's rows. Throws for a value that holds no normalised events. */
export function observationsOf(value: Buffer): Observed {
  const record = decodeNormalizedEvents(value)
  if (!EVENTS_LAYOUTS.has(record.layout)) throw new TypeError(`layout ${record.layout} is not known here`)
  const block = new NativeRows(record.block, TEXTS)
  const sums = new Sums()
  for (let row = 0; row < block.rows; row++) observe(block, row, sums)
  return { observations: sums.observations(), events: block.rows }
}

function observe(block: NativeRows, row: number, sums: Sums): void {
  const text = (name: string) => block.text(name, row)
  const classUid = block.uint32('class_uid', row)
  const activity = block.uint8('activity_id', row)
  const about = sums.of(block, row)
  const host = about('host', sums.fold('host', text('host')))
  const ip = about('ip', sums.fold('ip', block.address('src_ip', row)))
  const isLogon = classUid === AUTHENTICATION && activity === LOGON
  // In OCSF `user` is the account that logs on; `actor` is only the requester.
  const user = about('user', sums.fold('user', (isLogon && text('target_user')) || text('user')))
  for (const one of [host, ip, user]) one?.count('activity', 1)
  if (isLogon) {
    const what = block.uint8('status_id', row) === FAILURE ? 'failed_logons' : 'logons'
    for (const one of [host, ip, user]) one?.count(what, 1)
    user?.item('hosts', host?.entity ?? '')
    ip?.item('hosts', host?.entity ?? '')
    for (const one of [host, ip]) one?.item('users', user?.entity ?? '')
    user?.item('countries', countryOf(block, row))
  }
  if (user && WITH_KEY.has(classUid)) observeKey(block, row, user)
  if (classUid === PROCESS && activity === LAUNCH) {
    const name = baseName(text('process_name'))
    const parent = baseName(text('parent_name'))
    host?.item('processes', name)
    if (parent !== '' && name !== '') host?.item('parent_pairs', `${parent} > ${name}`)
    host?.item('commands', commandForm(text('cmd_line')))
  }
  if (NETWORK.has(classUid)) {
    const bytes = bytesOutOf(block, row)
    if (bytes !== null) for (const one of [host, ip, user]) one?.count('bytes_out', bytes)
  }
  if (classUid === DNS) {
    const domain = about('domain', domainName(text('domain')))
    domain?.count('activity', 1)
    domain?.item('askers', host?.entity ?? ip?.entity ?? '')
  }
}

function observeKey(block: NativeRows, row: number, user: Adds): void {
  const key = keyOf(block, row)
  if (key === '') return
  user.count('key_calls', 1)
  for (const [items, value] of [
    ['key_agents', agentOf(block, row)],
    ['key_countries', countryOf(block, row)],
  ] as const)
    if (value !== '') user.item(items, `${key} > ${value}`)
}

/** One hour of a tenant: entities by type and name. */
type Hour = { readonly tenant: string; readonly hour: number; readonly entities: Map<EntityType, Map<string, Adds>> }

class Sums {
  readonly #built: Built[] = []
  readonly #hours = new Map<string, Hour>()
  /** Consecutive rows are mostly of one tenant and hour. */
  #last: Hour | null = null
  /** Cache of folded names by kind: a record repeats the same few names. */
  readonly #names = new Map<Kind, Map<string, string>>(KINDS.map((kind) => [kind, new Map()]))

  fold(kind: Kind, name: string): string {
    const known = this.#names.get(kind) as Map<string, string>
    let folded = known.get(name)
    if (folded === undefined) known.set(name, (folded = fold(kind, name)))
    return folded
  }

  /** Returns the entity's hour, to add to; null when the row names no such entity. */
  of(block: NativeRows, row: number): (type: EntityType, entity: string) => Adds | null {
    const receivedMs = block.uint64('ingest_time', row)
    const { tenant, hour, entities } = this.#hourOf(
      block.text('tenant_id', row),
      Math.floor(timeOf(block, row, receivedMs) / HOUR_MS),
    )
    return (type, entity) => {
      if (entity === '') return null
      let named = entities.get(type)
      if (!named) entities.set(type, (named = new Map()))
      let adds = named.get(entity)
      if (!adds) {
        const of = { tenant_id: tenant, entity_type: type, entity, hour, event_uid: uidOf(block, row) }
        const built = { of, receivedMs, counts: new Map(), items: new Map() }
        this.#built.push(built)
        named.set(entity, (adds = new Adds(built)))
      }
      adds.receivedAt(receivedMs)
      return adds
    }
  }

  #hourOf(tenant: string, hour: number): Hour {
    const last = this.#last
    if (last !== null && last.hour === hour && last.tenant === tenant) return last
    const key = `${tenant}\0${hour}`
    let known = this.#hours.get(key)
    if (!known) this.#hours.set(key, (known = { tenant, hour, entities: new Map() }))
    this.#last = known
    return known
  }

  observations(): EntityObservation[] {
    return this.#built.map(({ of, receivedMs, counts, items }) => ({
      ...of,
      received_ms: receivedMs,
      counts: [...counts].map(([metric, value]) => ({ metric, value })),
      items: [...items].flatMap(([metric, texts]) => [...texts].map((text) => ({ metric, text }))),
    }))
  }
}

class Adds {
  readonly entity: string
  readonly #built: Built

  constructor(built: Built) {
    this.#built = built
    this.entity = built.of.entity
  }

  receivedAt(receivedMs: number): void {
    if (receivedMs > this.#built.receivedMs) this.#built.receivedMs = receivedMs
  }

  count(metric: string, value: number): void {
    const { counts } = this.#built
    counts.set(metric, (counts.get(metric) ?? 0) + value)
  }

  item(metric: string, text: string): void {
    if (text === '') return
    const { items } = this.#built
    const known = items.get(metric)
    if (known) known.add(text.slice(0, ITEM_MAX))
    else items.set(metric, new Set([text.slice(0, ITEM_MAX)]))
  }
}

function timeOf(block: NativeRows, row: number, receivedMs: number): number {
  const timeMs = block.uint64('time', row)
  return timeMs > 0 && timeMs <= receivedMs + AHEAD_MS_MAX ? timeMs : receivedMs
}

const words = new Uint32Array(4)

function uidOf(block: NativeRows, row: number): string {
  block.uuid('event_uid', row, words)
  return formatUid(words)
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('\\'), path.lastIndexOf('/')) + 1).toLowerCase()
}

/** A command without its variable parts: ids and numbers. */
function commandForm(command: string): string {
  const short = command.slice(0, 2 * ITEM_MAX).toLowerCase()
  return short.replace(/\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?|\b0x[0-9a-f]+\b|\d+/g, '#').trim()
}

/** Names of reverse lookups are addresses, so they count as no domain. */
function domainName(name: string): string {
  const bare = name.slice(0, DOMAIN_MAX).trim().toLowerCase().replace(/\.$/, '')
  return bare.endsWith('.arpa') || !bare.includes('.') ? '' : bare
}
