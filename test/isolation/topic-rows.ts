/** Reads every topic as rows of tenants. */
import { type AvroName, decodeAvro } from '../../schemas/avro.ts'
import { decodeEventBatch } from '../../schemas/event-batch.ts'
import { decodeNormalizedEvents } from '../../schemas/normalized-events.ts'
import { TOPICS, type TopicSpec } from '../../schemas/topics.ts'

/** `text` joins all texts of the row that a sender or a person wrote. */
export type TopicRow = { readonly tenant: string; readonly text: string }

export type TopicWalk = {
  /** The tenant in a key. Null when a record has rows of several tenants and therefore no key. */
  readonly tenantIn: ((key: string) => string | undefined) | null
  readonly rows: (value: Buffer) => readonly TopicRow[]
}

type OfTenant = { readonly tenant_id: string }

/** The tenant comes first in the key: no tenant's name contains a space or a slash. */
const byKey = (key: string) => key.split(/[ /]/, 1)[0]

/** Topics whose keys name no tenant, because each record has rows of several. */
const isShared = ({ key }: TopicSpec) => key !== 'tenant' && key !== 'tenant + connector'

/** Walks for topics whose schema does not name the tenant of a record. */
const OWN: Readonly<Record<string, Partial<TopicWalk>>> = {
  [TOPICS.securityEvents.name]: {
    rows(value) {
      const { tenantId, connectorId, body } = decodeEventBatch(value)
      return [{ tenant: tenantId, text: `${connectorId} ${body}` }]
    },
  },
  [TOPICS.normalizedEvents.name]: {
    rows(value) {
      const { counts, block } = decodeNormalizedEvents(value)
      const rows = counts.map(({ tenantId, source }) => ({ tenant: tenantId, text: source }))
      const [only, ...others] = new Set(counts.map(({ tenantId }) => tenantId))
      // A block with rows of one tenant is checked as a whole; the walk over the lake checks each row of mixed
      // blocks.
      return only !== undefined && others.length === 0 ? [...rows, { tenant: only, text: block.toString() }] : rows
    },
  },
  // Rows of several tenants are one record, which has no key.
  [TOPICS.schemaDrift.name]: { tenantIn: null },
  [TOPICS.signals.name]: { tenantIn: null },
  [TOPICS.alertDrafts.name]: { tenantIn: null },
  // The key is kind, tenant and id.
  [TOPICS.control.name]: { tenantIn: (key) => key.split('/')[1] },
}

/** The walk derived from the schema: a record names its tenant, or each element of its list does. */
export function walkOf(topic: TopicSpec): TopicWalk {
  const tenantIn = isShared(topic) ? null : byKey
  return { tenantIn, rows: (value) => rowsIn(topic, value), ...OWN[topic.name] }
}

function rowsIn({ name, schema }: TopicSpec, value: Buffer): readonly TopicRow[] {
  const record = decodeAvro<Readonly<Record<string, unknown>>>(schema as AvroName, value)
  const lists = Object.values(record).filter(Array.isArray).flat()
  const rows = isOfTenant(record) ? [record] : lists.filter(isOfTenant)
  if (rows.length === 0) throw new Error(`${name}: nothing in the record says whose it is`)
  return rows.map((row) => ({ tenant: row.tenant_id, text: textOf(row) }))
}

function isOfTenant(value: unknown): value is OfTenant {
  return typeof (value as OfTenant | null)?.tenant_id === 'string'
}

/** Bytes were written by a sender. */
function textOf(row: OfTenant): string {
  const bytes = Object.values(row).filter((member) => Buffer.isBuffer(member))
  return `${JSON.stringify(row)} ${bytes.join(' ')}`
}
