/** Commands for tenants, organisations, administrators and usage. */
import type { Command } from 'commander'
import { type CommandGroup, command, FORMAT } from './command.ts'

export const CUSTOMERS: CommandGroup = { heading: 'Customers and bills:', add }

function add(program: Command): void {
  const tenants = program.command('tenants').description('manage the tenants of the installation')

  command(tenants, 'list', 'every tenant with its status, weight and limits')
    .option(...FORMAT)
    .action(async (options) => (await import('../tenants.ts')).runTenantsList(options))

  command(tenants, 'limits <tenant>', 'change the push limits of a tenant; other limits stay as they are')
    .option('--weight <n>', 'its share when tenants compete, 1 to 1000')
    .option('--events-per-second <n>', 'sustained')
    .option('--events-burst <n>', 'at once, after an idle time')
    .option('--requests-per-second <n>', 'sustained')
    .option('--requests-burst <n>', 'at once, after an idle time')
    .action(async (tenant: string, options) => (await import('../tenants.ts')).runTenantLimits(tenant, options))

  command(
    tenants,
    'onboard <tenant>',
    'set up a new customer of a provider in one step, and print its credentials and links as JSON',
  )
    .requiredOption('--home <tenant>', "the provider's own tenant")
    .requiredOption('--name <name>', 'name of the customer')
    .requiredOption('--admin <email>', 'email of its first administrator; the answer has the sign-in link')
    .option('--delegate <email:role...>', 'a user of the provider with a role there, such as pat@msp.example:soc_lead')
    .option('--hours <n>', 'how long the delegations last', '720')
    .action(async (tenant: string, options) => (await import('../tenants-onboard.ts')).runOnboard(tenant, options))

  command(tenants, 'suspend <tenant>', 'refuse all its sign-ins and pushes; its stored data stays').action(
    async (tenant: string) => (await import('../tenants.ts')).runTenantStatus(tenant, 'suspended'),
  )

  command(tenants, 'resume <tenant>', 'accept a suspended tenant again').action(async (tenant: string) =>
    (await import('../tenants.ts')).runTenantStatus(tenant, 'active'),
  )

  const organisations = program.command('organisations').description('manage organisations of tenants')

  command(organisations, 'create', 'create an organisation and print its id')
    .requiredOption('--name <name>', 'name of the organisation')
    .requiredOption('--home <tenant>', 'tenant whose users work for the organisation')
    .requiredOption('--kind <kind>', 'mssp or enterprise')
    .action(async (options) => (await import('../organisations.ts')).runCreateOrganisation(options))

  command(organisations, 'add', 'add a tenant to an organisation')
    .requiredOption('--name <name>', 'name of the organisation')
    .requiredOption('--tenant <id>', 'the tenant')
    .action(async (options) => (await import('../organisations.ts')).runAddTenant(options))

  command(organisations, 'remove', 'remove a tenant from an organisation')
    .requiredOption('--name <name>', 'name of the organisation')
    .requiredOption('--tenant <id>', 'the tenant')
    .action(async (options) => (await import('../organisations.ts')).runRemoveTenant(options))

  const admin = program.command('admin').description('administration of the installation')

  command(admin, 'bootstrap', 'create an administrator and print a one-time password')
    .requiredOption('--email <address>', 'email of the administrator')
    .requiredOption('--tenant <slug>', 'tenant; created if it does not exist')
    .option('--role <name>', 'admin or platform_admin; default: admin')
    .action(async (options) => (await import('../admin-bootstrap.ts')).runBootstrap(options))

  command(admin, 'rotate-signing-key', 'create a new signing key for sessions; all users must sign in again').action(
    async () => (await import('../admin-bootstrap.ts')).runRotateSigningKey(),
  )

  command(program, 'usage', 'show the usage of a tenant')
    .requiredOption('--tenant <id>', 'tenant')
    .option('--from <day>', 'first day, such as 2026-01-31; default: 30 days before the last')
    .option('--to <day>', 'last day; default: today (UTC)')
    .option('--csv', 'as CSV, one row per day')
    .option('--json', 'as JSON')
    .action(async (options) => (await import('../usage.ts')).runUsage(options))

  command(
    program.command('entitlements').description('usage allowances of tenants'),
    'set',
    'set how much a tenant may use of a meter',
  )
    .requiredOption('--tenant <id>', 'tenant')
    .requiredOption('--meter <name>', 'name of the meter, as in svc usage')
    .option('--allowance <n>', 'per calendar month, or at any time for meters of a current count; default: unlimited')
    .action(async (options) => (await import('../usage.ts')).runSetEntitlement(options))

  command(
    program.command('ocsf').description('the OCSF version of a tenant'),
    'pin',
    'set the OCSF version in which a tenant gets its events',
  )
    .requiredOption('--tenant <id>', 'tenant')
    .requiredOption('--version <version>', 'such as 1.3.0')
    .action(async (options) => (await import('../tenant-ocsf.ts')).runPin(options))
}
