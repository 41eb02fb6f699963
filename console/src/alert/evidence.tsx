import { Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { mayCall } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Prose } from '../parts/prose.tsx'
import { Severity, severityWord } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Time } from '../parts/time.tsx'
import { EventDrawer } from '../search/event-drawer.tsx'
import { Timeline } from './timeline.tsx'

type Detail = Schemas['AlertDetail']
type Step = Detail['evidence'][number]

const FIELDS_MAX = 8
/** A long chain begins with its first steps: the timeline above shows all of it. */
const STEPS_FIRST = 8

export function Evidence({ alert }: { readonly alert: Detail }) {
  const mayOpen = mayCall(useSession(), 'GET /api/v1/events/{uid}')
  const [opened, setOpened] = useState<readonly string[]>([])
  const [isWhole, setIsWhole] = useState(false)
  const steps = isWhole ? alert.evidence : alert.evidence.slice(0, STEPS_FIRST)
  if (alert.evidence.length === 0)
    return <Text size="sm">This alert has no signals: a person or another product created it directly.</Text>
  return (
    <>
      {alert.evidence.length > 1 && <Timeline steps={alert.evidence} />}
      <ol className="chain">
        {steps.map((step) => (
          <li key={step.signal_id} data-at={step.order}>
            <StepOf step={step} names={alert.attack_names} />
            {mayOpen && <EventsOf step={step} open={setOpened} />}
          </li>
        ))}
      </ol>
      {steps.length < alert.evidence.length && (
        <Button variant="default" mt="sm" onClick={() => setIsWhole(true)}>
          Show all {alert.evidence.length} steps
        </Button>
      )}
      {alert.evidence_omitted > 0 && (
        <Text size="sm" className="quiet" mt="sm">
          {alert.evidence_omitted.toLocaleString()} more signals are counted and not listed.
        </Text>
      )}
      {!mayOpen && (
        <Text size="sm" className="quiet" mt="sm">
          The events themselves need the permission lake:query.
        </Text>
      )}
      <EventDrawer uids={opened} close={() => setOpened([])} />
    </>
  )
}

type EventsOfProps = { readonly step: Step; readonly open: (uids: readonly string[]) => void }

/** A step that counts many signals keeps only the first and the last of their events. */
function EventsOf({ step, open }: EventsOfProps) {
  const { event_uids: uids, title, count } = step
  if (uids.length === 0)
    return (
      <Text size="xs" className="quiet">
        The signal names no event.
      </Text>
    )
  const label = uids.length === 1 ? 'Open event' : `Open ${uids.length} events`
  return (
    <Button size="compact-sm" variant="default" mt={4} onClick={() => open(uids)} aria-label={`${label}: ${title}`}>
      {label}
      {count > uids.length ? ` of ${count.toLocaleString()} signals` : ''}
    </Button>
  )
}

type StepOfProps = { readonly step: Step; readonly names: Detail['attack_names'] }

function StepOf({ step, names }: StepOfProps) {
  const mayRead = mayCall(useSession(), 'GET /api/v1/rules/{id}')
  const where = [step.host, step.user, step.src_ip].filter((one) => one !== '')
  return (
    <>
      <Group gap="sm">
        <Text size="xs" className="quiet nowrap">
          <Time at={step.time} seconds />
        </Text>
        <Severity level={severityWord(step.severity_id)} />
        {step.count > 1 && <span className="quiet">{step.count}×</span>}
      </Group>
      <Text fw={600} size="md">
        {mayRead ? (
          <Link to="/detections/$id" params={{ id: step.rule_id }} className="quiet-link">
            <Shown text={step.title} lengthMax={300} />
          </Link>
        ) : (
          <Shown text={step.title} lengthMax={300} />
        )}
      </Text>
      <Text size="sm">
        <Shown text={step.why} />
      </Text>
      <Text size="xs" className="quiet">
        <Shown text={where.join(' · ')} /> <Prose text={step.mitre_techniques.join(' ')} names={names} />
      </Text>
      {step.matched.length > 0 && (
        <div className="mono">
          {step.matched.slice(0, FIELDS_MAX).map(({ field, value }) => (
            <div key={field}>
              <span className="quiet">
                <Shown text={field} lengthMax={100} />
              </span>{' '}
              = <Shown text={value} lengthMax={300} />
            </div>
          ))}
          {step.matched.length > FIELDS_MAX && (
            <div className="quiet">and {step.matched.length - FIELDS_MAX} fields more</div>
          )}
        </div>
      )}
    </>
  )
}
