import { openLog } from '../../platform/log.ts'
import { config } from '../config.ts'
import { up } from '../supervisor/up.ts'
import { mintFor } from './tokens.ts'

/** Runs everything embedded until a signal. The first line on stdout starts with `ready`. */
export async function runUp(options: { tenant?: string }): Promise<void> {
  const settings = config()
  const log = openLog('svc')
  const running = await up(settings, log)
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await running.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  if (options.tenant !== undefined) await mintFor({ tenant: options.tenant })
  console.log(`ready ingest=${running.instance.ingestUrl} data=${settings.dataDir}`)
}
