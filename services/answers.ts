import type { ClickHouseClient } from '@clickhouse/client'

/** For `/health`: rejects unless ClickHouse answers, where its client would only say so. */
export async function clickhouseAnswers(client: ClickHouseClient): Promise<void> {
  const ping = await client.ping()
  if (!ping.success) throw ping.error
}
