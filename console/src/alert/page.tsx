import { Button, Group, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type AlertAct, useAlertAct } from '../alerts/queries.ts'
import { VerdictDialog } from '../alerts/verdict-dialog.tsx'
import { bodyOf, GET, type Schemas } from '../api/client.ts'
import { may, useSession } from '../api/session.ts'
import { Page, Section } from '../parts/page.tsx'
import { Preformatted } from '../parts/preformatted.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { Entities } from './entities.tsx'
import { Evidence } from './evidence.tsx'
import { History } from './history.tsx'
import { OpenCase } from './open-case.tsx'
import { Score } from './score.tsx'
import { SimilarAlerts } from './similar.tsx'

type Detail = Schemas['AlertDetail']

const SNOOZE_MINUTES = 60

export function AlertPage() {
  const { id } = useParams({ from: '/alerts/$id' })
  const query = useQuery({
    queryKey: ['alert', id],
    queryFn: () => bodyOf(GET('/api/v1/alerts/{id}', { params: { path: { id } } })),
  })
  return (
    <>
      <Text size="sm" mb="xs">
        <Link to="/alerts">← Alerts</Link>
      </Text>
      <Loaded query={query} lines={10}>
        {(alert) => <AlertDetail alert={alert} />}
      </Loaded>
    </>
  )
}

function AlertDetail({ alert }: { readonly alert: Detail }) {
  return (
    <Page
      title={<Shown text={alert.title} lengthMax={300} />}
      name={shown(alert.title, 80)}
      about={<Facts alert={alert} />}
      actions={<Acts alert={alert} />}
    >
      <div className="two">
        <div className="stack">
          <Section title="What happened">
            <Text size="md">
              <Shown text={alert.narrative} lengthMax={8_000} />
            </Text>
          </Section>
          <Section title="Evidence, in order">
            <Evidence alert={alert} />
          </Section>
          <Section title="Alerts like it">
            <SimilarAlerts id={alert.id} />
          </Section>
          <Section title="Raw event">
            <RawEvent event={alert.raw_event} />
          </Section>
        </div>
        <div className="stack">
          {alert.verdict && <GivenVerdict verdict={alert.verdict} />}
          {alert.ai_verdict && <Triage alert={alert} />}
          <Section title="Score">
            <Score score={alert.score} />
          </Section>
          <Section title="Recommended actions">
            <Advice actions={alert.recommended_actions} />
          </Section>
          <Section title="Entities">
            <Entities entities={alert.related_entities} />
          </Section>
          <Section title="History">
            <History entries={alert.mini_timeline} />
          </Section>
        </div>
      </div>
    </Page>
  )
}

function Facts({ alert }: { readonly alert: Detail }) {
  return (
    <Group gap="sm">
      <Severity level={alert.severity} />
      <span>{alert.status.replace('_', ' ')}</span>
      <span>risk {alert.risk_score ?? 'not measured'}</span>
      {alert.confidence_label && <span>confidence {alert.confidence_label}</span>}
      <span>
        <Time at={alert.first_seen} /> – <Time at={alert.last_seen} />
      </span>
      {alert.mitre_techniques.length > 0 && <span className="mono">{alert.mitre_techniques.join(' ')}</span>}
    </Group>
  )
}

function Acts({ alert }: { readonly alert: Detail }) {
  const session = useSession()
  const act = useAlertAct()
  const [isJudging, setJudging] = useState(false)
  if (!may(session, 'alerts:write')) return null
  const { id } = alert
  const isMine = alert.assigned_to_id === session.me?.id
  const isSnoozed = alert.snoozed_until !== null && Date.parse(alert.snoozed_until) > Date.now()
  const button = (label: string, given: AlertAct) => (
    <Button variant="default" disabled={act.isPending} onClick={() => act.mutate(given)}>
      {label}
    </Button>
  )
  return (
    <Group gap="xs">
      {isMine ? button('Release', { do: 'release', id }) : button('Claim', { do: 'claim', id })}
      {isSnoozed
        ? button('Wake', { do: 'wake', id })
        : button('Snooze 1 h', { do: 'snooze', id, minutes: SNOOZE_MINUTES })}
      {alert.severity !== 'critical' && button('Escalate', { do: 'escalate', id })}
      <OpenCase alert={alert} />
      {alert.status !== 'resolved' && alert.status !== 'closed' && button('Resolve', { do: 'resolve', id })}
      {alert.status !== 'closed' && button('Close', { do: 'close', id })}
      <Button onClick={() => setJudging(true)}>Verdict</Button>
      {act.error && <Failure error={act.error} />}
      <VerdictDialog
        alert={isJudging ? alert : null}
        close={() => setJudging(false)}
        give={(verdict, closes) => {
          setJudging(false)
          act.mutate({ do: 'verdict', id, verdict, closes })
        }}
      />
    </Group>
  )
}

/** Of the agent, beside the verdict of people. */
function Triage({ alert }: { readonly alert: Detail }) {
  return (
    <Section title="Triage">
      <Text fw={600}>{alert.ai_verdict?.replaceAll('_', ' ')}</Text>
      <Text size="sm" className="quiet">
        confidence {alert.ai_confidence ?? 'not measured'}
      </Text>
      {alert.ai_summary !== null && alert.ai_summary !== '' && (
        <Text size="sm" mt={4}>
          <Shown text={alert.ai_summary} lengthMax={4_000} />
        </Text>
      )}
    </Section>
  )
}

function GivenVerdict({ verdict }: { readonly verdict: Schemas['Verdict'] }) {
  return (
    <Section title="Verdict" aside={<Time at={verdict.decided_at} />}>
      <Text fw={600}>{verdict.corrected_verdict.replaceAll('_', ' ')}</Text>
      <Text size="sm" className="quiet">
        {verdict.reason_code.replaceAll('_', ' ')}
      </Text>
      <Text size="sm" mt={4}>
        <Shown text={verdict.reason} />
      </Text>
    </Section>
  )
}

function Advice({ actions }: { readonly actions: Detail['recommended_actions'] }) {
  if (actions.length === 0) return <Text size="sm">Nothing is advised for this alert.</Text>
  return (
    <List type="ordered" size="sm" spacing="xs">
      {actions.map(({ priority, action, rationale, risk }) => (
        <List.Item key={`${priority} ${action}`}>
          <Shown text={action} /> <span className="quiet">({risk} risk)</span>
          <Text size="xs" className="quiet">
            <Shown text={rationale} />
          </Text>
        </List.Item>
      ))}
    </List>
  )
}

function RawEvent({ event }: { readonly event: unknown }) {
  if (event === null || event === undefined) return <Text size="sm">The event is not kept with this alert.</Text>
  const text = typeof event === 'string' ? event : JSON.stringify(event, null, 2)
  return <Preformatted name="Raw event" text={text} />
}
