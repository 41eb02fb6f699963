/** Guides an empty tenant from its first source to its first alert. It disappears with the first alert, unless that is the one of the test attack just run. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { ActButton } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'

const AGAIN_MS = 10_000
/** While a test attack runs, whose alert comes within seconds. */
const SOON_MS = 2_000
/** A recording that a built-in rule finds. */
const TEST_ATTACK = { atomic_test_id: 'windows-bits-download', mode: 'live' } as const
const ATTACK = 'POST /api/v1/purple-team/executions'

/** Figures of all alerts; in an empty tenant they are asked for again until the first alert. */
export const useTotals = () =>
  useQuery({
    queryKey: ['alert-stats', 'all'],
    queryFn: () => call('GET /api/v1/alerts/stats', { query: { period: 'all' } }),
    refetchInterval: ({ state }) => (state.data?.facets.total === 0 ? AGAIN_MS : false),
  })

export function FirstRun() {
  const session = useSession()
  const may = lacking(session, 'GET /api/v1/sources') === null
  const stats = useTotals()
  const [isAttacked, setIsAttacked] = useState(false)
  const isEmpty = stats.data?.facets.total === 0
  const sources = useQuery({
    queryKey: ['sources', 'first-run'],
    queryFn: () => call('GET /api/v1/sources', { query: { limit: 1 } }),
    enabled: isEmpty && may,
    refetchInterval: AGAIN_MS,
  })
  const first = useQuery({
    queryKey: ['first-alert'],
    queryFn: () => call('GET /api/v1/alerts', { query: { limit: 1 } }),
    enabled: isAttacked,
    refetchInterval: ({ state }) => (state.data?.items.length === 0 ? SOON_MS : false),
  })
  const alert = first.data?.items[0]
  if (!isEmpty && !isAttacked) return null
  const hasSource = (sources.data?.items.length ?? 0) > 0
  return (
    <Section title="From a source to the first alert">
      <ol className="plain first-run">
        <Step
          number={1}
          isDone={hasSource}
          title="Connect a source"
          text="Let a product push its events with a token, or let svc fetch them from the product's API."
        >
          <Button
            component={Link}
            to="/settings"
            search={{ tab: 'tokens' } as never}
            variant={hasSource ? 'default' : 'filled'}
          >
            Make a push token
          </Button>{' '}
          <Button component={Link} to="/connectors" variant="default">
            Add a connector
          </Button>
        </Step>
        <Step
          number={2}
          isDone={hasSource}
          title="See its events arrive"
          text={
            hasSource
              ? 'Events received.'
              : 'This page checks every ten seconds. Rejected events and the reasons are under Pipeline.'
          }
        >
          <Button component={Link} to="/search" variant="default">
            Search
          </Button>{' '}
          <Button component={Link} to="/pipeline" variant="default">
            Pipeline
          </Button>
        </Step>
        <Step
          number={3}
          isDone={alert !== undefined}
          title="Get the first alert"
          text={
            alert !== undefined
              ? 'The rules have found the attack.'
              : isAttacked
                ? 'The attack runs: its alert comes within a minute.'
                : 'The built-in rules are enabled. A test attack sends events of a host that does not exist, and its alert is marked as an exercise.'
          }
        >
          {alert !== undefined ? (
            <Button component={Link} to="/alerts/$id" params={{ id: alert.id } as never}>
              Open the alert
            </Button>
          ) : (
            <ActButton
              operation={ATTACK}
              body={TEST_ATTACK}
              label="Run a test attack"
              variant={hasSource ? 'filled' : 'default'}
              done={() => setIsAttacked(true)}
            />
          )}{' '}
          <Button component={Link} to="/purple-team" search={{ tab: 'tests' } as never} variant="default">
            All tests
          </Button>
        </Step>
      </ol>
    </Section>
  )
}

type StepProps = {
  readonly number: number
  readonly isDone: boolean
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

function Step({ number, isDone, title, text, children }: StepProps) {
  return (
    <li className={isDone ? 'is-done' : undefined}>
      <span className="step-number" aria-hidden="true">
        {isDone ? '✓' : number}
      </span>
      <span>
        <b>{title}</b>
        <br />
        <span className="quiet">{text}</span>
      </span>
      <span>{children}</span>
    </li>
  )
}
