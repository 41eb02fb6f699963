/** `--data` and `--port-offset` mirror their environment names, for this process and its children. */
export function applyGlobals(options: { data?: string; portOffset?: string }): void {
  if (options.data !== undefined) process.env.SVC_DATA_DIR = options.data
  if (options.portOffset !== undefined) process.env.SVC_PORT_OFFSET = options.portOffset
}

/** For a command whose output is read by people: only what went wrong is logged, unless the environment asks for more. */
export function quietLogs(): void {
  process.env.SVC_LOG_LEVEL ??= 'warn'
}
