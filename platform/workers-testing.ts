/** Runs workers in tests and benchmarks: without a log, with unused metrics, and without random pauses. */
import { pino } from 'pino'
import { openMetrics } from './metrics.ts'
import { runWorkers, type Worker } from './workers.ts'

/** Runs them until `stop` aborts. */
export function keepRunning(workers: readonly Worker[], stop: AbortSignal): Promise<void> {
  const metrics = openMetrics('workers', { processMetrics: false })
  return runWorkers(workers, { log: pino({ level: 'silent' }), metrics, stop, random: () => 0 }).ended
}
