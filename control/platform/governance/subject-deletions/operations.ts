/** Operations of requests to erase a subject. */
import { isIP } from 'node:net'
import { Type } from 'typebox'
import { AppError, requireFound } from '../../../../platform/errors.ts'
import { invalid } from '../../../../platform/invalid-input.ts'
import { pageOfList } from '../../../../platform/paging.ts'
import { closed, named, oneOf, pageOf, pageQuery, plainText } from '../../../../schemas/wire.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { idOf, operationsOf } from '../../acting/index.ts'
import { certificateSchema, proofSchema } from './certificate.ts'
import { certificateOf, deletionById, deletions, insertDeletion, markRefused } from './deletion-store.ts'
import { holdOverSubject } from './hold-over-subject.ts'
import { searchSubject } from './search-subject.ts'
import { ERASED_KINDS, SUBJECT_DELETIONS, type SubjectDeletion } from './subject-deletion.ts'

const operation = operationsOf<unknown>()

async function required(tx: TenantTx, id: string): Promise<SubjectDeletion> {
  return requireFound(await deletionById(tx, id), 'subject deletion', id)
}

const request = operation({
  name: 'subject_deletions.request',
  summary: 'Erase the records of a user, a host or an address',
  description:
    'Runs in the background, over events, alerts, cases, baselines, observables and the personal data in the audit log. blocked_by_hold is an outcome: the erasure continues when no legal hold covers the subject.',
  permission: 'settings:write',
  audit: 'subject_deletion:requested',
  path: 'POST /governance/subject-deletions',
  status: 201,
  body: named(
    'SubjectDeletionRequest',
    Type.Object(
      {
        subject_kind: oneOf(ERASED_KINDS),
        subject_value: plainText(500, 3),
        reason: Type.Optional(plainText(2000)),
      },
      closed,
    ),
  ),
  output: SUBJECT_DELETIONS.schema,
  async run({ tx, actor, note }, { reason = null, ...sent }) {
    const subject_value = sent.subject_value.trim()
    if (subject_value.length < 3) throw invalid('subject_value', 'has three characters and more')
    if (sent.subject_kind === 'ip' && isIP(subject_value) === 0) throw invalid('subject_value', 'is no address')
    const hold = await holdOverSubject(tx, { kind: sent.subject_kind, value: subject_value })
    const state = hold === null ? ('pending' as const) : ('blocked_by_hold' as const)
    const made = {
      ...sent,
      subject_value,
      reason,
      state,
      blocked_by_hold_id: hold?.id ?? null,
      requested_by: idOf(actor),
    }
    const deletion = await insertDeletion(tx, made)
    if (deletion === null) throw new AppError('unavailable', 'the request was not written')
    // The entry leaves out the name, which it would otherwise keep after the erasure.
    note({ resource: 'subject_deletion', resourceId: deletion.id, changes: { subject_kind: sent.subject_kind, state } })
    return deletion
  },
})

const list = operation({
  name: 'subject_deletions.list',
  summary: 'Erasure requests, newest first',
  permission: 'settings:read',
  path: 'GET /governance/subject-deletions',
  query: Type.Object(pageQuery, closed),
  output: pageOf(SUBJECT_DELETIONS.schema),
  run: async ({ tx }, page) => pageOfList(await deletions(tx), page, ({ id }) => id),
})

const get = operation({
  name: 'subject_deletions.get',
  summary: 'One erasure request',
  permission: 'settings:read',
  path: 'GET /governance/subject-deletions/:id',
  output: SUBJECT_DELETIONS.schema,
  run: ({ tx }, { id }) => required(tx, id),
})

const refuse = operation({
  name: 'subject_deletions.refuse',
  summary: 'Refuse an erasure request that has not started',
  permission: 'settings:write',
  audit: 'subject_deletion:refused',
  path: 'POST /governance/subject-deletions/:id/refuse',
  body: named('SubjectDeletionRefusal', Type.Object({ reason: plainText(2000) }, closed)),
  output: SUBJECT_DELETIONS.schema,
  async run({ tx, note }, { id, reason }) {
    const { state } = await required(tx, id)
    const refused = await markRefused(tx, id, reason)
    if (refused === null) throw new AppError('conflict', `the request is ${state} already`)
    note({ resource: 'subject_deletion', resourceId: id, changes: { state: 'refused' } })
    return refused
  },
})

const certificate = operation({
  name: 'subject_deletions.certificate',
  summary: 'Signed certificate of the records an erasure searched, changed and left',
  permission: 'settings:read',
  path: 'GET /governance/subject-deletions/:id/certificate',
  output: certificateSchema,
  async run({ tx }, { id }) {
    const { state } = await required(tx, id)
    const found = await certificateOf(tx, id)
    if (found === null) throw new AppError('conflict', `the request is ${state}: there is no certificate yet`)
    return found
  },
})

const proof = operation({
  name: 'subject_deletions.prove',
  summary: 'Search every table of the tenant for a subject again',
  description: 'Use the event search to look for it in events; this covers everything else that the tenant stores.',
  permission: 'settings:read',
  path: 'GET /governance/subject-deletions/:id/proof',
  output: proofSchema,
  async run({ tx, nowMs }, { id }) {
    const { subject_kind: kind, subject_value: value } = await required(tx, id)
    const { searched, found, remains } = await searchSubject(tx, { kind, value })
    const asked_at = new Date(nowMs).toISOString()
    return { deletion_id: id, asked_at, is_clean: Object.keys(found).length === 0, searched, found, remains }
  },
})

export const SUBJECT_DELETION_OPERATIONS = [request, list, get, refuse, certificate, proof]
