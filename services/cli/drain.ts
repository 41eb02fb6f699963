import { setTimeout as delay } from 'node:timers/promises'
import type { Driver } from '../../pipeline/runtime/driver.ts'
import { AppError } from '../../platform/errors.ts'
import { openLog } from '../../platform/log.ts'
import { openBackbone } from '../backbone.ts'
import { totalLag } from '../pipeline-metrics.ts'
import { targets } from './connect.ts'

const LOOK_MS = 200

export async function runDrain(options: { timeout: string }): Promise<void> {
  const driver = await openBackbone(targets().config, [], openLog('drain', 'warn'))
  try {
    await drained(driver, Number(options.timeout) * 1000)
  } finally {
    await driver.close()
  }
}

/** Resolves when every record that was there has had its effect; throws `unavailable` when it takes too long. */
export async function drained(driver: Driver, timeoutMs: number): Promise<void> {
  const untilMs = Date.now() + timeoutMs
  for (;;) {
    const lag = await totalLag(driver)
    if (lag === 0) return
    if (Date.now() > untilMs) throw new AppError('unavailable', `${lag} records are still in flight`)
    await delay(LOOK_MS)
  }
}
