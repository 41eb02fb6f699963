/** Operations of hunts, their schedules, runs and results. */
import { Type } from 'typebox'
import { numberOfCursor } from '../../../platform/cursor.ts'
import { requireFound } from '../../../platform/errors.ts'
import { spanOf } from '../../../query/search/time-span.ts'
import { camelMembers } from '../../../schemas/to-wire.ts'
import { named, nullable, oneOf, pageQueryOf, plainText, sent, time } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import { checkSql, type SqlLake } from './check-sql.ts'
import { HUNT_LANGUAGES, type Hunt } from './hunt.ts'
import { HUNT_LIMITS } from './limits.ts'
import { changeHunt, createHunt, deleteHunt, huntById, huntsOf } from './manage-hunts.ts'
import { refuseHiddenFields } from './refuse-hidden-fields.ts'
import { cancelRun, requestRun } from './request-run.ts'
import { HUNT_RUNS, type HuntRun } from './run.ts'
import { HIT_MARKS, HITS, hitsOf, latestRuns, markHits, runById, runsOf } from './run-store.ts'

const operation = operationsOf<SqlLake>({ tag: 'hunts' })
const huntId = Type.String({ minLength: 1, maxLength: 80 })
const params = Type.Object({ hunt_id: huntId })

const huntSchema = named(
  'Hunt',
  Type.Object({
    id: Type.String(),
    title: Type.String(),
    hypothesis: Type.String(),
    techniques: Type.Array(Type.String()),
    language: oneOf(HUNT_LANGUAGES),
    query: Type.String(),
    window_hours: Type.Integer(),
    every_minutes: nullable(Type.Integer({ description: 'null: runs on request only' })),
    enabled: Type.Boolean({ description: 'true: runs on its schedule' }),
    next_run_at: nullable(time),
    is_builtin: Type.Boolean(),
    created_at: nullable(time),
    updated_at: nullable(time),
    latest_run: nullable(HUNT_RUNS.schema),
  }),
)
const resultsSchema = named(
  'HuntResults',
  Type.Object({
    run: nullable(HUNT_RUNS.schema),
    items: Type.Array(HITS.schema),
    next_cursor: Type.Optional(Type.String()),
  }),
)

const huntView = (hunt: Hunt, latestRun: HuntRun | null = null) => ({ ...hunt, latestRun })

const members = {
  title: plainText(200),
  hypothesis: plainText(2000),
  techniques: Type.Array(Type.String({ maxLength: 20, description: 'of ATT&CK, such as T1059.001' }), {
    maxItems: HUNT_LIMITS.techniques,
    uniqueItems: true,
  }),
  language: oneOf(HUNT_LANGUAGES),
  query: Type.String({
    minLength: 1,
    maxLength: HUNT_LIMITS.queryChars,
    description: 'SQL contains the time span as {from:DateTime64(3)} and {to:DateTime64(3)}',
  }),
  window_hours: Type.Integer({
    minimum: 1,
    maximum: HUNT_LIMITS.windowHours,
    description: 'hours that a run looks back',
  }),
  every_minutes: nullable(Type.Integer({ minimum: HUNT_LIMITS.everyMinutesMin, maximum: HUNT_LIMITS.everyMinutesMax })),
  enabled: Type.Boolean(),
}

const list = operation.list({
  name: 'hunts.list',
  summary: 'Hunts with their latest run: the tenant’s own, then built-in ones',
  permission: 'hunts:read',
  path: 'GET /hunts',
  item: huntSchema,
  async run({ tx }) {
    const [hunts, latest] = [await huntsOf(tx), await latestRuns(tx)]
    return hunts.map((hunt) => huntView(hunt, latest.get(hunt.id)))
  },
})

const create = operation.outside({
  name: 'hunts.create',
  summary: 'Create a hunt',
  permission: 'rules:write',
  audit: 'hunt:created',
  path: 'POST /hunts',
  status: 201,
  body: sent('HuntCreate', {
    ...members,
    techniques: Type.Optional(members.techniques),
    language: Type.Optional(members.language),
    window_hours: Type.Optional(members.window_hours),
    every_minutes: Type.Optional(members.every_minutes),
    enabled: Type.Optional(members.enabled),
  }),
  output: huntSchema,
  async run({ work, actor, nowMs, deps }, input) {
    const {
      techniques = [],
      language = 'lucene',
      window_hours: windowHours = 24,
      every_minutes = null,
      ...rest
    } = input
    const question = { ...rest, techniques, language, windowHours, everyMinutes: every_minutes }
    refuseHiddenFields(actor, question)
    if (language === 'sql') await checkSql(deps, actor.tenantId, question.query)
    return work(async (tx, note) => {
      const { enabled = every_minutes !== null } = input
      const hunt = await createHunt(tx, { ...question, enabled }, idOf(actor), nowMs)
      note({ resource: 'hunt', resourceId: hunt.id, changes: input })
      return huntView(hunt)
    })
  },
})

const get = operation({
  name: 'hunts.get',
  summary: 'One hunt with its latest run',
  permission: 'hunts:read',
  path: 'GET /hunts/:hunt_id',
  params,
  output: huntSchema,
  run: async ({ tx }, { hunt_id }) => withLatestRun(tx, await huntById(tx, hunt_id)),
})

const change = operation.outside({
  name: 'hunts.change',
  summary: 'Change a hunt; of a built-in one only its schedule',
  permission: 'rules:write',
  audit: 'hunt:updated',
  path: 'PATCH /hunts/:hunt_id',
  params,
  body: named('HuntChange', Type.Partial(Type.Object(members), { additionalProperties: false, minProperties: 1 })),
  output: huntSchema,
  async run({ work, read, actor, nowMs, deps }, { hunt_id: id, ...changes }) {
    const before = await read((tx) => huntById(tx, id))
    const { language = before.language, query = before.query } = changes
    refuseHiddenFields(actor, { language, query })
    const isOther = changes.query !== undefined || changes.language !== undefined
    if (isOther && language === 'sql') await checkSql(deps, actor.tenantId, query)
    return work(async (tx, note) => {
      note({ resource: 'hunt', resourceId: id, changes })
      return withLatestRun(tx, await changeHunt(tx, id, camelMembers(changes), nowMs))
    })
  },
})

const remove = operation({
  name: 'hunts.delete',
  summary: 'Delete one of the tenant’s own hunts with its runs',
  permission: 'rules:write',
  audit: 'hunt:deleted',
  removes: 'records',
  path: 'DELETE /hunts/:hunt_id',
  params,
  async run({ tx, note }, { hunt_id: resourceId }) {
    note({ resource: 'hunt', resourceId })
    await deleteHunt(tx, resourceId)
  },
})

const listRuns = operation.list({
  name: 'hunts.runs',
  summary: `Runs of a hunt, newest first; the latest ${HUNT_LIMITS.runs} are kept`,
  permission: 'hunts:read',
  path: 'GET /hunts/:hunt_id/runs',
  params,
  item: HUNT_RUNS.schema,
  async run({ tx }, { hunt_id }) {
    const { id } = await huntById(tx, hunt_id)
    return runsOf(tx, id, HUNT_LIMITS.runs)
  },
})

const run = operation({
  name: 'hunts.run',
  summary: 'Run a hunt now, over its window or another time span',
  permission: 'lake:query',
  audit: 'hunt:run_requested',
  path: 'POST /hunts/:hunt_id/runs',
  status: 202,
  params,
  body: sent('HuntRunRequest', {
    from: Type.Optional(Type.String({ format: 'date-time', description: 'default: the window of the hunt before to' })),
    to: Type.Optional(Type.String({ format: 'date-time', description: 'end of the span, exclusive; default: now' })),
  }),
  output: HUNT_RUNS.schema,
  async run({ tx, note, actor, nowMs }, { hunt_id: id, ...input }) {
    const { from, to } = input
    const span = from === undefined && to === undefined ? undefined : spanOf(input, nowMs, 'body')
    refuseHiddenFields(actor, await huntById(tx, id))
    const requested = await requestRun(tx, id, idOf(actor), nowMs, span)
    note({ resource: 'hunt', resourceId: id, changes: { run_id: requested.id, ...input } })
    return requested
  },
})

const getRun = operation({
  name: 'hunts.get_run',
  summary: 'Show the state of a run',
  permission: 'hunts:read',
  path: 'GET /hunts/:hunt_id/runs/:run_id',
  params,
  output: HUNT_RUNS.schema,
  run: ({ tx }, { hunt_id, run_id }) => requireRun(tx, hunt_id, run_id),
})

const cancel = operation({
  name: 'hunts.cancel_run',
  summary: 'Cancel a run: a waiting one at once, a running one within a step',
  permission: 'lake:query',
  audit: 'hunt:run_cancelled',
  path: 'POST /hunts/:hunt_id/runs/:run_id/cancel',
  params,
  output: HUNT_RUNS.schema,
  async run({ tx, note }, { hunt_id, run_id }) {
    note({ resource: 'hunt', resourceId: hunt_id, changes: { run_id } })
    return cancelRun(tx, hunt_id, run_id)
  },
})

const mark = operation({
  name: 'hunts.mark_hits',
  summary: 'Mark hits as interesting or benign, or remove the mark',
  permission: 'lake:query',
  audit: 'hunt:hits_marked',
  path: 'POST /hunts/:hunt_id/runs/:run_id/marks',
  params,
  body: sent('HuntMark', {
    ordinals: Type.Array(Type.Integer({ minimum: 0, maximum: HUNT_LIMITS.hits - 1 }), {
      minItems: 1,
      maxItems: HUNT_LIMITS.hits,
      uniqueItems: true,
    }),
    mark: nullable(oneOf(HIT_MARKS)),
    note: Type.Optional(nullable(plainText(2000))),
  }),
  output: named('HuntMarked', Type.Object({ marked: Type.Integer() })),
  async run({ tx, note, actor }, { hunt_id, run_id, ordinals, mark, note: text = null }) {
    const { id, huntId } = await requireRun(tx, hunt_id, run_id)
    note({ resource: 'hunt', resourceId: huntId, changes: { run_id: id, ordinals, mark } })
    return { marked: await markHits(tx, id, { ordinals, mark, note: text, by: idOf(actor) }) }
  },
})

const results = operation({
  name: 'hunts.results',
  summary: 'Results of the latest completed run, or of another run',
  permission: 'hunts:read',
  path: 'GET /hunts/:hunt_id/results',
  params,
  query: pageQueryOf({
    run_id: Type.Optional(Type.String({ format: 'uuid', description: 'default: the latest completed run' })),
    mark: Type.Optional(oneOf(HIT_MARKS)),
  }),
  output: resultsSchema,
  async run({ tx }, { hunt_id, run_id, mark, limit, cursor }) {
    const found = run_id === undefined ? await latestDone(tx, hunt_id) : await requireRun(tx, hunt_id, run_id)
    if (found === null) return { run: null, items: [] }
    const hits = await hitsOf(tx, found.id, {
      from: cursor === undefined ? 0 : numberOfCursor(cursor, 6),
      limit: limit + 1,
      mark,
    })
    const more = hits[limit]
    return { run: found, items: hits.slice(0, limit), ...(more && { nextCursor: String(more.ordinal) }) }
  },
})

export const HUNT_OPERATIONS = [list, create, get, change, remove, listRuns, run, getRun, cancel, mark, results]

async function withLatestRun(tx: TenantTx, hunt: Hunt) {
  const [latest] = await runsOf(tx, hunt.id, 1)
  return huntView(hunt, latest)
}

async function requireRun(tx: TenantTx, huntId: string, id: string): Promise<HuntRun> {
  return requireFound(await runById(tx, huntId, id), 'run')
}

async function latestDone(tx: TenantTx, huntId: string): Promise<HuntRun | null> {
  await huntById(tx, huntId)
  return (await runsOf(tx, huntId, HUNT_LIMITS.runs)).find(({ state }) => state === 'done') ?? null
}
