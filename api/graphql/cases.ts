import { alertsOfCase, isOneOf, SEVERITIES, type Severity } from '../../control/soc/alerts/index.ts'
import {
  CASE_STATUSES,
  type Case,
  type CaseFilter,
  type CasePatch,
  type CaseStatus,
  type Comment,
  caseActor,
  caseFacets,
  casesPage,
  changeCase,
  commentOnCase,
  commentsPage,
  familyOf,
  getCase,
  namesOf,
  openCase,
  type TimelineEntry,
  timelinePage,
} from '../../control/soc/cases/index.ts'
import { AppError } from '../../platform/errors.ts'
import { InvalidInput } from '../../platform/invalid-input.ts'
import { positionOf } from '../../platform/paging.ts'
import { isUuid } from '../../platform/uuid-text.ts'
import { LIMIT_DEFAULT } from '../../schemas/wire.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import type { TakenChange } from '../realtime/change-feed.ts'
import { type Connection, connection } from './connection.ts'
import { followed, type GraphqlContext } from './context.ts'
import { LIST_SIZE } from './limits.ts'
import type { Resolve, Resolvers } from './schema.ts'

type ListArgs = {
  readonly status?: string | null
  readonly assigneeId?: string | null
  readonly limit?: number | null
  readonly cursor?: string | null
}

type CaseInputArgs = {
  readonly title?: string | null
  readonly status?: string | null
  readonly severity?: string | null
  readonly description?: string | null
  readonly assigneeId?: string | null
  readonly alertIds?: readonly string[] | null
  readonly tags?: readonly string[] | null
}

export const caseResolvers: Resolvers = {
  'Query.cases': cases,
  'Query.case': oneCase,
  'Mutation.createCase': createCase,
  'Mutation.updateCase': updateCase,
  'Mutation.addCaseComment': addComment,
  'Subscription.caseUpdated': caseUpdated,
  'Case.status': ({ status }: Case) => status.toUpperCase(),
  'Case.severity': ({ severity }: Case) => severity.toUpperCase(),
  'Case.createdAt': ({ openedAt }: Case) => openedAt.toISOString(),
  'Case.closedAt': ({ closedAt }: Case) => closedAt?.toISOString() ?? null,
  'Case.assignee': ({ assigneeId }: Case, _: unknown, { users }: GraphqlContext) =>
    assigneeId === null ? null : users.load(assigneeId),
  'Case.alerts': ({ id }: Case, _: unknown, { read }: GraphqlContext) =>
    read(async (tx) => itemsOf(await alertsOfCase(tx, await familyOf(tx, id), LIST_SIZE, null))),
  'Case.timeline': ({ id }: Case, _: unknown, { read }: GraphqlContext) =>
    read(async (tx) => {
      const entries = itemsOf(await timelinePage(tx, await familyOf(tx, id), LIST_SIZE, null))
      const names = await namesOf(
        tx,
        entries.map(({ actorId }) => actorId),
      )
      return entries.map((entry) => ({ ...entry, actor: names(entry.actorId) }))
    }),
  'Case.comments': ({ id }: Case, _: unknown, { read }: GraphqlContext) =>
    read(async (tx) => authored(tx, itemsOf(await commentsPage(tx, await familyOf(tx, id), LIST_SIZE, null)))),
  'Comment.createdAt': ({ at }: Comment) => at.toISOString(),
  'TimelineEvent.timestamp': ({ at }: TimelineEntry) => at.toISOString(),
}

async function cases(_: unknown, args: ListArgs, { read }: GraphqlContext): Promise<Connection<Case>> {
  const limit = args.limit ?? LIMIT_DEFAULT
  const after = positionOf(args.cursor ?? undefined)
  const status = statusOf(args.status)
  const filter: CaseFilter = {
    statuses: status === undefined ? undefined : [status],
    assigneeId: idOf(args.assigneeId ?? undefined, 'assigneeId'),
  }
  const rows = await read((tx) => casesPage(tx, filter, limit + 1, after))
  return connection(rows, limit, () => read(async (tx) => (await caseFacets(tx, filter)).total))
}

async function oneCase(_: unknown, { id }: { id: string }, { read }: GraphqlContext): Promise<Case | null> {
  try {
    return await read((tx) => getCase(tx, id))
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

function createCase(
  _: unknown,
  { input }: { readonly input: CaseInputArgs },
  { change, actor, deps }: GraphqlContext,
  info: Parameters<Resolve>[3],
): Promise<Case> {
  return change(info, async (tx, note) => {
    const newCase = {
      title: textOf(input.title ?? '', 'title', 300),
      severity: severityOf(input.severity) ?? 'medium',
      description: input.description == null ? null : textOf(input.description, 'description', 20_000),
      assigneeId: idOf(input.assigneeId ?? undefined, 'assigneeId'),
      alertIds: (input.alertIds ?? []).map((id) => idOf(id, 'alertIds') ?? ''),
      tags: (input.tags ?? []).map((tag) => textOf(tag, 'tags', 64)),
    }
    const opened = await openCase(tx, caseActor(actor), newCase, deps.nowMs())
    note({ resource: 'case', resourceId: opened.id, changes: { ...newCase } })
    return getCase(tx, opened.id)
  })
}

function updateCase(
  _: unknown,
  { id, input }: { readonly id: string; readonly input: CaseInputArgs },
  { change, actor, deps }: GraphqlContext,
  info: Parameters<Resolve>[3],
): Promise<Case> {
  return change(info, async (tx, note) => {
    const patch: CasePatch = {
      title: input.title == null ? undefined : textOf(input.title, 'title', 300),
      status: statusOf(input.status),
      severity: severityOf(input.severity),
      description: input.description == null ? input.description : textOf(input.description, 'description', 20_000),
      assigneeId: input.assigneeId === null ? null : idOf(input.assigneeId, 'assigneeId'),
    }
    const changed = await changeCase(tx, caseActor(actor), id, patch, deps.nowMs())
    note({ resource: 'case', resourceId: changed.id, changes: { ...patch } })
    return changed
  })
}

function addComment(
  _: unknown,
  { caseId, body }: { readonly caseId: string; readonly body: string },
  { change, actor, deps }: GraphqlContext,
  info: Parameters<Resolve>[3],
) {
  return change(info, async (tx, note) => {
    const text = textOf(body, 'body', 20_000)
    const comment = await commentOnCase(tx, caseActor(actor), caseId, text, deps.nowMs())
    note({ resource: 'case', resourceId: comment.caseId, changes: { comment_id: comment.id } })
    const [shown] = await authored(tx, [comment])
    return shown
  })
}

/** Each change of a case, or of one case by its id or number, as it stands when it is shown. */
async function caseUpdated(
  _: unknown,
  { caseId }: { readonly caseId?: string | null },
  { follow, read, principal: { tenantId } }: GraphqlContext,
) {
  const wanted = caseId == null ? null : (await read((tx) => getCase(tx, caseId))).id
  return followed(follow, ['case_created', 'case_updated'], ({ tenantId: whose, entityId }: TakenChange) => {
    if (whose !== tenantId || (wanted !== null && wanted !== entityId)) return undefined
    return (context) => context.read((tx) => getCase(tx, entityId))
  })
}

async function authored(tx: TenantTx, comments: readonly Comment[]) {
  const names = await namesOf(
    tx,
    comments.map(({ authorId }) => authorId),
  )
  return comments.map((comment) => ({ ...comment, author: names(comment.authorId) }))
}

function itemsOf<T>(rows: readonly { readonly item: T }[]): T[] {
  return rows.map(({ item }) => item)
}

/** GraphQL's words are ours in capitals. */
function statusOf(word: string | null | undefined): CaseStatus | undefined {
  const ours = word?.toLowerCase()
  return ours !== undefined && isOneOf(CASE_STATUSES, ours) ? ours : undefined
}

function severityOf(word: string | null | undefined): Severity | undefined {
  const ours = word?.toLowerCase()
  return ours !== undefined && isOneOf(SEVERITIES, ours) ? ours : undefined
}

function idOf(id: string | undefined, name: string): string | undefined {
  if (id === undefined || isUuid(id)) return id
  throw new InvalidInput({ loc: ['args', name], msg: 'is not a UUID', type: 'format' })
}

function textOf(text: string, name: string, max: number): string {
  if (text.length <= max && !text.includes('\u0000')) return text
  throw new InvalidInput({ loc: ['args', name], msg: `is text of at most ${max} characters`, type: 'text' })
}
