/**
 * The statements of migrations as a cluster runs them: on all of its servers, in tables that Keeper keeps the same on each
 * replica. A server has to know its `{shard}` and its `{replica}` (its macros).
 */
import { AppError } from '../../platform/errors.ts'
import { CREATE_RECORD, readMigrations } from './migrate.ts'
import { quoteName, quoteText } from './quote.ts'
import { splitStatements } from './split-statements.ts'
import { tokens } from './sql-lexer.ts'
import { policyStatements } from './tenant-policies.ts'
import { TENANT_TABLES } from './tenant-tables.ts'

/** The place at which Keeper has a table, and this server's name in it. */
const PLACE = `'/clickhouse/tables/{shard}/{database}/{table}', '{replica}'`
const WINDOW = 'non_replicated_deduplication_window'
/** Words that stand between a verb and the name that it is about. */
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
 * Every statement that makes the tables and policies of this build on a cluster, in order, for an administrator to run
 * once. They record the migrations, so that `svc migrate` finds nothing left to do.
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

/** Those of them that make something, which a server can be asked to read. */
export function makingStatements(cluster: string, database: string): string[] {
  const statements = [CREATE_RECORD, ...readMigrations().flatMap(({ sql }) => splitStatements(sql))]
  return [...inForm(statements, cluster), ...policiesOf(cluster, database)]
}

const inForm = (statements: readonly string[], cluster: string) =>
  statements.map((one) => clusterStatement(one, cluster))
const policiesOf = (cluster: string, database: string) =>
  inForm(policyStatements(database, [...TENANT_TABLES]), cluster)

/** Throws `bad_config` for a kind of statement that no migration has had: what it means on a cluster was not considered. */
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
  while (words[name + 1] === '.') name += 2 // The database before it.
  const { end } = code[name] as Code
  return { start: end, end, by: ` ON CLUSTER ${quoteText(cluster)}` }
}

/** A token that is another one on a cluster: an engine of tables, the window of tokens. */
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
