/** Carries out approved campaigns: requests the action in each tenant and stores its outcome. */
import { createHash } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { type Postgres, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { delegationInto, liveDelegate } from '../../identity/organisations/index.ts'
import { type Actor, perform, programIn, type RecordAct } from '../../platform/acting/index.ts'
import { hiddenFrom } from '../../platform/governance/index.ts'
import {
  type Approval,
  actionById,
  approvalById,
  decide,
  type ResponseAction,
  requestAction,
} from '../response/index.ts'
import { type Campaign, type CampaignTenant, campaign, type OutcomeInTenant, settleIn, tenantsOf } from './campaign.ts'

export type CampaignDeps = {
  /** Signs in as the owner, because it looks for unfinished campaigns over all tenants. */
  readonly pool: Postgres
  readonly audit: RecordAct
  readonly log: Log
  readonly nowMs: () => number
}

const POLL_MS = 2_000
const AT_ONCE = 20

export function campaignWorkers(deps: CampaignDeps): Worker[] {
  return [{ name: 'campaigns', everyMs: POLL_MS, once: () => carryCampaignsOn(deps) }]
}

/** Advances the campaigns that were advanced longest ago. True when the state of any tenant changed. */
export async function carryCampaignsOn(deps: CampaignDeps): Promise<boolean> {
  const sql = /* sql */ `
    SELECT c.tenant_id, c.id FROM campaigns c JOIN approvals a ON a.tenant_id = c.tenant_id AND a.id = c.approval_id
    WHERE a.status <> 'pending' AND EXISTS (SELECT FROM campaign_tenants t
      WHERE t.tenant_id = c.tenant_id AND t.campaign_id = c.id AND t.status IN ('waiting', 'held', 'running'))
    ORDER BY random() LIMIT $1`
  const open = await withOperator(deps.pool, 'campaigns that go on', (tx) =>
    tx.many((row) => ({ home: tenantId(text(row, 'tenant_id')), id: text(row, 'id') }), sql, [AT_ONCE]),
  )
  let isChanged = false
  for (const { home, id } of open) if (await carryOn(deps, home, id)) isChanged = true
  return isChanged
}

async function carryOn(deps: CampaignDeps, home: TenantId, id: string): Promise<boolean> {
  const { of, approval, tenants } = await withTenant(deps.pool, home, async (tx) => {
    const found = await campaign(tx, id)
    return { of: found, approval: await approvalById(tx, found.approval_id), tenants: await tenantsOf(tx, id) }
  })
  if (approval === null) return false
  let isChanged = false
  for (const one of tenants.filter(({ status }) => OPEN.has(status))) {
    const to = await outcomeIn(deps, home, of, approval, one)
    if (to.status === one.status && to.detail === one.detail) continue
    await withTenant(deps.pool, home, (tx) => settleIn(tx, id, one, to, deps.nowMs()))
    isChanged ||= to.status !== one.status
  }
  return isChanged
}

const OPEN: ReadonlySet<OutcomeInTenant> = new Set(['waiting', 'held', 'running'])
type Outcome = Parameters<typeof settleIn>[3]

/** Carries the campaign out in one tenant. A fault of ours leaves it as it is, to be tried again. */
async function outcomeIn(
  deps: CampaignDeps,
  home: TenantId,
  of: Campaign,
  approval: Approval,
  one: CampaignTenant,
): Promise<Outcome> {
  if (approval.status !== 'approved') return { status: 'not_decided', detail: `the campaign is ${approval.status}` }
  const customer = tenantId(one.customer)
  try {
    const action = one.action_id === null ? await askForAction(deps, home, customer, of, approval, one.target) : null
    const { pool } = deps
    const now = action ?? (await withTenant(pool, customer, (tx) => actionById(tx, one.action_id ?? '')))
    return now === null ? { status: 'failed', detail: 'the action is gone' } : outcomeOf(now)
  } catch (error) {
    if (error instanceof AppError && error.status < 500 && error.code !== 'rate_limited')
      return { status: 'refused', detail: error.message }
    deps.log.warn({ err: error, tenant: customer, campaign: of.id }, 'campaign failed in a tenant, retrying')
    const detail = error instanceof AppError ? error.message : 'it could not be asked for; the error is in the log'
    return { status: one.status, detail }
  }
}

/**
 * Requested by the campaign's requester and approved by its approver, each through their delegation into the tenant.
 */
async function askForAction(
  deps: CampaignDeps,
  home: TenantId,
  customer: TenantId,
  { id, action_type: actionType, parameters, rationale, title, requested_by }: Campaign,
  { decidedBy }: Approval,
  target: string,
): Promise<ResponseAction> {
  const asker = await delegateIn(deps, home, customer, requested_by)
  if (asker === null)
    throw new AppError('forbidden', 'the requester of the campaign has no delegation into this tenant')
  const about = { campaign: title, campaign_id: id, by_tenant: home }
  const asks = { needs: 'actions:write', records: ['action:requested'] } as const
  const { action, approval } = await perform(deps, asker, asks, async (tx, note) => {
    const idempotencyKey = `campaign/${id}/${createHash('sha256').update(target).digest('hex')}`
    const request = {
      actionType,
      target,
      parameters,
      rationale: `${title}: ${rationale}`.slice(0, 2000),
      idempotencyKey,
    }
    const requested = await requestAction(tx, asker, request, deps.nowMs())
    const changes = { ...about, action_type: actionType, target, status: requested.action.status }
    note({ resource: 'action', resourceId: requested.action.id, changes })
    return requested
  })
  if (approval?.status !== 'pending' || decidedBy === null) return action
  const agrees = await delegateIn(deps, home, customer, decidedBy)
  if (agrees === null) return action
  try {
    const decides = { needs: 'actions:read', records: ['approval:approved'] } as const
    return await perform(deps, agrees, decides, async (tx, note) => {
      const decision = { verdict: 'approved', comment: `Agreed to for the campaign ${title}.`.slice(0, 2000) } as const
      const { approval: decided, isNew } = await decide(tx, agrees, approval.id, decision, deps.nowMs())
      const changes = { ...about, status: decided.status }
      note(isNew ? { resource: 'approval', resourceId: approval.id, changes } : null)
      return (await actionById(tx, action.id)) ?? action
    })
  } catch (error) {
    // A person who agreed at home may not agree there: the tenant's own people decide.
    if (error instanceof AppError && error.code === 'forbidden') return action
    throw error
  }
}

async function delegateIn(
  { pool, nowMs }: CampaignDeps,
  home: TenantId,
  customer: TenantId,
  userId: string,
): Promise<Actor | null> {
  const delegationId = await withTenant(pool, home, (tx) => delegationInto(tx, userId, customer, new Date(nowMs())))
  const live = delegationId === null ? null : await liveDelegate(pool, customer, delegationId, nowMs())
  if (live === null || live.userId !== userId) return null
  const { email, permissions, role } = live
  const hidden = await withTenant(pool, customer, (tx) => hiddenFrom(tx, [role]))
  return { ...programIn(customer, 'user', userId), personId: userId, email, delegationId, permissions, hidden }
}

const OF_ACTIONS = {
  awaiting_approval: 'held',
  approved: 'running',
  running: 'running',
  rolling_back: 'running',
  completed: 'completed',
  rolled_back: 'completed',
  failed: 'failed',
  rejected: 'refused',
} as const satisfies Readonly<Record<ResponseAction['status'], OutcomeInTenant>>

function outcomeOf({ id, status, outcome, reason, detail }: ResponseAction): Outcome {
  const words =
    status === 'awaiting_approval'
      ? 'people of the tenant have to agree'
      : [outcome, reason, detail].filter((part) => part !== null).join(': ')
  return { status: OF_ACTIONS[status], actionId: id, detail: words === '' ? null : words }
}
