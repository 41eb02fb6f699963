import { endWithParent } from '../end-with-parent.ts'

/**
 * Ends the process once everything is stopped: on a signal, when whoever started us is gone, or when asked. Whoever
 * comes second waits for the first.
 */
export function stopOnSignal(stopAll: () => Promise<void>): (code: number) => Promise<void> {
  let stopping: Promise<void> | null = null
  const stop = (code: number) => {
    stopping ??= stopAll().then(() => process.exit(code))
    return stopping
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  endWithParent(() => void stop(0))
  return stop
}
