/** Carries out requests to erase a subject: the lake, then every table that names it, then the audit log. */
import { createHash } from 'node:crypto'
import { AppError } from '../../../../platform/errors.ts'
import type { Log } from '../../../../platform/log.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import type { Worker } from '../../../../platform/workers.ts'
import { int, text } from '../../../../stores/postgres/columns.ts'
import { whileHeld } from '../../../../stores/postgres/jobs.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../../stores/postgres/pool.ts'
import { holds } from '../hold-store.ts'
import type { Certificate, Left } from './certificate.ts'
import { deleteNamed } from './delete-named.ts'
import * as store from './deletion-store.ts'
import { ERASED_TABLES } from './erased-tables.ts'
import { holdOverSubject } from './hold-over-subject.ts'
import type { LakeSubject } from './lake-subject.ts'
import { searchSubject } from './search-subject.ts'
import type { Subject, SubjectDeletion } from './subject-deletion.ts'
import { lostFiles } from './subject-files.ts'
import { patternsOf } from './subject-patterns.ts'

export type DeletionDeps = {
  /** Pool of the owner: tenants with requests are read over all of them. */
  readonly pool: Postgres
  readonly lake: LakeSubject
  readonly log: Log
  /**
   * Destroys the keys that the audit log seals the fields of these people with, and those of texts that name the subject.
   * `naming` is a pattern of Postgres.
   */
  readonly eraseFromAudit: (
    tx: TenantTx,
    people: { readonly ids: readonly string[]; readonly emails: readonly string[]; readonly naming: string },
  ) => Promise<number>
  /**
   * Erases the subject's events from the archive, except those that also name one of `held`. `left` is the number of
   * files not changed, `lost` that of lost files.
   */
  readonly eraseFromArchive: (
    tenant: TenantId,
    subject: Subject,
    held: readonly string[],
  ) => Promise<{ readonly events: number; readonly left: number; readonly lost: number }>
  /** Withdraws the exports that name the subject. Resolves with their number. */
  readonly eraseFromExports: (tenant: TenantId, subject: Subject) => Promise<number>
  /** Removes the subject's baselines; they are learned again. */
  readonly forgetBaselines: (tx: TenantTx, subject: Subject) => Promise<void>
  readonly record: (tx: TenantTx, id: string, changes: Readonly<Record<string, number>>) => Promise<void>
  /** Ed25519 over the statement as canonical JSON. */
  readonly sign: (statement: Certificate['statement']) => Promise<Pick<Certificate, 'key_id' | 'signature'>>
}

const POLL_MS = 5_000

export function deletionWorkers(deps: DeletionDeps): Worker[] {
  const oldestSeconds = () => store.WAITING_DELETIONS.oldestSeconds(deps.pool)
  return [{ name: 'subject deletions', everyMs: POLL_MS, once: () => runDeletionsOnce(deps), oldestSeconds }]
}

/** True when something was carried out. */
export async function runDeletionsOnce(deps: DeletionDeps): Promise<boolean> {
  const tenants = await withOperator(deps.pool, 'tenants with subject deletions', store.tenantsWithDeletions)
  let hasWorked = false
  for (const tenant of tenants) hasWorked = (await runOne(deps, tenant)) || hasWorked
  return hasWorked
}

async function runOne(deps: DeletionDeps, tenant: TenantId): Promise<boolean> {
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => withTenant(deps.pool, tenant, work)
  const request = await inTenant((tx) => store.WAITING_DELETIONS.claim(tx))
  if (request === null) return false
  const subject = subjectOf(request)
  const hold = await inTenant((tx) => holdOverSubject(tx, subject))
  if (hold !== null) {
    await inTenant((tx) => store.markBlocked(tx, request.id, hold.id))
    return false
  }
  await inTenant((tx) => store.markBegun(tx, request.id))
  try {
    await whileHeld(request, store.WAITING_DELETIONS, deps, () => carryOut(deps, tenant, request, subject))
  } catch (error) {
    await inTenant((tx) => store.noteFailure(tx, request.id, (error as Error).message.slice(0, 2_000)))
    throw error
  }
  return true
}

export function subjectOf({ subject_kind: kind, subject_value: value }: SubjectDeletion): Subject {
  return { kind, value }
}

async function carryOut(deps: DeletionDeps, tenant: TenantId, request: SubjectDeletion, subject: Subject) {
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => withTenant(deps.pool, tenant, work)
  const { id } = request
  const held = await inTenant(heldValues)
  const left = await eraseFromLake(deps, tenant, request, held)
  const archive = await deps.eraseFromArchive(tenant, subject, held)
  await inTenant((tx) => store.addCounts(tx, id, { archive: archive.events }))
  const exports = await deps.eraseFromExports(tenant, subject)
  await inTenant((tx) => store.addCounts(tx, id, { exports }))
  for (const table of ERASED_TABLES)
    await inTenant(async (tx) => store.addCounts(tx, id, { [table]: await eraseIn(tx, table, subject) }))
  const { counts, ...done } = await inTenant(async (tx) => {
    const deleted = await deleteNamed(tx, subject)
    await deps.forgetBaselines(tx, subject)
    const people = subject.kind === 'user' ? await peopleNamed(tx, subject.value) : { ids: [], emails: [] }
    const audit_subjects = await deps.eraseFromAudit(tx, { ...people, naming: patternsOf(subject).plain })
    const receipts = await forgetReceipts(tx, people.ids)
    const sums = await store.addCounts(tx, id, { ...deleted, audit_subjects, notification_deliveries: receipts })
    return { counts: sums, ...(await searchSubject(tx, subject)) }
  })
  const remains: Left[] = [
    ...Object.entries(left).flatMap(([where, rows]) =>
      rows === 0 ? [] : [{ where, rows, why: 'rows that name a subject of a legal hold as well, or came meanwhile' }],
    ),
    ...Object.entries(done.found).map(([where, rows]) => ({ where, rows, why: 'came while the erasure ran' })),
    ...done.remains,
    ...(archive.left === 0
      ? []
      : [
          {
            where: 'archive',
            rows: null,
            why: `${archive.left} files have events that a legal hold keeps in the lake as well`,
          },
        ]),
    ...(archive.lost === 0 ? [] : [lostFiles(archive.lost)]),
    { where: 'backups and disk pages', rows: null, why: 'they go as backups age and as the stores merge and vacuum' },
  ]
  const statement = {
    deletion_id: id,
    tenant_id: tenant,
    subject_kind: subject.kind,
    subject_sha256: createHash('sha256').update(subject.value.toLowerCase()).digest('hex'),
    requested_at: request.requested_at.toISOString(),
    completed_at: new Date().toISOString(),
    searched: [...Object.keys(left), 'archive', 'files of exports', ...done.searched],
    changed: counts,
    remains,
  }
  const certificate = { statement, algorithm: 'ed25519' as const, ...(await deps.sign(statement)) }
  await inTenant(async (tx) => {
    await store.completeDeletion(tx, id, certificate)
    await deps.record(tx, id, counts)
  })
}

/** Gives the rows that stay, by table. */
async function eraseFromLake(deps: DeletionDeps, tenant: TenantId, request: SubjectDeletion, held: readonly string[]) {
  const { id } = request
  const subject = subjectOf(request)
  const now = await deps.lake.count(tenant, subject)
  const before = await withTenant(deps.pool, tenant, (tx) => store.planLake(tx, id, now))
  await deps.lake.erase(tenant, subject, held)
  const left = await deps.lake.count(tenant, subject)
  await withTenant(deps.pool, tenant, async (tx) => {
    const gone = Object.entries(before).map(([table, n]) => [table, Math.max(0, n - (left[table] ?? 0))])
    await store.addCounts(tx, id, Object.fromEntries(gone))
    await store.forgetLakePlan(tx, id)
  })
  return left
}

/** Values of the live holds: events that name one of them stay, even when they name the subject. */
export async function heldValues(tx: TenantTx): Promise<readonly string[]> {
  const live = (await holds(tx, true)).filter(
    ({ subject_kind: kind }) => kind === 'user' || kind === 'host' || kind === 'ip',
  )
  if (live.length > HELD_MAX)
    throw new AppError(
      'unavailable',
      `${live.length} legal holds are in force: erasing beside them asks for at most ${HELD_MAX}`,
    )
  return live.map(({ subject_value }) => subject_value)
}

const HELD_MAX = 200

async function eraseIn(tx: TenantTx, table: string, subject: Subject): Promise<number> {
  const { plain, inJson } = patternsOf(subject)
  const sql = /* sql */ `SELECT svc_erase_in($1, $2, $3, $4) AS n`
  const instead = subject.value.length < ERASED.length ? ERASED_SHORT : ERASED
  return (await tx.maybeOne((row) => int(row, 'n'), sql, [table, plain, inJson, instead])) ?? 0
}

/** The replacement is no longer than the erased value, because texts have bounds. */
const ERASED = '[erased]'
const ERASED_SHORT = '[x]'

/** Receipts hold addresses and accounts of a person that do not contain the name; those of messages on their way stay. */
function forgetReceipts(tx: TenantTx, userIds: readonly string[]): Promise<number> {
  const sql = /* sql */ `
    UPDATE notification_deliveries SET address = 'erased-' || id
    WHERE user_id = ANY($1::uuid[]) AND status NOT IN ('queued', 'waiting', 'sending') AND address NOT LIKE 'erased-%'`
  return tx.run(sql, [userIds])
}

async function peopleNamed(tx: TenantTx, value: string) {
  const sql = /* sql */ `
    SELECT id::text AS id, email FROM users
    WHERE lower(email) = lower($1) OR lower(username) = lower($1) OR lower(split_part(email, '@', 1)) = lower($1)`
  const known = await tx.many((row) => ({ id: text(row, 'id'), email: text(row, 'email') }), sql, [value])
  const own = value.includes('@') ? [value] : []
  return { ids: known.map(({ id }) => id), emails: [...new Set([...known.map(({ email }) => email), ...own])] }
}
