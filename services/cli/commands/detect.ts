/** Commands for rules, indicators, scores and tests of detection. */
import { type Command, Option } from 'commander'
import { type CommandGroup, command } from './command.ts'

export const DETECT: CommandGroup = { heading: 'Detect:', add }

const NO_CACHE = ['--no-cache', 'parse every rule again and do not write a cache'] as const

function add(program: Command): void {
  addRules(program)
  addIntel(program)
  addFusion(program)
  addMarketplace(program)
  addPurple(program)
}

function addRules(program: Command): void {
  const rules = program.command('rules').description('check, run and manage detection rules')

  command(rules, 'check <path>', 'compile a rule file, or every rule of a folder; status 1 when one has a fault')
    .addOption(placeholders())
    .option('--json', 'as JSON')
    .option(...NO_CACHE)
    .action(async (path: string, options) => (await import('../rules-check.ts')).runRulesCheck(path, options))

  command(rules, 'run', 'match the events of a file against the rules of a folder')
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
    .action(async (options) => (await import('../rules-run.ts')).runRulesRun(options))

  command(rules, 'explain', 'explain why rules match an event of a file or do not')
    .requiredOption('--rules <path>', 'folder of Sigma, EQL and KQL rules, or one file')
    .requiredOption('--events <file>', 'a path, or - for standard input')
    .option('--line <n>', 'line at which the event begins', '1')
    .option('--rule <id>', 'id or name of one rule')
    .option('--format <name>', 'source format of the events', 'auto')
    .addOption(placeholders())
    .option('--json', 'one JSON object per rule')
    .action(async (options) => (await import('../rules-explain.ts')).runRulesExplain(options))

  command(rules, 'hunt', 'run rules over the stored events of a tenant')
    .requiredOption('--tenant <id>', 'tenant')
    .option('--rules <path>', 'folder of Sigma, EQL and KQL rules, or one file')
    .option('--rule <id>', 'id of one rule: of the folder, built-in or of the tenant')
    .addOption(placeholders())
    .option('--from <time>', 'first event time, ISO 8601; default: 30 days before --to')
    .option('--to <time>', 'end of the event time, exclusive; default: now')
    .option('--json', 'one JSON object per match')
    .action(async (options) => (await import('../rules-hunt.ts')).runRulesHunt(options))

  command(rules, 'import <path>', "import Sigma, EQL, KQL and YARA rules, a folder or one file, as a tenant's own")
    .requiredOption('--tenant <id>', 'tenant')
    .addOption(placeholders())
    .option('--prune', 'remove rules of the tenant whose files are not in the folder')
    .action(async (path: string, options) => (await import('../rules-manage.ts')).runRulesImport(path, options))

  command(rules, 'list', "a tenant's own rules")
    .requiredOption('--tenant <id>', 'tenant')
    .action(async (options) => (await import('../rules-manage.ts')).runRulesList(options))

  command(rules, 'stats', 'hits of the rules of a tenant, and the cost of its own rules')
    .requiredOption('--tenant <id>', 'tenant')
    .option('--hours <n>', 'count the last hours', '24')
    .option('--rule <id>', 'only this rule')
    .option('--json', 'one JSON object')
    .action(async (options) => (await import('../rules-stats.ts')).runRulesStats(options))

  command(rules, 'enable <id>', 'enable a rule for a tenant, one of its own or a built-in one')
    .requiredOption('--tenant <id>', 'tenant')
    .action(async (id: string, options) => (await import('../rules-manage.ts')).runRulesSwitch(id, options, true))

  command(rules, 'disable <id>', 'disable a rule for a tenant')
    .requiredOption('--tenant <id>', 'tenant')
    .action(async (id: string, options) => (await import('../rules-manage.ts')).runRulesSwitch(id, options, false))
}

function addIntel(program: Command): void {
  const intel = program.command('intel').description('import and look up indicators')

  command(
    intel,
    'import <file>',
    'import indicators from a file of STIX, MISP, CSV or NDJSON, or a warning list of MISP',
  )
    .option('--tenant <id>', 'tenant that owns them')
    .option('--shared', 'for all tenants')
    .option('--format <name>', 'stix, misp, csv or ndjson; default: detected')
    .option('--source <name>', 'name of their source; default: the name of the file')
    .option('--json', 'the counts as JSON')
    .action(async (file: string, options) => (await import('../intel-import.ts')).runIntelImport(file, options))

  command(
    intel,
    'seen <value>',
    'whether a value was ever seen in the events of a tenant: first, last, how often, where',
  )
    .requiredOption('--tenant <id>', 'tenant')
    .option('--type <name>', 'type of the value; default: detected')
    .option('--json', 'as JSON')
    .action(async (value: string, options) => (await import('../intel-seen.ts')).runIntelSeen(value, options))
}

function addFusion(program: Command): void {
  command(
    program.command('fusion').description('how alerts are scored'),
    'fit',
    'fit the weights of the risk score to verdicts, and show their calibration',
  )
    .requiredOption('--tenant <id>', 'tenant')
    .option('--publish', 'use the fitted weights')
    .option('--shipped', 'use the built-in weights again')
    .action(async (options) => (await import('../fusion-fit.ts')).runFusionFit(options))
}

function addMarketplace(program: Command): void {
  command(
    program.command('marketplace').description('pack items for other installations'),
    'pack <dir>',
    'make a signed catalogue of a folder of items, for other installations',
  )
    .requiredOption('--key <file>', 'Ed25519 key (PEM) that signs the catalogue')
    .requiredOption('--out <dir>', 'folder for the files')
    .option('--days <n>', 'how long the signature is valid', '30')
    .action(async (dir: string, options) => (await import('../marketplace.ts')).runMarketplacePack(dir, options))
}

function addPurple(program: Command): void {
  command(
    program.command('purple').description('run purple team tests on this machine'),
    'run <id>',
    'run an atomic test that was requested for this machine: shows the commands, asks for consent, cleans up',
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
    .action(async (id: string, options) => (await import('../purple-run/purple-run.ts')).runPurpleRun(id, options))
}

function placeholders(): Option {
  return new Option('--placeholders <file>', 'YAML or JSON: values for the placeholders (%name%) of Sigma')
}
