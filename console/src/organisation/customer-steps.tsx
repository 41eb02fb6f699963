/** Remaining steps after a customer was created: its administrator, its first event, and the work there. */
import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { Section } from '../parts/page.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { counted } from '../parts/words.ts'
import { pushCommand } from '../settings/push-command.ts'
import { Copyable, Secret } from '../settings/secret.tsx'
import { enter } from './delegated.ts'
import type { AppliedTemplate, NewCustomer } from './set-up-customer.ts'

const AGAIN_MS = 10_000
const TENANTS_MAX = 500

export function CustomerSteps({ customer }: { readonly customer: NewCustomer }) {
  const { me } = useSession()
  const { tenant_id: tenant, push_token: token } = customer
  const own = customer.delegations.find(({ email }) => email === me?.email)
  const go = useMutation({ mutationFn: (path: string) => enter(own?.id ?? '', path) })
  const command = pushCommand({ token, inbox_url: '/v1/ingest', template_id: 'connector-push' })
  const events = useEvents(tenant)
  return (
    <Section title={shown(customer.name, 120)}>
      {go.error && <Failure error={go.error} />}
      <ol className="plain first-run">
        <Step number={1} isDone title="The tenant is created">
          <Text size="sm" className="quiet">
            <span className="mono">{shown(tenant, 63)}</span> of <Shown text={customer.organisation} lengthMax={120} />,
            and {customer.delegations.length.toLocaleString()} of your people may work there.
          </Text>
          <Templates of={customer.applied} />
        </Step>
        <Step number={2} isDone={false} title="Pass the link on to its administrator">
          <Text size="sm" className="quiet" mb="xs">
            They set a password with it, until <Time at={customer.invitation_expires_at} />.
            {customer.invitation_mailed && ' It is on its way to them by mail as well.'}
          </Text>
          <Secret name="Link for the administrator" value={`${location.origin}${customer.invitation_path}`} />
        </Step>
        <Step number={3} isDone={events !== null && events > 0} title="Push the first event">
          <Text size="sm" className="quiet" mb="xs" role="status">
            {events === null
              ? 'Reading the figures of the tenant …'
              : events > 0
                ? `${counted(events, 'event', 'events')} received.`
                : 'No event received yet. This page checks every ten seconds.'}
          </Text>
          <Secret name="Token to push events with" value={token} />
          <div className="stack">
            <Text size="sm">One event, to see that it arrives:</Text>
            <Copyable name="Command" text={command} />
          </div>
        </Step>
        <Step number={4} isDone={false} title="Start working there">
          <Text size="sm" className="quiet" mb="xs">
            Connect its products, or look at its events.
          </Text>
          {own && (
            <Group gap="xs">
              <Button loading={go.isPending} onClick={() => go.mutate('/connectors')}>
                Add a connector there
              </Button>
              <Button variant="default" loading={go.isPending} onClick={() => go.mutate('/')}>
                Open its overview
              </Button>
            </Group>
          )}
        </Step>
      </ol>
    </Section>
  )
}

/** The tenant's events in the last day; null while loading. */
function useEvents(tenant: string): number | null {
  const found = useQuery({
    queryKey: ['organisation-portfolio', tenant],
    queryFn: () => call('GET /api/v1/organisation/portfolio', { query: { limit: TENANTS_MAX } }),
    select: ({ items }) => items.find(({ tenant_id: id }) => id === tenant)?.events_24h ?? null,
    refetchInterval: ({ state: { data } }) =>
      (data?.items.find(({ tenant_id: id }) => id === tenant)?.events_24h ?? 0) > 0 ? false : AGAIN_MS,
  })
  return found.data ?? null
}

function Templates({ of }: { readonly of: readonly AppliedTemplate[] }) {
  return of.map(({ name, changes, fault }) => (
    <Text
      key={name}
      size="sm"
      className={fault === null ? 'quiet' : 'late'}
      role={fault === null ? undefined : 'alert'}
    >
      <Shown text={name} lengthMax={120} />:{' '}
      {fault === null ? (
        `${changes === 1 ? '1 change' : `${(changes ?? 0).toLocaleString()} changes`} applied`
      ) : (
        <Shown text={fault} lengthMax={300} />
      )}
    </Text>
  ))
}

type StepProps = {
  readonly number: number
  readonly isDone: boolean
  readonly title: string
  readonly children: ReactNode
}

function Step({ number, isDone, title, children }: StepProps) {
  return (
    <li className={isDone ? 'is-done at-top' : 'at-top'}>
      <span className="step-number" aria-hidden="true">
        {isDone ? '✓' : number}
      </span>
      <div>
        <b>{title}</b>
        {isDone && <span className="unseen"> (done)</span>}
        {children}
      </div>
    </li>
  )
}
