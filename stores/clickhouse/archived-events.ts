/**
 * Events of one tenant in the lake and in files of its archive as one table: a statement that was checked is given a common
 * table expression with the name of the table, which the engine reads from both. Conditions on it reach either side: granules
 * of the lake and row groups of the files are passed over as if they were asked alone.
 */
import type { ClickHouseClient } from '@clickhouse/client'
import { AppError } from '../../platform/errors.ts'
import { quoteName, quoteText } from './quote.ts'
import { tokens } from './sql-lexer.ts'

export type ArchivedEvents = {
  /** Parquet files, as the engine finds them; all of one tenant. */
  readonly files: readonly string[]
  /** Rows of all files: an engine that does not see one of them reads the others and says nothing. */
  readonly rows: number
  /** Columns of the files, with the types of ClickHouse that they are read as. */
  readonly columns: Readonly<Record<string, string>>
  /** By columns of the lake: how each is made of columns of the files, whose names begin with `c_` there. */
  readonly values: Readonly<Record<string, string>>
}

/**
 * Error codes of an engine that has no such files, as a server of its own: FILE_DOESNT_EXIST, PATH_ACCESS_DENIED,
 * ACCESS_DENIED.
 */
const UNREADABLE = new Set(['107', '291', '481', '497', '636'])

/** True when a query failed because the engine cannot read the files, or one is gone. */
export function isUnreadable(error: unknown): boolean {
  const codes = [error, (error as { cause?: unknown }).cause].map((one) => String((one as { code?: unknown })?.code))
  return codes.some((code) => UNREADABLE.has(code) || code === 'not_found')
}

const TABLE = 'events'
/** Says of a row that it is from the archive. */
export const IS_ARCHIVED = 'is_archived'

/** `alias`: the expression of a column that is made of others; a materialised one is made of archived rows when it is read. */
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

/** Throws `not_found` when the engine does not see all files, which it counts by their footers. */
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

/** Null when the statement does not read the events, or names them in a way that reads the lake alone. */
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
  // Columns that are made when they are read may be made of each other.
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

/** A column that is read as what it is in the lake stays bare, so that conditions on it pass over row groups. */
function cast(value: string | undefined, type: string, ofFile: ArchivedEvents['columns']): string {
  if (value === undefined) return `CAST(defaultValueOfTypeName(${quoteText(type)}), ${quoteText(type)})`
  return ofFile[value.replace(/^c_/, '')] === type ? value : `CAST(${value}, ${quoteText(type)})`
}

/** Several files become one pattern with the parts that differ in braces; a pattern has to begin as a path does. */
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
