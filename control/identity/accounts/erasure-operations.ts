/** The operation that erases a person from the accounts and the audit log of a tenant. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { named, time, uuid } from '../../../schemas/wire.ts'
import { auditReader, holderOf, operationsOf } from '../../platform/acting/index.ts'
import type { AuditLog } from '../../platform/audit/index.ts'
import { patternsOf } from '../../platform/governance/index.ts'
import { eraseIdentity } from './erase-identity.ts'
import type { PrincipalCache } from './principal-cache.ts'

type Deps = { readonly auditLog?: AuditLog | undefined; readonly principals: PrincipalCache }

const operation = operationsOf<Deps>({ tag: 'identity' })

const erase = operation.outside({
  name: 'users.erase',
  summary: 'Erase a person: the account becomes a tombstone, the audit log shows [erased] and still verifies',
  permission: 'users:write',
  removes: 'records',
  // The erasure records itself, under a reference that leads nowhere.
  recordsNothing: true,
  path: 'DELETE /identity/:user_id/data',
  status: 200,
  output: named(
    'ErasureReport',
    Type.Object({
      user_id: uuid,
      status: Type.Literal('completed'),
      affected_counts: Type.Record(Type.String(), Type.Integer(), {
        description: 'number of changed or deleted rows, by category',
      }),
      completed_at: time,
    }),
  ),
  async run({ actor, deps, nowMs, work }, { user_id }) {
    const { auditLog } = deps
    if (auditLog === undefined) throw new AppError('unavailable', 'the audit log is not open in this installation')
    const affected_counts = await work(async (tx) => {
      const { email, names, affected } = await eraseIdentity(tx, holderOf(actor), user_id)
      const emails = email === null ? [] : [email]
      const naming = names.map((value) => patternsOf({ value }).plain)
      const by = auditReader(actor)
      const { subjectsErased } = await auditLog.erase(tx, { subjectId: user_id, emails, naming, by })
      return { ...affected, audit_subjects: subjectsErased }
    })
    deps.principals.forget((principal) => principal.userId === user_id)
    return { user_id, status: 'completed' as const, affected_counts, completed_at: new Date(nowMs) }
  },
})

export const ERASURE_OPERATIONS = [erase]
