/**
 * Reads one tenant's events from the lake and from its archive files as one table: a checked statement gets a common
 * table expression named `events`, a UNION ALL of both. The engine pushes conditions down to either side, so it skips
 * granules of the lake and row groups of the files as if each were queried alone.
 */
import type { ClickHouseClient } from '@clickhouse/client'
import { AppError } from '../../platform/errors.ts'
import { quoteName, quoteText } from './quote.ts'
import { tokens } from './sql-lexer.ts'

export type ArchivedEvents = {
  /** Parquet files by the paths under which the engine opens them; all of one tenant. */
  readonly files: readonly string[]
  /**
   * Rows of all files together. Compared with the engine's own count, because an engine that does not see one of the
   * files reads the others without an error.
   */
  readonly rows: number
  /** Columns of the files, with the ClickHouse types to read them as. */
  readonly columns: Readonly<Record<string, string>>
  /** Expression for each lake column over the file's columns, whose names carry the prefix `c_` there. */
  readonly values: Readonly<Record<string, string>>
  /** True after `isBrokenPrewhere`: the conditions are applied to whole rows, which is slower. */
  readonly isWithoutPrewhere?: boolean
}

/**
 * ClickHouse error codes of a server that cannot open the files, for example because they lie on another machine:
 * FILE_DOESNT_EXIST, PATH_ACCESS_DENIED, ACCESS_DENIED.
 */
const UNREADABLE = new Set(['107', '291', '481', '497', '636'])

/** True when a query failed because the engine cannot read the files, or one is gone. */
export function isUnreadable(error: unknown): boolean {
  const codes = [error, (error as { cause?: unknown }).cause].map((one) => String((one as { code?: unknown })?.code))
  return codes.some((code) => UNREADABLE.has(code) || code === 'not_found')
}

/**
 * True for a statement whose conditions share an expression or a column that is cast. The engine (26.7) moves such conditions into the
 * reading of a Parquet file step by step, and then lacks the shared column (NOT_FOUND_COLUMN_IN_BLOCK).
 */
export function isBrokenPrewhere(error: unknown): boolean {
  return causesOf(error).some(
    ({ message }) => /\bNot found column\b.* in block\b/s.test(message) && message.includes(IN_FILE),
  )
}

/** True when the engine may have failed to decode the file; the conditions of a statement may fail with the same codes. */
export function isUndecodable(error: unknown, file: string): boolean {
  return causesOf(error).some(({ code, message }) => UNDECODABLE.has(code) && message.includes(`${IN_FILE}${file}`))
}

/**
 * STD_EXCEPTION, ATTEMPT_TO_READ_AFTER_EOF, CANNOT_READ_ALL_DATA, INCORRECT_DATA, CANNOT_DECOMPRESS, ZSTD_DECODER_FAILED;
 * and none, in the text of a stream that has begun or from another thread.
 */
const UNDECODABLE = new Set(['1001', '32', '33', '117', '271', '561', ''])
const IN_FILE = '(in file/uri '

function causesOf(error: unknown): readonly { readonly code: string; readonly message: string }[] {
  const causes = [error, (error as { cause?: unknown }).cause].filter((one) => one instanceof Error)
  return causes.map((one) => {
    const { code } = one as { code?: unknown }
    return { code: /^\d+$/.test(String(code)) ? String(code) : '', message: one.message }
  })
}

const TABLE = 'events'
/** Column that is 1 on a row of the archive and 0 on a row of the lake. */
export const IS_ARCHIVED = 'is_archived'

/** `alias`: the expression of an ALIAS or MATERIALIZED column; for archived rows both are computed at read time. */
type LakeColumn = { readonly name: string; readonly type: string; readonly alias: string }

const columnsOf = new WeakMap<ClickHouseClient, Promise<readonly LakeColumn[]>>()

function lakeColumns(client: ClickHouseClient): Promise<readonly LakeColumn[]> {
  const query = /* sql */ `
    SELECT name, type, if(default_kind IN ('ALIAS', 'MATERIALIZED'), default_expression, '') AS alias FROM system.columns
    WHERE database = currentDatabase() AND table = '${TABLE}' ORDER BY position`
  const known =
    columnsOf.get(client) ?? client.query({ query, format: 'JSONEachRow' }).then((answer) => answer.json<LakeColumn>())
  columnsOf.set(client, known)
  known.catch(() => columnsOf.delete(client))
  return known
}

const checked = new WeakMap<ArchivedEvents, Promise<void>>()

/** Throws `not_found` when the engine does not see every file: it counts rows from the Parquet footers. */
function seen(client: ClickHouseClient, archive: ArchivedEvents): Promise<void> {
  const known = checked.get(archive) ?? countFiles(client, archive)
  checked.set(archive, known)
  known.catch(() => checked.delete(archive))
  return known
}

async function countFiles(client: ClickHouseClient, { files, rows }: ArchivedEvents): Promise<void> {
  const query = `SELECT toString(count()) AS n FROM file(${quoteText(pathsText(files))}, 'Parquet', 'tenant_id String')`
  const answer = await client.query({ query, format: 'JSONEachRow', clickhouse_settings: { readonly: '2' } })
  const [counted] = await answer.json<{ n: string }>()
  if (Number(counted?.n) === rows) return
  throw new AppError('not_found', `the engine sees ${counted?.n} of ${rows} events of the archive`)
}

/**
 * Returns null when the statement does not read `events`, or when it names the table with its database, which reads the
 * lake alone.
 */
export async function overArchive(
  client: ClickHouseClient,
  database: string,
  sql: string,
  archive: ArchivedEvents,
): Promise<string | null> {
  const { files, columns: ofFile, values } = archive
  const words = wordsOf(sql)
  if (files.length === 0 || !words.has(TABLE) || !/^(?:SELECT|WITH)\b/i.test(sql)) return null
  if (new RegExp(`\\.\\s*[\`"]?${TABLE}\\b`).test(sql)) return null
  await seen(client, archive)
  const columns = await lakeColumns(client)
  const stored = columns.filter(({ alias }) => alias === '')
  const aliases = columns.filter(({ name, alias }) => alias !== '' && words.has(name))
  // One ALIAS column may use another, so a column without its own value needs all of them.
  const isMadeOnly = aliases.some(({ name }) => values[name] === undefined)
  const made = isMadeOnly ? columns.filter(({ alias }) => alias !== '') : aliases
  const shown = [...stored, ...aliases].map(({ name }) => quoteName(name)).join(', ')
  const cells = [
    ...stored.map(({ name, type }) => `${cast(values[name], type, ofFile)} AS ${quoteName(name)}`),
    ...made.map(({ name, alias }) => `${values[name] ?? alias} AS ${quoteName(name)}`),
  ]
  const structure = Object.entries(ofFile).map(([name, type]) => `${name} ${type}`)
  const file = `file(${quoteText(pathsText(files))}, 'Parquet', ${quoteText(structure.join(', '))})`
  const source = Object.keys(ofFile).map((name) => `${quoteName(name)} AS c_${name}`)
  const union = `${TABLE} AS (
    SELECT ${shown}, 0 AS ${IS_ARCHIVED} FROM ${quoteName(database)}.${TABLE}
    UNION ALL SELECT ${shown}, 1 AS ${IS_ARCHIVED} FROM (SELECT ${cells.join(', ')} FROM (SELECT ${source.join(', ')} FROM ${file})))`
  return /^WITH\b/i.test(sql) ? `WITH ${union}, ${sql.slice(4)}` : `WITH ${union} ${sql}`
}

/** Leaves a column of the same type without a CAST: only then does the engine skip row groups by conditions on it. */
function cast(value: string | undefined, type: string, ofFile: ArchivedEvents['columns']): string {
  if (value === undefined) return `CAST(defaultValueOfTypeName(${quoteText(type)}), ${quoteText(type)})`
  return ofFile[value.replace(/^c_/, '')] === type ? value : `CAST(${value}, ${quoteText(type)})`
}

/**
 * Joins several paths into one glob: the common prefix, then the differing parts in braces. A glob must start with the
 * folder.
 */
function pathsText(files: readonly string[]): string {
  const [first = '', ...rest] = files
  if (rest.length === 0) return first
  let end = first.lastIndexOf('/') + 1
  while (!rest.every((file) => file.startsWith(first.slice(0, end)))) end = first.lastIndexOf('/', end - 2) + 1
  return `${first.slice(0, end)}{${files.map((file) => file.slice(end)).join(',')}}`
}

function wordsOf(sql: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const { kind, start, end } of tokens(sql))
    if (kind === 'word' || kind === 'name') words.add(sql.slice(start, end).replaceAll(/["`]/g, ''))
  return words
}
