/**
 * The part of the catalogue that a tenant may read: its tables and their columns. `SHOW TABLES`, `SHOW COLUMNS` and
 * `SHOW DATABASES` become a SELECT over the engine's lists cut down to that part, because the full lists also show
 * sizes and tables that hold no tenant's rows.
 */
import { tokens } from './sql-lexer.ts'
import { TENANT_TABLES } from './tenant-tables.ts'

const OURS = TENANT_TABLES.map((table) => `'${table}'`).join(', ')

/** The allowed columns of each list: names and types, but no sizes or row counts, which are totals of all tenants. */
const LISTS: Readonly<Record<string, string>> = {
  'system.databases': /* sql */ `SELECT name, engine, comment FROM system.databases WHERE name = currentDatabase()`,
  'system.tables': /* sql */ `
    SELECT database, name, engine, is_temporary, partition_key, sorting_key, primary_key, comment
    FROM system.tables WHERE database = currentDatabase() AND name IN (${OURS})`,
  'system.columns': /* sql */ `
    SELECT database, table, name, type, position, default_kind, default_expression, comment, is_in_partition_key,
      is_in_sorting_key, is_in_primary_key, numeric_precision, numeric_scale, datetime_precision
    FROM system.columns WHERE database = currentDatabase() AND table IN (${OURS})`,
  'information_schema.schemata': /* sql */ `
    SELECT catalog_name, schema_name FROM information_schema.schemata WHERE schema_name = currentDatabase()`,
  'information_schema.tables': /* sql */ `
    SELECT table_catalog, table_schema, table_name, table_type
    FROM information_schema.tables WHERE table_schema = currentDatabase() AND table_name IN (${OURS})`,
  'information_schema.columns': /* sql */ `
    SELECT table_catalog, table_schema, table_name, column_name, ordinal_position, column_default, is_nullable, data_type,
      numeric_precision, numeric_scale, datetime_precision, column_comment
    FROM information_schema.columns WHERE table_schema = currentDatabase() AND table_name IN (${OURS})`,
}

export function isList(name: string): boolean {
  return Object.hasOwn(LISTS, name.toLowerCase())
}

const LIKE = String.raw`(?: (?<like>(?:NOT )?I?LIKE '[^'\\]*'))?(?: LIMIT (?<limit>\d+))?`
const SHOW_TABLES = new RegExp(`^SHOW (?:FULL )?TABLES(?: (?:FROM|IN) (?<database>\\w+))?${LIKE}$`)
const SHOW_DATABASES = new RegExp(`^SHOW DATABASES${LIKE}$`)
const SHOW_COLUMNS = new RegExp(
  `^SHOW (?:EXTENDED )?(?:FULL )?COLUMNS FROM (?<table>\\w+)(?: FROM (?<database>\\w+))?${LIKE}$`,
)

/**
 * Rewrites a SHOW to the SELECT that a tenant may run; returns any other statement unchanged, as the engine formatted
 * it.
 */
export function showAsSelect(sql: string): string {
  const [tables, databases, columns] = [SHOW_TABLES, SHOW_DATABASES, SHOW_COLUMNS].map((form) => form.exec(sql)?.groups)
  if (tables) return listed('name', 'system.tables', inDatabase(tables.database), tables)
  if (databases) return listed('name', 'system.databases', [], databases)
  if (!columns) return sql
  const of = [`table = '${columns.table}'`, ...inDatabase(columns.database)]
  return listed('name AS field, type, default_kind, default_expression, comment', 'system.columns', of, columns)
}

function inDatabase(name: string | undefined): string[] {
  return name === undefined ? [] : [`database = '${name}'`]
}

function listed(columns: string, list: string, where: string[], { like, limit }: Record<string, string | undefined>) {
  const conditions = [...where, ...(like === undefined ? [] : [`name ${like}`])]
  const order = list === 'system.columns' ? 'position' : 'name'
  const filter = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
  return `SELECT ${columns} FROM ${list}${filter} ORDER BY ${order}${limit === undefined ? '' : ` LIMIT ${limit}`}`
}

/**
 * Replaces each of the engine's lists that a statement reads by its cut form. `count` is how many lists the engine's
 * own parser found as tables. Returns undefined when this function finds another number; the statement must not run
 * then.
 */
export function withCutLists(sql: string, count: number): string | undefined {
  const parts = [...tokens(sql)]
    .filter(({ kind }) => kind !== 'space' && kind !== 'comment')
    .map((token) => ({ ...token, text: sql.slice(token.start, token.end) }))
  let [out, at, found] = ['', 0, 0]
  for (const [i, part] of parts.entries()) {
    const [dot, table, next] = [parts[i + 1], parts[i + 2], parts[i + 3]]
    const list =
      dot?.text === '.' && table ? LISTS[`${plain(part.text)}.${plain(table.text)}`.toLowerCase()] : undefined
    if (!list || !table || !/^(FROM|JOIN|,)$/.test(parts[i - 1]?.text ?? '')) continue
    const alias = next?.text === 'AS' ? '' : ` AS ${plain(table.text)}`
    out += `${sql.slice(at, part.start)}(${list})${alias}`
    ;[at, found] = [table.end, found + 1]
  }
  return found === count ? out + sql.slice(at) : undefined
}

function plain(name: string): string {
  return name.replace(/^[`"]|[`"]$/g, '')
}
