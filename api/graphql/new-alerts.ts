/** The view of a new alert that subscribers get. */
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Alert, SEVERITIES, STATUSES } from '../../control/soc/alerts/index.ts'
import { assert } from '../../platform/assert.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { FeedChange } from '../realtime/change-feed.ts'

type Shown =
  | 'id'
  | 'tenantId'
  | 'title'
  | 'severity'
  | 'status'
  | 'aiScore'
  | 'riskScore'
  | 'connectorType'
  | 'caseId'
  | 'tags'
  | 'createdAt'
  | 'updatedAt'
/** Alert fields of the query interface. The assignee is undefined when the announcement does not contain it. */
export type ShownAlert = Pick<Alert, Shown> & { readonly assignedToId?: string | null }

const oneOf = <W extends string>(words: readonly W[]) => Type.Unsafe<W>(Type.Enum([...words]))
const nullableText = Type.Union([Type.String(), Type.Null()])
const announced = Compile(
  Type.Object({
    title: Type.String(),
    severity: oneOf(SEVERITIES),
    status: oneOf(STATUSES),
    ai_score: Type.Union([Type.Number(), Type.Null()]),
    risk_score: Type.Optional(Type.Union([Type.Number(), Type.Null()])), // older announcements have no risk score
    source: nullableText,
    case_id: nullableText,
    tags: Type.Array(Type.String()),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  }),
)

/** Reads an alert from an outbox announcement. Throws for an alert of another tenant. */
export function alertOf(tenant: TenantId, { tenantId, entityId, document: alert }: FeedChange): ShownAlert {
  assert(tenantId === tenant, 'a new alert is published to its own tenant')
  assert(announced.Check(alert), 'a new alert is announced with what is shown of it')
  return {
    id: entityId,
    tenantId,
    title: alert.title,
    severity: alert.severity,
    status: alert.status,
    aiScore: alert.ai_score,
    riskScore: alert.risk_score ?? null,
    connectorType: alert.source,
    caseId: alert.case_id,
    tags: alert.tags,
    createdAt: new Date(alert.created_at),
    updatedAt: new Date(alert.updated_at),
  }
}
