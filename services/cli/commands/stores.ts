/** Commands for keys, topics, the embedded log and clusters. */
import type { Command } from 'commander'
import { type CommandGroup, command, FORMAT } from './command.ts'

export const STORES: CommandGroup = { heading: 'Secrets and stores:', add }

function add(program: Command): void {
  const vault = program.command('vault').description('credential keys of stored secrets')

  command(vault, 'status', 'show which credential key encrypts the secrets; status 1 when one cannot be decrypted')
    .option(...FORMAT)
    .action(async (options) => (await import('../vault.ts')).runVaultStatus(options))

  command(
    vault,
    'reseal',
    'encrypt every secret with the newest credential key, so that older keys can be removed',
  ).action(async () => (await import('../vault.ts')).runVaultReseal())

  const push = program.command('push').description('keys for push messages to browsers')

  push
    .command('keys')
    .description('create the keys VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY; new keys end every subscription')
    .action(async () => (await import('../push-keys.ts')).runPushKeys())

  const log = program.command('log').description('the embedded log of a stopped instance')

  command(log, 'check', 'read the whole log and list damaged places; status 1 when there are any').action(async () =>
    (await import('../log-damage.ts')).runLogCheck(),
  )

  command(log, 'skip', 'skip damaged places: lists what is lost, and keeps the damaged bytes').action(async () =>
    (await import('../log-damage.ts')).runLogSkip(),
  )

  const topics = program
    .command('topics')
    .description('topics of the installation, on Kafka brokers or in the embedded log')

  command(topics, 'create', 'create missing topics on KAFKA_BROKERS, with SVC_PARTITIONS partitions')
    .option('--replicas <n>', 'replicas of each topic; default: as set on the brokers')
    .option('--principal <name>', 'grant this user the rights that svc needs, such as User:svc')
    .action(async (options) => (await import('../topics.ts')).runTopicsCreate(options))

  command(topics, 'check', 'check their settings; status 1 when something is wrong')
    .option('--principal <name>', 'also check the rights of this user, such as User:svc')
    .action(async (options) => (await import('../topics.ts')).runTopicsCheck(options))

  command(topics, 'describe', 'show partitions, offsets, consumer lag and access rights')
    .option('--json', 'as JSON')
    .action(async (options) => (await import('../topics.ts')).runTopicsDescribe(options))

  command(
    program,
    'cluster-ddl',
    "print the statements that make svc's tables on a cluster of ClickHouse, for clickhouse-client",
  )
    .requiredOption('--cluster <name>', 'name of the cluster in system.clusters')
    .option('--database <name>', 'database of the tables', 'default')
    .action(async (options) => (await import('../verify-cluster.ts')).printClusterStatements(options))

  command(
    program,
    'verify-cluster',
    'test the ClickHouse cluster at CLICKHOUSE_URL with a table of its own; status 1 when a test fails',
  )
    .requiredOption('--cluster <name>', 'name of the cluster in system.clusters')
    .action(async (options) => (await import('../verify-cluster.ts')).runVerifyCluster(options))
}
