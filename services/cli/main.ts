/** The command line. Every command is a file beside this one; this file is the table. */
import { enableCompileCache } from 'node:module'
import { Command, Option } from 'commander'
import { outliveReaders } from '../process/closed-output.ts'
import { failureText } from '../process/failure-text.ts'
import { applyGlobals } from './globals.ts'
import { helpAsFlag, putInGroups } from './help-groups.ts'
import { runRemote } from './remote.ts'
import { failWithoutStdout } from './stdout-faults.ts'

enableCompileCache() // a command is over before its code has been compiled twice

const program = new Command('svc').description('security operations platform')
program.configureHelp({ showGlobalOptions: true })
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
  .option('--tenant <slug>', 'create this tenant if it does not exist')
  .action(async (options) => (await import('./up.ts')).runUp(options))

command('demo', 'run everything with a demo tenant and the bundled sample')
  .option('--once', 'stop after the sample')
  .action(async (options) => (await import('./demo.ts')).runDemo(options))

command('start <roles...>', 'run some roles against DATABASE_URL, CLICKHOUSE_URL, KAFKA_BROKERS, REDIS_URL').action(
  async (roles: string[]) => (await import('./start.ts')).runStart(roles),
)

command('doctor', 'check the installation: one line for each problem, with its remedy')
  .option('--profile <name>', 'an installation saved by svc login')
  .option('--api-url <url>', 'address of another installation (env: SVC_API_URL)')
  .option('--api-key <key>', 'API key (env: SVC_API_KEY)')
  .action(async (options) => (await import('./doctor.ts')).runDoctor(options))

command('migrate', 'bring the databases at DATABASE_URL and CLICKHOUSE_URL up to date').action(async () =>
  (await import('./migrate.ts')).runMigrate(),
)

command(
  'mint',
  'print the push token of a tenant; each call prints the same one',
  program.command('tokens').description('create push tokens'),
)
  .requiredOption('--tenant <id>', 'tenant; created if it does not exist')
  .option('--template <id>', 'inbox template', 'connector-push')
  .option('--label <text>', 'name of the token, and source of its events; default: the template')
  .option('--hmac-secret <text>', 'requests must be signed with it')
  .option('--rotate', 'revoke the current token and print a new one')
  .action(async (options) => (await import('./tokens.ts')).mint(options))

command(
  'submit <files...>',
  'submit events as alerts, one per file',
  program.command('alerts').description('submit events as alerts'),
)
  .addOption(new Option('--api-url <url>', 'address of the API; default: the local instance').env('SVC_API_URL'))
  .addOption(new Option('--tenant-id <id>', 'tenant').env('SVC_TENANT_ID'))
  .option('--token <token>', 'access token')
  .option('--api-key <key>', 'API key')
  .option('--connector-id <id>', 'connector that the events come from')
  .option('--connector-type <name>', 'type of the connector')
  .option('--source-format <name>', 'format of the events')
  .option('--rule-id <id>', 'label of the rule that found the events')
  .option('--idempotency-key <key>', 'submitting again with the same key returns the same alert')
  .option('--json', 'print the whole answer as JSON')
  .action(async (files: string[], options) => (await import('./alerts-submit.ts')).runAlertsSubmit(files, options))

command(
  'mcp',
  'serve the API as a Model Context Protocol server, with the rights of an API key; over stdio without --http',
)
  .addOption(new Option('--api-url <url>', 'the API').env('SVC_API_URL'))
  .addOption(new Option('--api-key <key>', 'API key').env('SVC_API_KEY'))
  .option('--http [address]', 'serve streamable HTTP on this port or address; default: 127.0.0.1:8765')
  .action(async (options) => (await import('./mcp.ts')).runMcp(options))

const tenants = program.command('tenants').description('manage the tenants of the installation')

command('list', 'every tenant with its status, weight and limits', tenants)
  .option('--format <name>', 'table, or TSV, CSV, either WithNames, JSON, JSONEachRow', 'table')
  .action(async (options) => (await import('./tenants.ts')).runTenantsList(options))

command('limits <tenant>', 'change the push limits of a tenant; other limits stay as they are', tenants)
  .option('--weight <n>', 'its share when tenants compete, 1 to 1000')
  .option('--events-per-second <n>', 'sustained')
  .option('--events-burst <n>', 'at once, after an idle time')
  .option('--requests-per-second <n>', 'sustained')
  .option('--requests-burst <n>', 'at once, after an idle time')
  .action(async (tenant: string, options) => (await import('./tenants.ts')).runTenantLimits(tenant, options))

command(
  'onboard <tenant>',
  'set up a new customer of a provider in one step, and print its credentials and links as JSON',
  tenants,
)
  .requiredOption('--home <tenant>', "the provider's own tenant")
  .requiredOption('--name <name>', 'name of the customer')
  .requiredOption('--admin <email>', 'email of its first administrator; the answer has the sign-in link')
  .option('--delegate <email:role...>', 'a user of the provider with a role there, such as pat@msp.example:soc_lead')
  .option('--hours <n>', 'how long the delegations last', '720')
  .action(async (tenant: string, options) => (await import('./tenants-onboard.ts')).runOnboard(tenant, options))

command('suspend <tenant>', 'refuse all its sign-ins and pushes; its stored data stays', tenants).action(
  async (tenant: string) => (await import('./tenants.ts')).runTenantStatus(tenant, 'suspended'),
)

command('resume <tenant>', 'accept a suspended tenant again', tenants).action(async (tenant: string) =>
  (await import('./tenants.ts')).runTenantStatus(tenant, 'active'),
)

const autonomy = program.command('autonomy').description('stop and resume automatic actions')

command('stop', 'stop all automatic actions, of one tenant or of all', autonomy)
  .option('--tenant <slug>', 'tenant')
  .option('--all', 'every tenant of the installation')
  .requiredOption('--reason <text>', 'reason, recorded in the audit log of each tenant')
  .action(async (options) => (await import('./autonomy.ts')).runAutonomy(true, options))

command('resume', 'allow automatic actions again', autonomy)
  .option('--tenant <slug>', 'tenant')
  .option('--all', 'every tenant of the installation')
  .requiredOption('--reason <text>', 'reason, recorded in the audit log of each tenant')
  .action(async (options) => (await import('./autonomy.ts')).runAutonomy(false, options))

const vault = program.command('vault').description('credential keys of stored secrets')

command('status', 'show which credential key encrypts the secrets; status 1 when one cannot be decrypted', vault)
  .option('--format <name>', 'table, or TSV, CSV, either WithNames, JSON, JSONEachRow', 'table')
  .action(async (options) => (await import('./vault.ts')).runVaultStatus(options))

command(
  'reseal',
  'encrypt every secret with the newest credential key, so that older keys can be removed',
  vault,
).action(async () => (await import('./vault.ts')).runVaultReseal())

const hunts = program.command('hunts').description('run hunts and show their results')

command('list', 'hunts of a tenant, their next run, and the result of the latest one', hunts)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--format <name>', 'table, or TSV, CSV, either WithNames, JSON, JSONEachRow', 'table')
  .action(async (options) => (await import('./hunts.ts')).runHuntsList(options))

command('run <hunt>', 'run a hunt now and show its hits; status 1 when it could not search everything', hunts)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--from <time>', 'ISO 8601; default: the window of the hunt, before --to')
  .option('--to <time>', 'ISO 8601; default: now')
  .option('--json', 'hits as JSON, one per line')
  .action(async (id: string, options) => (await import('./hunts.ts')).runHuntsRun(id, options))

command('results <hunt>', 'show the hits of the latest finished run of a hunt', hunts)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--json', 'hits as JSON, one per line')
  .action(async (id: string, options) => (await import('./hunts.ts')).runHuntsResults(id, options))

const push = program.command('push').description('keys for push messages to browsers')

push
  .command('keys')
  .description('create the keys VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY; new keys end every subscription')
  .action(async () => (await import('./push-keys.ts')).runPushKeys())

command(
  'run <id>',
  'run an atomic test that was requested for this machine: shows the commands, asks for consent, cleans up',
  program.command('purple').description('run purple team tests on this machine'),
)
  .option('--consent <machine>', 'name of this machine: gives consent without a prompt')
  .option('--get-prerequisites', 'install missing prerequisites of the test')
  .addOption(
    new Option('--safe-list <file>', 'run only the techniques and tests that this file names').env(
      'SVC_PURPLE_SAFE_LIST',
    ),
  )
  .option('--profile <name>', 'an installation saved by svc login')
  .addOption(new Option('--api-url <url>', 'the API').env('SVC_API_URL'))
  .addOption(new Option('--api-key <key>', 'API key').env('SVC_API_KEY'))
  .action(async (id: string, options) => (await import('./purple-run/purple-run.ts')).runPurpleRun(id, options))

const playbooks = program.command('playbooks').description('list and check playbooks')
const FORMATS_TEXT = 'table, or TSV, CSV, either WithNames, JSON, JSONEachRow'

command('list', 'playbooks of a tenant and whether they are enabled', playbooks)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--format <name>', FORMATS_TEXT, 'table')
  .action(async (options) => (await import('./playbooks.ts')).runPlaybooksList(options))

command('check <file>', 'check a playbook in YAML or JSON; status 1 when it has faults', playbooks).action(
  async (file: string) => (await import('./playbooks.ts')).runPlaybooksCheck(file),
)

command('runs', 'the latest runs, newest first', playbooks)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--format <name>', FORMATS_TEXT, 'table')
  .action(async (options) => (await import('./playbooks.ts')).runPlaybooksRuns(options))

command(
  'pack <dir>',
  'make a signed catalogue of a folder of items, for other installations',
  program.command('marketplace').description('pack items for other installations'),
)
  .requiredOption('--key <file>', 'Ed25519 key (PEM) that signs the catalogue')
  .requiredOption('--out <dir>', 'folder for the files')
  .option('--days <n>', 'how long the signature is valid', '30')
  .action(async (dir: string, options) => (await import('./marketplace.ts')).runMarketplacePack(dir, options))

const connectors = program.command('connectors').description('sources that are polled')

command('types', 'types of sources that can be polled, and the settings of each', connectors)
  .option('--format <name>', FORMATS_TEXT, 'table')
  .action(async (options) => (await import('./connectors.ts')).runConnectorsTypes(options))

command('list', 'connectors of a tenant and their state', connectors)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--format <name>', FORMATS_TEXT, 'table')
  .action(async (options) => (await import('./connectors.ts')).runConnectorsList(options))

const cases = program.command('cases').description('list and show cases')

command('list', 'cases of a tenant, newest first, with their missed SLA targets', cases)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--status <word>', 'open, in_progress, resolved or closed; default: any')
  .option('--limit <n>', 'rows', '50')
  .option('--format <name>', 'table, or TSV, CSV, either WithNames, JSON, JSONEachRow', 'table')
  .action(async (options) => (await import('./cases.ts')).runCasesList(options))

command('show <case>', 'the summary of a case, by its number or id', cases)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--postmortem', 'show its post-mortem instead')
  .option('--html', 'as a printable page instead of JSON')
  .action(async (ref: string, options) => (await import('./cases.ts')).runCasesShow(ref, options))

command(
  'pin',
  'set the OCSF version in which a tenant gets its events',
  program.command('ocsf').description('the OCSF version of a tenant'),
)
  .requiredOption('--tenant <id>', 'tenant')
  .requiredOption('--version <version>', 'such as 1.3.0')
  .action(async (options) => (await import('./tenant-ocsf.ts')).runPin(options))

command(
  'fit',
  'fit the weights of the risk score to verdicts, and show their calibration',
  program.command('fusion').description('how alerts are scored'),
)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--publish', 'use the fitted weights')
  .option('--shipped', 'use the built-in weights again')
  .action(async (options) => (await import('./fusion-fit.ts')).runFusionFit(options))

const intel = program.command('intel').description('import and look up indicators')

command('import <file>', 'import indicators from a file of STIX, MISP, CSV or NDJSON, or a warning list of MISP', intel)
  .option('--tenant <id>', 'tenant that owns them')
  .option('--shared', 'for all tenants')
  .option('--format <name>', 'stix, misp, csv or ndjson; default: detected')
  .option('--source <name>', 'name of their source; default: the name of the file')
  .option('--json', 'the counts as JSON')
  .action(async (file: string, options) => (await import('./intel-import.ts')).runIntelImport(file, options))

command('seen <value>', 'whether a value was ever seen in the events of a tenant: first, last, how often, where', intel)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--type <name>', 'type of the value; default: detected')
  .option('--json', 'as JSON')
  .action(async (value: string, options) => (await import('./intel-seen.ts')).runIntelSeen(value, options))

const admin = program.command('admin').description('administration of the installation')

command('bootstrap', 'create an administrator and print a one-time password', admin)
  .requiredOption('--email <address>', 'email of the administrator')
  .requiredOption('--tenant <slug>', 'tenant; created if it does not exist')
  .option('--role <name>', 'admin or platform_admin; default: admin')
  .action(async (options) => (await import('./admin-bootstrap.ts')).runBootstrap(options))

command('rotate-signing-key', 'create a new signing key for sessions; all users must sign in again', admin).action(
  async () => (await import('./admin-bootstrap.ts')).runRotateSigningKey(),
)

const organisations = program.command('organisations').description('manage organisations of tenants')

command('create', 'create an organisation and print its id', organisations)
  .requiredOption('--name <name>', 'name of the organisation')
  .requiredOption('--home <tenant>', 'tenant whose users work for the organisation')
  .requiredOption('--kind <kind>', 'mssp or enterprise')
  .action(async (options) => (await import('./organisations.ts')).runCreateOrganisation(options))

command('add', 'add a tenant to an organisation', organisations)
  .requiredOption('--name <name>', 'name of the organisation')
  .requiredOption('--tenant <id>', 'the tenant')
  .action(async (options) => (await import('./organisations.ts')).runAddTenant(options))

command('remove', 'remove a tenant from an organisation', organisations)
  .requiredOption('--name <name>', 'name of the organisation')
  .requiredOption('--tenant <id>', 'the tenant')
  .action(async (options) => (await import('./organisations.ts')).runRemoveTenant(options))

command('openapi', 'print the OpenAPI document of the API')
  .option('--collection', 'as a collection of requests for Bruno, Postman and Insomnia')
  .option('--out <file>', 'write it to a file instead')
  .action(async (options) => (await import('./openapi.ts')).runOpenapi(options))

command('asyncapi', 'print the AsyncAPI document of streams, topics and web hooks')
  .option('--out <file>', 'write it to a file instead')
  .action(async (options) => (await import('./openapi.ts')).runAsyncapi(options))

command('sql <statement>', 'run read-only SQL over the lake')
  .option('--tenant <id>', 'read only the rows of this tenant')
  .option('--format <name>', 'any output format of ClickHouse', 'TSV')
  .action(async (statement: string, options) => (await import('./sql.ts')).runSql(statement, options))

command('kql [query]', 'run a KQL query over the stored events of a tenant')
  .requiredOption('--tenant <id>', 'tenant')
  .option('--file <path>', 'read the query from a file')
  .option('--from <time>', 'first event time, ISO 8601; default: the span of the query, or 30 days')
  .option('--to <time>', 'end of the event time, exclusive; default: now')
  .option('--format <name>', 'table, or TSV, CSV, either WithNames, JSON, JSONEachRow', 'table')
  .option('--timeout <seconds>', 'stop the query after', '300')
  .action(async (query: string | undefined, options) => (await import('./kql.ts')).runKqlQuery(query, options))

command('search <query>', 'search the events of a tenant, newest first')
  .requiredOption('--tenant <id>', 'tenant')
  .option('--from <time>', 'first event time, ISO 8601; default: 30 days before --to')
  .option('--to <time>', 'end of the event time, exclusive; default: now')
  .option('--fields <names>', 'names separated by commas; see GET /events/fields')
  .option('--limit <n>', 'events', '50')
  .option('--format <name>', 'table, json (one event per line) or csv', 'table')
  .action(async (query: string, options) => (await import('./search.ts')).runSearch(query, options))

command('tail <query>', 'show events that match a query as they are stored, until interrupted')
  .requiredOption('--tenant <id>', 'tenant')
  .option('--fields <names>', 'names separated by commas; see GET /events/fields')
  .option('--format <name>', 'tsv, csv or json (one event per line)', 'tsv')
  .action(async (query: string, options) => (await import('./tail.ts')).runTail(query, options))

const archive = program
  .command('archive')
  .description('the archive of the lake: Iceberg tables that other programs can read')

command('run', 'move events from the lake to the archive; each file is verified before its events are removed', archive)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--before <date>', 'events of days before this one, UTC; default: older than SVC_LAKE_HOT_DAYS')
  .option('--all', 'every event')
  .action(async (options) => (await import('./archive.ts')).runArchiveRun(options))

command('status', 'list the files of the archive by tenant and day', archive)
  .option('--tenant <id>', 'tenant; default: every tenant with files')
  .option('--format <name>', FORMATS_TEXT, 'table')
  .action(async (options) => (await import('./archive.ts')).runArchiveStatus(options))

command('verify', 'verify the checksum of every file of the archive; status 1 when one has changed', archive)
  .option('--tenant <id>', 'tenant; default: every tenant with files')
  .action(async (options) => (await import('./archive.ts')).runArchiveVerify(options))

command('repair', 'mend an archive with lost or damaged files, from the lake and from files of merges', archive)
  .requiredOption('--tenant <id>', 'tenant')
  .option(
    '--accept-loss <reason>',
    'mark the events of damaged files without a copy as lost; the reason goes into the audit log',
  )
  .action(async (options) => (await import('./archive.ts')).runArchiveRepair(options))

command('restore', 'restore events of some days from the archive to the lake', archive)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--from <date>', 'first day, UTC')
  .option('--to <date>', 'last day')
  .option('--all', 'every day')
  .action(async (options) => (await import('./archive.ts')).runArchiveRestore(options))

command('maintain', 'merge the small files of each day; remove old snapshots and unreferenced files', archive)
  .requiredOption('--tenant <id>', 'tenant')
  .action(async (options) => (await import('./archive.ts')).runArchiveMaintain(options))

command('erase', 'erase the events of a subject from the archive of a tenant, with a certificate', archive)
  .requiredOption('--tenant <id>', 'tenant')
  .requiredOption('--kind <kind>', 'user, host, ip or domain')
  .requiredOption('--value <value>', 'its name; case does not matter')
  .action(async (options) => (await import('./archive.ts')).runArchiveErase(options))

command('export <query>', 'export all events that match a query, one file per day; run it again to resume')
  .requiredOption('--tenant <id>', 'tenant')
  .requiredOption('--out <folder>', 'folder for the files and manifest.json')
  .option('--format <name>', 'parquet, arrow, csv or ndjson', 'parquet')
  .option('--from <time>', 'first event time, ISO 8601; default: 30 days before --to')
  .option('--to <time>', 'end of the event time, exclusive; default: now')
  .option('--language <name>', 'lucene, or kql (a table and conditions)', 'lucene')
  .option('--fields <names>', 'names separated by commas; default: every column')
  .action(async (query: string, options) => (await import('./export.ts')).runExport(query, options))

command('query <sql>', 'run one SELECT in DuckDB over the archive of a tenant or over exported files')
  .option('--archive', 'query the archived events of a tenant, as the table events')
  .option('--tenant <id>', 'tenant')
  .option('--export <folder>', 'query files of svc export, as the table exported')
  .option('--from <time>', 'only files with events from this time on, ISO 8601')
  .option('--to <time>', 'only files with events from before this time')
  .option('--format <name>', FORMATS_TEXT, 'table')
  .option('--limit <n>', 'rows', '10000')
  .option('--memory <mb>', 'memory limit in MB; the statement spills to disk above it', '1024')
  .option('--threads <n>', 'threads of the statement', '2')
  .option('--timeout <seconds>', 'stop the statement after', '600')
  .action(async (sql: string, options) => (await import('./query.ts')).runQuery(sql, options))

const lake = command('lake', 'show what is stored, its compression and its growth')
  .option('--tenant <id>', 'only the rows of this tenant')
  .option('--price <n>', 'price of a GB per month, to show the cost of each day of events')
  .option('--json', 'as JSON')
  .action(async (options) => (await import('./lake.ts')).runLake(options))
// An option that both a command and its parent declare is read by the parent, wherever it is typed.
command('advise', 'fields that slow searches use often, and indexes that would speed them up', lake)
  .option('--tenant <id>', 'tenant whose searches are examined')
  .option('--make <field>', 'create an index of this field, such as unmapped.LogonGuid')
  .option('--drop <field>', 'remove the index of this field')
  .option('--json', 'as JSON')
  .action(async (_, advise) => (await import('./lake-advise.ts')).runLakeAdvise(advise.optsWithGlobals()))

command('usage', 'show the usage of a tenant')
  .requiredOption('--tenant <id>', 'tenant')
  .option('--from <day>', 'first day, such as 2026-01-31; default: 30 days before the last')
  .option('--to <day>', 'last day; default: today (UTC)')
  .option('--csv', 'as CSV, one row per day')
  .option('--json', 'as JSON')
  .action(async (options) => (await import('./usage.ts')).runUsage(options))

command(
  'set',
  'set how much a tenant may use of a meter',
  program.command('entitlements').description('usage allowances of tenants'),
)
  .requiredOption('--tenant <id>', 'tenant')
  .requiredOption('--meter <name>', 'name of the meter, as in svc usage')
  .option('--allowance <n>', 'per calendar month, or at any time for meters of a current count; default: unlimited')
  .action(async (options) => (await import('./usage.ts')).runSetEntitlement(options))

const sources = program.command('sources').description('try, learn and apply tables of sources')

command('try <file>', 'show how a sample would be read: class, entities, and fields that are not understood', sources)
  .option('--format <name>', 'source format of the events', 'auto')
  .option('--tenant <id>', 'use the tables of this tenant too')
  .option('--table <file>', 'use the table of this file too')
  .option('--json', 'as JSON')
  .action(async (file: string, options) => (await import('./sources.ts')).runSourcesTry(file, options))

command('learn <file>', 'propose a table for an unknown source from samples of its events', sources)
  .requiredOption('--name <name>', 'name of the source')
  .option('--format <name>', 'source format of the events', 'auto')
  .action(async (file: string, options) => (await import('./sources.ts')).runSourcesLearn(file, options))

command('apply <table>', 'test a table with samples and apply it as the next version', sources)
  .requiredOption('--tenant <id>', 'tenant')
  .requiredOption('--name <name>', 'name of the source')
  .requiredOption('--samples <file>', 'events that the table must read')
  .option('--format <name>', 'source format of the samples', 'auto')
  .action(async (file: string, options) => (await import('./sources.ts')).runSourcesApply(file, options))

command('tables', "a tenant's own tables of sources", sources)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--format <name>', 'table, json or csv', 'table')
  .action(async (options) => (await import('./sources.ts')).runSourcesTables(options))

command('ledger', 'show the source ledger: events received, stored, rejected and in flight')
  .option('--tenant <id>', 'this tenant only')
  .option('--json', 'as JSON')
  .action(async (options) => (await import('./ledger.ts')).runLedger(options))

command('drift', 'list fields that appeared in or disappeared from sources')
  .option('--tenant <id>', 'this tenant only')
  .option('--json', 'as JSON')
  .action(async (options) => (await import('./drift.ts')).runDrift(options))

command('drain', 'wait until nothing is in flight')
  .option('--timeout <seconds>', 'give up after', '600')
  .action(async (options) => (await import('./drain.ts')).runDrain(options))

command('send <file>', 'push a file of events')
  .option('--format <name>', 'source format of the events', 'auto')
  .option('--tenant <id>', 'tenant of the local instance, whose push token is used')
  .option('--tenant-token <token>', 'push token, in place of --tenant')
  .option('--url <url>', 'address of the ingest service; default: the local instance')
  .option('--connector <id>', 'connector under which the events are counted', 'svc-send')
  .option('--batch-bytes <n>', 'size of each request', '1000000')
  .option('--parallel <n>', 'concurrent requests', '4')
  .action(async (file: string, options) => (await import('./send.ts')).runSend(file, options))

command('normalize <file>', 'print the events of a file as OCSF (NDJSON)')
  .option('--format <name>', 'source format of the events', 'auto')
  .option('--fidelity', 'print the share of fields and bytes that the mapping reads, instead of the events')
  .option('--ocsf-version <version>', 'OCSF version of the events; default: 1.8.0')
  .option('--tenant <id>', 'use the version that this tenant has pinned')
  .option('--received <time>', 'time of receipt, by which dates without a year are read; default: now')
  .action(async (file: string, options) => (await import('./normalize.ts')).runNormalize(file, options))

const deadLetters = program.command('dead-letters').description('events that could not be decoded')

command('list', 'events that could not be decoded and why, newest first', deadLetters)
  .option('--tenant <id>', 'this tenant only')
  .option('--source <id>', 'only letters of this connector')
  .option('--reason <word>', 'only letters with this reason')
  .option('--from <time>', 'first time of receipt, ISO 8601; default: all that are kept')
  .option('--to <time>', 'end of the event time, exclusive; default: now')
  .option('--limit <n>', 'rows', '50')
  .option('--format <name>', 'table, or TSV, CSV, either WithNames, JSON, JSONEachRow', 'table')
  .action(async (options) => (await import('./dead-letters-list.ts')).runDeadLettersList(options))

command('replay', 'push dead letters again through ingest', deadLetters)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--source <id>', 'only letters of this connector')
  .option('--reason <word>', 'only letters with this reason')
  .option('--url <url>', 'address of the ingest service; default: the local instance')
  .action(async (options) => (await import('./dead-letters.ts')).replay(options))

command('cluster-ddl', "print the statements that make svc's tables on a cluster of ClickHouse, for clickhouse-client")
  .requiredOption('--cluster <name>', 'name of the cluster in system.clusters')
  .option('--database <name>', 'database of the tables', 'default')
  .action(async (options) => (await import('./verify-cluster.ts')).printClusterStatements(options))

command(
  'verify-cluster',
  'test the ClickHouse cluster at CLICKHOUSE_URL with a table of its own; status 1 when a test fails',
)
  .requiredOption('--cluster <name>', 'name of the cluster in system.clusters')
  .action(async (options) => (await import('./verify-cluster.ts')).runVerifyCluster(options))

const topics = program
  .command('topics')
  .description('topics of the installation, on Kafka brokers or in the embedded log')

command('create', 'create missing topics on KAFKA_BROKERS, with SVC_PARTITIONS partitions', topics)
  .option('--replicas <n>', 'replicas of each topic; default: as set on the brokers')
  .option('--principal <name>', 'grant this user the rights that svc needs, such as User:svc')
  .action(async (options) => (await import('./topics.ts')).runTopicsCreate(options))

command('check', 'check their settings; status 1 when something is wrong', topics)
  .option('--principal <name>', 'also check the rights of this user, such as User:svc')
  .action(async (options) => (await import('./topics.ts')).runTopicsCheck(options))

command('describe', 'show partitions, offsets, consumer lag and access rights', topics)
  .option('--json', 'as JSON')
  .action(async (options) => (await import('./topics.ts')).runTopicsDescribe(options))

const log = program.command('log').description('the embedded log of a stopped instance')

command('check', 'read the whole log and list damaged places; status 1 when there are any', log).action(async () =>
  (await import('./log-damage.ts')).runLogCheck(),
)

command('skip', 'skip damaged places: lists what is lost, and keeps the damaged bytes', log).action(async () =>
  (await import('./log-damage.ts')).runLogSkip(),
)

command('backup <dir>', 'copy the data folder to a new one; a running instance is paused for the last part').action(
  async (dir: string) => (await import('./backup.ts')).runBackup(dir),
)

command('restore <dir>', 'restore a backup to the data folder, which must be empty; each file is verified first')
  .option(
    '--check',
    'then start the instance, wait until nothing is in flight, and stop; status 1 unless the ledger balances',
  )
  .action(async (dir: string, options) => (await import('./backup.ts')).runRestore(dir, options))

const rules = program.command('rules').description('check, run and manage detection rules')
const placeholders = () =>
  new Option('--placeholders <file>', 'YAML or JSON: values for the placeholders (%name%) of Sigma')
const NO_CACHE = ['--no-cache', 'parse every rule again and do not write a cache'] as const

command('check <path>', 'compile a rule file, or every rule of a folder; status 1 when one has a fault', rules)
  .addOption(placeholders())
  .option('--json', 'as JSON')
  .option(...NO_CACHE)
  .action(async (path: string, options) => (await import('./rules-check.ts')).runRulesCheck(path, options))

command('run', 'match the events of a file against the rules of a folder', rules)
  .requiredOption('--rules <path>', 'folder of Sigma, EQL and KQL rules, or one file')
  .requiredOption('--events <file>', 'a path, or - for standard input')
  .option('--format <name>', 'source format of the events', 'auto')
  .option('--threads <n>', 'threads', '1')
  .addOption(placeholders())
  .option('--json', 'one JSON object per match')
  .option('--details', 'with title, severity, tags and file')
  .option('--full-scan', 'evaluate every rule, without the index')
  .option('--stats', 'print one line of figures to stderr')
  .option(...NO_CACHE)
  .action(async (options) => (await import('./rules-run.ts')).runRulesRun(options))

command('explain', 'explain why rules match an event of a file or do not', rules)
  .requiredOption('--rules <path>', 'folder of Sigma, EQL and KQL rules, or one file')
  .requiredOption('--events <file>', 'a path, or - for standard input')
  .option('--line <n>', 'line at which the event begins', '1')
  .option('--rule <id>', 'id or name of one rule')
  .option('--format <name>', 'source format of the events', 'auto')
  .addOption(placeholders())
  .option('--json', 'one JSON object per rule')
  .action(async (options) => (await import('./rules-explain.ts')).runRulesExplain(options))

command('hunt', 'run rules over the stored events of a tenant', rules)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--rules <path>', 'folder of Sigma, EQL and KQL rules, or one file')
  .option('--rule <id>', 'id of one rule: of the folder, built-in or of the tenant')
  .addOption(placeholders())
  .option('--from <time>', 'first event time, ISO 8601; default: 30 days before --to')
  .option('--to <time>', 'end of the event time, exclusive; default: now')
  .option('--json', 'one JSON object per match')
  .action(async (options) => (await import('./rules-hunt.ts')).runRulesHunt(options))

command('import <path>', "import Sigma, EQL, KQL and YARA rules, a folder or one file, as a tenant's own", rules)
  .requiredOption('--tenant <id>', 'tenant')
  .addOption(placeholders())
  .option('--prune', 'remove rules of the tenant whose files are not in the folder')
  .action(async (path: string, options) => (await import('./rules-manage.ts')).runRulesImport(path, options))

command('list', "a tenant's own rules", rules)
  .requiredOption('--tenant <id>', 'tenant')
  .action(async (options) => (await import('./rules-manage.ts')).runRulesList(options))

command('stats', 'hits of the rules of a tenant, and the cost of its own rules', rules)
  .requiredOption('--tenant <id>', 'tenant')
  .option('--hours <n>', 'count the last hours', '24')
  .option('--rule <id>', 'only this rule')
  .option('--json', 'one JSON object')
  .action(async (options) => (await import('./rules-stats.ts')).runRulesStats(options))

command('enable <id>', 'enable a rule for a tenant, one of its own or a built-in one', rules)
  .requiredOption('--tenant <id>', 'tenant')
  .action(async (id: string, options) => (await import('./rules-manage.ts')).runRulesSwitch(id, options, true))

command('disable <id>', 'disable a rule for a tenant', rules)
  .requiredOption('--tenant <id>', 'tenant')
  .action(async (id: string, options) => (await import('./rules-manage.ts')).runRulesSwitch(id, options, false))

command(
  'verify <file>',
  'check an exported audit log offline',
  program.command('audit').description('verify exported audit logs'),
)
  .option('--key <id...>', 'trust only these signing keys')
  .option('--against <file>', 'an older export of the same log')
  .action(async (file: string, options) => (await import('./audit-verify.ts')).verifyAudit(file, options))

command(
  'verify <target>',
  'check a signed export offline',
  program.command('exports').description('verify signed exports'),
)
  .option('--key <id...>', 'trust only these signing keys')
  .option('--signature <file>', 'detached signature, for a file that is not a bundle')
  .option('--keys <file>', 'file of `svc audit keys list --json`, for a certificate of an erasure')
  .action(async (target: string, options) => (await import('./exports-verify.ts')).verifyExport(target, options))

putInGroups(program)
const args = helpAsFlag(process.argv.slice(2))
const [first, ...others] = args

try {
  // Some commands have an option of this name, so it cannot be declared for all of them.
  if (first === '--version' && others.length === 0) process.stdout.write(`${await version()}\n`)
  else if (!(await runRemote(program, args))) await program.parseAsync(args, { from: 'user' })
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
