import { alertsOfCase, isOneOf } from '../../control/soc/alerts/index.ts'
import {
  CASE_STATUSES,
  type Case,
  type CaseFilter,
  type CaseStatus,
  type Comment,
  caseFacets,
  casesPage,
  commentsPage,
  familyOf,
  getCase,
  namesOf,
  type TimelineEntry,
  timelinePage,
} from '../../control/soc/cases/index.ts'
import { AppError } from '../../platform/errors.ts'
import { InvalidInput } from '../../platform/invalid-input.ts'
import { positionOf } from '../../platform/paging.ts'
import { isUuid } from '../../platform/uuid-text.ts'
import { camelMembers } from '../../schemas/to-wire.ts'
import { LIMIT_DEFAULT } from '../../schemas/wire.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import type { FeedChange } from '../realtime/change-feed.ts'
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
  'Comment.createdAt': ({ createdAt }: Comment) => createdAt.toISOString(),
  'TimelineEvent.timestamp': ({ timestamp }: TimelineEntry) => timestamp.toISOString(),
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

async function createCase(
  _: unknown,
  { input }: { readonly input: object },
  { invoke, read }: GraphqlContext,
  info: Parameters<Resolve>[3],
): Promise<Case> {
  const { id } = await invoke(info, input)
  return read((tx) => getCase(tx, String(id)))
}

async function updateCase(
  _: unknown,
  { id, input }: { readonly id: string; readonly input: object },
  { invoke, read }: GraphqlContext,
  info: Parameters<Resolve>[3],
): Promise<Case> {
  await invoke(info, { ...input, id })
  return read((tx) => getCase(tx, id))
}

async function addComment(
  _: unknown,
  { caseId: id, body }: { readonly caseId: string; readonly body: string },
  { invoke }: GraphqlContext,
  info: Parameters<Resolve>[3],
) {
  const comment = await invoke(info, { id, body })
  return { ...camelMembers(comment), createdAt: new Date(String(comment.created_at)) }
}

/** Streams changes of all cases, or of one case by id or number; each payload is the case when it is sent. */
async function caseUpdated(
  _: unknown,
  { caseId }: { readonly caseId?: string | null },
  { follow, read, principal: { tenantId } }: GraphqlContext,
) {
  const wanted = caseId == null ? null : (await read((tx) => getCase(tx, caseId))).id
  return followed(follow, ['case_created', 'case_updated'], ({ tenantId: whose, entityId }: FeedChange) => {
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

function idOf(id: string | undefined, name: string): string | undefined {
  if (id === undefined || isUuid(id)) return id
  throw new InvalidInput({ loc: ['args', name], msg: 'is not a UUID', type: 'format' })
}
