/** Commands that start, prepare and save an installation. */
import type { Command } from 'commander'
import { type CommandGroup, command } from './command.ts'

export const RUN: CommandGroup = { heading: 'Run:', add }

function add(program: Command): void {
  command(program, 'demo', 'run everything with a demo tenant and the bundled sample')
    .option('--once', 'stop after the sample')
    .action(async (options) => (await import('../demo.ts')).runDemo(options))

  command(program, 'up', 'run everything on this machine until stopped')
    .option('--tenant <slug>', 'create this tenant if it does not exist')
    .action(async (options) => (await import('../up.ts')).runUp(options))

  command(
    program,
    'start <roles...>',
    'run some roles against DATABASE_URL, CLICKHOUSE_URL, KAFKA_BROKERS, REDIS_URL',
  ).action(async (roles: string[]) => (await import('../start.ts')).runStart(roles))

  command(program, 'migrate', 'bring the databases at DATABASE_URL and CLICKHOUSE_URL up to date').action(async () =>
    (await import('../migrate.ts')).runMigrate(),
  )

  command(program, 'doctor', 'check the installation: one line for each problem, with its remedy')
    .option('--profile <name>', 'an installation saved by svc login')
    .option('--api-url <url>', 'address of another installation (env: SVC_API_URL)')
    .option('--api-key <key>', 'API key (env: SVC_API_KEY)')
    .action(async (options) => (await import('../doctor.ts')).runDoctor(options))

  command(program, 'drain', 'wait until nothing is in flight')
    .option('--timeout <seconds>', 'give up after', '600')
    .action(async (options) => (await import('../drain.ts')).runDrain(options))

  command(
    program,
    'backup <dir>',
    'copy the data folder to a new one; a running instance is paused for the last part',
  ).action(async (dir: string) => (await import('../backup.ts')).runBackup(dir))

  command(
    program,
    'restore <dir>',
    'restore a backup to the data folder, which must be empty; each file is verified first',
  )
    .option(
      '--check',
      'then start the instance, wait until nothing is in flight, and stop; status 1 unless the ledger balances',
    )
    .action(async (dir: string, options) => (await import('../backup.ts')).runRestore(dir, options))
}
