import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../api/client.ts'
import { Time } from '../parts/time.tsx'
import { leftOf } from '../sla/due.ts'
import { useNow } from '../sla/use-now.ts'

type Clocked = Pick<Schemas['Case'], 'sla'>
type Clock = Schemas['SlaClock']

const NAMES: Readonly<Record<string, string>> = { ack: 'acknowledge', resolve: 'resolve', close: 'close' }

function clocksOf({ sla }: Clocked): [string, Clock][] {
  return Object.entries(sla)
}

/** Names of the clocks that missed their target. */
export function lateOf(clocked: Clocked): string[] {
  return clocksOf(clocked).flatMap(([name, { state }]) => (state === 'breached' ? [NAMES[name] ?? name] : []))
}

/** The next due clock, or the late ones. */
export function Clocks({ of: timed }: { readonly of: Clocked }) {
  const late = lateOf(timed)
  if (late.length > 0) return <span className="late">{late.join(', ')} late</span>
  const running = clocksOf(timed).find(([, { state, due_at: due }]) => state === 'running' && due !== null)
  if (!running) return <span className="quiet">no target</span>
  const [name, { due_at: due }] = running
  return (
    <span>
      {NAMES[name] ?? name} by <Time at={due ?? ''} />
    </span>
  )
}

/** Every clock with its state, or the reason why there is none. */
export function ClockTable({ of: timed }: { readonly of: Clocked }) {
  const nowMs = useNow()
  const [first, ...others] = clocksOf(timed)
  const isWithout = first !== undefined && [first, ...others].every(([, { state }]) => state === 'no_target')
  if (isWithout) return <WithoutTargets reason={first[1].reason} />
  return (
    <dl className="facts">
      {clocksOf(timed).map(([name, { state, due_at: due, reason }]) => (
        <div key={name}>
          <dt className="quiet">{NAMES[name] ?? name}</dt>
          <dd className={state === 'breached' ? 'late' : undefined}>
            {state === 'running' && due !== null ? (
              <b>{untilText(Date.parse(due) - nowMs)}</b>
            ) : (
              state.replaceAll('_', ' ')
            )}
            {due && (
              <>
                , due <Time at={due} />
              </>
            )}
            {reason && `: ${reason}`}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const untilText = (ms: number): string => (ms < 0 ? leftOf(ms) : `${leftOf(ms)} left`)

/** All clocks lack a target for the same reason: it is shown once, with the page that mends it. */
function WithoutTargets({ reason }: { readonly reason: string | null }) {
  return (
    <Text size="sm">
      No targets{reason === null ? '' : `: ${reason}`}. See{' '}
      <Link to="/sla" search={{ tab: 'policies' }}>
        Policies and queues
      </Link>
      .
    </Text>
  )
}
