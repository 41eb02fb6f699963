import pino from 'pino'

/** Structured logs, one JSON object a line on stderr: stdout belongs to what a command prints. */
export type Log = pino.Logger

export function openLog(service: string, level: string = process.env.SVC_LOG_LEVEL ?? 'info'): Log {
  return pino(
    { base: { service, pid: process.pid }, level, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  )
}
