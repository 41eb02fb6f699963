/**
 * Tracks tickets of cases: changes of a ticket appear in the timeline of its case, changes of a case are sent to its
 * ticket (`update-ticket.ts`), and a resolved case closes its ticket. Nothing loops: incoming changes are timeline
 * entries, which are never sent out, and a ticket that is closed in the tracker does not close the case, which people
 * do.
 */
import type { TicketState } from '../../../connectors/respond/executor.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Placed, Position } from '../../../platform/paging.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import { int, orNull, placedBy, type Row, text } from '../../../stores/postgres/columns.ts'
import { type TenantTx, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import { placesWithinRegion, withinRegion } from '../../platform/governance/index.ts'
import { severityOfRank } from '../../soc/alerts/index.ts'
import { getCase, noteOnCase } from '../../soc/cases/index.ts'
import { executorNamed } from './executors/choose.ts'
import type { ResponseWorkerDeps } from './response-workers.ts'
import { type TicketUpdate, updateTicket, writtenThere } from './update-ticket.ts'

export const TICKETS = table('Ticket', {
  action_id: column.uuid({ description: 'action that opened the ticket' }),
  case_id: column.uuid(),
  executor: column.text(),
  ref: column.text({ description: 'id in the ticket system, such as SOC-12 or INC0010002' }),
  url: column.orNull(column.text()),
  status: column.orNull(column.text({ description: 'status in the ticket system; null: not read yet' })),
  is_open: column.bool(),
  closed_by_us: column.bool({ description: 'true when svc closed it because its case was resolved' }),
  fault: column.orNull(column.text({ description: 'error of the last attempt to read the ticket' })),
  looked_at: column.orNull(column.time()),
  created_at: column.time(),
})
export type Ticket = RowOf<typeof TICKETS>

/** Oldest first. */
export function ticketsPage(
  tx: TenantTx,
  caseId: string,
  limit: number,
  after: Position | null,
): Promise<Placed<Ticket>[]> {
  const sql = /* sql */ `
    SELECT ${TICKETS.columns}, created_at::text AS position FROM tickets
    WHERE case_id = $1 AND ($2::timestamptz IS NULL OR (created_at, action_id) > ($2::timestamptz, $3::uuid))
    ORDER BY created_at, action_id LIMIT $4`
  const read = placedBy(TICKETS.read, ({ action_id }) => action_id)
  return tx.many(read, sql, [caseId, after?.[0] ?? null, after?.[1] ?? null, limit])
}

const POLL_MS = 5_000
export const LOOK_EVERY_MS = 60_000
/** Lease of a look: another process takes over after it. */
const LEASE_MS = 5 * 60_000
/** Time after closing within which a ticket may be opened again. */
const AFTER_CLOSE_MS = 7 * 86_400_000
const AT_ONCE = 50
const SEEN_MAX = 1_000

type Deps = Pick<ResponseWorkerDeps, 'pool' | 'vault' | 'egress' | 'findPlace' | 'log' | 'nowMs'>

export function ticketWorkers(deps: Deps): Worker[] {
  return [{ name: 'tickets', everyMs: POLL_MS, once: () => followTickets(deps) }]
}

/** One pass over due and newly opened tickets. Returns true when more are due. */
export async function followTickets(deps: Deps): Promise<boolean> {
  const now = new Date(deps.nowMs())
  const sql = /* sql */ `
    SELECT a.tenant_id, a.id FROM response_actions a
    WHERE a.action_type = 'create_ticket' AND a.status = 'completed' AND a.outcome <> 'simulated'
      AND a.case_id IS NOT NULL AND a.executor_ref IS NOT NULL
      AND NOT EXISTS (SELECT FROM tickets t WHERE t.tenant_id = a.tenant_id AND t.action_id = a.id)
    UNION ALL SELECT * FROM (SELECT tenant_id, action_id FROM tickets WHERE next_look_at <= $1 ORDER BY next_look_at LIMIT $2) d
    LIMIT $2`
  const due = await withOperator(deps.pool, 'tickets to look at', (tx) =>
    tx.many((row) => ({ tenant: tenantId(text(row, 'tenant_id')), id: text(row, 'id') }), sql, [now, AT_ONCE]),
  )
  for (const { tenant, id } of due) await follow(deps, tenant, id)
  return due.length === AT_ONCE
}

type Claimed = Ticket &
  TicketUpdate & {
    /** Beginning of the look. */
    readonly lookMs: number
    readonly seen: readonly string[]
    readonly ofCase: { readonly isOver: boolean }
  }

async function follow(deps: Deps, tenant: TenantId, id: string): Promise<void> {
  const ticket = await withTenant(deps.pool, tenant, (tx) => claim(tx, id, deps.nowMs()))
  if (ticket === null) return
  try {
    const side = await sideOf(deps, tenant, ticket)
    let found = await side.look(ticket.ref)
    const sent = found.isOpen ? await updateTicket(deps, tenant, ticket, side, found) : ticket.sent
    // Closed once: who opens it again there wants it open.
    const isToClose = found.isOpen && ticket.ofCase.isOver && !ticket.closed_by_us
    if (isToClose) {
      await side.close(ticket.ref, 'The case was resolved.')
      found = await side.look(ticket.ref)
    }
    await withTenant(deps.pool, tenant, (tx) =>
      settle(tx, ticket, { ...found, comments: writtenThere(found, sent) }, isToClose, deps.nowMs()),
    )
  } catch (error) {
    if (!(error instanceof AppError))
      deps.log.error({ err: error, tenant, ticket: ticket.ref }, 'cannot synchronise a ticket')
    const fault = error instanceof AppError ? error.message : 'it could not be looked at; the error is in the log'
    const waitMs = Math.max(LOOK_EVERY_MS, (error instanceof AppError ? (error.retryAfterSeconds ?? 0) : 0) * 1000)
    const sql = /* sql */ `UPDATE tickets SET fault = $2, next_look_at = $3 WHERE action_id = $1`
    const params = [id, fault.slice(0, 500), new Date(deps.nowMs() + waitMs)]
    await withTenant(deps.pool, tenant, (tx) => tx.run(sql, params))
  }
}

/** Makes the row of one that was just opened. Null when another process looks at it. */
async function claim(tx: TenantTx, id: string, nowMs: number): Promise<Claimed | null> {
  const [now, until] = [new Date(nowMs), new Date(nowMs + LEASE_MS)]
  const made = /* sql */ `
    INSERT INTO tickets (action_id, case_id, executor, ref, url, created_at, next_look_at)
    SELECT a.id, a.case_id, a.executor, a.executor_ref, CASE WHEN a.detail ~ '^https?://' THEN a.detail END, $2, $2
    FROM response_actions a JOIN cases c ON c.id = a.case_id WHERE a.id = $1 ON CONFLICT DO NOTHING
    RETURNING case_id, ref, url`
  const link = await tx.maybeOne((row) => row, made, [id, now])
  if (link !== null) {
    const title = `ticket ${text(link, 'ref')} was opened`
    await noteOnCase(
      tx,
      text(link, 'case_id'),
      { type: 'ticket.opened', title, description: orNull(text, link, 'url') },
      nowMs,
    )
  }
  const sql = /* sql */ `
    UPDATE tickets t SET next_look_at = $3 FROM cases c
    WHERE t.action_id = $1 AND t.next_look_at <= $2 AND c.id = t.case_id
    RETURNING ${TICKETS.of('t')}, t.seen, t.sent, t.told_severity, c.severity, c.resolved_at IS NOT NULL AS is_over`
  const toClaimed = (row: Row): Claimed => ({
    ...TICKETS.read(row),
    lookMs: nowMs,
    seen: row.seen as string[], // text[] of the table
    sent: row.sent as string[], // uuid[] of the table
    ...{ severity: severityOfRank(int(row, 'severity')), ticketSeverity: orNull(text, row, 'told_severity') },
    ofCase: { isOver: row.is_over === true },
  })
  return tx.maybeOne(toClaimed, sql, [id, now, until])
}

async function sideOf(deps: Deps, tenant: TenantId, { executor: name }: Ticket) {
  const { pool, vault, egress, findPlace, nowMs } = deps
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => withTenant(pool, tenant, work)
  const ways = {
    ...{ egress: withinRegion(inTenant, egress, 'webhook'), nowMs, verify: null, inTenant },
    findPlace: placesWithinRegion(inTenant, findPlace, 'mail'),
  }
  const found = await inTenant((tx) => executorNamed(tx, vault, ways, name))
  if (found?.ticket == null) throw new AppError('not_found', `the executor ${name} is no longer connected`)
  return found.ticket
}

async function settle(
  tx: TenantTx,
  ticket: Claimed,
  { status, isOpen, comments }: TicketState,
  isClosedByUs: boolean,
  nowMs: number,
): Promise<void> {
  const { case_id: caseId, ref } = ticket
  const fresh = comments.filter(({ id }) => !ticket.seen.includes(id))
  await getCase(tx, caseId)
  for (const { author, body } of fresh)
    await noteOnCase(tx, caseId, { type: 'ticket.comment', title: `${author} in ${ref}`, description: body }, nowMs)
  if (isClosedByUs)
    await noteOnCase(tx, caseId, { type: 'ticket.closed', title: `closed ticket ${ref}`, description: status }, nowMs)
  else if (ticket.status !== null && status !== ticket.status)
    await noteOnCase(
      tx,
      caseId,
      { type: 'ticket.changed', title: `ticket ${ref} is ${status}`, description: `it was ${ticket.status}` },
      nowMs,
    )
  const closedByUs = isClosedByUs || ticket.closed_by_us
  const isDone = !isOpen && nowMs > ticket.created_at.getTime() + AFTER_CLOSE_MS
  const sql = /* sql */ `
    UPDATE tickets SET status = $2, is_open = $3, closed_by_us = $4, seen = $5, fault = NULL, looked_at = $6,
      next_look_at = CASE WHEN hooked_at >= $8::timestamptz THEN $6::timestamptz ELSE $7::timestamptz END
    WHERE action_id = $1`
  const seen = [...ticket.seen, ...fresh.map(({ id }) => id)].slice(-SEEN_MAX)
  const next = isDone ? null : new Date(nowMs + LOOK_EVERY_MS)
  await tx.run(sql, [
    ...[ticket.action_id, status.slice(0, 100), isOpen, closedByUs, seen, new Date(nowMs), next],
    new Date(ticket.lookMs),
  ])
}
