/**
 * Rewrites the statements of migrations for a cluster: ON CLUSTER, with replicated tables that Keeper keeps equal. Each
 * server must define the macros `{shard}` and `{replica}`.
 */
import { AppError } from '../../platform/errors.ts'
import { CREATE_RECORD, readMigrations } from './migrate.ts'
import { quoteName, quoteText } from './quote.ts'
import { splitStatements } from './split-statements.ts'
import { tokens } from './sql-lexer.ts'
import { policyStatements } from './tenant-policies.ts'
import { TENANT_TABLES } from './tenant-tables.ts'

/** Path of a table in Keeper, and this server's replica name. */
const PLACE = `'/clickhouse/tables/{shard}/{database}/{table}', '{replica}'`
const WINDOW = 'non_replicated_deduplication_window'
/** Words that may stand between a statement's verb and the name of its table. */
const BEFORE_NAME = new Set(['IF', 'NOT', 'EXISTS', 'OR', 'REPLACE'])
const KINDS = [
  'CREATE TABLE',
  'CREATE MATERIALIZED VIEW',
  'CREATE ROW POLICY',
  'ALTER TABLE',
  'DROP TABLE',
  'DROP VIEW',
]

type Code = { readonly text: string; readonly start: number; readonly end: number }

/**
 * Every statement that creates the tables and policies of this build on a cluster, in order, for an administrator to
 * run once. They also record the migrations, so `svc migrate` finds nothing to do.
 */
export function clusterStatements(cluster: string, database: string): string[] {
  const migrations = readMigrations().flatMap(({ version, name, sql, checksum }) => [
    ...inForm(splitStatements(sql), cluster),
    `INSERT INTO schema_migrations (version, name, checksum) VALUES (${version}, ${quoteText(name)}, ${quoteText(checksum)})`,
  ])
  return [
    `USE ${quoteName(database)}`,
    clusterStatement(CREATE_RECORD, cluster),
    ...migrations,
    ...policiesOf(cluster, database),
  ]
}

/** The statements among them that create something; `svc` can ask a server to parse these. */
export function makingStatements(cluster: string, database: string): string[] {
  const statements = [CREATE_RECORD, ...readMigrations().flatMap(({ sql }) => splitStatements(sql))]
  return [...inForm(statements, cluster), ...policiesOf(cluster, database)]
}

const inForm = (statements: readonly string[], cluster: string) =>
  statements.map((one) => clusterStatement(one, cluster))
const policiesOf = (cluster: string, database: string) =>
  inForm(policyStatements(database, [...TENANT_TABLES]), cluster)

/**
 * Throws `bad_config` for a kind of statement that no migration has used so far: nobody has decided how it must run on
 * a cluster.
 */
export function clusterStatement(sql: string, cluster: string): string {
  const code = [...tokens(sql)]
    .filter(({ kind }) => kind !== 'space' && kind !== 'comment')
    .map(({ start, end }): Code => ({ text: sql.slice(start, end), start, end }))
  const edits = [onCluster(code, cluster), ...code.flatMap((_, at) => replicated(code, at))]
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, by }) => text.slice(0, start) + by + text.slice(end), sql)
}

type Edit = { readonly start: number; readonly end: number; readonly by: string }

function onCluster(code: readonly Code[], cluster: string): Edit {
  const words = code.map(({ text }) => text.toUpperCase())
  const kind = KINDS.find((known) => words.slice(0, known.split(' ').length).join(' ') === known)
  if (kind === undefined) throw new AppError('bad_config', `no form for a cluster: ${words.slice(0, 4).join(' ')} ...`)
  let name = kind.split(' ').length
  while (BEFORE_NAME.has(words[name] ?? '')) name++
  while (words[name + 1] === '.') name += 2 // Skips the database name before the table.
  const { end } = code[name] as Code
  return { start: end, end, by: ` ON CLUSTER ${quoteText(cluster)}` }
}

/** Edits for a token that must differ on a cluster: a table engine, or the setting of the deduplication window. */
function replicated(code: readonly Code[], at: number): Edit[] {
  const { text, start, end } = code[at] as Code
  if (text === WINDOW) return [{ start, end, by: WINDOW.slice('non_'.length) }]
  const isEngine =
    code[at - 1]?.text === '=' && code[at - 2]?.text.toUpperCase() === 'ENGINE' && text.endsWith('MergeTree')
  if (!isEngine) return []
  const name = { start, end, by: `Replicated${text}` }
  const [opening, next] = [code[at + 1], code[at + 2]]
  if (opening?.text !== '(') return [{ ...name, by: `${name.by}(${PLACE})` }]
  return [name, { start: opening.end, end: opening.end, by: next?.text === ')' ? PLACE : `${PLACE}, ` }]
}
