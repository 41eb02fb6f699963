import { AppError } from '../../platform/errors.ts'
import { openLog } from '../../platform/log.ts'
import { roleNames, runRoles } from '../main.ts'
import { tellUnknownSettings } from '../supervisor/config.ts'

/** Runs roles until a signal. Throws `bad_request` for a name that none has, before anything of the others is opened. */
export async function runStart(roles: readonly string[]): Promise<void> {
  for (const role of roles)
    if (!roleNames.includes(role))
      throw new AppError('bad_request', `no role ${role}; there are ${roleNames.join(', ')}`)
  tellUnknownSettings(openLog(roles.join('+')))
  await runRoles([...new Set(roles)])
}
