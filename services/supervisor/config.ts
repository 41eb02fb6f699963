/** Settings of an instance as a whole, read before anything of it is started. */
import { API_SETTINGS, apiConfig } from '../../api/config.ts'
import { AppError } from '../../platform/errors.ts'
import { type Log, requireLevel } from '../../platform/log.ts'
import { type Config, config, SETTINGS } from '../config.ts'

/** The settings of every role of an instance. Throws `bad_config` with all faults at once. */
export function instanceConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const faults: string[] = []
  const settings = tried(() => config(env), faults)
  tried(() => apiConfig(env), faults)
  tried(() => requireLevel(env.SVC_LOG_LEVEL || 'info'), faults)
  if (settings === null || faults.length > 0) throw new AppError('bad_config', faults.join('\n'))
  return settings
}

function tried<T>(read: () => T, faults: string[]): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    faults.push(error.message)
    return null
  }
}

/** Read by commands and by what tests and measures, or checked with the subsystems. */
const OTHERS = /^SVC_(?:LOG_LEVEL|API_URL|TENANT_ID|DISABLE_\w+|BENCH_\w+|TEST_\w+|CORPORA\w*|STUCK_FILES)$/

/** Others may set such variables too (Kubernetes does for a service called svc): they are no reason not to start. */
export function warnOfUnknownSettings(log: Log): void {
  const names = unknownSettings()
  if (names.length > 0) log.warn({ names }, 'unknown settings; docs/configuration.md lists all settings')
}

/**
 * Variables that look like settings and are none: probably a typing mistake, whose real setting stays at its default.
 */
export function unknownSettings(env: NodeJS.ProcessEnv = process.env): string[] {
  const known = new Set([...Object.values(SETTINGS), ...Object.values(API_SETTINGS)].map(({ name }) => name))
  return Object.keys(env)
    .filter((name) => name.startsWith('SVC_') && !known.has(name) && !OTHERS.test(name))
    .sort()
}
