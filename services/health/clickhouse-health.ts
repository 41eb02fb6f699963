import type { ClickHouseClient } from '@clickhouse/client'
import { AppError } from '../../platform/errors.ts'
import { failureText } from '../process/failure-text.ts'

/**
 * For `/health`: rejects unless ClickHouse answers. The client's own `ping` resolves with an error instead of
 * rejecting.
 */
export async function clickhouseAnswers(client: ClickHouseClient): Promise<void> {
  const ping = await client.ping()
  if (!ping.success) throw ping.error
}

/** Checked before the first use, because another server at the address may answer too. Throws `unavailable`. */
export async function requireClickhouse(client: ClickHouseClient): Promise<void> {
  try {
    await (await client.query({ query: 'SELECT 1', format: 'TabSeparated' })).text()
  } catch (cause) {
    const isClickhouse = cause instanceof Error && 'type' in cause
    if (isClickhouse || failureText(cause) !== null) throw cause
    throw new AppError('unavailable', 'the server is not ClickHouse', { cause })
  }
}
