/** Operations of one change of many cases. */
import { Type } from 'typebox'
import { camelMembers } from '../../../schemas/to-wire.ts'
import { closed, named, nullable, oneOf, sent, time, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { reasonText, SEVERITIES, tagList } from '../alerts/index.ts'
import { BULK_CASES_MAX, confirmBulk, offerBulk } from './bulk.ts'
import { caseActor } from './case-actor.ts'
import { CASE_STATUSES } from './words.ts'

const operation = operationsOf<unknown>()
const caseIds = Type.Array(uuid, { minItems: 1, maxItems: BULK_CASES_MAX, uniqueItems: true })

const preview = operation({
  name: 'cases.bulk_preview',
  summary: 'Preview the cases that a bulk change affects, with a token that confirms exactly these',
  permission: 'cases:write',
  isRead: true,
  path: 'POST /cases/bulk/preview',
  body: sent('CaseBulkPreview', {
    case_ids: caseIds,
    change: Type.Object(
      {
        status: Type.Optional(oneOf(CASE_STATUSES)),
        reason: Type.Optional(reasonText),
        severity: Type.Optional(oneOf(SEVERITIES)),
        assignee_id: Type.Optional(nullable(uuid)),
        queue_id: Type.Optional(nullable(uuid)),
        add_tags: Type.Optional(tagList),
      },
      { ...closed, minProperties: 1 },
    ),
  }),
  output: named(
    'CaseBulkOffer',
    Type.Object({
      confirmation_token: Type.String({
        description: 'token that confirms exactly these cases, once, for the same person',
      }),
      case_ids: Type.Array(uuid),
      count: Type.Integer(),
      expires_at: time,
    }),
  ),
  async run({ tx, actor, nowMs }, { case_ids: ids, change }) {
    const offer = await offerBulk(tx, caseActor(actor), ids, camelMembers(change), nowMs)
    return { ...offer, confirmationToken: offer.token, count: offer.caseIds.length }
  },
})

const confirm = operation({
  name: 'cases.bulk_change',
  summary: 'Apply the previewed change to exactly those cases, with a result for each',
  permission: 'cases:write',
  audit: 'case:bulk_changed',
  path: 'POST /cases/bulk',
  body: sent('CaseBulkConfirm', {
    confirmation_token: Type.String({ minLength: 1, maxLength: 100 }),
    case_ids: caseIds,
  }),
  output: named(
    'CaseBulkResult',
    Type.Object({
      results: Type.Array(Type.Object({ case_id: uuid, case_number: Type.String(), error: nullable(Type.String()) })),
      changed: Type.Integer(),
      refused: Type.Integer(),
    }),
  ),
  async run({ tx, note, actor, nowMs }, { confirmation_token: token, case_ids: caseIds }) {
    const results = await confirmBulk(tx, caseActor(actor), { token, caseIds }, nowMs)
    const refused = results.filter(({ error }) => error !== null).length
    note({ resource: 'case', changes: { case_ids: caseIds, refused } })
    return { results, changed: results.length - refused, refused }
  },
})

export const BULK_OPERATIONS = [preview, confirm]
