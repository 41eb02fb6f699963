/**
 * A campaign: one action in several tenants of a provider. It is decided once, at the provider; in each tenant it is
 * requested and approved through the delegations of those two people there, under that tenant's own rules.
 */
import { Type } from 'typebox'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { Position } from '../../../platform/paging.ts'
import { placed, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import { ownOrganisation } from '../../identity/organisations/index.ts'
import { type Actor, personBehind } from '../../platform/acting/index.ts'
import {
  APPROVAL_STATUSES,
  actionTypeOf,
  checkedTarget,
  checkParameters,
  type Parameters,
  RISKS,
  requestApproval,
} from '../response/index.ts'

/** @bound tenants of a campaign; time to decide on it = {targets}; {decideHours} -> 422; it expires */
export const CAMPAIGN_LIMITS = { targets: 500, decideHours: 24 } as const

/**
 * waiting: not requested yet; held: people of the tenant have to approve; refused: by the tenant's rules, or because
 * the provider has no delegation; not_decided: the campaign was denied or expired.
 */
export const OUTCOMES_IN_TENANT = [
  ...(['waiting', 'held', 'running', 'completed', 'failed', 'refused', 'not_decided'] as const),
] as const
export type OutcomeInTenant = (typeof OUTCOMES_IN_TENANT)[number]

export const CAMPAIGNS = table('Campaign', {
  id: column.uuid(),
  title: column.text(),
  action_type: column.text(),
  parameters: column.json<Parameters>(Type.Record(Type.String(), Type.String())),
  rationale: column.text(),
  requested_by: column.uuid(),
  approval_id: column.uuid({ description: 'approval that decides on it' }),
  created_at: column.time(),
})
export type Campaign = RowOf<typeof CAMPAIGNS>

export const CAMPAIGN_TENANTS = table('CampaignTenant', {
  customer: column.text({ description: 'tenant of the target' }),
  target: column.text(),
  status: column.word(OUTCOMES_IN_TENANT),
  action_id: column.orNull(column.uuid({ description: 'id of the action in that tenant' })),
  detail: column.orNull(column.text()),
  updated_at: column.time(),
})
export type CampaignTenant = RowOf<typeof CAMPAIGN_TENANTS>

export type NewCampaign = Pick<Campaign, 'title' | 'action_type' | 'parameters' | 'rationale'> & {
  readonly targets: readonly { readonly tenant_id: string; readonly target: string }[]
  readonly quorum: number
}

/**
 * Throws `conflict` when the tenant manages no other one, 422 for a tenant that it does not manage and an invalid
 * target.
 */
export async function askForCampaign(
  tx: TenantTx,
  actor: Actor,
  newCampaign: NewCampaign,
  nowMs: number,
): Promise<Campaign> {
  const person = personBehind(actor)
  if (actor.kind !== 'user' || person === null || actor.delegationId !== null)
    throw new AppError('forbidden', 'only a person of the provider can request a campaign')
  if ((await ownOrganisation(tx))?.homeTenant !== tx.tenantId)
    throw new AppError('conflict', 'this tenant looks after no other')
  const type = actionTypeOf(newCampaign.action_type)
  if (type === null) throw invalid('action_type', `${newCampaign.action_type} is no action`)
  checkParameters(type, newCampaign.parameters)
  const targets = newCampaign.targets.map(({ tenant_id, target }) => ({
    tenant_id,
    target: checkedTarget(type, target),
  }))
  await requireLookedAfter(tx, [...new Set(targets.map(({ tenant_id }) => tenant_id))])
  const ofTenants = Map.groupBy(targets, ({ tenant_id }) => tenant_id)
  const shown = [...ofTenants].map(([tenant, own]) => [`in ${tenant}`, own.map(({ target }) => target).join(', ')])
  const approval = await requestApproval(
    tx,
    actor,
    {
      title: newCampaign.title,
      summary: `${newCampaign.rationale}\n\n${type.about} in ${ofTenants.size} tenants, each under its own rules.`,
      riskLevel: RISKS[type.blastRadius],
      action: {
        actionType: type.name,
        target: `${targets.length} targets in ${ofTenants.size} tenants`,
        parameters: { ...newCampaign.parameters, ...Object.fromEntries(shown) },
      },
      quorum: newCampaign.quorum,
      expiresAt: new Date(nowMs + CAMPAIGN_LIMITS.decideHours * 3_600_000),
    },
    nowMs,
  )
  const sql = /* sql */ `
    INSERT INTO campaigns (title, action_type, parameters, rationale, requested_by, approval_id, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${CAMPAIGNS.columns}`
  const now = new Date(nowMs)
  const made = await tx.maybeOne(CAMPAIGNS.read, sql, [
    ...[
      newCampaign.title,
      type.name,
      JSON.stringify(newCampaign.parameters),
      newCampaign.rationale,
      person,
      approval.id,
      now,
    ],
  ])
  const rows = /* sql */ `
    INSERT INTO campaign_tenants (campaign_id, customer, target, updated_at)
    SELECT $1, t.tenant_id, t.target, $3 FROM jsonb_to_recordset($2::jsonb) AS t (tenant_id text, target text)
    ON CONFLICT DO NOTHING`
  await tx.run(rows, [made?.id, JSON.stringify(targets), now])
  return made as Campaign
}

async function requireLookedAfter(tx: TenantTx, ids: readonly string[]): Promise<void> {
  const sql = /* sql */ `
    SELECT tenant_id FROM organisation_tenants WHERE home_tenant = svc_tenant() AND tenant_id = ANY($1)`
  const found = new Set(await tx.many((row) => text(row, 'tenant_id'), sql, [ids]))
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw invalid('targets', `${missing} is no tenant that is looked after here`, 'reference')
}

export const CAMPAIGN_STATUS = Type.Object({
  approval_status: Type.Unsafe<(typeof APPROVAL_STATUSES)[number]>({ type: 'string', enum: [...APPROVAL_STATUSES] }),
  tenants: Type.Record(Type.String(), Type.Integer(), { description: 'number of targets by state' }),
})

/** Newest first. */
export async function campaignsPage(tx: TenantTx, limit: number, after: Position | null) {
  const sql = /* sql */ `
    SELECT ${CAMPAIGNS.of('c')}, a.status AS approval_status,
      (SELECT jsonb_object_agg(s.status, s.n) FROM (SELECT t.status, count(*) AS n FROM campaign_tenants t
        WHERE t.campaign_id = c.id GROUP BY t.status) s) AS tenants, c.created_at::text AS position
    FROM campaigns c JOIN approvals a ON a.id = c.approval_id
    WHERE $1::timestamptz IS NULL OR (c.created_at, c.id) < ($1::timestamptz, $2::uuid)
    ORDER BY c.created_at DESC, c.id DESC LIMIT $3`
  const read = placed((row) => ({
    ...CAMPAIGNS.read(row),
    approval_status: row.approval_status as (typeof APPROVAL_STATUSES)[number],
    tenants: (row.tenants ?? {}) as Record<string, number>,
  }))
  return tx.many(read, sql, [after?.[0] ?? null, after?.[1] ?? null, limit])
}

/** Throws `not_found`. */
export async function campaign(tx: TenantTx, id: string): Promise<Campaign> {
  return requireFound(
    await tx.maybeOne(CAMPAIGNS.read, `SELECT ${CAMPAIGNS.columns} FROM campaigns WHERE id = $1`, [id]),
    'campaign',
  )
}

export function tenantsOf(tx: TenantTx, id: string): Promise<CampaignTenant[]> {
  const sql = /* sql */ `
    SELECT ${CAMPAIGN_TENANTS.columns} FROM campaign_tenants WHERE campaign_id = $1 ORDER BY customer, target LIMIT $2`
  return tx.many(CAMPAIGN_TENANTS.read, sql, [id, CAMPAIGN_LIMITS.targets])
}

export async function settleIn(
  tx: TenantTx,
  campaignId: string,
  { customer, target }: Pick<CampaignTenant, 'customer' | 'target'>,
  to: { readonly status: OutcomeInTenant; readonly actionId?: string | null; readonly detail: string | null },
  nowMs: number,
): Promise<void> {
  const sql = /* sql */ `
    UPDATE campaign_tenants SET status = $4, action_id = coalesce($5, action_id), detail = $6, updated_at = $7
    WHERE campaign_id = $1 AND customer = $2 AND target = $3`
  const detail = to.detail?.slice(0, 1000) ?? null
  await tx.run(sql, [campaignId, customer, target, to.status, to.actionId ?? null, detail, new Date(nowMs)])
}
