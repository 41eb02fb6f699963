import type { ActionReason, Outcome } from '../response/index.ts'

export type StepResult = {
  readonly outcome: StepOutcome
  readonly verification?: Outcome | null
  /** The reason in one word: that of an action, or the status of an approval or another run. */
  readonly reason?: StepReason | null
  readonly detail?: string | null
  readonly ref?: string | null
  readonly result?: unknown
}

export type StepOutcome =
  | 'executed'
  | 'dry_run'
  | 'simulated'
  | 'skipped'
  | 'blocked'
  | 'no_integration'
  | 'denied'
  | 'expired'
  | 'cancelled'
  | 'failed'

export type StepReason = ActionReason | 'failed' | 'timed_out'
