/** Operations of handoffs and mentions between analysts. */
import { Type } from 'typebox'
import { noSuch } from '../../../platform/errors.ts'
import { named, nullable, sent, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { namesOf } from './actor-names.ts'
import { caseActor } from './case-actor.ts'
import { acknowledgeHandoff, createHandoff, HANDOFFS, handoffsPage } from './handoffs.ts'
import { MENTIONS, markSeen, mentionsPage } from './mention-store.ts'
import { caseText } from './wire.ts'

const operation = operationsOf<unknown>()

const handoffs = operation.page({
  name: 'cases.handoffs',
  summary: 'Handoffs, newest first',
  permission: 'cases:read',
  path: 'GET /cases/handoffs',
  item: HANDOFFS.schema,
  run: ({ tx }, _, { rows, after }) => handoffsPage(tx, rows, after),
})

const handOver = operation({
  name: 'cases.hand_over',
  summary: 'Hand over the unresolved cases of a queue or of the caller',
  permission: 'cases:write',
  audit: 'case_handoff:created',
  path: 'POST /cases/handoffs',
  status: 201,
  body: sent('CaseHandoffCreate', {
    to_user_id: uuid,
    queue_id: Type.Optional(nullable(uuid)),
    notes: Type.Optional(caseText),
  }),
  output: HANDOFFS.schema,
  async run({ tx, note, actor, nowMs }, { to_user_id, queue_id = null, notes = null }) {
    const input = { toUserId: to_user_id, queueId: queue_id, notes }
    const handoff = await createHandoff(tx, caseActor(actor), input, nowMs)
    const changes = { to_user_id, queue_id, cases: handoff.caseIds.length }
    note({ resource: 'case_handoff', resourceId: handoff.id, changes })
    return handoff
  },
})

const acknowledge = operation({
  name: 'cases.acknowledge_handoff',
  summary: 'Acknowledge a handoff; its unresolved cases are assigned to its receiver, who must be the caller',
  permission: 'cases:write',
  audit: 'case_handoff:acknowledged',
  path: 'POST /cases/handoffs/:handoff_id/acknowledge',
  params: Type.Object({ handoff_id: uuid }),
  output: HANDOFFS.schema,
  async run({ tx, note, actor, nowMs }, { handoff_id: id }) {
    const { handoff, isNew } = await acknowledgeHandoff(tx, caseActor(actor), id, nowMs)
    note(isNew ? { resource: 'case_handoff', resourceId: id } : null)
    return handoff
  },
})

const mentions = operation.page({
  name: 'cases.mentions',
  summary: 'Comments that name the caller, newest first',
  permission: 'cases:read',
  path: 'GET /cases/mentions',
  item: named('CaseMention', Type.Object({ ...MENTIONS.members, author: nullable(Type.String()) })),
  async run({ tx, actor: { personId } }, _, { rows, after }) {
    const found = personId === null ? [] : await mentionsPage(tx, personId, rows, after)
    const authors = found.map(({ item }) => item.authorId)
    const names = await namesOf(tx, authors)
    return found.map(({ item, position }) => ({ position, item: { ...item, author: names(item.authorId) } }))
  },
})

const see = operation({
  name: 'cases.mention_seen',
  summary: 'Mark a mention of the caller as seen',
  permission: 'cases:read',
  ofPerson: true,
  isRead: true,
  path: 'POST /cases/mentions/:mention_id/seen',
  params: Type.Object({ mention_id: uuid }),
  async run({ tx, actor: { personId }, nowMs }, { mention_id: id }) {
    const isSeen = personId !== null && (await markSeen(tx, personId, id, new Date(nowMs)))
    if (!isSeen) throw noSuch('unseen mention', id)
  },
})

export const SHIFT_OPERATIONS = [handoffs, handOver, acknowledge, mentions, see]
