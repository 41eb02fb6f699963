/** Operations of requests to erase a subject. */
import { isIP } from 'node:net'
import { Type } from 'typebox'
import { AppError, requireFound } from '../../../../platform/errors.ts'
import { invalid } from '../../../../platform/invalid-input.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import { closed, named, oneOf, plainText } from '../../../../schemas/wire.ts'
import type { Reader } from '../../../../stores/clickhouse/tenant-reader.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { idOf, type LakeDeps, lakeOf, type OutsideCall, operationsOf } from '../../acting/index.ts'
import { certificateSchema, proofSchema } from './certificate.ts'
import { certificateOf, deletionById, deletionsPage, insertDeletion, markRefused } from './deletion-store.ts'
import { holdOverSubject } from './hold-over-subject.ts'
import { namedInLake } from './lake-subject.ts'
import { heldValues } from './run-deletions.ts'
import { searchSubject } from './search-subject.ts'
import { ERASED_KINDS, SUBJECT_DELETIONS, type Subject, type SubjectDeletion } from './subject-deletion.ts'
import { type FilesSearched, type SubjectFiles, searchFiles } from './subject-files.ts'

type Deps = LakeDeps & {
  /** Files that the proof searches; without them it says that they were not read. */
  readonly subjectFiles?: SubjectFiles | undefined
}
const operation = operationsOf<Deps>()

async function required(tx: TenantTx, id: string): Promise<SubjectDeletion> {
  return requireFound(await deletionById(tx, id), 'subject deletion', id)
}

const request = operation({
  name: 'subject_deletions.request',
  summary: 'Erase the records of a user, a host or an address',
  description:
    'Runs in the background, over events, alerts, cases, baselines, observables and the personal data in the audit log. blocked_by_hold is an outcome: the erasure continues when no legal hold covers the subject.',
  permission: 'settings:write',
  audit: 'subject_deletion:requested',
  path: 'POST /governance/subject-deletions',
  status: 201,
  body: named(
    'SubjectDeletionRequest',
    Type.Object(
      {
        subject_kind: oneOf(ERASED_KINDS),
        subject_value: plainText(500, 3),
        reason: Type.Optional(plainText(2000)),
      },
      closed,
    ),
  ),
  output: SUBJECT_DELETIONS.schema,
  async run({ tx, actor, note }, { reason = null, ...sent }) {
    const subject_value = sent.subject_value.trim()
    if (subject_value.length < 3) throw invalid('subject_value', 'has three characters and more')
    if (sent.subject_kind === 'ip' && isIP(subject_value) === 0) throw invalid('subject_value', 'is no address')
    const hold = await holdOverSubject(tx, { kind: sent.subject_kind, value: subject_value })
    const state = hold === null ? ('pending' as const) : ('blocked_by_hold' as const)
    const made = {
      ...sent,
      subject_value,
      reason,
      state,
      blocked_by_hold_id: hold?.id ?? null,
      requested_by: idOf(actor),
    }
    const deletion = await insertDeletion(tx, made)
    if (deletion === null) throw new AppError('unavailable', 'the request was not written')
    // The entry leaves out the name, which it would otherwise keep after the erasure.
    note({ resource: 'subject_deletion', resourceId: deletion.id, changes: { subject_kind: sent.subject_kind, state } })
    return deletion
  },
})

const list = operation.page({
  name: 'subject_deletions.list',
  summary: 'Erasure requests, newest first',
  permission: 'settings:read',
  path: 'GET /governance/subject-deletions',
  item: SUBJECT_DELETIONS.schema,
  run: ({ tx }, _, { rows, after }) => deletionsPage(tx, rows, after),
})

const get = operation({
  name: 'subject_deletions.get',
  summary: 'One erasure request',
  permission: 'settings:read',
  path: 'GET /governance/subject-deletions/:id',
  output: SUBJECT_DELETIONS.schema,
  run: ({ tx }, { id }) => required(tx, id),
})

const refuse = operation({
  name: 'subject_deletions.refuse',
  summary: 'Refuse an erasure request that has not started',
  permission: 'settings:write',
  audit: 'subject_deletion:refused',
  path: 'POST /governance/subject-deletions/:id/refuse',
  body: named('SubjectDeletionRefusal', Type.Object({ reason: plainText(2000) }, closed)),
  output: SUBJECT_DELETIONS.schema,
  async run({ tx, note }, { id, reason }) {
    const { state } = await required(tx, id)
    const refused = await markRefused(tx, id, reason)
    if (refused === null) throw new AppError('conflict', `the request is ${state} already`)
    note({ resource: 'subject_deletion', resourceId: id, changes: { state: 'refused' } })
    return refused
  },
})

const certificate = operation({
  name: 'subject_deletions.certificate',
  summary: 'Signed certificate of the records an erasure searched, changed and left',
  permission: 'settings:read',
  path: 'GET /governance/subject-deletions/:id/certificate',
  output: certificateSchema,
  async run({ tx }, { id }) {
    const { state } = await required(tx, id)
    const found = await certificateOf(tx, id)
    if (found === null) throw new AppError('conflict', `the request is ${state}: there is no certificate yet`)
    return found
  },
})

const proof = operation.outside({
  name: 'subject_deletions.prove',
  summary: 'Search every table of the tenant for a subject again',
  description:
    'Events, signals and the other tables of the lake are searched too: without the lake there is no proof (503). Files of the archive and of exports are read as far as one request may; with next_file as after_file the next request continues with the files. The subject is gone when every answer is clean.',
  permission: 'settings:read',
  path: 'GET /governance/subject-deletions/:id/proof',
  query: Type.Object({ after_file: Type.Optional(Type.String({ minLength: 1, maxLength: 600 })) }, closed),
  output: proofSchema,
  async run(call, { id, after_file: afterFile }) {
    const { actor, nowMs, read } = call
    const { subject, held } = await read(async (tx) => {
      const { subject_kind: kind, subject_value: value } = await required(tx, id)
      return { subject: { kind, value }, held: await heldValues(tx) }
    })
    // Later pages are about files alone: the tables are searched as a whole, by the first.
    const tables =
      afterFile === undefined
        ? [await inLake(lakeOf(call), actor.tenantId, subject, held), await read((tx) => searchSubject(tx, subject))]
        : []
    const files = await inFiles(call, { subject, held, after: afterFile ?? null })
    const parts = [...tables, files]
    const found = Object.assign({}, ...parts.map((part) => part.found))
    return {
      deletion_id: id,
      asked_at: new Date(nowMs).toISOString(),
      is_clean: Object.keys(found).length === 0,
      searched: parts.flatMap(({ searched }) => searched),
      found,
      remains: parts.flatMap(({ remains }) => remains),
      ...(files.next === null ? {} : { next_file: files.next }),
    }
  },
})

const NOT_READ = 'files are not read here'

async function inFiles(
  { actor: { tenantId }, deps }: OutsideCall<Deps>,
  search: { readonly subject: Subject; readonly held: readonly string[]; readonly after: string | null },
): Promise<FilesSearched> {
  const { subjectFiles } = deps
  if (!subjectFiles)
    return { searched: [], found: {}, remains: [{ where: 'archive', rows: null, why: NOT_READ }], next: null }
  return searchFiles(await subjectFiles.list(tenantId), search)
}

/** Rows that name a subject of a legal hold as well are kept, and no leftovers. */
async function inLake(reader: Reader, tenant: TenantId, subject: Subject, held: readonly string[]) {
  const free = await namedInLake(reader, tenant, subject, held)
  const all = held.length === 0 ? free : await namedInLake(reader, tenant, subject, [])
  const kept = Object.entries(all).map(([where, rows]) => ({ where, rows: rows - (free[where] ?? 0), why: HELD_TOO }))
  return {
    searched: Object.keys(free),
    found: Object.fromEntries(Object.entries(free).filter(([, rows]) => rows > 0)),
    remains: kept.filter(({ rows }) => rows > 0),
  }
}

const HELD_TOO = 'rows that name a subject of a legal hold as well'

export const SUBJECT_DELETION_OPERATIONS = [request, list, get, refuse, certificate, proof]
