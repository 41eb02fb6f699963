import { openLog } from '../../platform/log.ts'
import { instanceConfig } from '../supervisor/config.ts'
import { startInstance } from './start-instance.ts'

/**
 * Runs everything embedded until a signal. The first line on stdout starts with `ready`; without it nothing is left
 * running.
 */
export async function runUp(options: { tenant?: string }): Promise<void> {
  const settings = instanceConfig()
  const log = openLog('svc')
  const running = await startInstance(settings, log, 0)
  try {
    if (options.tenant !== undefined) await (await import('./tokens.ts')).mintFor({ tenant: options.tenant })
  } catch (error) {
    await running.stop()
    throw error
  }
  const { apiUrl, ingestUrl, consoleUrl } = running.instance
  console.log(`ready api=${apiUrl} ingest=${ingestUrl} console=${consoleUrl} data=${settings.dataDir}`)
}
