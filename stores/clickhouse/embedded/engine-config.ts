import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { POLICY_FILTER } from '../tenant-policies.ts'
import { TENANT_TABLES } from '../tenant-tables.ts'
import type { EmbeddedConfig } from './config.ts'

const MB = 1_000_000

/**
 * Small caches, because the engine shares a machine with everything else: the defaults are sized for a server of its
 * own. Two merge threads keep up with one intake process; more would only take its cores.
 */
function serverXml(config: EmbeddedConfig): string {
  const values = {
    timezone: 'UTC',
    max_server_memory_usage: config.memoryMb * MB,
    mark_cache_size: 64 * MB,
    index_mark_cache_size: 16 * MB,
    uncompressed_cache_size: 0,
    index_uncompressed_cache_size: 16 * MB,
    mmap_cache_size: 100,
    compiled_expression_cache_size: 16 * MB,
    query_condition_cache_size: 16 * MB,
    background_pool_size: 2,
    background_merges_mutations_concurrency_ratio: 1,
    background_move_pool_size: 1,
    background_common_pool_size: 2,
    background_fetches_pool_size: 1,
    background_schedule_pool_size: 4,
    background_buffer_flush_schedule_pool_size: 1,
    background_message_broker_schedule_pool_size: 1,
    background_distributed_schedule_pool_size: 1,
    max_thread_pool_size: 500,
    max_thread_pool_free_size: 16,
  }
  const lines = Object.entries(values).map(([name, value]) => `  <${name}>${value}</${name}>`)
  return `<clickhouse>\n${lines.join('\n')}\n${keepFree(config)}\n${KEEP_MERGED}\n</clickhouse>\n`
}

/**
 * Keeps merged-away parts until the merged part is surely on disk and verified: 480 s, the default of a server. The
 * library's own default deletes them at once.
 */
const KEEP_MERGED = '  <merge_tree><old_parts_lifetime>480</old_parts_lifetime></merge_tree>'

/** Free space that the engine never reserves for parts; it reserves space for a part before it writes it. */
function keepFree({ keepFreeMb }: EmbeddedConfig): string {
  const disk = `<default><keep_free_space_bytes>${keepFreeMb * MB}</keep_free_space_bytes></default>`
  return `  <storage_configuration><disks>${disk}</disks></storage_configuration>`
}

/**
 * The only user, with the engine's default rights, and the row policies of `tenant-policies.ts`. The embedded engine
 * cannot create policies by a statement, so they are configured before the tables exist.
 */
function usersXml(): string {
  const policies = TENANT_TABLES.map((table) => `<${table}><filter>${POLICY_FILTER}</filter></${table}>`)
  const names = '<profile>default</profile><quota>default</quota><access_management>1</access_management>'
  const user = `<password></password><networks><ip>::/0</ip></networks>${names}`
  const databases = `<databases><default>\n${policies.join('\n')}\n</default></databases>`
  return `<clickhouse>
  <profiles><default></default></profiles><quotas><default></default></quotas>
  <users><default>${user}${databases}</default></users>
</clickhouse>\n`
}

/**
 * Writes the server configuration and returns the arguments with which every connection of the process opens the
 * engine.
 */
export function engineArguments(config: EmbeddedConfig): string[] {
  const path = join(config.dataDir, 'engine.xml')
  const usersPath = join(config.dataDir, 'engine-users.xml')
  writeFileSync(path, serverXml(config))
  writeFileSync(usersPath, usersXml())
  return [
    `--config-file=${path}`,
    `--users_config=${usersPath}`,
    `--max_threads=${config.threads}`,
    `--max_insert_threads=1`,
    // Parallel formatting starts two more threads per answer: a tenth of the CPU of a small answer, and of a large one
    // as well.
    '--output_format_parallel_formatting=0',
    `--max_memory_usage=${(config.memoryMb * MB) / 2}`,
    // The library is built for a person's own shell and switches these on; a server has them off.
    '--allow_introspection_functions=0',
    '--implicit_select=0',
  ]
}
