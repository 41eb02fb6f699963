/** A tenant's indicators and sightings as STIX 2.1 objects, without indicators for named recipients (TLP:RED). */
import type { Kind } from '../../../intel/indicator.ts'
import { TLP_MARKINGS } from '../../../intel/read/stix.ts'
import { idOf } from '../../../pipeline/signal-id.ts'
import { AppError } from '../../../platform/errors.ts'
import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { HiddenFields } from '../../platform/governance/index.ts'

export type StixObject = Readonly<Record<string, unknown>> & { readonly id: string; readonly modified: string }
export type PlacedStix = {
  readonly object: StixObject
  /** Time of the addition or the last change, as Postgres writes it, and the id. */
  readonly position: readonly [addedAt: string, id: string]
}

export const STIX_TYPES = ['indicator', 'sighting'] as const
export type StixType = (typeof STIX_TYPES)[number]

export type StixFilter = {
  /** Added or changed later than this. */
  readonly addedAfter: string | null
  readonly types: readonly StixType[]
  /** UUIDs of objects; null: all. */
  readonly ids: readonly string[] | null
  /** Times of versions, to the millisecond as objects show them; null: all. */
  readonly versions: readonly Date[] | null
}

type StixPosition = readonly [addedAt: string, id: string]

/** In order of addition or change, after `after`. */
export async function stixPage(
  tx: TenantTx,
  filter: StixFilter,
  limit: number,
  after: StixPosition | null,
): Promise<PlacedStix[]> {
  const pages = []
  if (filter.types.includes('indicator')) pages.push(await indicators(tx, filter, limit, after))
  if (filter.types.includes('sighting')) pages.push(await sightings(tx, filter, limit, after))
  return pages.flat().sort(byPosition).slice(0, limit)
}

/** Postgres writes microseconds without their last zeros. */
function byPosition(a: Sortable, b: Sortable): number {
  return a.micros - b.micros || (a.position[1] < b.position[1] ? -1 : 1)
}
type Sortable = PlacedStix & { readonly micros: number }

function indicators(tx: TenantTx, filter: StixFilter, limit: number, after: StixPosition | null): Promise<Sortable[]> {
  const sql = /* sql */ `
    SELECT id, ioc_type, value, confidence, tlp, threat_actor, campaign, malware_family, tags, source, is_active,
      false_positive, deleted_at, expires_at, first_seen, created_at, changed_at, changed_at::text AS placed_at,
      (extract(epoch FROM changed_at) * 1000000)::bigint AS micros
    FROM indicators
    WHERE tenant_id = svc_tenant() AND role = 'indicator' AND tlp <> 'red'
      AND ($2::timestamptz IS NULL OR changed_at > $2) AND ($3::uuid[] IS NULL OR id = ANY ($3))
      AND ($6::timestamptz[] IS NULL OR date_trunc('milliseconds', changed_at) = ANY ($6))
      AND ($4::timestamptz IS NULL OR (changed_at, id) > ($4, $5::uuid))
    ORDER BY changed_at, id LIMIT $1`
  return tx.many(toIndicator, sql, paramsOf(filter, limit, after))
}

/**
 * Sightings of the tenant's own indicators only: one of a shared indicator would refer to an object that is not
 * exported.
 */
function sightings(tx: TenantTx, filter: StixFilter, limit: number, after: StixPosition | null): Promise<Sortable[]> {
  const sql = /* sql */ `
    SELECT s.id, s.indicator_id, i.tlp, s.count, s.first_seen, s.last_seen, s.created_at, s.changed_at,
      s.changed_at::text AS placed_at, (extract(epoch FROM s.changed_at) * 1000000)::bigint AS micros
    FROM indicator_sightings s JOIN indicators i ON i.tenant_id = svc_tenant() AND i.id = s.indicator_id
    WHERE s.sighting_type = 'sighting' AND i.role = 'indicator' AND i.tlp <> 'red'
      AND ($2::timestamptz IS NULL OR s.changed_at > $2) AND ($3::uuid[] IS NULL OR s.id = ANY ($3))
      AND ($6::timestamptz[] IS NULL OR date_trunc('milliseconds', s.changed_at) = ANY ($6))
      AND ($4::timestamptz IS NULL OR (s.changed_at, s.id) > ($4, $5::uuid))
    ORDER BY s.changed_at, s.id LIMIT $1`
  return tx.many(toSighting, sql, paramsOf(filter, limit, after))
}

function paramsOf({ addedAfter, ids, versions }: StixFilter, limit: number, after: StixPosition | null) {
  const [at, id] = after ?? [null, null]
  return [limit, addedAfter, ids, at, id, versions]
}

/** STIX bounds it (section 5.2). */
const COUNT_MAX = 999_999_999

function toSighting(row: Row): Sortable {
  const changedAt = time(row, 'changed_at')
  const created = new Date(Math.min(time(row, 'created_at').getTime(), changedAt.getTime()))
  const marking = TLP_MARKINGS[text(row, 'tlp')]
  const object = {
    ...{ type: 'sighting', spec_version: '2.1', id: `sighting--${text(row, 'id')}`, created: created.toISOString() },
    modified: changedAt.toISOString(),
    first_seen: time(row, 'first_seen').toISOString(),
    last_seen: time(row, 'last_seen').toISOString(),
    count: Math.min(int(row, 'count'), COUNT_MAX),
    sighting_of_ref: `indicator--${text(row, 'indicator_id')}`,
    ...(marking === undefined ? {} : { object_marking_refs: [marking] }),
  }
  return { object, position: [text(row, 'placed_at'), text(row, 'id')], micros: int(row, 'micros') }
}

function toIndicator(row: Row): Sortable {
  const id = text(row, 'id')
  const addedAt = time(row, 'changed_at')
  const created = new Date(Math.min(time(row, 'created_at').getTime(), addedAt.getTime()))
  const validFrom = time(row, 'first_seen')
  const until = orNull(time, row, 'expires_at')
  const about = [row.threat_actor, row.campaign, row.malware_family].filter((one) => typeof one === 'string')
  const marking = TLP_MARKINGS[text(row, 'tlp')]
  const object = {
    ...{ type: 'indicator', spec_version: '2.1', id: `indicator--${id}`, created: created.toISOString() },
    ...{
      modified: addedAt.toISOString(),
      name: text(row, 'value').slice(0, 500),
      indicator_types: ['malicious-activity'],
    },
    ...(about.length === 0 ? {} : { description: about.join(', ') }),
    ...{ pattern: patternOf(text(row, 'ioc_type') as Kind, text(row, 'value')), pattern_type: 'stix' },
    valid_from: validFrom.toISOString(),
    // An end has to lie behind the beginning.
    ...(until === null
      ? {}
      : { valid_until: new Date(Math.max(until.getTime(), validFrom.getTime() + 1)).toISOString() }),
    confidence: row.confidence,
    ...((row.tags as string[]).length === 0 ? {} : { labels: row.tags }),
    revoked: row.is_active !== true || row.false_positive === true || row.deleted_at !== null,
    ...(marking === undefined ? {} : { object_marking_refs: [marking] }),
    external_references: [{ source_name: text(row, 'source'), description: 'where this indicator is from' }],
  }
  return { object, position: [text(row, 'placed_at'), id], micros: int(row, 'micros') }
}

const PATHS: Readonly<Record<Exclude<Kind, 'ip' | 'cidr'>, string>> = {
  domain: 'domain-name:value',
  url: 'url:value',
  md5: 'file:hashes.MD5',
  sha1: "file:hashes.'SHA-1'",
  sha256: "file:hashes.'SHA-256'",
  email: 'email-addr:value',
  filename: 'file:name',
  ja3: 'x-tls-fingerprint:ja3',
  ja4: 'x-tls-fingerprint:ja4',
  user_agent: "network-traffic:extensions.'http-request-ext'.request_header.'User-Agent'",
}

function patternOf(kind: Kind, value: string): string {
  const path =
    kind === 'ip' || kind === 'cidr' ? (value.includes(':') ? 'ipv6-addr:value' : 'ipv4-addr:value') : PATHS[kind]
  return `[${path} = '${value.replaceAll(/[\\']/g, '\\$&')}']`
}

/** The bundle of a whole export. Equal objects give an equal id. STIX allows no empty list: a bundle without objects has none. */
export function stixBundle(tenant: string, all: readonly PlacedStix[]) {
  const versions = all.map(({ object }) => `${object.id} ${object.modified}`)
  return {
    type: 'bundle' as const,
    id: `bundle--${idOf('stix-bundle', tenant, ...versions)}`,
    ...(all.length > 0 && { objects: all.map(({ object }) => object) }),
  }
}

/** Objects hold an indicator whole, under other names than those that field rules know. Throws `forbidden`. */
export function refuseHiddenIndicators({ hidden }: { readonly hidden: HiddenFields }): void {
  const fields = hidden.get('indicator') ?? []
  if (fields.length === 0) return
  const names = fields.map(({ name }) => name).join(', ')
  throw new AppError('forbidden', `field rules hide ${names} of indicators from you, which objects of STIX hold`)
}

/** Id of the tenant's only collection. */
export function collectionId(tenant: string): string {
  return idOf('taxii-collection', tenant)
}
