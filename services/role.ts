import type { Log } from '../platform/log.ts'
import type { Config } from './config.ts'

/** What a role has to be: running when `start` resolves, gone when `stop` does, and failing aloud in between. */
export type RunningRole = {
  /** Where it answers, null when it serves nothing. */
  readonly url: string | null
  /** Rejects when the role can no longer do its work: the process then ends, and its starter decides. */
  readonly failed: Promise<never>
  stop(): Promise<void>
}

export type StartRole = (config: Config, log: Log) => Promise<RunningRole>
