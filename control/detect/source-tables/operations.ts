/** Operations of how sources are read: a sample tried, and tenants' own tables. */
import { Type } from 'typebox'
import { learnedTableSchema } from '../../../connectors/learned/table-schema.ts'
import { isSourceFormat } from '../../../connectors/source-formats.ts'
import { proposeInThread, readSample } from '../../../pipeline/sample/read-sample.ts'
import { SAMPLE_LIMITS } from '../../../pipeline/sample/reading.ts'
import { AppError, noSuch } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { pageOfList } from '../../../platform/paging.ts'
import { closed, named, nullable, pageOf, pageQuery } from '../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import { applyTable, draftOf, ownTables, removeTable, testTable } from './manage-tables.ts'
import { SOURCE_TABLE_LIMITS, SOURCE_TABLES } from './source-table.ts'
import { newestTables, samplesOfVersion, versionsOfTable } from './table-store.ts'

const operation = operationsOf<unknown>()

const entity = Type.Object({ name: Type.String(), value: Type.String() })
const reading = named(
  'EventReading',
  Type.Object({
    line: Type.Integer({ description: 'line of the sample or position in the list, from 1' }),
    refused: Type.String({ description: 'reason why the event would become a dead letter; empty: it would be stored' }),
    unread: Type.String({
      description: 'reason why no parser recognised the format; empty: one did',
    }),
    table: Type.String({ description: 'name and version of the mapping; text/1: not parsed' }),
    is_known: Type.Boolean({
      description: 'true when a built-in table or one of the tenant parsed it, not the generic parser',
    }),
    class_uid: Type.Integer(),
    class_name: Type.String(),
    activity: Type.String(),
    status: Type.String(),
    severity: Type.String(),
    time: nullable(
      Type.String({ format: 'date-time', description: 'null: the event has no time, and gets the time of receipt' }),
    ),
    entities: Type.Array(entity),
    message: Type.String(),
    not_understood: Type.Array(Type.Object({ path: Type.String(), value: Type.String() }), {
      description: 'values found only in the raw text of the event',
    }),
  }),
)
const sampleReading = named(
  'SampleReading',
  Type.Object({
    events: Type.Array(reading, { description: `the first ${SAMPLE_LIMITS.events}` }),
    events_total: Type.Integer(),
    is_whole: Type.Boolean({
      description: 'false: the sample exceeds a limit, and only its beginning was read',
    }),
    read: Type.Integer(),
    refused: Type.Integer(),
    known: Type.Integer(),
    classed: Type.Integer({ description: 'number of events with an OCSF class other than base event' }),
    with_entities: Type.Integer(),
    with_time: Type.Integer(),
  }),
)
const sample = Type.String({
  minLength: 1,
  maxLength: SOURCE_TABLE_LIMITS.sampleBytes,
  description: 'events as the source sends them',
})
const format = Type.Optional(Type.String({ maxLength: 64, description: 'source format; default: auto' }))
const draft = Type.Optional(learnedTableSchema)
const tableName = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,47}$' })

const tryOne = operation.outside({
  name: 'sources.try',
  summary: 'Preview how a sample of a source would be parsed, without storing it',
  description:
    'A supplied table takes precedence over those of the tenant; its events name the mapping learned:draft/1.',
  permission: 'connectors:read',
  audit: 'source:tried',
  path: 'POST /sources/try',
  body: named('SourceSample', Type.Object({ sample, format, table: draft }, closed)),
  output: sampleReading,
  async run({ actor, read, work }, { sample: text, format: formatName, table }) {
    const format = formatOf(formatName)
    const draft = table === undefined ? [] : [draftOf(table)]
    const tables = [...draft, ...(await read(ownTables))]
    const reading = await readSample(actor.tenantId, { sample: text, format, tables })
    return work(async (_, note) => {
      note({ resource: 'source', resourceId: format, changes: { events: reading.events_total } })
      return reading
    })
  },
})

const learn = operation.outside({
  name: 'sources.learn',
  summary: 'Propose a table for a source without a built-in table, without storing it',
  permission: 'connectors:read',
  audit: 'source_table:proposed',
  path: 'POST /sources/tables/propose',
  body: named('SourceTableSample', Type.Object({ name: tableName, sample, format }, closed)),
  output: named(
    'SourceTableProposal',
    Type.Object({ table: learnedTableSchema, before: sampleReading, after: sampleReading }),
  ),
  async run({ actor, work }, { name, sample: text, format: formatName }) {
    const proposal = await proposeInThread(actor.tenantId, name, text, formatOf(formatName))
    return work(async (_, note) => {
      note({ resource: 'source_table', resourceId: name, changes: { events: proposal.before.events_total } })
      return proposal
    })
  },
})

const list = operation({
  name: 'sources.tables',
  summary: 'Active source tables of the tenant',
  permission: 'connectors:read',
  path: 'GET /sources/tables',
  query: Type.Object(pageQuery, closed),
  output: pageOf(SOURCE_TABLES.schema),
  run: async ({ tx }, page) => pageOfList(await newestTables(tx), page, ({ name }) => name),
})

const versions = operation({
  name: 'sources.versions',
  summary: 'Versions of a table, newest first; one without a definition marks its removal',
  permission: 'connectors:read',
  path: 'GET /sources/tables/:name',
  params: Type.Object({ name: tableName }),
  query: Type.Object(pageQuery, closed),
  output: pageOf(SOURCE_TABLES.schema),
  async run({ tx }, { name, ...page }) {
    const found = await versionsOfTable(tx, name)
    if (found.length === 0) throw noSuch('table')
    return pageOfList(found, page, ({ version }) => String(version))
  },
})

const samples = operation({
  name: 'sources.samples',
  summary: 'Samples that a version of a table was tested against',
  description: 'They are events as the source sent them: reading them needs the permission to change the table.',
  permission: 'connectors:write',
  audit: 'source_table:samples_read',
  path: 'GET /sources/tables/:name/samples',
  params: Type.Object({ name: tableName }),
  query: Type.Object({ version: Type.Integer({ minimum: 1, maximum: 10_000 }) }, closed),
  output: named('SourceTableSamples', Type.Object({ samples: Type.String(), format: Type.String() })),
  async run({ tx, note }, { name, version }) {
    const found = await samplesOfVersion(tx, name, version)
    if (found === null) throw new AppError('not_found', 'there is no such version')
    note({ resource: 'source_table', resourceId: name, changes: { version } })
    return found
  },
})

const apply = operation.outside({
  name: 'sources.apply',
  summary: 'Test a table against its samples and apply it as its next version',
  description:
    'The table must parse every event of the samples. It takes effect within seconds, for later events that no built-in table recognises.',
  permission: 'connectors:write',
  audit: 'source_table:applied',
  path: 'PUT /sources/tables/:name',
  params: Type.Object({ name: tableName }),
  body: named('SourceTableApply', Type.Object({ table: learnedTableSchema, sample, format }, closed)),
  output: SOURCE_TABLES.schema,
  async run({ actor, work }, { name, table, sample: text, format: formatName }) {
    const value = { name, table, sample: text, format: formatOf(formatName), by: idOf(actor) }
    const fidelity = await testTable(actor.tenantId, value)
    return work(async (tx, note) => {
      const made = await applyTable(tx, value, fidelity)
      note({ resource: 'source_table', resourceId: name, changes: { version: made.version } })
      return made
    })
  },
})

const remove = operation({
  name: 'sources.remove',
  summary: 'Remove a table; its versions are kept',
  permission: 'connectors:write',
  audit: 'source_table:removed',
  path: 'DELETE /sources/tables/:name',
  removes: 'mark',
  params: Type.Object({ name: tableName }),
  output: SOURCE_TABLES.schema,
  async run({ tx, actor, note }, { name }) {
    const removed = await removeTable(tx, name, idOf(actor))
    note({ resource: 'source_table', resourceId: name, changes: { version: removed.version } })
    return removed
  },
})

export const SOURCE_OPERATIONS = [tryOne, learn, list, versions, samples, apply, remove]

/** Throws 422 for an unknown format. */
function formatOf(value = 'auto'): string {
  const name = value.toLowerCase()
  if (!isSourceFormat(name)) throw invalid('format', 'is no source format')
  return name
}
