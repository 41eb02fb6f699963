/** Finds the stores for a command: the servers of the environment, or the instance that runs on the data folder. */
import { AppError } from '../../platform/errors.ts'
import { type Config, config } from '../config.ts'
import { reachedUrl } from '../settings/listening.ts'
import { isInstance, readInstance } from '../supervisor/instance.ts'

export type Targets = {
  readonly config: Config
  readonly clickhouseUrl: string
  readonly databaseUrl: string
  readonly ingestUrl: string
  /** Address of the console on this machine. */
  readonly consoleUrl: string
}

/** Throws `unavailable` when nothing runs there, `bad_config` when one of the two servers is named and nothing runs there. */
export function targets(): Targets {
  const settings = config()
  if (settings.clickhouseUrl !== null && settings.databaseUrl !== null) {
    return {
      config: settings,
      clickhouseUrl: settings.clickhouseUrl,
      databaseUrl: settings.databaseUrl,
      ingestUrl: reachedUrl(settings, 'ingest'),
      consoleUrl: reachedUrl(settings, 'console'),
    }
  }
  const isHalf = settings.clickhouseUrl !== null || settings.databaseUrl !== null
  if (isHalf && !isInstance(settings.dataDir)) {
    const missing = settings.clickhouseUrl === null ? 'CLICKHOUSE_URL' : 'DATABASE_URL'
    throw new AppError('bad_config', `${missing}: also required, because no instance is running on ${settings.dataDir}`)
  }
  const instance = readInstance(settings.dataDir)
  const { clickhouseUrl, databaseUrl, ingestUrl, consoleUrl } = instance
  return { config: { ...settings, clickhouseUrl, databaseUrl }, clickhouseUrl, databaseUrl, ingestUrl, consoleUrl }
}

/** URL of the instance on the data folder; where none runs, of an instance with these settings. */
export function localApiUrl(): string {
  const settings = config()
  return isInstance(settings.dataDir) ? readInstance(settings.dataDir).apiUrl : reachedUrl(settings, 'api')
}
