/** Operations of governance. */
import { Type } from 'typebox'
import { invalid } from '../../../platform/invalid-input.ts'
import { pageOfList } from '../../../platform/paging.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import { closed, named, nullable, oneOf, pageOf, pageQuery, plainText } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { getAlert } from '../../soc/alerts/index.ts'
import { getCase } from '../../soc/cases/index.ts'
import { idOf, operationsOf } from '../acting/index.ts'
import { FIELD_RULE_OPERATIONS } from './field-rules/operations.ts'
import { holds } from './hold-store.ts'
import { LEGAL_HOLDS, SUBJECT_KINDS, type SubjectKind } from './legal-hold.ts'
import { placeHold, releaseHold } from './manage-holds.ts'
import { RESIDENCY_OPERATIONS } from './residency/operations.ts'
import { RETENTION_OPERATIONS } from './retention/operations.ts'
import { SUBJECT_DELETION_OPERATIONS } from './subject-deletions/operations.ts'

const operation = operationsOf<unknown>()

const listHolds = operation({
  name: 'legal_holds.list',
  summary: 'Legal holds, newest first',
  permission: 'settings:read',
  path: 'GET /governance/legal-holds',
  query: Type.Object(
    { ...pageQuery, live: Type.Optional(Type.Boolean({ description: 'active or released holds' })) },
    closed,
  ),
  output: pageOf(LEGAL_HOLDS.schema),
  run: async ({ tx }, { live = null, ...page }) => pageOfList(await holds(tx, live), page, ({ id }) => id),
})

const place = operation({
  name: 'legal_holds.place',
  summary: 'Place a legal hold',
  description:
    'A case is named by id or number, an alert by id. From now on, deletions that touch the subject are rejected, and retention keeps every record that names it, including later ones. A hold over the tenant, or over an alert or a case without named entities, keeps everything of the tenant.',
  permission: 'settings:write',
  audit: 'legal_hold:placed',
  path: 'POST /governance/legal-holds',
  status: 201,
  body: named(
    'LegalHoldCreate',
    Type.Object(
      {
        name: plainText(200),
        matter_ref: plainText(200),
        subject_kind: oneOf(SUBJECT_KINDS),
        subject_value: plainText(500),
        notes: Type.Optional(nullable(plainText(5000))),
      },
      closed,
    ),
  ),
  output: LEGAL_HOLDS.schema,
  async run({ tx, actor, note }, { notes = null, ...sent }) {
    const subject_value = await subjectOf(tx, sent.subject_kind, sent.subject_value)
    const hold = await placeHold(tx, { ...sent, subject_value, notes, placed_by: idOf(actor) })
    note({ resource: 'legal_hold', resourceId: hold.id, changes: sent })
    return hold
  },
})

const release = operation({
  name: 'legal_holds.release',
  summary: 'Release a legal hold; it stays on record',
  permission: 'settings:write',
  audit: 'legal_hold:released',
  path: 'POST /governance/legal-holds/:id/release',
  body: named('LegalHoldRelease', Type.Object({ reason: plainText(2000) }, closed)),
  output: LEGAL_HOLDS.schema,
  async run({ tx, actor, note }, { id, reason }) {
    const hold = await releaseHold(tx, id, idOf(actor), reason)
    note({ resource: 'legal_hold', resourceId: hold.id, changes: { name: hold.name, reason } })
    return hold
  },
})

export const GOVERNANCE_OPERATIONS = [
  listHolds,
  place,
  release,
  ...FIELD_RULE_OPERATIONS,
  ...SUBJECT_DELETION_OPERATIONS,
  ...RESIDENCY_OPERATIONS,
  ...RETENTION_OPERATIONS,
]

/** Cases and alerts by their id, which has to be there. Throws `not_found`. */
async function subjectOf(tx: TenantTx, kind: SubjectKind, value: string): Promise<string> {
  if (kind === 'case') return (await getCase(tx, value)).id
  if (kind !== 'alert') return value
  if (!isUuid(value)) throw invalid('subject_value', 'of an alert is its id')
  return (await getAlert(tx, value)).id
}
