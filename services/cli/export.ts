/**
 * `svc export 'QUERY' --tenant T --out FOLDER`: writes all events that match a query, one file a day, and
 * `manifest.json`, which lists each file with its hash. An interrupted run continues with the first day that is not in
 * the manifest.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { kqlSearchRule } from '../../control/detect/detections/index.ts'
import { NO_ARCHIVE } from '../../control/platform/archive/index.ts'
import { canonicalJson } from '../../control/platform/audit/index.ts'
import {
  type DetachedSignature,
  type ExportedFile,
  sha256,
  signExport,
  writeExportFile,
} from '../../control/platform/exports/index.ts'
import { HERE, requireRegion } from '../../control/platform/governance/index.ts'
import { openVault, vaultKeys } from '../../control/platform/vault/index.ts'
import { assert } from '../../platform/assert.ts'
import { AppError } from '../../platform/errors.ts'
import { isoTime } from '../../platform/iso-time.ts'
import { openLog } from '../../platform/log.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { lakeSources } from '../../query/lake-sources.ts'
import type { Condition } from '../../query/search/compile.ts'
import type { TimeSpan } from '../../query/search/coverage.ts'
import {
  EXPORT_FIELDS,
  EXPORT_FORMATS,
  type ExportFormat,
  exportSql,
  namedEvents,
} from '../../query/search/export-events.ts'
import { SEARCH_LIMITS } from '../../query/search/limits.ts'
import { eventsByRule, RULE_EVENTS_MAX } from '../../query/search/search-by-rule.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { type Reader, tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { openPostgres, withTenant } from '../../stores/postgres/pool.ts'
import { credentialKey, hasCredentialKey } from '../settings/credential-key.ts'
import { noteArchived } from './archive.ts'
import { targets } from './connect.ts'
import { inTenant } from './in-tenant.ts'
import { requireTenant } from './known-tenant.ts'
import { operatorAudit } from './operator-audit.ts'
import { askBoth, isAway } from './over-both.ts'
import { conditionOf } from './search.ts'
import { timeSpan } from './time-span.ts'

export type ExportOptions = {
  readonly tenant: string
  readonly out: string
  readonly format: string
  /** ISO 8601. */
  readonly from?: string
  readonly to?: string
  /** Names with commas between them. */
  readonly fields?: string
  /** `lucene` where it is left out, or `kql`: a table and conditions, which choose events. */
  readonly language?: string
}

const DAY_MS = 86_400_000
/** A part of a day is not cut smaller. */
const SLICE_MS_MIN = 1_000
export const MANIFEST = 'manifest.json'
const LIMITS = { timeoutSeconds: 3600, memoryMb: 1500, rowsMax: 0 }

type DayFile = {
  readonly format: ExportFormat
  readonly folder: string
  readonly file: string
  readonly span: TimeSpan
}
export type Manifest = {
  readonly tenant: string
  readonly query: string
  /** Only where it is not that of searches. */
  readonly language?: 'kql'
  readonly fields: readonly string[]
  readonly format: ExportFormat
  readonly from: string
  readonly to: string
  /** SHA-256 of tenant, query, fields, format and time. A run may continue an earlier one only when this is equal. */
  readonly digest: string
  readonly files: readonly ExportedFile[]
  /** Parts of the span whose archive files could not be read: their events are missing from the export. */
  readonly archived: readonly { readonly from: string; readonly to: string; readonly reason?: 'archived' | 'lost' }[]
  /** Events on which no KQL could be tried, because they cannot be read back. */
  readonly unreadable?: number
  /** Every day is written, with all of its events, those of the archive too. */
  readonly complete: boolean
  /** Over all other members as canonical JSON, once every day is written; null until then. */
  readonly signature: DetachedSignature | null
}

export async function runExport(text: string, options: ExportOptions): Promise<void> {
  if (!Object.hasOwn(EXPORT_FORMATS, options.format))
    throw new AppError('bad_request', `formats are ${Object.keys(EXPORT_FORMATS).join(', ')}, not ${options.format}`)
  const format = options.format as ExportFormat
  const tenant = tenantId(options.tenant)
  const nowMs = Date.now()
  const folder = path.resolve(options.out)
  const before = readManifest(folder)
  const timeRange = timeSpan(options, nowMs)
  // A continued run keeps the end of the run before it, although `now` has moved.
  const toMs = options.to === undefined && before ? Date.parse(before.to) : timeRange.toMs
  const fromMs =
    options.from === undefined && before
      ? Date.parse(before.from)
      : (timeRange.fromMs ?? toMs - SEARCH_LIMITS.rangeDaysDefault * DAY_MS)
  const fields = options.fields?.split(',') ?? EXPORT_FIELDS
  const language = languageOf(options)
  const head = { tenant, query: text, ...language, fields, format, from: isoTime(fromMs), to: isoTime(toMs) }
  const digest = createHash('sha256').update(JSON.stringify(head)).digest('hex')
  if (before && before.digest !== digest)
    throw new AppError('conflict', `${folder} holds a different export: use another folder`)
  const findCondition = language.language === 'kql' ? await byKql(tenant, text) : byLucene(text, nowMs)
  await requireHere(tenant)
  const archived = [...(before?.archived ?? [])]
  let archive = NO_ARCHIVE
  let isArchiveKnown = true
  let unreadable = before?.unreadable ?? 0
  fs.mkdirSync(folder, { recursive: true })
  const files: ExportedFile[] = [...(before?.files ?? [])]
  const client = openClickhouse({ url: targets().clickhouseUrl })
  try {
    const waiting = [...daysOf(fromMs, toMs)]
    for (let span = waiting.shift(); span !== undefined; span = waiting.shift()) {
      const file = `events-${nameOf(span)}.${format}`
      if (files.some((one) => one.file === file)) continue
      const day = span
      const both = await askBoth(tenant, span, async (files) => {
        const reader = tenantReader(client, tenant, { ...LIMITS, ...(files && { archive: files }) })
        const found = await findCondition(reader, day)
        if (found === null) return null
        const written = await writeDay(reader, exportSql(found.condition, day, fields), {
          format,
          folder,
          file,
          span: day,
        })
        return { written, unreadable: found.unreadable }
      })
      if (both.answer === null) {
        waiting.unshift(...halvesOf(span))
        continue
      }
      files.push(both.answer.written)
      unreadable += both.answer.unreadable
      isArchiveKnown &&= both.isKnown
      archived.push(
        ...both.archived.map(({ fromMs, toMs, reason }) => ({ from: isoTime(fromMs), to: isoTime(toMs), reason })),
      )
      archive = {
        files: archive.files + both.archive.files,
        events: archive.events + both.archive.events,
        bytes: archive.bytes + both.archive.bytes,
      }
      writeManifest(folder, {
        ...head,
        digest,
        files,
        archived,
        ...unreadableMember(unreadable),
        complete: false,
        signature: null,
      })
    }
    const complete = archived.length === 0 && isArchiveKnown && unreadable === 0
    const manifest = { ...head, digest, files, archived, ...unreadableMember(unreadable), complete }
    writeManifest(folder, { ...manifest, signature: isArchiveKnown ? await signatureOf(tenant, manifest) : null })
    if (!isArchiveKnown) process.stderr.write('the export is not signed: the database does not answer\n')
  } finally {
    await client.close()
  }
  const rows = files.reduce((sum, one) => sum + one.rows, 0)
  const left = archived.map(({ from, to, reason = 'archived' }) => {
    return { fromMs: Date.parse(from), toMs: Date.parse(to), reason }
  })
  noteArchived({ archived: left, archive, isKnown: isArchiveKnown })
  if (unreadable > 0) {
    process.stderr.write(`${unreadable} events could not be decoded and are not in the export\n`)
    process.exitCode = 1
  }
  process.stderr.write(`${rows} events in ${files.length} files of ${folder}, ${isoTime(fromMs)} to ${isoTime(toMs)}\n`)
}

const unreadableMember = (unreadable: number) => (unreadable === 0 ? {} : { unreadable })

/** A day, or a part of a day that was split because it has too many events. */
type Slice = TimeSpan & { readonly isPart: boolean }

/** The condition that chooses events within a span; null where they are more than one question may name. */
type FindCondition = (
  reader: Reader,
  span: TimeSpan,
) => Promise<{ readonly condition: Condition; readonly unreadable: number } | null>

function languageOf({ language = 'lucene' }: ExportOptions): { readonly language?: 'kql' } {
  if (language !== 'lucene' && language !== 'kql')
    throw new AppError('bad_request', `languages are lucene and kql, not ${language}`)
  return language === 'kql' ? { language } : {}
}

function byLucene(text: string, nowMs: number): FindCondition {
  const condition = conditionOf(text, nowMs)
  return async () => ({ condition, unreadable: 0 })
}

/** KQL is decided by the matcher, as in searches: its events are found first, and are named by their ids. */
async function byKql(tenant: TenantId, text: string): Promise<FindCondition> {
  const read = await kqlSearchRule(tenant, text)
  if ('fault' in read) throw new AppError('bad_request', read.fault)
  return async (reader, span) => {
    const found = await eventsByRule(reader, lakeSources(), { rule: read.rule, span }, new AbortController().signal)
    return found && { condition: namedEvents(found.uids), unreadable: found.unreadable }
  }
}

/** Throws `bad_request` for what cannot be cut any more. */
function halvesOf({ fromMs, toMs }: TimeSpan): readonly Slice[] {
  const middle = Math.floor((fromMs + toMs) / 2 / SLICE_MS_MIN) * SLICE_MS_MIN
  if (middle <= fromMs || middle >= toMs)
    throw new AppError(
      'bad_request',
      `${isoTime(fromMs)} has more than ${RULE_EVENTS_MAX} events in ${SLICE_MS_MIN} ms`,
    )
  return [
    { fromMs, toMs: middle, isPart: true },
    { fromMs: middle, toMs, isPart: true },
  ]
}

/** A file is called by its day, and a part of a day that was cut by the moment that it begins with. */
function nameOf({ fromMs, isPart }: Slice): string {
  return isPart ? isoTime(fromMs).replaceAll(/[:.]/g, '') : isoTime(fromMs).slice(0, 10)
}

/**
 * Runs in the transaction of the audit entry. Null without the credential key, because that key seals the tenant's
 * signing key.
 */
async function signatureOf(tenant: TenantId, manifest: Omit<Manifest, 'signature'>): Promise<DetachedSignature | null> {
  const { config } = targets()
  if (!hasCredentialKey(config)) {
    process.stderr.write('the export is not signed: SVC_CREDENTIAL_KEY is not set, and not in the data folder either\n')
    return null
  }
  const record = operatorAudit(config)
  const log = openLog('export', 'warn')
  const vault = openVault(vaultKeys(credentialKey(config), false, log), log)
  const { query, language, fields, format, from, to, files, complete } = manifest
  const rows = files.reduce((sum, one) => sum + one.rows, 0)
  return inTenant(tenant, async (tx) => {
    const { id, detached } = await signExport(tx, vault, {
      ...{ kind: 'events', contentSha256: sha256(canonicalJson(manifest)), rows, isWhole: complete },
      query: { query, ...(language && { language }), fields, format, from, to },
      ...{ by: 'operator', nowMs: Date.now() },
    })
    await record(tx, 'export:made', { resource: 'export', resourceId: id, changes: { kind: 'events', rows } })
    return detached
  })
}

/**
 * Checks data residency before anything is written. Without the database residency is unknown, so nothing is checked.
 */
async function requireHere(tenant: TenantId): Promise<void> {
  const pool = openPostgres({ url: targets().databaseUrl, poolSize: 1 })
  try {
    const isKnown = await requireTenant(pool, tenant).then(() => true, isAway)
    if (isKnown) await requireRegion((work) => withTenant(pool, tenant, work), 'export', HERE)
  } finally {
    await pool.end()
  }
}

/** Splits by UTC days; the first and the last may be parts of a day. */
function* daysOf(fromMs: number, toMs: number): Generator<Slice> {
  for (let at = fromMs; at < toMs; ) {
    const end = Math.min(toMs, (Math.floor(at / DAY_MS) + 1) * DAY_MS)
    yield { fromMs: at, toMs: end, isPart: false }
    at = end
  }
}

/** A file has its name once it is whole. */
async function writeDay(reader: Reader, question: Condition, to: DayFile): Promise<ExportedFile> {
  const { format, folder, file, span } = to
  const whole = path.join(folder, file)
  const partial = `${whole}.part`
  const written = await writeExportFile(reader, { question, format, file, path: partial, span })
  assert(written !== null, 'a day without events is a file too')
  fs.renameSync(partial, whole)
  return written
}

function readManifest(folder: string): Manifest | null {
  const file = path.join(folder, MANIFEST)
  if (!fs.existsSync(file)) return null
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest
  } catch (cause) {
    throw new AppError('conflict', `${file} cannot be read: use another folder`, { cause })
  }
}

function writeManifest(folder: string, manifest: Manifest): void {
  const file = path.join(folder, MANIFEST)
  fs.writeFileSync(`${file}.part`, `${JSON.stringify(manifest, null, 2)}\n`)
  fs.renameSync(`${file}.part`, file)
}
