/** Commands for what arrives: tokens, sources, connectors, and events that could not be read. */
import type { Command } from 'commander'
import { type CommandGroup, command, FORMAT } from './command.ts'

export const INTAKE: CommandGroup = { heading: 'Bring events in:', add }

function add(program: Command): void {
  command(
    program.command('tokens').description('create push tokens'),
    'mint',
    'print the push token of a tenant; each call prints the same one',
  )
    .requiredOption('--tenant <id>', 'tenant; created if it does not exist')
    .option('--template <id>', 'inbox template', 'connector-push')
    .option('--label <text>', 'name of the token, and source of its events; default: the template')
    .option('--hmac-secret <text>', 'requests must be signed with it')
    .option('--rotate', 'revoke the current token and print a new one')
    .action(async (options) => (await import('../tokens.ts')).mint(options))

  command(program, 'send <file>', 'push a file of events')
    .option('--format <name>', 'source format of the events', 'auto')
    .option('--tenant <id>', 'tenant of the local instance, whose push token is used')
    .option('--tenant-token <token>', 'push token, in place of --tenant')
    .option('--url <url>', 'address of the ingest service; default: the local instance')
    .option('--connector <id>', 'connector under which the events are counted', 'svc-send')
    .option('--batch-bytes <n>', 'size of each request', '1000000')
    .option('--parallel <n>', 'concurrent requests', '4')
    .action(async (file: string, options) => (await import('../send.ts')).runSend(file, options))

  const sources = program.command('sources').description('try, learn and apply tables of sources')

  command(sources, 'try <file>', 'show how a sample would be read: class, entities, and fields that are not understood')
    .option('--format <name>', 'source format of the events', 'auto')
    .option('--tenant <id>', 'use the tables of this tenant too')
    .option('--table <file>', 'use the table of this file too')
    .option('--json', 'as JSON')
    .action(async (file: string, options) => (await import('../sources.ts')).runSourcesTry(file, options))

  command(sources, 'learn <file>', 'propose a table for an unknown source from samples of its events')
    .requiredOption('--name <name>', 'name of the source')
    .option('--format <name>', 'source format of the events', 'auto')
    .action(async (file: string, options) => (await import('../sources.ts')).runSourcesLearn(file, options))

  command(sources, 'apply <table>', 'test a table with samples and apply it as the next version')
    .requiredOption('--tenant <id>', 'tenant')
    .requiredOption('--name <name>', 'name of the source')
    .requiredOption('--samples <file>', 'events that the table must read')
    .option('--format <name>', 'source format of the samples', 'auto')
    .action(async (file: string, options) => (await import('../sources.ts')).runSourcesApply(file, options))

  command(sources, 'tables', "a tenant's own tables of sources")
    .requiredOption('--tenant <id>', 'tenant')
    .option('--format <name>', 'table, json or csv', 'table')
    .action(async (options) => (await import('../sources.ts')).runSourcesTables(options))

  command(program, 'normalize <file>', 'print the events of a file as OCSF (NDJSON)')
    .option('--format <name>', 'source format of the events', 'auto')
    .option('--fidelity', 'print the share of fields and bytes that the mapping reads, instead of the events')
    .option('--ocsf-version <version>', 'OCSF version of the events; default: 1.8.0')
    .option('--tenant <id>', 'use the version that this tenant has pinned')
    .option('--received <time>', 'time of receipt, by which dates without a year are read; default: now')
    .action(async (file: string, options) => (await import('../normalize.ts')).runNormalize(file, options))

  const connectors = program.command('connectors').description('sources that are polled')

  command(connectors, 'types', 'types of sources that can be polled, and the settings of each')
    .option(...FORMAT)
    .action(async (options) => (await import('../connectors.ts')).runConnectorsTypes(options))

  command(connectors, 'list', 'connectors of a tenant and their state')
    .requiredOption('--tenant <id>', 'tenant')
    .option(...FORMAT)
    .action(async (options) => (await import('../connectors.ts')).runConnectorsList(options))

  const deadLetters = program.command('dead-letters').description('events that could not be decoded')

  command(deadLetters, 'list', 'events that could not be decoded and why, newest first')
    .option('--tenant <id>', 'this tenant only')
    .option('--source <id>', 'only letters of this connector')
    .option('--reason <word>', 'only letters with this reason')
    .option('--from <time>', 'first time of receipt, ISO 8601; default: all that are kept')
    .option('--to <time>', 'end of the event time, exclusive; default: now')
    .option('--limit <n>', 'rows', '50')
    .option(...FORMAT)
    .action(async (options) => (await import('../dead-letters-list.ts')).runDeadLettersList(options))

  command(deadLetters, 'replay', 'push dead letters again through ingest')
    .requiredOption('--tenant <id>', 'tenant')
    .option('--source <id>', 'only letters of this connector')
    .option('--reason <word>', 'only letters with this reason')
    .option('--url <url>', 'address of the ingest service; default: the local instance')
    .action(async (options) => (await import('../dead-letters.ts')).replay(options))

  command(program, 'drift', 'list fields that appeared in or disappeared from sources')
    .option('--tenant <id>', 'this tenant only')
    .option('--json', 'as JSON')
    .action(async (options) => (await import('../drift.ts')).runDrift(options))

  command(program, 'ledger', 'show the source ledger: events received, stored, rejected and in flight')
    .option('--tenant <id>', 'this tenant only')
    .option('--json', 'as JSON')
    .action(async (options) => (await import('../ledger.ts')).runLedger(options))
}
