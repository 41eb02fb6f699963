import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../platform/errors.ts'
import { openLog } from '../../platform/log.ts'
import type { Consumers } from '../../stream/embedded/retention.ts'
import type { Config } from '../config.ts'
import type { Lags } from '../health/lags.ts'
import { totalLag } from '../metrics/pipeline-metrics.ts'
import { openBackbone } from '../stream/backbone.ts'
import { targets } from './connect.ts'
import { numberOption } from './number-option.ts'

const LOOK_MS = 200
const TIMEOUT_SECONDS_MAX = 1_000_000

export async function runDrain(options: { timeout: string }): Promise<void> {
  await waitForDrain(targets().config, numberOption('--timeout', options.timeout, 0, TIMEOUT_SECONDS_MAX) * 1000)
}

/** `drained` for a caller without an open backbone. */
export async function waitForDrain(config: Config, timeoutMs: number): Promise<void> {
  const driver = await openBackbone(config, [], openLog('drain', 'warn'))
  try {
    await drained(driver, timeoutMs)
  } finally {
    await driver.close()
  }
}

/**
 * Resolves when every record that was in the log at the call has been processed. Throws `unavailable` when that takes
 * too long. While a broker is unreachable it keeps waiting, as the stages do.
 */
export async function drained(driver: Lags, timeoutMs: number, consumers?: Consumers): Promise<void> {
  const untilMs = Date.now() + timeoutMs
  for (;;) {
    const lag = await totalLag(driver, consumers).catch((error: unknown) => {
      if (!(error instanceof AppError && error.retryable) || Date.now() > untilMs) throw error
      return null
    })
    if (lag === 0) return
    if (lag !== null && Date.now() > untilMs) throw new AppError('unavailable', `${lag} records are still in flight`)
    await delay(LOOK_MS)
  }
}
