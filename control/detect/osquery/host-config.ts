/** The configuration that hosts fetch: options, a schedule and packs, in osquery's own form. */
import { type Static, Type } from 'typebox'
import { invalid } from '../../../platform/invalid-input.ts'
import { closed, named, plainText } from '../../../schemas/wire.ts'
import { time } from '../../../stores/postgres/columns.ts'
import { jsonbBytes } from '../../../stores/postgres/jsonb.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { OSQUERY_LIMITS } from './node-store.ts'

const scheduled = Type.Object(
  {
    query: plainText(OSQUERY_LIMITS.sqlChars),
    interval: Type.Integer({ minimum: 10, maximum: 604_800, description: 'seconds' }),
    snapshot: Type.Optional(
      Type.Boolean({ description: 'true: report all rows each time; false: only added and removed rows' }),
    ),
    removed: Type.Optional(Type.Boolean({ description: 'true (default): report removed rows too' })),
    platform: Type.Optional(plainText(100)),
    version: Type.Optional(plainText(40)),
    shard: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    denylist: Type.Optional(Type.Boolean()),
    description: Type.Optional(plainText(1000)),
  },
  closed,
)
const name = { minLength: 1, maxLength: 200 }
const queries = Type.Record(Type.String(name), scheduled, { maxProperties: OSQUERY_LIMITS.scheduled })

export const HOST_CONFIG = named(
  'OsqueryConfig',
  Type.Object(
    {
      options: Type.Optional(
        Type.Record(Type.String(name), Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()]), {
          maxProperties: 100,
        }),
      ),
      schedule: Type.Optional(queries),
      packs: Type.Optional(
        Type.Record(
          Type.String(name),
          Type.Object(
            {
              platform: Type.Optional(plainText(100)),
              version: Type.Optional(plainText(40)),
              shard: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
              discovery: Type.Optional(Type.Array(plainText(OSQUERY_LIMITS.sqlChars), { maxItems: 20 })),
              queries,
            },
            closed,
          ),
          { maxProperties: 50 },
        ),
      ),
      decorators: Type.Optional(
        Type.Object(
          {
            load: Type.Optional(Type.Array(plainText(2000), { maxItems: 20 })),
            always: Type.Optional(Type.Array(plainText(2000), { maxItems: 20 })),
          },
          closed,
        ),
      ),
      file_paths: Type.Optional(
        Type.Record(Type.String(name), Type.Array(plainText(1000), { maxItems: 200 }), { maxProperties: 50 }),
      ),
    },
    closed,
  ),
)
export type HostConfig = Static<typeof HOST_CONFIG>

/** The configuration of hosts of a tenant that wrote none. */
export const DEFAULT_HOST_CONFIG: HostConfig = {
  options: { disable_distributed: false, distributed_interval: 10, logger_tls_period: 10, schedule_splay_percent: 10 },
  decorators: { load: ['SELECT uuid AS host_uuid FROM system_info;', 'SELECT hostname FROM system_info;'] },
  schedule: {
    users: { query: 'SELECT uid, gid, username, directory, shell FROM users;', interval: 3600 },
    logged_in_users: {
      query: "SELECT type, user, tty, host, pid FROM logged_in_users WHERE type = 'user';",
      interval: 300,
    },
    listening_ports: {
      query:
        'SELECT l.port, l.protocol, l.address, p.name, p.path, p.cmdline FROM listening_ports l JOIN processes p USING (pid) WHERE l.port <> 0;',
      interval: 600,
    },
    startup_items: {
      query: 'SELECT name, path, args, type, source, status, username FROM startup_items;',
      interval: 3600,
    },
  },
}

/** Options for the address that a host reports to, and for its remote control, belong to the host's owner. */
const OF_THE_HOST =
  /^(?:tls_|enroll_|config_plugin|config_path|logger_plugin|distributed_plugin|disable_enrollment|carver_|disable_carver|extensions_|enable_extensions|allow_unsafe)/

/** The size as the database counts it. */
const CONFIG_BYTES = 1 << 20

/** Throws 422. */
export function checkHostConfig(config: HostConfig): void {
  const own = Object.keys(config.options ?? {}).find((option) => OF_THE_HOST.test(option))
  if (own !== undefined) throw invalid('options', `${own} is set on the host, by its flags`)
  if (jsonbBytes(config) > CONFIG_BYTES)
    throw invalid('schedule', `the configuration has more than ${CONFIG_BYTES} bytes as it is stored`, 'limit')
}

export async function hostConfigOf(tx: TenantTx): Promise<{ config: HostConfig; updatedAt: Date | null }> {
  const sql = /* sql */ `SELECT document, updated_at FROM osquery_configs`
  const read = (row: Record<string, unknown>) => ({
    config: row.document as HostConfig,
    updatedAt: time(row, 'updated_at') as Date | null,
  })
  return (await tx.maybeOne(read, sql)) ?? { config: DEFAULT_HOST_CONFIG, updatedAt: null }
}

export async function putHostConfig(tx: TenantTx, config: HostConfig, by: string): Promise<void> {
  checkHostConfig(config)
  const sql = /* sql */ `
    INSERT INTO osquery_configs (document, updated_by) VALUES ($1, $2)
    ON CONFLICT (tenant_id) DO UPDATE SET document = EXCLUDED.document, updated_by = EXCLUDED.updated_by,
      updated_at = clock_timestamp()`
  await tx.run(sql, [JSON.stringify(config), by])
}
