/** `--data` and `--port-offset` mirror their environment names, for this process and its children. */
export function applyGlobals(options: { data?: string; portOffset?: string }): void {
  if (options.data !== undefined) process.env.SVC_DATA_DIR = options.data
  if (options.portOffset !== undefined) process.env.SVC_PORT_OFFSET = options.portOffset
}
