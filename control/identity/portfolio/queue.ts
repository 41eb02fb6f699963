/**
 * One queue of the open alerts and cases of all tenants that a person of the provider may work in: highest priority
 * first, then the longest waiting. A case has the priority of an alert of its severity.
 */
import { joinedCursor, partsOfJoined, refusedCursor } from '../../../platform/cursor.ts'
import { isTime } from '../../../platform/paging.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Actor } from '../../platform/acting/index.ts'
import { isAllowed } from '../../platform/acting/index.ts'
import { type HiddenFields, showPart } from '../../platform/governance/index.ts'
import {
  type Alert,
  type MinutesBySeverity,
  PRIORITIES,
  queuePage,
  SEVERITIES,
  type Severity,
  severityRank,
} from '../../soc/alerts/index.ts'
import { type Case, caseNumber, openCasesPage, slaConfigs } from '../../soc/cases/index.ts'
import { fullName, peopleByIds } from '../accounts/index.ts'
import { type Entrance, entrancesOf, inEach, inTenant, notRead, type PortfolioDeps } from './each-tenant.ts'

export const QUEUE_KINDS = ['alert', 'case'] as const
export type QueueKind = (typeof QUEUE_KINDS)[number]

export type QueueFilter = {
  readonly kind?: QueueKind | undefined
  readonly severities?: readonly Severity[] | undefined
  readonly tenants?: readonly string[] | undefined
  readonly isUnassigned: boolean
}

export type Place = { readonly priority: number; readonly since: string; readonly id: string }

export type QueueItem = {
  readonly tenant_id: string
  readonly tenant_name: string
  readonly delegation_id: string
  readonly kind: QueueKind
  readonly id: string
  readonly number: string | null
  readonly title: string
  readonly severity: Severity
  readonly status: string
  readonly priority: number
  readonly assigned_to_id: string | null
  /** Name of the owner, as the tenant knows it. */
  readonly assigned_to: string | null
  readonly waiting_since: Date
  readonly due_at: Date | null
  readonly is_overdue: boolean | null
  readonly withheld_fields: readonly string[]
}

type Placed = { readonly item: QueueItem; readonly place: Place }

export async function organisationQueue(
  deps: PortfolioDeps,
  actor: Actor,
  filter: QueueFilter,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  nowMs: number,
) {
  const after = placeOf(cursor)
  const { entrances, leftOff } = await entrancesOf(deps, actor, nowMs, filter.tenants ?? null)
  const reads = await inEach(entrances, (entrance) => readOne(deps, entrance, filter, limit + 1, after, nowMs))
  const all = reads.flatMap((one) => ('value' in one ? one.value.placed : [])).sort(inOrder)
  const shown = all.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ item }) => item),
    ...(all.length > limit && last ? { next_cursor: cursorOf(last.place) } : {}),
    tenants_read: reads.filter((one) => 'value' in one).length,
    not_read: [
      ...notRead(reads),
      ...reads.flatMap((one) =>
        ('value' in one ? one.value.lacking : []).map((reason) => ({
          tenant_id: one.entrance.tenant,
          reason,
        })),
      ),
    ],
    tenants_left_off: leftOff,
  }
}

const KIND_NEEDS = { alert: 'alerts:read', case: 'cases:read' } as const

async function readOne(
  deps: PortfolioDeps,
  entrance: Entrance,
  filter: QueueFilter,
  limit: number,
  after: Place | null,
  nowMs: number,
): Promise<{ placed: Placed[]; lacking: string[] }> {
  const kinds = QUEUE_KINDS.filter((kind) => filter.kind === undefined || filter.kind === kind)
  const may = kinds.filter((kind) => isAllowed(entrance.actor, KIND_NEEDS[kind]))
  const lacking = kinds
    .filter((kind) => !may.includes(kind))
    .map((kind) => `the delegated role ${entrance.delegation.role} lacks ${KIND_NEEDS[kind]}`)
  const [first] = may
  if (first === undefined) return { placed: [], lacking }
  const action = { needs: KIND_NEEDS[first], action: 'organisation:queue_read', nowMs }
  const placed = await inTenant(deps, entrance, action, async (tx, { name, hidden }) => {
    const of = { tenant_id: entrance.tenant, tenant_name: name, delegation_id: entrance.delegation.id }
    const open = may.filter((kind) => {
      const revealed = revealedField(kind, filter, hidden)
      if (revealed !== null)
        lacking.push(`a field rule hides ${kind}.${revealed}, which the queue would reveal by its order`)
      return revealed === null
    })
    const found = await Promise.all([
      open.includes('alert') ? alertsOf(tx, of, filter, limit, after, nowMs, hidden) : [],
      open.includes('case') ? casesOf(tx, of, filter, limit, after, nowMs, hidden) : [],
    ])
    return named(tx, found.flat())
  })
  return { placed, lacking }
}

const ORDERED_BY = { alert: ['priority', 'severity'], case: ['severity'] } as const
const OWNED_BY = { alert: ['assigned_to_id', 'assigned_to'], case: ['assignee_id', 'assigned_to_id'] } as const

/** A hidden field by which the queue is ordered or filtered: the place of an item would reveal its value. */
function revealedField(kind: QueueKind, { isUnassigned }: QueueFilter, hidden: HiddenFields): string | null {
  const names: readonly string[] = [...ORDERED_BY[kind], ...(isUnassigned ? OWNED_BY[kind] : [])]
  return (hidden.get(kind) ?? []).find(({ path: [first = ''] }) => names.includes(first))?.path[0] ?? null
}

async function named(tx: TenantTx, found: readonly Placed[]): Promise<Placed[]> {
  const owners = found.flatMap(({ item: { assigned_to_id: id } }) => (id === null ? [] : [id]))
  const people = await peopleByIds(tx, [...new Set(owners)])
  return found.map(({ item, place }) => {
    const owner = people.get(item.assigned_to_id ?? '')
    return { place, item: { ...item, assigned_to: owner === undefined ? null : fullName(owner) } }
  })
}

type Of = Pick<QueueItem, 'tenant_id' | 'tenant_name' | 'delegation_id'>

async function alertsOf(
  tx: TenantTx,
  of: Of,
  { severities, isUnassigned }: QueueFilter,
  limit: number,
  after: Place | null,
  nowMs: number,
  hidden: HiddenFields,
): Promise<Placed[]> {
  const query = { owner: isUnassigned ? 'unassigned' : 'all', period: 'all', me: null, nowMs, severities } as const
  const [rows, configs] = await Promise.all([
    queuePage(tx, query, limit, after && [after.priority, after.since, after.id]),
    slaConfigs(tx),
  ])
  const targets = SEVERITIES.map((severity) => configs.find((one) => one.severity === severity)?.mttrTarget ?? null)
  return rows.map(({ item, position: [priority, since, id] }) => ({
    item: alertItem(of, item, targets, nowMs, hidden),
    place: { priority, since, id },
  }))
}

function alertItem(of: Of, alert: Alert, targets: MinutesBySeverity, nowMs: number, hidden: HiddenFields): QueueItem {
  const record: Record<string, unknown> = {
    title: alert.title,
    severity: alert.severity,
    status: alert.status,
    priority: alert.priority,
    category: alert.category,
    rule_id: alert.ruleId,
    connector_id: alert.connectorId,
    affected_ips: [...alert.affectedIps],
    affected_hosts: [...alert.affectedHosts],
    affected_users: [...alert.affectedUsers],
    tags: [...alert.tags],
    assigned_to_id: alert.assignedToId,
  }
  const withheld = showPart('alert', record, hidden)
  const minutes = targets[severityRank(alert.severity) - 1] ?? null
  const due = minutes === null ? null : new Date(alert.createdAt.getTime() + minutes * 60_000)
  return {
    ...of,
    kind: 'alert',
    id: alert.id,
    number: null,
    title: textOr(record.title),
    severity: alert.severity,
    status: textOr(record.status),
    priority: alert.priority,
    assigned_to_id: idIn(record.assigned_to_id),
    assigned_to: null,
    waiting_since: alert.createdAt,
    due_at: due,
    is_overdue: due === null ? null : due.getTime() < nowMs,
    withheld_fields: withheld,
  }
}

async function casesOf(
  tx: TenantTx,
  of: Of,
  { severities, isUnassigned }: QueueFilter,
  limit: number,
  after: Place | null,
  nowMs: number,
  hidden: HiddenFields,
): Promise<Placed[]> {
  const from = after && {
    of: SEVERITIES.find((severity) => PRIORITIES[severity] === after.priority) ?? null,
    below: SEVERITIES.filter((severity) => PRIORITIES[severity] < after.priority),
    openedAt: after.since,
    id: after.id,
  }
  const rows = await openCasesPage(tx, { severities, isUnassigned }, limit, from)
  return rows.map(({ item, openedAt }) => ({
    item: caseItem(of, item, nowMs, hidden),
    place: { priority: PRIORITIES[item.severity], since: openedAt, id: item.id },
  }))
}

function caseItem(of: Of, one: Case, nowMs: number, hidden: HiddenFields): QueueItem {
  const record: Record<string, unknown> = {
    title: one.title,
    description: one.description,
    severity: one.severity,
    status: one.status,
    case_type: one.caseType,
    tags: [...one.tags],
    assignee_id: one.assigneeId,
    custom_fields: { ...one.customFields },
  }
  const withheld = showPart('case', record, hidden)
  const unmet = [one.acknowledgedAt === null ? one.ackDueAt : null, one.resolveDueAt].filter((due) => due !== null)
  const due = unmet.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
  return {
    ...of,
    kind: 'case',
    id: one.id,
    number: caseNumber(one.number),
    title: textOr(record.title),
    severity: one.severity,
    status: textOr(record.status),
    priority: PRIORITIES[one.severity],
    assigned_to_id: idIn(record.assignee_id),
    assigned_to: null,
    waiting_since: one.openedAt,
    due_at: due,
    is_overdue: due === null ? null : due.getTime() < nowMs,
    withheld_fields: withheld,
  }
}

/** A title that a field rule took away. */
const textOr = (value: unknown): string => (typeof value === 'string' ? value : '')
const idIn = (value: unknown): string | null => (typeof value === 'string' && isUuid(value) ? value : null)

function inOrder({ place: a }: Placed, { place: b }: Placed): number {
  if (a.priority !== b.priority) return b.priority - a.priority
  if (a.since !== b.since) return a.since < b.since ? -1 : 1
  return a.id < b.id ? -1 : 1
}

const cursorOf = ({ priority, since, id }: Place) => joinedCursor([priority, since, id])

/** Throws 422. */
function placeOf(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  const [priority = '', since = '', id = '', ...rest] = partsOfJoined(cursor)
  if (rest.length > 0 || !/^\d{1,3}$/.test(priority) || !isTime(since) || !isUuid(id)) throw refusedCursor()
  return { priority: Number(priority), since, id }
}
