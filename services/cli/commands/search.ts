/** Commands that search the lake and look after its archive. */
import type { Command } from 'commander'
import { type CommandGroup, command, FORMAT } from './command.ts'

export const SEARCH: CommandGroup = { heading: 'Search and archive:', add }

function add(program: Command): void {
  addSearches(program)
  addHunts(program)
  addExport(program)
  addLake(program)
  addArchive(program)
  addQuery(program)
}

function addSearches(program: Command): void {
  command(program, 'search <query>', 'search the events of a tenant, newest first')
    .requiredOption('--tenant <id>', 'tenant')
    .option('--from <time>', 'first event time, ISO 8601; default: 30 days before --to')
    .option('--to <time>', 'end of the event time, exclusive; default: now')
    .option('--fields <names>', 'names separated by commas; see GET /events/fields')
    .option('--limit <n>', 'events', '50')
    .option('--format <name>', 'table, json (one event per line) or csv', 'table')
    .action(async (query: string, options) => (await import('../search.ts')).runSearch(query, options))

  command(program, 'tail <query>', 'show events that match a query as they are stored, until interrupted')
    .requiredOption('--tenant <id>', 'tenant')
    .option('--fields <names>', 'names separated by commas; see GET /events/fields')
    .option('--format <name>', 'tsv, csv or json (one event per line)', 'tsv')
    .action(async (query: string, options) => (await import('../tail.ts')).runTail(query, options))

  command(program, 'kql [query]', 'run a KQL query over the stored events of a tenant')
    .requiredOption('--tenant <id>', 'tenant')
    .option('--file <path>', 'read the query from a file')
    .option('--from <time>', 'first event time, ISO 8601; default: the span of the query, or 30 days')
    .option('--to <time>', 'end of the event time, exclusive; default: now')
    .option(...FORMAT)
    .option('--timeout <seconds>', 'stop the query after', '300')
    .action(async (query: string | undefined, options) => (await import('../kql.ts')).runKqlQuery(query, options))

  command(program, 'sql <statement>', 'run read-only SQL over the lake')
    .option('--tenant <id>', 'read only the rows of this tenant')
    .option('--format <name>', 'any output format of ClickHouse', 'TSV')
    .action(async (statement: string, options) => (await import('../sql.ts')).runSql(statement, options))
}

function addHunts(program: Command): void {
  const hunts = program.command('hunts').description('run hunts and show their results')

  command(hunts, 'list', 'hunts of a tenant, their next run, and the result of the latest one')
    .requiredOption('--tenant <id>', 'tenant')
    .option(...FORMAT)
    .action(async (options) => (await import('../hunts.ts')).runHuntsList(options))

  command(hunts, 'run <hunt>', 'run a hunt now and show its hits; status 1 when it could not search everything')
    .requiredOption('--tenant <id>', 'tenant')
    .option('--from <time>', 'ISO 8601; default: the window of the hunt, before --to')
    .option('--to <time>', 'ISO 8601; default: now')
    .option('--json', 'hits as JSON, one per line')
    .action(async (id: string, options) => (await import('../hunts.ts')).runHuntsRun(id, options))

  command(hunts, 'results <hunt>', 'show the hits of the latest finished run of a hunt')
    .requiredOption('--tenant <id>', 'tenant')
    .option('--json', 'hits as JSON, one per line')
    .action(async (id: string, options) => (await import('../hunts.ts')).runHuntsResults(id, options))
}

function addExport(program: Command): void {
  command(program, 'export <query>', 'export all events that match a query, one file per day; run it again to resume')
    .requiredOption('--tenant <id>', 'tenant')
    .requiredOption('--out <folder>', 'folder for the files and manifest.json')
    .option('--format <name>', 'parquet, arrow, csv or ndjson', 'parquet')
    .option('--from <time>', 'first event time, ISO 8601; default: 30 days before --to')
    .option('--to <time>', 'end of the event time, exclusive; default: now')
    .option('--language <name>', 'lucene, or kql (a table and conditions)', 'lucene')
    .option('--fields <names>', 'names separated by commas; default: every column')
    .action(async (query: string, options) => (await import('../export.ts')).runExport(query, options))
}

function addLake(program: Command): void {
  const lake = command(program, 'lake', 'show what is stored, its compression and its growth')
    .option('--tenant <id>', 'only the rows of this tenant')
    .option('--price <n>', 'price of a GB per month, to show the cost of each day of events')
    .option('--json', 'as JSON')
    .action(async (options) => (await import('../lake.ts')).runLake(options))

  // An option that both a command and its parent declare is read by the parent, wherever it is typed.
  command(lake, 'advise', 'fields that slow searches use often, and indexes that would speed them up')
    .option('--tenant <id>', 'tenant whose searches are examined')
    .option('--make <field>', 'create an index of this field, such as unmapped.LogonGuid')
    .option('--drop <field>', 'remove the index of this field')
    .option('--json', 'as JSON')
    .action(async (_, advise) => (await import('../lake-advise.ts')).runLakeAdvise(advise.optsWithGlobals()))
}

function addArchive(program: Command): void {
  const archive = program
    .command('archive')
    .description('the archive of the lake: Iceberg tables that other programs can read')

  command(
    archive,
    'run',
    'move events from the lake to the archive; each file is verified before its events are removed',
  )
    .requiredOption('--tenant <id>', 'tenant')
    .option('--before <date>', 'events of days before this one, UTC; default: older than SVC_LAKE_HOT_DAYS')
    .option('--all', 'every event')
    .action(async (options) => (await import('../archive.ts')).runArchiveRun(options))

  command(archive, 'status', 'list the files of the archive by tenant and day')
    .option('--tenant <id>', 'tenant; default: every tenant with files')
    .option(...FORMAT)
    .action(async (options) => (await import('../archive.ts')).runArchiveStatus(options))

  command(archive, 'verify', 'verify the checksum of every file of the archive; status 1 when one has changed')
    .option('--tenant <id>', 'tenant; default: every tenant with files')
    .action(async (options) => (await import('../archive.ts')).runArchiveVerify(options))

  command(archive, 'repair', 'mend an archive with lost or damaged files, from the lake and from files of merges')
    .requiredOption('--tenant <id>', 'tenant')
    .option(
      '--accept-loss <reason>',
      'mark the events of damaged files without a copy as lost; the reason goes into the audit log',
    )
    .action(async (options) => (await import('../archive.ts')).runArchiveRepair(options))

  command(archive, 'restore', 'restore events of some days from the archive to the lake')
    .requiredOption('--tenant <id>', 'tenant')
    .option('--from <date>', 'first day, UTC')
    .option('--to <date>', 'last day')
    .option('--all', 'every day')
    .action(async (options) => (await import('../archive.ts')).runArchiveRestore(options))

  command(archive, 'maintain', 'merge the small files of each day; remove old snapshots and unreferenced files')
    .requiredOption('--tenant <id>', 'tenant')
    .action(async (options) => (await import('../archive.ts')).runArchiveMaintain(options))

  command(archive, 'erase', 'erase the events of a subject from the archive of a tenant, with a certificate')
    .requiredOption('--tenant <id>', 'tenant')
    .requiredOption('--kind <kind>', 'user, host, ip or domain')
    .requiredOption('--value <value>', 'its name; case does not matter')
    .action(async (options) => (await import('../archive.ts')).runArchiveErase(options))
}

function addQuery(program: Command): void {
  command(program, 'query <sql>', 'run one SELECT in DuckDB over the archive of a tenant or over exported files')
    .option('--archive', 'query the archived events of a tenant, as the table events')
    .option('--tenant <id>', 'tenant')
    .option('--export <folder>', 'query files of svc export, as the table exported')
    .option('--from <time>', 'only files with events from this time on, ISO 8601')
    .option('--to <time>', 'only files with events from before this time')
    .option(...FORMAT)
    .option('--limit <n>', 'rows', '10000')
    .option('--memory <mb>', 'memory limit in MB; the statement spills to disk above it', '1024')
    .option('--threads <n>', 'threads of the statement', '2')
    .option('--timeout <seconds>', 'stop the statement after', '600')
    .action(async (sql: string, options) => (await import('../query.ts')).runQuery(sql, options))
}
