import { collectGarbage } from '../../platform/collect-garbage.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Config } from '../config.ts'
import { endWithParent } from '../process/end-with-parent.ts'
import { warnOfUnknownSettings } from '../supervisor/config.ts'
import { type Up, up } from '../supervisor/up.ts'

export type Started = Up & {
  /** Ends the process after everything is stopped. A second caller waits for the first. */
  end(code: number): Promise<void>
}

/**
 * Runs everything until a signal, or until the parent process ends; the process then exits with `signalCode`. When it
 * is stopped before it is ready, it stops the started parts and throws `unavailable`.
 */
export async function startInstance(config: Config, log: Log, signalCode: number): Promise<Started> {
  warnOfUnknownSettings(log)
  const stopRequested = new AbortController()
  let ending: Promise<void> | null = null
  const end = (code: number) => {
    stopRequested.abort(new AppError('unavailable', 'stopped before it was ready'))
    ending ??= starting.then(
      (running) => running.stop().then(() => process.exit(code)),
      () => undefined, // the caller that awaits the start reports it
    )
    return ending
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(signalCode))
  const starting = up(config, log, stopRequested.signal)
  endWithParent(() => void end(signalCode))
  const running = await starting
  collectGarbage() // A quiet process would otherwise keep the garbage of its start for hours.
  return { ...running, end }
}
