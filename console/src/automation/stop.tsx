/** Stops all automatic actions, with a reason, and shows the result of the blind sample of closed alerts. */
import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { words } from '../parts/columns.tsx'
import { Figures, percent } from '../parts/figures.tsx'
import { Listing } from '../parts/listing.tsx'
import { FormButton, Lacks } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Person } from '../parts/person.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'

const SWITCH = 'PUT /api/v1/autonomy-policy/kill-switch'

export function Stop() {
  const found = useQuery({
    queryKey: ['kill-switch'],
    queryFn: () => call('GET /api/v1/autonomy-policy/kill-switch'),
  })
  return (
    <Section
      title="Emergency stop"
      aside={
        found.data?.tenant?.stopped ? (
          <FormButton
            operation={SWITCH}
            label="Resume automation"
            only={['reason']}
            fixed={{ stopped: false }}
            about="Grants apply again, triage may close alerts again, and models are used again."
          />
        ) : (
          <FormButton
            operation={SWITCH}
            label="Stop all automation"
            only={['reason']}
            fixed={{ stopped: true }}
            about="Takes effect at once: no grant applies, triage closes no alerts, and no model is used. Actions that only a grant approved are withdrawn. Timed rollbacks still happen."
          />
        )
      }
    >
      <Loaded query={found} lines={2}>
        {({ tenant, installation, stopped_because: because }) => (
          <>
            {because === null ? (
              <Text size="sm">Automation runs within its grants.</Text>
            ) : (
              <Alert color="red" variant="light" title="Automation is stopped" role="status">
                <Text size="sm">
                  <Shown text={because} lengthMax={2_000} />
                </Text>
                {installation?.stopped && (
                  <Text size="sm">The operator stopped it for all tenants: only the operator can resume it.</Text>
                )}
              </Alert>
            )}
            {tenant && (
              <Text size="xs" className="quiet" mt="xs">
                {tenant.stopped ? 'Stopped' : 'Resumed'} by <Person id={tenant.set_by} /> <Time at={tenant.set_at} />:{' '}
                <Shown text={tenant.reason} lengthMax={300} />
              </Text>
            )}
          </>
        )}
      </Loaded>
      <Lacks operation={SWITCH} />
    </Section>
  )
}

/**
 * Estimates how many threats triage may have closed, from alerts that people judged without seeing the result of
 * triage.
 */
export function MissedThreats() {
  const session = useSession()
  const found = useQuery({
    queryKey: ['missed-threats'],
    queryFn: () => call('GET /api/v1/autonomy-policy/missed-threats'),
  })
  return (
    <>
      <Section title="Threats that triage may have closed">
        <Loaded query={found} lines={3}>
          {(missed) => (
            <Figures
              of={[
                {
                  name: `Closed by triage, ${missed.weeks} weeks`,
                  value: missed.closed.toLocaleString(),
                },
                {
                  name: 'Judged in the sample',
                  value: `${missed.judged.toLocaleString()} of ${missed.drawn.toLocaleString()}`,
                  note: missed.cannot_tell > 0 ? `${missed.cannot_tell} undecidable` : undefined,
                },
                { name: 'Threats among them', value: missed.threats.toLocaleString(), isBad: missed.threats > 0 },
                {
                  name: 'Missed at most',
                  value: missed.rate_at_most === null ? null : percent(missed.rate_at_most),
                  note:
                    missed.rate_at_most === null
                      ? 'none was judged'
                      : `with 95 % confidence; the aim is ${percent(missed.target)}`,
                  isBad: missed.rate_at_most !== null && !missed.is_bounded,
                },
              ]}
            />
          )}
        </Loaded>
      </Section>
      {lacking(session, 'GET /api/v1/autonomy-policy/closure-audits') === null && <Drawn />}
    </>
  )
}

function Drawn() {
  return (
    <Listing<'GET /api/v1/autonomy-policy/closure-audits'>
      title="Closed alerts to judge"
      about="Random alerts that triage closed. The result of triage is hidden, so that it does not influence your verdict."
      list="GET /api/v1/autonomy-policy/closure-audits"
      keyOf={({ alert_id: id }) => id}
      empty={{ title: 'None waits', next: 'The sample starts once triage closes alerts automatically.' }}
      columns={[
        words('Alert', 'title'),
        { head: 'Severity', isShort: true, cell: ({ severity }) => <Severity level={severity} /> },
        words('Rule', 'rule_id'),
        { head: 'Hosts', cell: ({ affected_hosts: hosts }) => <Shown text={hosts.join(', ')} lengthMax={120} /> },
        {
          head: 'Judge',
          isActions: true,
          cell: ({ alert_id: id, title }) => (
            <FormButton
              operation="POST /api/v1/autonomy-policy/closure-audits/{alert_id}/verdict"
              path={{ alert_id: id }}
              label="Judge"
              title="Was it a threat?"
              submit="Judge"
              ariaLabel={`Judge ${title.slice(0, 80)}`}
            />
          ),
        },
      ]}
    />
  )
}
