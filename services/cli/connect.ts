/** Where a command finds the stores: the servers of the environment, or the instance that runs on the data folder. */
import { type Config, config, PORTS } from '../config.ts'
import { readInstance } from '../supervisor/instance.ts'

export type Targets = {
  readonly config: Config
  readonly clickhouseUrl: string
  readonly databaseUrl: string
  readonly ingestUrl: string
}

/** Throws `unavailable` when nothing runs there. */
export function targets(): Targets {
  const settings = config()
  if (settings.clickhouseUrl !== null && settings.databaseUrl !== null) {
    return {
      config: settings,
      clickhouseUrl: settings.clickhouseUrl,
      databaseUrl: settings.databaseUrl,
      ingestUrl: `http://127.0.0.1:${PORTS.ingest + settings.portOffset}`,
    }
  }
  const instance = readInstance(settings.dataDir)
  const { clickhouseUrl, databaseUrl, ingestUrl } = instance
  return { config: { ...settings, clickhouseUrl, databaseUrl }, clickhouseUrl, databaseUrl, ingestUrl }
}
