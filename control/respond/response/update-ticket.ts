/**
 * Sends the severity of a case to its ticket, and its comments where the executor sends them. A comment ends with a
 * mark that contains its id: after a crash the ticket is searched for the mark, and an incoming comment with a mark is
 * our own.
 */
import type { TicketSide, TicketState } from '../../../connectors/respond/executor.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { fullName, peopleByIds } from '../../identity/accounts/index.ts'
import { hiddenFromAll, shownText } from '../../platform/governance/index.ts'
import { noteOnCase } from '../../soc/cases/index.ts'
import type { ResponseWorkerDeps } from './response-workers.ts'

export type TicketUpdate = {
  readonly action_id: string
  readonly case_id: string
  readonly ref: string
  readonly severity: string
  /** Severity that the ticket has; null when it was opened with the severity of the case at that time. */
  readonly ticketSeverity: string | null
  /** Ids of comments of the case that the ticket has. */
  readonly sent: readonly string[]
}

/**
 * @bound comments of a case that are sent to its ticket = {} in a round, {SENT_MAX} for a ticket -> sent in the next
 * round; not sent
 */
const COMMENTS_AT_ONCE = 10
/** Comments of a case that one ticket is sent. */
const SENT_MAX = 1_000
/** A journal of ServiceNow holds 4,000 characters: the mark has to be among them. */
const WORDS_MAX = 3_000
const MARK = /\bsvc-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\W*$/
const markOf = (id: string) => `[svc-${id}]`

const cut = (words: string) => (words.length <= WORDS_MAX ? words : `${words.slice(0, WORDS_MAX).toWellFormed()}…`)

/** The comments of a ticket that were written there. */
export function writtenThere({ comments }: TicketState, sent: readonly string[]): TicketState['comments'] {
  return comments.filter(({ body }) => !sent.includes(MARK.exec(body)?.[1] ?? ''))
}

type Deps = Pick<ResponseWorkerDeps, 'pool' | 'nowMs'>

/** Gives the ids of comments that the ticket has now. Throws for a side that is away or busy. */
export async function updateTicket(
  deps: Deps,
  tenant: TenantId,
  ticket: TicketUpdate,
  side: TicketSide,
  found: TicketState,
): Promise<readonly string[]> {
  await updateSeverity(deps, tenant, ticket, side)
  return side.comment === null ? ticket.sent : sendComments(deps, tenant, ticket, side.comment, found)
}

/** A tracker project without priorities refuses it, and the timeline of the case says so once. */
async function updateSeverity(
  { pool, nowMs }: Deps,
  tenant: TenantId,
  ticket: TicketUpdate,
  side: TicketSide,
): Promise<void> {
  const { action_id: id, case_id: caseId, ref, severity, ticketSeverity } = ticket
  if (severity === ticketSeverity) return
  let note: Parameters<typeof noteOnCase>[2] = {
    type: 'ticket.updated',
    title: `ticket ${ref} is of severity ${severity} now`,
    description: null,
  }
  if (ticketSeverity !== null) {
    try {
      await side.setSeverity(ref, severity)
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500 || error.code === 'rate_limited') throw error
      note = {
        type: 'ticket.failed',
        title: `ticket ${ref} did not take severity ${severity}`,
        description: error.message,
      }
    }
  }
  await withTenant(pool, tenant, async (tx) => {
    await tx.run(/* sql */ `UPDATE tickets SET told_severity = $2 WHERE action_id = $1`, [id, severity])
    if (ticketSeverity !== null) await noteOnCase(tx, caseId, note, nowMs())
  })
}

async function sendComments(
  { pool }: Deps,
  tenant: TenantId,
  ticket: TicketUpdate,
  comment: NonNullable<TicketSide['comment']>,
  { comments }: TicketState,
): Promise<readonly string[]> {
  const sent = [...ticket.sent]
  for (const { id, words } of await withTenant(pool, tenant, (tx) => unsent(tx, ticket))) {
    const isThere = comments.some(({ body }) => MARK.exec(body)?.[1] === id)
    if (!isThere) await comment(ticket.ref, `${cut(words)}\n\n${markOf(id)}`)
    sent.push(id)
    const sql = /* sql */ `UPDATE tickets SET sent = array_append(sent, $2::uuid) WHERE action_id = $1`
    await withTenant(pool, tenant, (tx) => tx.run(sql, [ticket.action_id, id]))
  }
  return sent
}

/** Comments of people since the request of the ticket that it does not have yet. */
async function unsent(tx: TenantTx, { action_id: id, case_id: caseId, sent }: TicketUpdate) {
  const sql = /* sql */ `
    SELECT c.id, c.author_id, c.body FROM tickets t JOIN response_actions a ON a.id = t.action_id
    JOIN case_comments c ON c.case_id = t.case_id
    WHERE t.action_id = $1 AND c.created_at >= least(t.created_at, a.created_at) AND NOT c.is_system
      AND c.id <> ALL (t.sent)
    ORDER BY c.created_at, c.id LIMIT $2`
  const found = await tx.many(
    (row) => ({ id: text(row, 'id'), authorId: text(row, 'author_id'), body: text(row, 'body') }),
    sql,
    [id, Math.min(COMMENTS_AT_ONCE, SENT_MAX - sent.length)],
  )
  const authors = await peopleByIds(
    tx,
    found.map(({ authorId }) => authorId),
  )
  // The other side has no roles here: every field rule holds.
  const copies = await hiddenFromAll(tx, [caseId, ...found.map(({ body }) => body)])
  return found.map(({ id: commentId, authorId, body }) => {
    const author = authors.get(authorId)
    return { id: commentId, words: shownText(`${author === undefined ? authorId : fullName(author)}: ${body}`, copies) }
  })
}
