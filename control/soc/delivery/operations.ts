/** Operations of links in mails that decide approvals, and of the words of messages. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import type { Sealer } from '../../../platform/seal.ts'
import { closed, named, nullable, oneOf, plainText } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { APPROVAL_STATUSES, askAgainIfChanged, RISK_LEVELS } from '../../respond/response/index.ts'
import { SEVERITIES, severityOfRank } from '../alerts/index.ts'
import { approvalOfLink, decideByLink, lookAtApproval } from './approve-by-link.ts'
import { MESSAGE_TEXT_OPERATIONS } from './text-operations.ts'

const operation = operationsOf<{ readonly sealer: Sealer }>()

const token = Type.String({ minLength: 1, maxLength: 600, description: 'token after #token= in the link' })
const time = Type.String({ format: 'date-time' })
const uuid = Type.String({ format: 'uuid' })

const look = operation({
  name: 'approvals.look_by_link',
  summary: 'The approval request behind a mailed link',
  description:
    'Only for the addressee of the mail, signed in within the last 15 minutes. Reading it changes only the receipt.',
  permission: 'actions:read',
  ofPerson: true,
  audit: 'approval:looked_at',
  path: 'POST /approvals/by-link',
  body: named('ApprovalLink', Type.Object({ token }, closed)),
  output: named(
    'LinkedApproval',
    Type.Object({
      id: uuid,
      title: Type.String(),
      summary: Type.String(),
      status: oneOf(APPROVAL_STATUSES),
      risk_level: oneOf(RISK_LEVELS),
      blast_radius: nullable(Type.String()),
      action: nullable(
        Type.Object({
          action_type: Type.String(),
          target: Type.String(),
          parameters: Type.Record(Type.String(), Type.String()),
        }),
      ),
      requested_by: Type.String(),
      quorum: Type.Integer(),
      votes: Type.Integer(),
      case: nullable(
        Type.Object({
          ...{ id: uuid, number: Type.Integer(), title: Type.String(), severity: oneOf(SEVERITIES) },
          ...{ is_open: Type.Boolean(), alerts: Type.Integer() },
        }),
      ),
      alert: nullable(
        Type.Object({
          ...{ id: uuid, title: Type.String(), severity: oneOf(SEVERITIES), disposition: nullable(Type.String()) },
          entities: Type.Array(Type.String()),
        }),
      ),
      expires_at: time,
      link_expires_at: time,
      is_used: Type.Boolean({ description: 'true when this link was used to decide' }),
      is_changed: Type.Boolean({
        description: 'true when the request changed since the mail was sent; the link no longer decides',
      }),
    }),
  ),
  async run({ tx, actor, deps, nowMs, note }, { token: rawToken }) {
    const found = await lookAtApproval(tx, actor, { sealer: deps.sealer, token: rawToken, nowMs })
    const { approval, evidence, requestedBy: requested_by, blastRadius: blast_radius } = found
    note({ resource: 'approval', resourceId: approval.id, changes: { by: 'link' } })
    const { id, title, summary, status, riskLevel: risk_level, action, quorum, votes, expiresAt: expires_at } = approval
    return {
      ...{ id, title, summary, status, risk_level, blast_radius, action, requested_by, quorum, votes, expires_at },
      case: evidence.case && {
        ...{ ...evidence.case, is_open: evidence.case.isOpen },
        severity: severityOfRank(evidence.case.severity),
      },
      alert: evidence.alert && { ...evidence.alert, severity: severityOfRank(evidence.alert.severity) },
      ...{ link_expires_at: found.expiresAt, is_used: found.isUsed, is_changed: found.isChanged },
    }
  },
})

const CHANGED = 'what this asks for has changed since it was mailed: you are asked again'

const decision = operation.outside({
  name: 'approvals.decide_by_link',
  summary: 'Approve or deny through a mailed link, which works once',
  description: 'Decides as the addressee of the mail, under the usual approval rules: the requester cannot approve.',
  permission: 'actions:read',
  ofPerson: true,
  audit: ['approval:approved', 'approval:denied', 'approval:asked_again'],
  path: 'POST /approvals/by-link/decide',
  body: named(
    'ApprovalLinkDecision',
    Type.Object(
      { token, verdict: oneOf(['approved', 'denied']), comment: Type.Optional(nullable(plainText(2000))) },
      closed,
    ),
  ),
  output: named(
    'ApprovalLinkDecided',
    Type.Object({ id: uuid, status: oneOf(APPROVAL_STATUSES), quorum: Type.Integer(), votes: Type.Integer() }),
  ),
  async run({ actor, deps, nowMs, work }, { token: rawToken, verdict, comment = null }) {
    const by = { sealer: deps.sealer, token: rawToken, nowMs }
    // In its own transaction, so that the refusal that follows does not roll it back.
    const isChanged = await work(async (tx, note) => {
      const id = await approvalOfLink(tx, actor, by)
      const renewed = verdict === 'approved' ? await askAgainIfChanged(tx, id, nowMs) : null
      const changes = { asked: renewed?.asked }
      note(renewed === null ? null : { action: 'approval:asked_again', resource: 'approval', resourceId: id, changes })
      return renewed !== null
    })
    if (isChanged) throw new AppError('conflict', CHANGED)
    return work(async (tx, note) => {
      const { approval, isNew } = await decideByLink(tx, actor, by, { verdict, comment })
      const { id, status, quorum, votes, decidedFor } = approval
      const changes = { status, votes, comment, by: 'link', on_behalf_of: decidedFor }
      note(isNew ? { action: `approval:${verdict}`, resource: 'approval', resourceId: id, changes } : null)
      return { id, status, quorum, votes }
    })
  },
})

export const DELIVERY_OPERATIONS = [look, decision, ...MESSAGE_TEXT_OPERATIONS]
