import { AppError } from '../../../platform/errors.ts'
import type { Sealer } from '../../../platform/seal.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { firstIdOf } from './entry-id.ts'
import { countEntries, type EntryFilter, entriesBefore } from './log-store.ts'
import { refsLike, subjectsNamed } from './subject-store.ts'
import { type AuditView, viewEntries } from './view.ts'

export type AuditQuery = {
  /** Prefix: `scim:` finds `scim:user:create`. */
  readonly action?: string | undefined
  readonly resource?: string | undefined
  readonly resourceId?: string | undefined
  readonly actorId?: string | undefined
  /** Found anywhere in action, resource, ids and changes, in any case; never in what is sealed for a person. */
  readonly search?: string | undefined
  /** Ids of people whose names or addresses match the search; the caller looks them up. At most 1,000. */
  readonly searchActorIds?: readonly string[] | undefined
  /** Start (inclusive) and end (exclusive) of the time span. */
  readonly from?: Date | undefined
  readonly until?: Date | undefined
}

export type AuditPage = {
  readonly items: readonly AuditView[]
  /** Absent on the last page. */
  readonly nextCursor?: string
}

export const PAGE_DEFAULT = 50
export const PAGE_MAX = 500
const SEARCH_LENGTH_MAX = 200
const PEOPLE_MAX = 1_000
const TIME_MS_MAX = 2 ** 48 - 1

/**
 * Newest first. Throws `bad_request` for a limit outside 1 to 500, a cursor that is not one of ours, a search of more
 * than 200 characters.
 */
export async function auditPage(
  tx: TenantTx,
  sealer: Sealer,
  query: AuditQuery,
  page: { limit?: number | undefined; cursor?: string | undefined } = {},
): Promise<AuditPage> {
  const { limit = PAGE_DEFAULT, cursor } = page
  if (!Number.isInteger(limit) || limit < 1 || limit > PAGE_MAX)
    throw new AppError('bad_request', `limit is a whole number from 1 to ${PAGE_MAX}`)
  const filter = await filterOf(tx, query)
  const found = await entriesBefore(tx, filter, cursor === undefined ? null : idOfCursor(cursor), limit + 1)
  const shown = found.slice(0, limit)
  const items = await viewEntries(tx, sealer, shown)
  const last = shown.at(-1)
  return found.length > limit && last ? { items, nextCursor: auditCursor(last.id) } : { items }
}

/** All that match, whatever a page or an export holds. */
export async function auditTotal(tx: TenantTx, query: AuditQuery): Promise<number> {
  return countEntries(tx, await filterOf(tx, query))
}

async function filterOf(tx: TenantTx, query: AuditQuery): Promise<EntryFilter> {
  const { action, resource, resourceId, actorId, search, from, until } = query
  if (search !== undefined && (search.length < 1 || search.length > SEARCH_LENGTH_MAX))
    throw new AppError('bad_request', `search has 1 to ${SEARCH_LENGTH_MAX} characters`)
  return {
    action: action?.replaceAll('\0', '') ?? null,
    resource: resource ?? null,
    resourceIds: resourceId === undefined ? null : [resourceId, ...(await refsOf(tx, [resourceId]))],
    actorRefs: actorId === undefined ? null : await refsOf(tx, [actorId]),
    fromId: from === undefined ? null : firstIdOf(boundedMs(from)),
    untilId: until === undefined ? null : firstIdOf(boundedMs(until)),
    search: search === undefined ? null : `%${literal(search)}%`,
    searchRefs: search === undefined ? null : await searchRefs(tx, search, query.searchActorIds ?? []),
  }
}

async function searchRefs(tx: TenantTx, search: string, people: readonly string[]): Promise<string[]> {
  if (people.length > PEOPLE_MAX) throw new AppError('bad_request', 'the search means too many people; narrow it')
  const like = await refsLike(tx, `%${literal(search)}%`, PEOPLE_MAX + 1)
  if (like.length > PEOPLE_MAX) throw new AppError('bad_request', 'the search means too many people; narrow it')
  return [...like, ...(await refsOf(tx, people))]
}

async function refsOf(tx: TenantTx, subjects: readonly string[]): Promise<string[]> {
  return subjects.length === 0 ? [] : (await subjectsNamed(tx, subjects)).map(({ ref }) => ref)
}

/** Inside a pattern of LIKE. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&').replaceAll('\0', '')
}

function boundedMs(time: Date): number {
  const ms = time.getTime()
  if (Number.isNaN(ms)) throw new AppError('bad_request', 'from and until are times')
  return Math.min(Math.max(ms, 0), TIME_MS_MAX)
}

/** Value of `cursor` for the page after this entry. */
export function auditCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

function idOfCursor(cursor: string): string {
  const hex = Buffer.from(cursor, 'base64url').toString('hex')
  if (!/^[\w-]{22}$/.test(cursor) || hex.length !== 32)
    throw new AppError('bad_request', 'the cursor is not one of ours')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
