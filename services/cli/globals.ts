import { AppError } from '../../platform/errors.ts'

/** `--data` and `--port-offset` mirror their environment names, for this process and its children. Throws `bad_request`. */
export function applyGlobals(options: { data?: string; portOffset?: string }): void {
  for (const [name, value, variable] of [
    ['--data', options.data, 'SVC_DATA_DIR'],
    ['--port-offset', options.portOffset, 'SVC_PORT_OFFSET'],
  ] as const) {
    // An empty variable is an error: a script forgot to set it, and the default is not what the script meant.
    const isFromCommandLine = process.env[variable] !== value
    if (value === '' && isFromCommandLine) throw new AppError('bad_request', `${name} is empty`)
  }
  if (options.data !== undefined) process.env.SVC_DATA_DIR = options.data
  if (options.portOffset !== undefined) process.env.SVC_PORT_OFFSET = options.portOffset
}

/** For commands that people read: logs only errors, unless the environment sets another level. */
export function quietLogs(): void {
  process.env.SVC_LOG_LEVEL ??= 'warn'
}
