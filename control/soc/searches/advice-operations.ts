/** Operations of what searches ask for often, and of the indexes that are made for it. */
import { Type } from 'typebox'
import { requireFound } from '../../../platform/errors.ts'
import { pageOfList } from '../../../platform/paging.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { closed, named, nullable, oneOf, pageOf, pageQuery } from '../../../schemas/wire.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { idOf, noLake, operationsOf } from '../../platform/acting/index.ts'
import { ADVICE_LIMITS, type AdviceState, advise } from './advice.ts'
import {
  addFieldIndex,
  FIELD_INDEX_LIMITS,
  FIELD_INDEXES,
  removeFieldIndex,
  tenantFieldIndexes,
} from './field-index-store.ts'
import { FIELD_USE_LIMITS, fieldUses, USE_LANGUAGES } from './field-uses.ts'

type Deps = { readonly lake?: ((tenant: TenantId) => Reader) | undefined }
const operation = operationsOf<Deps>({ tag: 'lake' })

const STATES = [
  'proposed',
  'possible',
  'none',
  'waiting',
  'building',
  'built',
  'failed',
] as const satisfies AdviceState[]

const adviceSchema = named(
  'FieldAdvice',
  Type.Object({
    language: oneOf(USE_LANGUAGES, {
      description:
        'language of the searches, one entry for each; an index made for one language serves the others as their entries state',
    }),
    field: Type.String({
      description:
        'field; raw: words without a field, in KQL a column in the conditions, or a table when the query does more than select events',
    }),
    searches: Type.Integer({
      description: `number of searches in the last ${FIELD_USE_LIMITS.days} days that name the field`,
    }),
    late: Type.Integer({ description: 'number of these searches that exceeded their time limit' }),
    ms: Type.Integer({ description: 'total milliseconds of these searches' }),
    mean_ms: Type.Integer(),
    state: oneOf(STATES, {
      description: `proposed: at least ${ADVICE_LIMITS.searches} searches that took a second or more each, or did not finish; possible: an index can be made; none: no index would help, for the given reason; other values: state of the existing index`,
    }),
    reason: nullable(Type.String()),
    compares: nullable(
      Type.String({
        description:
          'SQL expression that must be compared with a value for an index to apply; null for other languages',
      }),
    ),
    bytes_at_most: nullable(
      Type.Integer({
        description: `upper bound of the index size, estimated from the newest events; null: not measured, for fields beyond ${ADVICE_LIMITS.measured} and fields without a possible index`,
      }),
    ),
  }),
)

const advice = operation.outside({
  name: 'lake.advice',
  summary: 'Fields that slow searches use, the most expensive first, with the cost of an index for each',
  permission: 'lake:query',
  path: 'GET /lake/advice',
  query: Type.Object(pageQuery, closed),
  output: pageOf(adviceSchema),
  async run({ deps: { lake }, actor, nowMs, read }, page) {
    if (!lake) throw noLake()
    const { uses, indexes } = await read(async (tx) => ({
      uses: await fieldUses(tx, nowMs, ADVICE_LIMITS.listed),
      indexes: await tenantFieldIndexes(tx),
    }))
    return pageOfList(
      await advise(uses, indexes, lake(actor.tenantId)),
      page,
      ({ language, field }) => `${language} ${field}`,
    )
  },
})

const list = operation.list({
  name: 'lake.indexes',
  summary: 'List the field indexes that the tenant requested',
  permission: 'lake:query',
  path: 'GET /lake/indexes',
  item: FIELD_INDEXES.schema,
  run: ({ tx }) => tenantFieldIndexes(tx),
})

const make = operation({
  name: 'lake.make_index',
  summary: 'Create an index of a field, so that searches for its values skip data without them',
  description: `It is built in the background, for days of receipt without new events. A tenant has at most ${FIELD_INDEX_LIMITS.ofTenant}, the installation ${FIELD_INDEX_LIMITS.all}.`,
  permission: 'settings:write',
  audit: 'lake:index_made',
  path: 'POST /lake/indexes',
  status: 201,
  body: named(
    'FieldIndexMake',
    Type.Object({ field: Type.String({ minLength: 1, maxLength: FIELD_USE_LIMITS.fieldChars }) }, closed),
  ),
  output: FIELD_INDEXES.schema,
  async run({ tx, actor, note }, { field }) {
    const made = await addFieldIndex(tx, field, idOf(actor))
    note({ resource: 'field_index', resourceId: made.id, changes: { field } })
    return made
  },
})

const remove = operation({
  name: 'lake.remove_index',
  summary: 'Remove an index of a field; the events stay',
  permission: 'settings:write',
  audit: 'lake:index_removed',
  path: 'DELETE /lake/indexes/:id',
  removes: 'access',
  async run({ tx, note }, { id }) {
    const removed = requireFound(await removeFieldIndex(tx, id), 'index', id)
    note({ resource: 'field_index', resourceId: id, changes: { field: removed.field } })
  },
})

export const ADVICE_OPERATIONS = [advice, list, make, remove]
