/** The command line. Every command is a file beside this one; this file is the table. */
import { enableCompileCache } from 'node:module'
import { Command, Option } from 'commander'
import { outliveReaders } from '../process/closed-output.ts'
import { failureText } from '../process/failure-text.ts'
import { applyGlobals } from './globals.ts'
import { runRemote } from './remote.ts'
import { failWithoutStdout } from './stdout-faults.ts'

enableCompileCache() // a command is over before its code has been compiled twice

const program = new Command('svc').description('security operations on a stream and a lakehouse')
program.configureHelp({ showGlobalOptions: true })
program.addHelpText(
  'after',
  `
Every operation of the API is a command too, for an installation anywhere: svc login URL, then svc alerts list --severity
high. svc api lists them, svc api alerts those of alerts; svc doctor says what is wrong, svc completion bash|zsh|fish
prints completions, svc --version the version. Where both have a name, --tenant asks the stores of this machine, and
without it the API is asked.`,
)

/** Long-running commands: they outlive the reader of their stdout. */
const RUNS_ON: ReadonlySet<string> = new Set(['up', 'demo', 'start <roles...>'])

function command(name: string, description: string, under: Command = program): Command {
  return under
    .command(name)
    .description(description)
    .addOption(new Option('--data <dir>', 'data folder of the instance').env('SVC_DATA_DIR'))
    .addOption(new Option('--port-offset <n>', 'added to every port').env('SVC_PORT_OFFSET'))
    .hook('preAction', (_, action) => {
      applyGlobals(action.optsWithGlobals())
      if (RUNS_ON.has(name)) outliveReaders()
      else failWithoutStdout()
    })
}

command('up', 'run everything on this machine until stopped')
  .option('--tenant <slug>', 'make this tenant if it is new')
  .action(async (options) => (await import('./up.ts')).runUp(options))

command('demo', 'run everything with a demo tenant and the bundled sample')
  .option('--once', 'end after the sample')
  .action(async (options) => (await import('./demo.ts')).runDemo(options))

command('start <roles...>', 'run some roles against DATABASE_URL, CLICKHOUSE_URL, KAFKA_BROKERS, REDIS_URL').action(
  async (roles: string[]) => (await import('./start.ts')).runStart(roles),
)

command('doctor', 'what is wrong with the installation, a line each, and what to do about it')
  .option('--profile <name>', 'an installation of svc login')
  .option('--api-url <url>', 'an installation elsewhere (env: SVC_API_URL)')
  .option('--api-key <key>', 'API key (env: SVC_API_KEY)')
  .action(async (options) => (await import('./doctor.ts')).runDoctor(options))

command('migrate', 'bring the databases at DATABASE_URL and CLICKHOUSE_URL up to date').action(async () =>
  (await import('./migrate.ts')).runMigrate(),
)

command(
  'mint',
  'print a push token of a tenant; the same one each time',
  program.command('tokens').description('push tokens'),
)
  .requiredOption('--tenant <id>', 'tenant; made when it is new')
  .option('--template <id>', 'inbox template', 'connector-push')
  .option('--label <text>', 'tells several tokens of a tenant apart, and is their source; the template when left out')
  .option('--hmac-secret <text>', 'requests must be signed with it')
  .option('--rotate', 'revoke the present token and print a new one')
  .action(async (options) => (await import('./tokens.ts')).mint(options))

command('submit <files...>', 'submit events as alerts, one a file', program.command('alerts').description('alerts'))
  .addOption(new Option('--api-url <url>', 'the API; that of the local instance when not given').env('SVC_API_URL'))
  .addOption(new Option('--tenant-id <id>', 'tenant').env('SVC_TENANT_ID'))
  .option('--token <token>', 'access token')
  .option('--api-key <key>', 'API key')
  .option('--connector-id <id>', 'connector the events come from')
  .option('--connector-type <name>', 'kind of the connector')
  .option('--source-format <name>', 'format of the events')
  .option('--rule-id <id>', 'label of the rule that found them')
  .option('--idempotency-key <key>', 'the same key gives the same alert')
  .option('--json', 'the whole answer')
  .action(async (files: string[], options) => (await import('./alerts-submit.ts')).runAlertsSubmit(files, options))

command('mcp', 'a Model Context Protocol server over the API, with the rights of a key; over stdio unless --http')
  .addOption(new Option('--api-url <url>', 'the API').env('SVC_API_URL'))
  .addOption(new Option('--api-key <key>', 'API key').env('SVC_API_KEY'))
  .option('--http [address]', 'serve streamable HTTP at this port or address; 127.0.0.1:8765 when it names none')
  .action(async (options) => (await import('./mcp.ts')).runMcp(options))

const tenants = program.command('tenants').description('tenants of the installation')

command('list', 'every tenant with its status, weight and limits', tenants)
  .option('--format <name>', 'table, or TSV, CSV, either WithNames, JSON, JSONEachRow', 'table')
  .action(async (options) => (await import('./tenants.ts')).runTenantsList(options))

command('limits <tenant>', 'change what a tenant may push; what is not named stays', tenants)
  .option('--weight <n>', 'its share beside others, 1 to 1000')
  .option('--events-per-second <n>', 'sustained')
  .option('--events-burst <n>', 'at once, after a pause')
  .option('--requests-per-second <n>', 'sustained')
  .option('--requests-burst <n>', 'at once, after a pause')
  .action(async (tenant: string, options) => (await import('./tenants.ts')).runTenantLimits(tenant, options))

command('onboard <tenant>', 'set up a new customer of a provider in one step, and print what it needs as JSON', tenants)
  .requiredOption('--home <tenant>', "the provider's own tenant")
  .requiredOption('--name <name>', 'of the customer')
  .requiredOption('--admin <email>', 'its first administrator; the answer has the link that lets them in')
  .option('--delegate <email:role...>', 'a user of the provider who may work there, such as pat@msp.example:soc_lead')
  .option('--hours <n>', 'how long the delegations hold', '720')
  .action(async (tenant: string, options) => (await import('./tenants-onboard.ts')).runOnboard(tenant, options))

command('suspend <tenant>', 'refuse its credentials and pushes; what it has stored stays', tenants).action(
  async (tenant: string) => (await import('./tenants.ts')).runTenantStatus(tenant, 'suspended'),
)

command('resume <tenant>', 'let a suspended tenant in again', tenants).action(async (tenant: string) =>
  (await import('./tenants.ts')).runTenantStatus(tenant, 'active'),
)

const autonomy = program.command('autonomy').description('what automation does by itself')

command('stop', 'stop everything that automation does by itself, in a tenant or in all', autonomy)
  .option('--tenant <slug>', 'tenant')
  .option('--all', 'every tenant of the installation')
  .requiredOption('--reason <text>', 'why; on record in each tenant')
  .action(async (options) => (await import('./autonomy.ts')).runAutonomy(true, options))

command('resume', 'let automation go on', autonomy)
  .option('--tenant <slug>', 'tenant')
  .option('--all', 'every tenant of the installation')
  .requiredOption('--reason <text>', 'why; on record in each tenant')
  .action(async (options) => (await import('./autonomy.ts')).runAutonomy(false, options))

const vault = program.command('vault').description('credential keys')

command('status', 'which credential key secrets are under; status 1 when one cannot be opened', vault)
  .option('--format <name>', 'table, or TSV, CSV, either WithNames, JSON, JSONEachRow', 'table')
  .action(async (options) => (await import('./vault.ts')).runVaultStatus(options))

command(
  'reseal',
  'seal every secret anew under the newest credential key, so that older ones can be dropped',
  vault,
).action(async () => (await import('./vault.ts')).runVaultReseal())

const hunts = program.command('hunts').description('hunts')

command('list', 'hunts of a tenant, when they run next, and what came of their latest run', hunts)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--format <name>', 'table, or TSV, CSV, either WithNames, JSON, JSONEachRow', 'table')
  .action(async (options) => (await import('./hunts.ts')).runHuntsList(options))

command('run <hunt>', 'run a hunt now and show what it found; status 1 when it could not look at everything', hunts)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--from <time>', 'ISO 8601; the window of the hunt before --to without it')
  .option('--to <time>', 'ISO 8601; now without it')
  .option('--json', 'hits as JSON, a line each')
  .action(async (id: string, options) => (await import('./hunts.ts')).runHuntsRun(id, options))

command('results <hunt>', 'what the latest run of a hunt that is done found', hunts)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--json', 'hits as JSON, a line each')
  .action(async (id: string, options) => (await import('./hunts.ts')).runHuntsResults(id, options))

const push = program.command('push').description('push messages to browsers')

push
  .command('keys')
  .description('make a pair of keys for VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY; changed keys end every subscription')
  .action(async () => (await import('./push-keys.ts')).runPushKeys())

command(
  'run <id>',
  'run an atomic test on this machine, which the run must be for: shows what runs, asks for consent, cleans up',
  program.command('purple').description('tests of the purple team on hosts'),
)
  .option('--consent <machine>', 'consent, by the name of this machine, where nobody can be asked')
  .option('--get-prerequisites', 'bring about what the test needs and this machine lacks')
  .addOption(new Option('--safe-list <file>', 'run only techniques and tests named in it').env('SVC_PURPLE_SAFE_LIST'))
  .option('--profile <name>', 'installation that one is signed in to')
  .addOption(new Option('--api-url <url>', 'the API').env('SVC_API_URL'))
  .addOption(new Option('--api-key <key>', 'API key').env('SVC_API_KEY'))
  .action(async (id: string, options) => (await import('./purple-run/purple-run.ts')).runPurpleRun(id, options))

const playbooks = program.command('playbooks').description('playbooks')
const FORMATS_TEXT = 'table, or TSV, CSV, either WithNames, JSON, JSONEachRow'

command('list', 'playbooks of a tenant and whether they are on', playbooks)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--format <name>', FORMATS_TEXT, 'table')
  .action(async (options) => (await import('./playbooks.ts')).runPlaybooksList(options))

command(
  'check <file>',
  'everything that is wrong with a playbook of YAML or JSON; status 1 when something is',
  playbooks,
).action(async (file: string) => (await import('./playbooks.ts')).runPlaybooksCheck(file))

command('runs', 'the latest runs, newest first', playbooks)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--format <name>', FORMATS_TEXT, 'table')
  .action(async (options) => (await import('./playbooks.ts')).runPlaybooksRuns(options))

command(
  'pack <dir>',
  'a folder of items as a signed catalogue that others install from',
  program.command('marketplace').description('items that can be installed'),
)
  .requiredOption('--key <file>', 'Ed25519 key in PEM that signs it')
  .requiredOption('--out <dir>', 'where its files go')
  .option('--days <n>', 'how long it is believed', '30')
  .action(async (dir: string, options) => (await import('./marketplace.ts')).runMarketplacePack(dir, options))

const connectors = program.command('connectors').description('sources that are polled')

command('types', 'kinds of sources that can be polled, and what each needs', connectors)
  .option('--format <name>', FORMATS_TEXT, 'table')
  .action(async (options) => (await import('./connectors.ts')).runConnectorsTypes(options))

command('list', 'connectors of a tenant and their state', connectors)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--format <name>', FORMATS_TEXT, 'table')
  .action(async (options) => (await import('./connectors.ts')).runConnectorsList(options))

const cases = program.command('cases').description('cases')

command('list', 'cases of a tenant, newest first, and which of their clocks are late', cases)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--status <word>', 'open, in_progress, resolved or closed; any without it')
  .option('--limit <n>', 'rows', '50')
  .option('--format <name>', 'table, or TSV, CSV, either WithNames, JSON, JSONEachRow', 'table')
  .action(async (options) => (await import('./cases.ts')).runCasesList(options))

command('show <case>', 'the summary of a case, by its number or id', cases)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--postmortem', 'its post-mortem instead')
  .option('--html', 'as a page that can be printed, not as JSON')
  .action(async (ref: string, options) => (await import('./cases.ts')).runCasesShow(ref, options))

command('pin', 'the version of OCSF in which a tenant is given its events', program.command('ocsf').description('OCSF'))
  .requiredOption('--tenant <id>', 'tenant')
  .requiredOption('--version <version>', 'such as 1.3.0')
  .action(async (options) => (await import('./tenant-ocsf.ts')).runPin(options))

command(
  'fit',
  'fit the weights of the score to verdicts, and tell how well they do',
  program.command('fusion').description('alerts of fusion'),
)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--publish', 'put them in force')
  .option('--shipped', 'put those that ship in force again')
  .action(async (options) => (await import('./fusion-fit.ts')).runFusionFit(options))

const intel = program.command('intel').description('threat intelligence')

command('import <file>', 'indicators of a file of STIX, MISP, CSV or NDJSON; warning lists of MISP too', intel)
  .option('--tenant <id>', 'whose they are')
  .option('--shared', 'for all tenants')
  .option('--format <name>', 'stix, misp, csv or ndjson; found out when left out')
  .option('--source <name>', 'what they are said to come from; the name of the file when left out')
  .option('--json', 'the counts as JSON')
  .action(async (file: string, options) => (await import('./intel-import.ts')).runIntelImport(file, options))

command('seen <value>', 'whether events of a tenant ever held a value: first, last, how often, where', intel)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--type <name>', 'kind of the value; found out when left out')
  .option('--json', 'as JSON')
  .action(async (value: string, options) => (await import('./intel-seen.ts')).runIntelSeen(value, options))

const admin = program.command('admin').description('administration of the installation')

command('bootstrap', 'make an administrator and print a one-time password', admin)
  .requiredOption('--email <address>', 'of the administrator')
  .requiredOption('--tenant <slug>', 'tenant; made when it is new')
  .option('--role <name>', 'admin or platform_admin; admin when not given')
  .action(async (options) => (await import('./admin-bootstrap.ts')).runBootstrap(options))

command('rotate-signing-key', 'make a new key for sessions; everybody has to sign in again', admin).action(async () =>
  (await import('./admin-bootstrap.ts')).runRotateSigningKey(),
)

const organisations = program.command('organisations').description('organisations above tenants')

command('create', 'make an organisation and print its id', organisations)
  .requiredOption('--name <name>', 'of the organisation')
  .requiredOption('--home <tenant>', 'tenant whose people work for it')
  .requiredOption('--kind <kind>', 'mssp or enterprise')
  .action(async (options) => (await import('./organisations.ts')).runCreateOrganisation(options))

command('add', 'put a tenant under an organisation', organisations)
  .requiredOption('--name <name>', 'of the organisation')
  .requiredOption('--tenant <id>', 'the tenant')
  .action(async (options) => (await import('./organisations.ts')).runAddTenant(options))

command('remove', 'take a tenant out of an organisation', organisations)
  .requiredOption('--name <name>', 'of the organisation')
  .requiredOption('--tenant <id>', 'the tenant')
  .action(async (options) => (await import('./organisations.ts')).runRemoveTenant(options))

command('openapi', 'print the OpenAPI document of the API')
  .option('--collection', 'as a collection of requests, which Bruno, Postman and Insomnia open')
  .option('--out <file>', 'write it to a file instead')
  .action(async (options) => (await import('./openapi.ts')).runOpenapi(options))

command('asyncapi', 'print the AsyncAPI document of streams, topics and web hooks')
  .option('--out <file>', 'write it to a file instead')
  .action(async (options) => (await import('./openapi.ts')).runAsyncapi(options))

command('sql <statement>', 'read-only SQL over the lake')
  .option('--tenant <id>', 'see the rows of this tenant only')
  .option('--format <name>', 'any output format of ClickHouse', 'TSV')
  .action(async (statement: string, options) => (await import('./sql.ts')).runSql(statement, options))

command('kql [query]', 'a KQL query over what a tenant has stored')
  .requiredOption('--tenant <id>', 'tenant')
  .option('--file <path>', 'the query is in a file')
  .option('--from <time>', 'of the event, ISO 8601; as far back as the query says without it, or 30 days')
  .option('--to <time>', 'not part of it; now without it')
  .option('--format <name>', 'table, or TSV, CSV, either WithNames, JSON, JSONEachRow', 'table')
  .option('--timeout <seconds>', 'end the query after', '300')
  .action(async (query: string | undefined, options) => (await import('./kql.ts')).runKqlQuery(query, options))

command('search <query>', 'events of a tenant that a query finds, newest first')
  .requiredOption('--tenant <id>', 'tenant')
  .option('--from <time>', 'of the event, ISO 8601; 30 days before the end without it')
  .option('--to <time>', 'not part of it; now without it')
  .option('--fields <names>', 'with commas between them; see GET /events/fields')
  .option('--limit <n>', 'events', '50')
  .option('--format <name>', 'table, json (a line an event) or csv', 'table')
  .action(async (query: string, options) => (await import('./search.ts')).runSearch(query, options))

command('tail <query>', 'events of a tenant that a query holds for as they are stored, until it is interrupted')
  .requiredOption('--tenant <id>', 'tenant')
  .option('--fields <names>', 'with commas between them; see GET /events/fields')
  .option('--format <name>', 'tsv, csv or json (a line an event)', 'tsv')
  .action(async (query: string, options) => (await import('./tail.ts')).runTail(query, options))

const archive = program
  .command('archive')
  .description('the archive of the lake: Iceberg tables that other programs read')

command('run', 'move events out of the lake into the archive, checked before they go', archive)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--before <date>', 'events of days before this one, UTC; those older than SVC_LAKE_HOT_DAYS without it')
  .option('--all', 'every event')
  .action(async (options) => (await import('./archive.ts')).runArchiveRun(options))

command('status', 'files of the archive, by tenant and day', archive)
  .option('--tenant <id>', 'tenant; every one that has files without it')
  .option('--format <name>', FORMATS_TEXT, 'table')
  .action(async (options) => (await import('./archive.ts')).runArchiveStatus(options))

command('verify', 'read every file of the archive; status 1 when one is not as it was committed', archive)
  .option('--tenant <id>', 'tenant; every one that has files without it')
  .action(async (options) => (await import('./archive.ts')).runArchiveVerify(options))

command('restore', 'bring events of days back from the archive into the lake', archive)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--from <date>', 'first day, UTC')
  .option('--to <date>', 'last day')
  .option('--all', 'every day')
  .action(async (options) => (await import('./archive.ts')).runArchiveRestore(options))

command(
  'maintain',
  'make one file of the small ones of a day; remove old snapshots, and files that nothing names',
  archive,
)
  .requiredOption('--tenant <id>', 'tenant')
  .action(async (options) => (await import('./archive.ts')).runArchiveMaintain(options))

command('erase', 'take the events of a subject out of the archive of a tenant, with proof', archive)
  .requiredOption('--tenant <id>', 'tenant')
  .requiredOption('--kind <kind>', 'user, host, ip or domain')
  .requiredOption('--value <value>', 'its name, whatever its case')
  .action(async (options) => (await import('./archive.ts')).runArchiveErase(options))

command('export <query>', 'all events that a query finds, a file a day; run again it goes on where it was cut short')
  .requiredOption('--tenant <id>', 'tenant')
  .requiredOption('--out <folder>', 'where the files and manifest.json go')
  .option('--format <name>', 'parquet, arrow, csv or ndjson', 'parquet')
  .option('--from <time>', 'of the event, ISO 8601; 30 days before the end without it')
  .option('--to <time>', 'not part of it; now without it')
  .option('--language <name>', 'lucene, or kql: a table and conditions', 'lucene')
  .option('--fields <names>', 'with commas between them; every column without it')
  .action(async (query: string, options) => (await import('./export.ts')).runExport(query, options))

command('query <sql>', 'SQL of DuckDB over the archive of a tenant, or over exported files: one SELECT')
  .option('--archive', 'over the archived events of a tenant, as the table events')
  .option('--tenant <id>', 'tenant')
  .option('--export <folder>', 'over files of svc export, as the table exported')
  .option('--from <time>', 'only files with events from this time on, ISO 8601')
  .option('--to <time>', 'only files with events from before this time')
  .option('--format <name>', FORMATS_TEXT, 'table')
  .option('--limit <n>', 'rows', '10000')
  .option('--memory <mb>', 'memory of the statement; it goes on on disk past it', '1024')
  .option('--threads <n>', 'threads of the statement', '2')
  .option('--timeout <seconds>', 'end the statement after', '600')
  .action(async (sql: string, options) => (await import('./query.ts')).runQuery(sql, options))

const lake = command('lake', 'what is stored, how well it is packed and how fast it grows')
  .option('--tenant <id>', 'what the rows of this tenant say')
  .option('--price <n>', 'of a GB for a month: what each day of events costs a day')
  .option('--json', 'as JSON')
  .action(async (options) => (await import('./lake.ts')).runLake(options))
// An option that both a command and its parent declare is read by the parent, wherever it is typed.
command('advise', 'fields that searches name often and wait for, and indexes that would serve them', lake)
  .option('--tenant <id>', 'whose searches')
  .option('--make <field>', 'make an index of this field, such as unmapped.LogonGuid')
  .option('--drop <field>', 'remove the index of this field')
  .option('--json', 'as JSON')
  .action(async (_, advise) => (await import('./lake-advise.ts')).runLakeAdvise(advise.optsWithGlobals()))

command('usage', 'what a tenant has used')
  .requiredOption('--tenant <id>', 'tenant')
  .option('--from <day>', 'such as 2026-01-31; 30 days up to the last one without it')
  .option('--to <day>', 'the last one; today (UTC) without it')
  .option('--csv', 'a row a day')
  .option('--json', 'as JSON')
  .action(async (options) => (await import('./usage.ts')).runUsage(options))

command(
  'set',
  'how much of a meter a tenant may use',
  program.command('entitlements').description('what tenants may use'),
)
  .requiredOption('--tenant <id>', 'tenant')
  .requiredOption('--meter <name>', 'as usage names it')
  .option('--allowance <n>', 'a calendar month, or at any time of what is counted now; no bound without it')
  .action(async (options) => (await import('./usage.ts')).runSetEntitlement(options))

const sources = program.command('sources').description('how sources are read')

command('try <file>', 'how a sample would be read: class, entities, and what is not understood', sources)
  .option('--format <name>', 'source format of the events', 'auto')
  .option('--tenant <id>', 'with the tables of this tenant')
  .option('--table <file>', 'with the table of this file')
  .option('--json', 'as JSON')
  .action(async (file: string, options) => (await import('./sources.ts')).runSourcesTry(file, options))

command('learn <file>', 'propose a table for a source that no table of the product knows, from samples of it', sources)
  .requiredOption('--name <name>', 'of the source')
  .option('--format <name>', 'source format of the events', 'auto')
  .action(async (file: string, options) => (await import('./sources.ts')).runSourcesLearn(file, options))

command('apply <table>', 'apply a table, tested against its samples, as its next version', sources)
  .requiredOption('--tenant <id>', 'tenant')
  .requiredOption('--name <name>', 'of the source')
  .requiredOption('--samples <file>', 'events that it must read')
  .option('--format <name>', 'source format of the samples', 'auto')
  .action(async (file: string, options) => (await import('./sources.ts')).runSourcesApply(file, options))

command('tables', "a tenant's own tables of sources", sources)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--format <name>', 'table, json or csv', 'table')
  .action(async (options) => (await import('./sources.ts')).runSourcesTables(options))

command('ledger', 'the source ledger: what came in and what became of it')
  .option('--tenant <id>', 'this tenant only')
  .option('--json', 'as JSON')
  .action(async (options) => (await import('./ledger.ts')).runLedger(options))

command('drift', 'fields of sources that came or went')
  .option('--tenant <id>', 'this tenant only')
  .option('--json', 'as JSON')
  .action(async (options) => (await import('./drift.ts')).runDrift(options))

command('drain', 'wait until nothing is in flight')
  .option('--timeout <seconds>', 'give up after', '600')
  .action(async (options) => (await import('./drain.ts')).runDrain(options))

command('send <file>', 'push a file of events')
  .option('--format <name>', 'source format of the events', 'auto')
  .requiredOption('--tenant-token <token>', 'push token')
  .option('--url <url>', 'ingest service; the local instance when not given')
  .option('--connector <id>', 'connector the events are counted under', 'svc-send')
  .option('--batch-bytes <n>', 'size of a request', '1000000')
  .option('--parallel <n>', 'requests at the same time', '4')
  .action(async (file: string, options) => (await import('./send.ts')).runSend(file, options))

command('normalize <file>', 'the OCSF events of a file as NDJSON')
  .option('--format <name>', 'source format of the events', 'auto')
  .option('--fidelity', 'the share of fields and bytes that the mapping reads, instead of the events')
  .option('--ocsf-version <version>', 'of the events; 1.8.0 when not given')
  .option('--tenant <id>', 'in the version that this tenant has pinned')
  .action(async (file: string, options) => (await import('./normalize.ts')).runNormalize(file, options))

const deadLetters = program.command('dead-letters').description('events that could not be decoded')

command('list', 'what could not be decoded and why, newest first', deadLetters)
  .option('--tenant <id>', 'this tenant only')
  .option('--source <id>', 'only letters of this connector')
  .option('--reason <word>', 'only letters with this reason')
  .option('--from <time>', 'of the receipt, ISO 8601; as far back as letters are kept without it')
  .option('--to <time>', 'not part of it; now without it')
  .option('--limit <n>', 'rows', '50')
  .option('--format <name>', 'table, or TSV, CSV, either WithNames, JSON, JSONEachRow', 'table')
  .action(async (options) => (await import('./dead-letters-list.ts')).runDeadLettersList(options))

command('replay', 'push dead letters again, through the same door', deadLetters)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--source <id>', 'only letters of this connector')
  .option('--reason <word>', 'only letters with this reason')
  .option('--url <url>', 'ingest service; the local instance when not given')
  .action(async (options) => (await import('./dead-letters.ts')).replay(options))

command('cluster-ddl', "print the statements that make svc's tables on a cluster of ClickHouse, for clickhouse-client")
  .requiredOption('--cluster <name>', 'as system.clusters has it')
  .option('--database <name>', 'of the tables', 'default')
  .action(async (options) => (await import('./verify-cluster.ts')).printClusterStatements(options))

command(
  'verify-cluster',
  'try a cluster of ClickHouse at CLICKHOUSE_URL with a table of its own; status 1 with a fault',
)
  .requiredOption('--cluster <name>', 'as system.clusters has it')
  .action(async (options) => (await import('./verify-cluster.ts')).runVerifyCluster(options))

const topics = program.command('topics').description('topics of the installation, on its brokers or in its log')

command('create', 'make the topics that are missing on KAFKA_BROKERS, as wide as SVC_PARTITIONS', topics)
  .option('--replicas <n>', 'of each; as the brokers have it by default when not given')
  .option('--principal <name>', 'let this user do what roles do, such as User:svc')
  .action(async (options) => (await import('./topics.ts')).runTopicsCreate(options))

command('check', 'say what is wrong with them; status 1 if anything', topics)
  .option('--principal <name>', 'and what this user may not do, such as User:svc')
  .action(async (options) => (await import('./topics.ts')).runTopicsCheck(options))

command('describe', 'partitions, offsets, how far groups are behind, and who may do what', topics)
  .option('--json', 'as JSON')
  .action(async (options) => (await import('./topics.ts')).runTopicsDescribe(options))

const log = program.command('log').description('the embedded log of an instance that does not run')

command('check', 'read all of it and name what the disk has damaged; status 1 if anything', log).action(async () =>
  (await import('./log-damage.ts')).runLogCheck(),
)

command('skip', 'go on without what is damaged: names what is lost, and keeps its bytes', log).action(async () =>
  (await import('./log-damage.ts')).runLogSkip(),
)

command(
  'backup <dir>',
  'copy the data folder to a new one; an instance that runs stands still for the last of it',
).action(async (dir: string) => (await import('./backup.ts')).runBackup(dir))

command('restore <dir>', 'put a backup back as the data folder, which must be empty, after checking each file')
  .option('--check', 'then start it, wait until nothing is in flight, and stop; status 1 unless the ledger balances')
  .action(async (dir: string, options) => (await import('./backup.ts')).runRestore(dir, options))

const rules = program.command('rules').description('detection rules')
const placeholders = () => new Option('--placeholders <file>', "YAML or JSON: what Sigma's %name% stands for")
const NO_CACHE = ['--no-cache', 'parse every rule anew and keep nothing of it'] as const

command('check <dir>', 'compile every rule of a folder; status 1 if any failed', rules)
  .addOption(placeholders())
  .option('--json', 'as JSON')
  .option(...NO_CACHE)
  .action(async (dir: string, options) => (await import('./rules-check.ts')).runRulesCheck(dir, options))

command('run', 'the events of a file against the rules of a folder', rules)
  .requiredOption('--rules <dir>', 'folder of Sigma, EQL and KQL rules')
  .requiredOption('--events <file>', 'a path, or - for standard input')
  .option('--format <name>', 'source format of the events', 'auto')
  .option('--threads <n>', 'threads', '1')
  .addOption(placeholders())
  .option('--json', 'one JSON object a match')
  .option('--details', 'with title, severity, tags and file')
  .option('--full-scan', 'every rule by itself, without the index')
  .option('--stats', 'one line of figures on stderr')
  .option(...NO_CACHE)
  .action(async (options) => (await import('./rules-run.ts')).runRulesRun(options))

command('explain', 'why rules match an event of a file or do not', rules)
  .requiredOption('--rules <dir>', 'folder of Sigma, EQL and KQL rules')
  .requiredOption('--events <file>', 'a path, or - for standard input')
  .option('--line <n>', 'line of the event', '1')
  .option('--rule <id>', 'id or name of one rule')
  .option('--format <name>', 'source format of the events', 'auto')
  .addOption(placeholders())
  .option('--json', 'one JSON object a rule')
  .action(async (options) => (await import('./rules-explain.ts')).runRulesExplain(options))

command('hunt', 'rules over what a tenant has stored', rules)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--rules <dir>', 'folder of Sigma, EQL and KQL rules')
  .option('--rule <id>', 'one rule: of the folder, of the product or of the tenant')
  .addOption(placeholders())
  .option('--from <time>', 'of the event, ISO 8601; 30 days before the end without it')
  .option('--to <time>', 'not part of it; now without it')
  .option('--json', 'one JSON object a match')
  .action(async (options) => (await import('./rules-hunt.ts')).runRulesHunt(options))

command('import <dir>', "take a folder of Sigma, EQL, KQL and YARA rules in as a tenant's own", rules)
  .requiredOption('--tenant <id>', 'tenant')
  .addOption(placeholders())
  .option('--prune', 'remove rules of the tenant whose files the folder does not have')
  .action(async (dir: string, options) => (await import('./rules-manage.ts')).runRulesImport(dir, options))

command('list', "a tenant's own rules", rules)
  .requiredOption('--tenant <id>', 'tenant')
  .action(async (options) => (await import('./rules-manage.ts')).runRulesList(options))

command('stats', 'what the rules of a tenant found, and what its own ones cost', rules)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--hours <n>', 'of the last hours', '24')
  .option('--rule <id>', 'of one rule')
  .option('--json', 'one JSON object')
  .action(async (options) => (await import('./rules-stats.ts')).runRulesStats(options))

command('enable <id>', 'switch a rule on for a tenant, one of its own or a built-in one', rules)
  .requiredOption('--tenant <id>', 'tenant')
  .action(async (id: string, options) => (await import('./rules-manage.ts')).runRulesSwitch(id, options, true))

command('disable <id>', 'switch a rule off for a tenant', rules)
  .requiredOption('--tenant <id>', 'tenant')
  .action(async (id: string, options) => (await import('./rules-manage.ts')).runRulesSwitch(id, options, false))

command('verify <file>', 'check an exported audit log offline', program.command('audit').description('audit log'))
  .option('--key <id...>', 'trust only these signing keys')
  .option('--against <file>', 'an older export of the same log')
  .action(async (file: string, options) => (await import('./audit-verify.ts')).verifyAudit(file, options))

command('verify <target>', 'check a signed export offline', program.command('exports').description('signed exports'))
  .option('--key <id...>', 'trust only these signing keys')
  .option('--signature <file>', 'detached signature of a file that is no bundle')
  .option('--keys <file>', 'answer of GET /api/v1/audit/keys, for a certificate of an erasure')
  .action(async (target: string, options) => (await import('./exports-verify.ts')).verifyExport(target, options))

const [first, ...others] = process.argv.slice(2)

try {
  // Some commands have an option of this name, so it cannot be declared for all of them.
  if (first === '--version' && others.length === 0) process.stdout.write(`${await version()}\n`)
  else if (!(await runRemote(program, process.argv.slice(2)))) await program.parseAsync()
} catch (error) {
  const text = failureText(error)
  if (text === null) throw error
  // Use cases name the body's member; the user typed an option.
  process.stderr.write(`svc: ${text.replace(/^body\.(\w+): /, '--$1: ')}\n`)
  process.exitCode = 1
}

async function version(): Promise<string> {
  const { readFileSync } = await import('node:fs')
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}
