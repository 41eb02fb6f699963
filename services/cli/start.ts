import { AppError } from '../../platform/errors.ts'
import { openLog } from '../../platform/log.ts'
import { config } from '../config.ts'
import { roleNames, runRoles } from '../main.ts'
import { instanceConfig, warnOfUnknownSettings } from '../supervisor/config.ts'

/** These roles read settings beyond the shared ones. */
const OF_BROWSERS: ReadonlySet<string> = new Set(['api', 'realtime'])

/**
 * Runs roles until a signal. Before it opens anything it throws `bad_request` for an unknown role, and `bad_config`
 * with every invalid setting.
 */
export async function runStart(roles: readonly string[]): Promise<void> {
  for (const role of roles)
    if (!roleNames.includes(role))
      throw new AppError('bad_request', `unknown role ${role}; known roles: ${roleNames.join(', ')}`)
  if (roles.some((role) => OF_BROWSERS.has(role))) instanceConfig()
  else config()
  warnOfUnknownSettings(openLog(roles.join('+')))
  await runRoles([...new Set(roles)])
}
