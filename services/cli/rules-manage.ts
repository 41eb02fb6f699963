/** Manages a tenant's own rules, for the operator on the machine. */
import { statSync } from 'node:fs'
import {
  importRules,
  isBuiltIn,
  judgeYara,
  pruneRules,
  putPlaceholders,
  RULE_LIMITS,
  type RuleText,
  rulesPage,
  type StoredRule,
  setBuiltInEnabled,
  setRuleEnabled,
  stoppedOfRows,
} from '../../control/detect/detections/index.ts'
import type { Placed, Position } from '../../control/identity/accounts/index.ts'
import { readTexts } from '../../detections/content/read-texts.ts'
import type { SourceFault } from '../../detections/content/rule-source.ts'
import { type StoppedRule, stopsSince } from '../../detections/tenant/stops-in-lake.ts'
import { AppError } from '../../platform/errors.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { openPostgres, type Postgres, withTenant } from '../../stores/postgres/pool.ts'
import { targets } from './connect.ts'
import { unresolvedLine } from './fault-line.ts'
import { requireTenant } from './known-tenant.ts'
import { readPlaceholders } from './read-placeholders.ts'
import { unreadableFolder } from './unreadable-folder.ts'

const BY = 'operator'
const PAGE = 500

type ImportOptions = {
  readonly tenant: string
  /** A file of the placeholder values: it replaces all of the tenant's. */
  readonly placeholders?: string
  /** Removes rules whose files the folder does not have. */
  readonly prune?: boolean
}

/**
 * Prints one line for each skipped rule or file on stdout and the counts on stderr; the exit status is 1 when one was
 * skipped.
 */
export async function runRulesImport(path: string, { tenant, placeholders, prune }: ImportOptions): Promise<void> {
  if (prune && statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new AppError('bad_request', '--prune needs a folder: with one file it would remove all other rules')
  const values = placeholders === undefined ? null : readPlaceholders(placeholders)
  const { files, skipped } = await readFiles(path)
  const yara = await judgeYara(files.filter(({ language }) => language === 'yara'))
  for (const fault of [...skipped, ...yara.faults]) console.log(lineOf(fault))
  const fit = [...files.filter(({ language }) => language !== 'yara'), ...yara.sound]
  const { created, updated, unchanged, faults, unresolved, removed } = await inTenant(tenant, (pool, id) =>
    withTenant(pool, id, async (tx) => {
      if (values !== null) await putPlaceholders(tx, Object.fromEntries(values), BY)
      const unread = skipped.map(({ file }) => file)
      const names = files.map(({ file }) => file)
      const removed = prune ? await pruneRules(tx, names, unread) : 0
      return { ...(await importRules(tx, fit, BY)), removed }
    }),
  )
  for (const fault of faults) console.log(lineOf(fault))
  for (const one of unresolved) process.stderr.write(`${unresolvedLine(one)}\n`)
  if (unresolved.length > 0)
    process.stderr.write('--placeholders FILE gives them values: YAML or JSON, values by name\n')
  process.stderr.write(
    `${created} created, ${updated} updated, ${unchanged} unchanged${prune ? `, ${removed} removed` : ''}\n`,
  )
  if (faults.length + skipped.length + yara.faults.length > 0) process.exitCode = 1
}

function lineOf({ file, line, column, reason }: SourceFault): string {
  const place = [line, column].filter((part) => part > 0).map((part) => `:${part}`)
  return `${file}${place.join('')}: ${reason}`
}

/** Skips files that are too large for a tenant. */
async function readFiles(path: string): Promise<{ files: readonly RuleText[]; skipped: readonly SourceFault[] }> {
  const files: RuleText[] = []
  const skipped: SourceFault[] = []
  const importOne = (text: RuleText) => {
    const reason = tooMuch(text, files.length)
    if (reason === null) files.push(text)
    else skipped.push({ file: text.file, line: 0, column: 0, reason })
  }
  const unread = await readTexts(path, importOne).catch(unreadableFolder(path))
  return { files, skipped: [...unread, ...skipped] }
}

function tooMuch({ file, text }: RuleText, count: number): string | null {
  if (count >= RULE_LIMITS.rules) return `is one more than the ${RULE_LIMITS.rules} rules that a tenant may have`
  if (file.length > RULE_LIMITS.fileChars) return `has a name of more than ${RULE_LIMITS.fileChars} characters`
  return Buffer.byteLength(text) > RULE_LIMITS.textBytes ? `is larger than ${RULE_LIMITS.textBytes} bytes` : null
}

/**
 * Id, on, off or stopped, severity, language, file and title, with tabs between; on stderr when each rule was stopped, by
 * what, and how it starts again.
 */
export async function runRulesList({ tenant }: { tenant: string }): Promise<void> {
  await inTenant(tenant, async (pool, id) => {
    const stops = await stopsOf(id)
    let after: Position | null = null
    do {
      const page = await rulesAfter(pool, id, after, stops)
      for (const listed of page) showListed(listed)
      after = page.length === PAGE ? (page.at(-1)?.position ?? null) : null
    } while (after !== null)
  })
}

type Listed = Placed<StoredRule> & { readonly stopped: readonly StoppedRule[] }

function rulesAfter(
  pool: Postgres,
  id: TenantId,
  after: Position | null,
  stops: readonly StoppedRule[],
): Promise<readonly Listed[]> {
  return withTenant(pool, id, async (tx) => {
    const page = await rulesPage(tx, PAGE, after)
    const rows = page.map(({ item }) => item)
    const stopped = await stoppedOfRows(tx, rows, stops)
    return page.map((placed, at) => ({ ...placed, stopped: stopped[at] ?? [] }))
  })
}

function showListed({ item, stopped }: Listed): void {
  const state = stopped.length > 0 ? 'stopped' : item.isEnabled ? 'on' : 'off'
  console.log([item.id, state, item.severity, item.language, item.file, item.title].join('\t'))
  for (const { ruleId, atMs, reason } of stopped) {
    const since = new Date(atMs).toISOString()
    process.stderr.write(
      `${ruleId} was stopped at ${since}: ${reason}; change it, or run \`enable ${item.id}\`, to start it again\n`,
    )
  }
}

/** Empty when the lake does not answer, which is reported. */
async function stopsOf(id: TenantId): Promise<readonly StoppedRule[]> {
  const client = openClickhouse({ url: targets().clickhouseUrl })
  try {
    return await stopsSince(tenantReader(client, id), 0)
  } catch (error) {
    process.stderr.write(`cannot tell which rules are stopped, the lake does not answer: ${(error as Error).message}\n`)
    return []
  } finally {
    await client.close()
  }
}

/** `ruleId` is that of a row, of a rule in it, or of a built-in rule. */
export function runRulesSwitch(ruleId: string, { tenant }: { tenant: string }, isEnabled: boolean): Promise<void> {
  return inTenant(tenant, (pool, id) =>
    withTenant(pool, id, async (tx) => {
      if (isBuiltIn(ruleId)) await setBuiltInEnabled(tx, ruleId, isEnabled, BY)
      else await setRuleEnabled(tx, ruleId, isEnabled, BY)
    }),
  )
}

async function inTenant<T>(tenant: string, work: (pool: Postgres, id: TenantId) => Promise<T>): Promise<T> {
  const pool = openPostgres({ url: targets().databaseUrl, poolSize: 2 })
  try {
    const id = tenantId(tenant)
    await requireTenant(pool, id)
    return await work(pool, id)
  } finally {
    await pool.end()
  }
}
