import pino from 'pino'
import { AppError } from './errors.ts'

/** Structured logs, one JSON object a line on stderr: stdout belongs to what a command prints. */
export type Log = pino.Logger

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

/** Throws `bad_config` for an unknown level. */
export function openLog(service: string, level: string = process.env.SVC_LOG_LEVEL || 'info'): Log {
  requireLevel(level)
  return pino(
    { base: { service, pid: process.pid }, level, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  )
}

/** Throws `bad_config` for an unknown level. */
export function requireLevel(level: string): void {
  if (!LEVELS.includes(level)) throw new AppError('bad_config', `SVC_LOG_LEVEL: one of ${LEVELS.join(', ')}`)
}
