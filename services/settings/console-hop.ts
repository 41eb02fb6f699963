/** The hop from the console to the API. */
import { randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'

/** For both sides of the hop in one instance: the configured token, or a random one. */
export function embeddedConsoleHop({ consoleToken }: Config): NodeJS.ProcessEnv {
  return { SVC_CONSOLE_TOKEN: consoleToken ?? randomBytes(32).toString('base64url') }
}
