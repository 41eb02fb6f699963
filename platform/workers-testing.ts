/** Workers in tests and benches: without a log, metrics that nobody reads, and no chance in their pauses. */
import { pino } from 'pino'
import { openMetrics } from './metrics.ts'
import { runWorkers, type Worker } from './workers.ts'

/** Runs them until `stop` aborts. */
export function keepRunning(workers: readonly Worker[], stop: AbortSignal): Promise<void> {
  const metrics = openMetrics('workers', { processMetrics: false })
  return runWorkers(workers, { log: pino({ level: 'silent' }), metrics, stop, random: () => 0 }).ended
}
