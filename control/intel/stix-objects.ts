/** Indicators of a tenant as objects of STIX 2.1. What is for named recipients only (TLP:RED) is never among them. */
import type { Kind } from '../../intel/indicator.ts'
import { TLP_MARKINGS } from '../../intel/read/stix.ts'
import { idOf } from '../../pipeline/signal-id.ts'
import { AppError } from '../../platform/errors.ts'
import { orNull, type Row, text, time } from '../../stores/postgres/columns.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import type { HiddenFields } from '../governance/index.ts'

export type StixIndicator = Readonly<Record<string, unknown>> & { readonly id: string; readonly modified: string }
export type PlacedStix = {
  readonly object: StixIndicator
  /** When it was added, or changed last, as Postgres writes it, and its id. */
  readonly position: readonly [addedAt: string, id: string]
}

export type StixFilter = {
  /** Added or changed later than this. */
  readonly addedAfter: string | null
  /** UUIDs of indicators; null: all. */
  readonly ids: readonly string[] | null
  /** Times of versions, to the millisecond as objects show them; null: all. */
  readonly versions: readonly Date[] | null
}

/** In the order in which they were added or changed, behind `after`. */
export function stixPage(
  tx: TenantTx,
  { addedAfter, ids, versions }: StixFilter,
  limit: number,
  after: readonly [addedAt: string, id: string] | null,
): Promise<PlacedStix[]> {
  const sql = /* sql */ `
    SELECT id, ioc_type, value, confidence, tlp, threat_actor, campaign, malware_family, tags, source, is_active,
      false_positive, deleted_at, expires_at, first_seen, created_at, changed_at, changed_at::text AS placed_at
    FROM indicators
    WHERE tenant_id = svc_tenant() AND role = 'indicator' AND tlp <> 'red'
      AND ($2::timestamptz IS NULL OR changed_at > $2) AND ($3::uuid[] IS NULL OR id = ANY ($3))
      AND ($6::timestamptz[] IS NULL OR date_trunc('milliseconds', changed_at) = ANY ($6))
      AND ($4::timestamptz IS NULL OR (changed_at, id) > ($4, $5::uuid))
    ORDER BY changed_at, id LIMIT $1`
  const [at, id] = after ?? [null, null]
  return tx.many(toStix, sql, [limit, addedAfter, ids, at, id, versions])
}

function toStix(row: Row): PlacedStix {
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
  return { object, position: [text(row, 'placed_at'), id] }
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

/** The bundle of a whole export. The same objects have the same id. */
export function stixBundle(tenant: string, all: readonly PlacedStix[]) {
  const versions = all.map(({ object }) => `${object.id} ${object.modified}`)
  return {
    type: 'bundle' as const,
    id: `bundle--${idOf('stix-bundle', tenant, ...versions)}`,
    objects: all.map(({ object }) => object),
  }
}

/** Objects hold an indicator whole, under other names than those that field rules know. Throws `forbidden`. */
export function refuseHiddenIndicators({ hidden }: { readonly hidden: HiddenFields }): void {
  const fields = hidden.get('indicator') ?? []
  if (fields.length === 0) return
  const names = fields.map(({ name }) => name).join(', ')
  throw new AppError('forbidden', `field rules hide ${names} of indicators from you, which objects of STIX hold`)
}

/** The one collection of a tenant. */
export function collectionId(tenant: string): string {
  return idOf('taxii-collection', tenant)
}
