import type { Log } from '../platform/log.ts'
import type { Config } from './config.ts'

/** The contract of a role: it runs when `start` resolves, is gone when `stop` does, and fails aloud in between. */
export type RunningRole = {
  /** URL of the role, null when it serves nothing. */
  readonly url: string | null
  /** Rejects when the role can no longer do its work: the process then ends, and its starter decides. */
  readonly failed?: Promise<never>
  stop(): Promise<void>
}

export type StartRole = (config: Config, log: Log) => Promise<RunningRole>
