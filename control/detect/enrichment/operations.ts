/** Operations of enrichment: of entities, of alerts, and of the tables that a tenant uploads. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { pageAfter } from '../../../platform/paging.ts'
import { closed, named, nullable, oneOf, pageOf, pageQuery, plainText } from '../../../schemas/wire.ts'
import { jsonbBytes } from '../../../stores/postgres/jsonb.ts'
import { operationsOf, type Work } from '../../platform/acting/index.ts'
import { refuseWhenHeld } from '../../platform/governance/index.ts'
import { getAlert } from '../../soc/alerts/index.ts'
import { enrichmentOfAlert, entitiesOf, saveEnrichment } from './alert-store.ts'
import { ENTITY_KINDS, type Entity, entityOf, NAME_CHARS_MAX } from './entity.ts'
import { ENRICHMENT_LIMITS, type Enrichment } from './fan-out.ts'
import type { InTenant } from './provider.ts'
import {
  countRecords,
  ENRICHMENT_RECORDS,
  keepRecords,
  putRecords,
  type RecordInput,
  recordsPage,
  TABLE_NAMES,
  type TableName,
} from './record-store.ts'

const operation = operationsOf<{ readonly enrichment?: Enrichment | undefined }>()

/** @bound enrichment records of a tenant -> 409 */
export const RECORDS_MAX = 200_000
const RECORDS_AT_ONCE_MAX = 5_000
const BODY_BYTES = 8 << 20
const ALIASES_MAX = 50
const NO_ENRICHMENT = 'nothing is enriched here'

const time = Type.String({ format: 'date-time' })
const answer = Type.Object({
  provider: Type.String(),
  status: oneOf(['found', 'nothing', 'could_not_check']),
  reason: nullable(
    Type.String({ description: 'reason why the provider could not be queried now; with data: the data is older' }),
  ),
  data: nullable(Type.Record(Type.String(), Type.Unknown())),
  checked_at: nullable(time),
  age_seconds: nullable(Type.Integer()),
})
const enriched = Type.Object({ kind: oneOf(ENTITY_KINDS), value: Type.String(), answers: Type.Array(answer) })
const alertEnrichment = named(
  'AlertEnrichment',
  Type.Object({
    entities: Type.Array(enriched),
    left_out: Type.Integer({
      description: `entities beyond the first ${ENRICHMENT_LIMITS.entities}, which were not looked up`,
    }),
    enriched_at: nullable(Type.String({ format: 'date-time', description: 'null: not enriched yet' })),
  }),
)

const enrich = operation.outside({
  name: 'enrichment.run',
  summary: 'Query all enrichment providers about entities',
  description:
    'All providers of a kind are queried in parallel, each with its own timeout. Answers are cached while they are valid; a failed provider is named with the reason.',
  permission: 'threat_intel:read',
  isRead: true,
  path: 'POST /enrichment',
  body: named(
    'EnrichmentRequest',
    Type.Object(
      {
        entities: Type.Array(Type.Object({ kind: oneOf(ENTITY_KINDS), value: plainText(2048) }, closed), {
          minItems: 1,
          maxItems: ENRICHMENT_LIMITS.entities,
        }),
        max_age_seconds: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 2_592_000,
            description: 'maximum age of cached answers; older ones are requested again',
          }),
        ),
      },
      closed,
    ),
  ),
  output: named('Enriched', Type.Object({ entities: Type.Array(enriched) })),
  async run({ deps: { enrichment }, actor, work, nowMs }, { entities, max_age_seconds: maxAge }) {
    if (!enrichment) throw new AppError('unavailable', NO_ENRICHMENT)
    const normal = entities.map(({ kind, value }, n): Entity => {
      const entity = entityOf(kind, value)
      if (entity === null) throw invalid(`entities.${n}.value`, `is no ${kind}`)
      return entity
    })
    const call = { tenant: actor.tenantId, inTenant: work, nowMs }
    return { entities: await enrichment.enrich(call, normal, maxAge === undefined ? undefined : maxAge * 1000) }
  },
})

const ofAlert = operation({
  name: 'alerts.enrichment',
  summary: 'The enrichment of an alert, from its arrival or the last request',
  permission: 'alerts:read',
  path: 'GET /alerts/:id/enrichment',
  output: alertEnrichment,
  async run({ tx }, { id }) {
    const alert = await getAlert(tx, id)
    const found = await enrichmentOfAlert(tx, alert.id)
    return found ?? { entities: [], left_out: 0, enriched_at: null }
  },
})

const enrichAlert = operation.outside({
  name: 'alerts.enrich',
  summary: 'Enrich the entities of an alert now',
  permission: 'alerts:write',
  audit: 'alert:enriched',
  path: 'POST /alerts/:id/enrichment',
  output: alertEnrichment,
  async run({ deps: { enrichment }, actor, work, nowMs }, { id }) {
    const alert = await work(async (tx, note) => {
      const found = await getAlert(tx, id)
      note({ resource: 'alert', resourceId: found.id })
      return found
    })
    if (!enrichment) throw new AppError('unavailable', NO_ENRICHMENT)
    const { entities, leftOut } = entitiesOf(alert)
    const call = { tenant: actor.tenantId, inTenant: silently(work), nowMs }
    const found = {
      entities: await enrichment.enrich(call, entities),
      ...{ left_out: leftOut, enriched_at: new Date(nowMs) },
    }
    await call.inTenant((tx) => saveEnrichment(tx, alert.id, found))
    return found
  },
})

const recordBody = Type.Object(
  {
    name: plainText(NAME_CHARS_MAX),
    aliases: Type.Optional(Type.Array(plainText(NAME_CHARS_MAX), { maxItems: ALIASES_MAX })),
    attributes: Type.Optional(
      Type.Record(Type.String({ minLength: 1, maxLength: 60 }), Type.Unknown(), { maxProperties: 50 }),
    ),
  },
  closed,
)
const tableParam = Type.Object({
  table: Type.String({ maxLength: 60, description: 'assets, which are hosts, or identities, which are people' }),
})

/** Throws `not_found`. */
function tableOf(name: string): TableName {
  const found = TABLE_NAMES.find((known) => known === name)
  if (found === undefined)
    throw new AppError('not_found', `there is no table ${name}: there are ${TABLE_NAMES.join(' and ')}`)
  return found
}

const putTable = operation({
  name: 'enrichment_tables.put',
  summary: 'Write records of hosts or people; with replace, delete all others',
  permission: 'threat_intel:write',
  audit: 'enrichment_table:written',
  path: 'PUT /enrichment/tables/:table',
  params: tableParam,
  bodyBytes: BODY_BYTES,
  body: named(
    'EnrichmentTableWrite',
    Type.Object(
      {
        records: Type.Array(recordBody, { maxItems: RECORDS_AT_ONCE_MAX }),
        replace: Type.Optional(Type.Boolean({ description: 'true: remove all records with other names' })),
      },
      closed,
    ),
  ),
  output: named(
    'EnrichmentTableWritten',
    Type.Object({ written: Type.Integer(), removed: Type.Integer(), records: Type.Integer() }),
  ),
  async run({ tx, note }, { table, records, replace = false }) {
    const of = tableOf(table)
    const written = new Map(records.map((one) => [one.name.trim().toLowerCase(), recordOf(one)]))
    if (written.size < records.length) throw invalid('records', 'has a name twice')
    note({ resource: 'enrichment_table', resourceId: of, changes: { records: records.length, replace } })
    // Nothing is taken away while a hold keeps the tenant; records are still added.
    if (replace) await refuseWhenHeld(tx, [])
    const removed = replace ? await keepRecords(tx, of, [...written.keys()]) : 0
    await putRecords(tx, of, [...written.values()])
    const all = await countRecords(tx, of)
    if (all > RECORDS_MAX) throw new AppError('conflict', `a tenant has at most ${RECORDS_MAX} ${of}`)
    return { written: written.size, removed, records: all }
  },
})

const listTable = operation({
  name: 'enrichment_tables.list',
  summary: 'Records of hosts or people, by name',
  permission: 'threat_intel:read',
  path: 'GET /enrichment/tables/:table',
  params: tableParam,
  query: Type.Object(pageQuery, closed),
  output: pageOf(ENRICHMENT_RECORDS.schema),
  async run({ tx }, { table, limit, cursor = null }) {
    const rows = await recordsPage(tx, tableOf(table), limit + 1, cursor)
    return pageAfter(rows, limit, ({ name }) => name)
  },
})

export const ENRICHMENT_OPERATIONS = [enrich, ofAlert, enrichAlert, putTable, listTable]

/** Writes of an operation that has recorded itself already. */
function silently(work: <T>(work: Work<T>) => Promise<T>): InTenant {
  return (run) =>
    work((tx, note) => {
      note(null)
      return run(tx)
    })
}

function recordOf({
  name,
  aliases = [],
  attributes = {},
}: {
  name: string
  aliases?: string[]
  attributes?: object
}): RecordInput {
  const names = [name, ...aliases].map((one) => one.trim().toLowerCase())
  if (names.includes('')) throw invalid('records', 'has an empty name')
  if (jsonbBytes(attributes) > 16_000) throw invalid('records', `${name} has over 16000 bytes`)
  return { name: names[0] ?? '', names: [...new Set(names)], attributes: attributes as RecordInput['attributes'] }
}
