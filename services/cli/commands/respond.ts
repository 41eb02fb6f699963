/** Commands for alerts, cases, playbooks and automatic actions. */
import { type Command, Option } from 'commander'
import { type CommandGroup, command, FORMAT } from './command.ts'

export const RESPOND: CommandGroup = { heading: 'Respond:', add }

function add(program: Command): void {
  command(
    program.command('alerts').description('submit events as alerts'),
    'submit <files...>',
    'submit events as alerts, one per file',
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
    .action(async (files: string[], options) => (await import('../alerts-submit.ts')).runAlertsSubmit(files, options))

  const cases = program.command('cases').description('list and show cases')

  command(cases, 'list', 'cases of a tenant, newest first, with their missed SLA targets')
    .requiredOption('--tenant <id>', 'tenant')
    .option('--status <word>', 'open, in_progress, resolved or closed; default: any')
    .option('--limit <n>', 'rows', '50')
    .option(...FORMAT)
    .action(async (options) => (await import('../cases.ts')).runCasesList(options))

  command(cases, 'show <case>', 'the summary of a case, by its number or id')
    .requiredOption('--tenant <id>', 'tenant')
    .option('--postmortem', 'show its post-mortem instead')
    .option('--html', 'as a printable page instead of JSON')
    .action(async (ref: string, options) => (await import('../cases.ts')).runCasesShow(ref, options))

  const playbooks = program.command('playbooks').description('list and check playbooks')

  command(playbooks, 'list', 'playbooks of a tenant and whether they are enabled')
    .requiredOption('--tenant <id>', 'tenant')
    .option(...FORMAT)
    .action(async (options) => (await import('../playbooks.ts')).runPlaybooksList(options))

  command(playbooks, 'check <file>', 'check a playbook in YAML or JSON; status 1 when it has faults').action(
    async (file: string) => (await import('../playbooks.ts')).runPlaybooksCheck(file),
  )

  command(playbooks, 'runs', 'the latest runs, newest first')
    .requiredOption('--tenant <id>', 'tenant')
    .option(...FORMAT)
    .action(async (options) => (await import('../playbooks.ts')).runPlaybooksRuns(options))

  const autonomy = program.command('autonomy').description('stop and resume automatic actions')

  command(autonomy, 'stop', 'stop all automatic actions, of one tenant or of all')
    .option('--tenant <slug>', 'tenant')
    .option('--all', 'every tenant of the installation')
    .requiredOption('--reason <text>', 'reason, recorded in the audit log of each tenant')
    .action(async (options) => (await import('../autonomy.ts')).runAutonomy(true, options))

  command(autonomy, 'resume', 'allow automatic actions again')
    .option('--tenant <slug>', 'tenant')
    .option('--all', 'every tenant of the installation')
    .requiredOption('--reason <text>', 'reason, recorded in the audit log of each tenant')
    .action(async (options) => (await import('../autonomy.ts')).runAutonomy(false, options))
}
