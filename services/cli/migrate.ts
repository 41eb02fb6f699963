import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { migrateClickhouse } from '../../stores/clickhouse/migrate.ts'
import { setRetention } from '../../stores/clickhouse/retention.ts'
import { migrate as migratePostgres } from '../../stores/postgres/migrate.ts'
import { requireClickhouse } from '../health/clickhouse-health.ts'
import { atSetting } from '../settings/at-setting.ts'
import { targets } from './connect.ts'

/** Prints the names of the applied migrations. */
export async function runMigrate(): Promise<void> {
  const { config, clickhouseUrl, databaseUrl } = targets()
  const client = openClickhouse({ url: clickhouseUrl })
  try {
    const applied = [
      ...(await atSetting('DATABASE_URL', migratePostgres(databaseUrl))),
      ...(await atSetting(
        'CLICKHOUSE_URL',
        requireClickhouse(client).then(() => migrateClickhouse(client)),
      )),
    ]
    await setRetention(client, { eventsDays: config.retentionDays })
    console.log(applied.length > 0 ? applied.join('\n') : 'up to date')
  } finally {
    await client.close()
  }
}
