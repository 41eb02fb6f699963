/** Operations of queues: where a new case goes by its severity, tags and type. */
import { Type } from 'typebox'
import { camelMembers } from '../../../../schemas/to-wire.ts'
import { named, nullable, oneOf, plainText, sent, time, uuid } from '../../../../schemas/wire.ts'
import { operationsOf } from '../../../platform/acting/index.ts'
import { SEVERITIES, tagList } from '../../alerts/index.ts'
import { caseActor } from '../case-actor.ts'
import { startClocks } from '../start-clocks.ts'
import { changeQueue, createQueue, removeQueue } from './manage-queues.ts'
import { queuesPage } from './queue-store.ts'

const operation = operationsOf<unknown>({ tag: 'cases' })

const members = {
  description: nullable(plainText(2000)),
  match_severity: Type.Array(oneOf(SEVERITIES), { maxItems: 5, uniqueItems: true }),
  match_tags: tagList,
  match_case_type: nullable(plainText(64)),
  precedence: Type.Integer({
    minimum: 0,
    maximum: 100_000,
    description: 'position among the queues; the lowest matching queue is used',
  }),
  sla_policy_id: nullable(uuid),
}
const name = plainText(120)
const queueSchema = named(
  'CaseQueue',
  Type.Object({ id: uuid, name: Type.String(), ...members, created_at: time, updated_at: time }),
)
const ANYTHING = {
  description: null,
  matchSeverity: [],
  matchTags: [],
  matchCaseType: null,
  precedence: 100,
  slaPolicyId: null,
}

const list = operation.page({
  name: 'cases.queues',
  summary: 'Queues, newest first',
  permission: 'cases:read',
  path: 'GET /cases/queues',
  item: queueSchema,
  run: ({ tx }, _, { rows, after }) => queuesPage(tx, rows, after),
})

const create = operation({
  name: 'cases.create_queue',
  summary: 'Add a queue; it takes cases that match all its criteria, and without criteria every case',
  permission: 'soc:write',
  audit: 'case_queue:created',
  path: 'POST /cases/queues',
  status: 201,
  body: sent('CaseQueueCreate', { name, ...Type.Partial(Type.Object(members)).properties }),
  output: queueSchema,
  async run({ tx, note }, body) {
    const queue = await createQueue(tx, { ...ANYTHING, ...camelMembers(body) })
    note({ resource: 'case_queue', resourceId: queue.id, changes: body })
    return queue
  },
})

const change = operation({
  name: 'cases.change_queue',
  summary: 'Change a queue',
  permission: 'soc:write',
  audit: 'case_queue:updated',
  path: 'PATCH /case-queues/:id',
  body: sent('CaseQueuePatch', Type.Partial(Type.Object({ name, ...members })).properties, { minProperties: 1 }),
  output: queueSchema,
  async run({ tx, note, actor, nowMs }, { id, ...patch }) {
    note({ resource: 'case_queue', resourceId: id, changes: patch })
    const changed = await changeQueue(tx, id, camelMembers(patch))
    await startClocks(tx, caseActor(actor), nowMs)
    return changed
  },
})

const remove = operation({
  name: 'cases.delete_queue',
  summary: 'Remove a queue with its escalation policies; its cases stay without a queue',
  permission: 'soc:write',
  audit: 'case_queue:deleted',
  removes: 'records',
  path: 'DELETE /case-queues/:id',
  run({ tx, note }, { id }) {
    note({ resource: 'case_queue', resourceId: id })
    return removeQueue(tx, id)
  },
})

export const QUEUE_OPERATIONS = [list, create, change, remove]
