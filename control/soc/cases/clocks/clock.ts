/** The three clocks of a case, read from its row: nothing counts along, so nothing can be missed or counted twice. */
import type { Case } from '../case.ts'

export const CLOCKS = ['ack', 'resolve', 'close'] as const
export type ClockName = (typeof CLOCKS)[number]
/** `breached`: not met by its due time, whether it was met later or never. */
export type ClockState = 'no_target' | 'running' | 'met' | 'breached'

export type Clock = {
  readonly dueAt: Date | null
  readonly metAt: Date | null
  readonly state: ClockState
  /** Why there is no target. */
  readonly reason: string | null
}

type Clocked = Pick<
  Case,
  'severity' | 'ackDueAt' | 'resolveDueAt' | 'closeDueAt' | 'acknowledgedAt' | 'resolvedAt' | 'closedAt'
>

export function clocksOf(clocked: Clocked, nowMs: number): Readonly<Record<ClockName, Clock>> {
  const clock = (dueAt: Date | null, metAt: Date | null): Clock => ({
    dueAt,
    metAt,
    state: stateOf(dueAt, metAt, nowMs),
    reason: dueAt === null ? noTarget(clocked) : null,
  })
  return {
    ack: clock(clocked.ackDueAt, clocked.acknowledgedAt),
    resolve: clock(clocked.resolveDueAt, clocked.resolvedAt),
    close: clock(clocked.closeDueAt, clocked.closedAt),
  }
}

/** At the due time itself it is still in time. */
function stateOf(dueAt: Date | null, metAt: Date | null, nowMs: number): ClockState {
  if (dueAt === null) return 'no_target'
  if ((metAt?.getTime() ?? nowMs) > dueAt.getTime()) return 'breached'
  return metAt === null ? 'running' : 'met'
}

function noTarget({ severity }: Clocked): string {
  return `no enabled SLA policy applied to a case of severity ${severity} when it was opened`
}
