/** One alert, on its page and beside the queue: facts first, then the evidence, then verdicts. */

import { Button, Group, Spoiler, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AlertAct } from '../alerts/queries.ts'
import { type AlertActions, useAlertActions } from '../alerts/use-alert-actions.tsx'
import { useQueueKeys } from '../alerts/use-queue-keys.ts'
import { mayCall } from '../api/call.ts'
import { bodyOf, GET, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Section } from '../parts/page.tsx'
import { Preformatted } from '../parts/preformatted.tsx'
import { Prose } from '../parts/prose.tsx'
import { Shown } from '../parts/shown.tsx'
import { Time } from '../parts/time.tsx'
import { WhenNear } from '../parts/when-near.tsx'
import { Actions } from './actions.tsx'
import { DeleteAlert } from './delete-alert.tsx'
import { Enrichment } from './enrichment.tsx'
import { Entities } from './entities.tsx'
import { EntityGraph } from './entity-graph.tsx'
import { Evidence } from './evidence.tsx'
import { Facts } from './facts.tsx'
import { History } from './history.tsx'
import { InvestigationsOf } from './investigations.tsx'
import { OpenCase } from './open-case.tsx'
import { Processes } from './processes.tsx'
import { Score } from './score.tsx'
import { SimilarAlerts } from './similar.tsx'

type Detail = Schemas['AlertDetail']
const NARRATIVE_PX = 66

export function useAlert(id: string) {
  return useQuery({
    queryKey: ['alert', id],
    queryFn: () => bodyOf(GET('/api/v1/alerts/{id}', { params: { path: { id } } })),
  })
}

type BodyProps = {
  readonly alert: Detail
  /** True in the narrow pane beside the queue, which handles the keys. */
  readonly isBeside?: boolean
}

export function AlertBody({ alert, isBeside = false }: BodyProps) {
  const acts = useAlertActions()
  useQueueKeys(
    isBeside
      ? {}
      : {
          c: () => acts.claim(alert),
          s: () => acts.snooze(alert),
          v: () => acts.judge(alert),
          u: acts.undo,
        },
  )
  const found = (
    <>
      <Section title="Facts">
        <Facts alert={alert} />
      </Section>
      <Section title="What happened">
        <Spoiler maxHeight={NARRATIVE_PX} showLabel="Show all of it" hideLabel="Show less">
          <Text size="md">
            <Prose text={alert.narrative} lengthMax={8_000} names={alert.attack_names} />
          </Text>
        </Spoiler>
      </Section>
      {alert.ai_verdict && <Triage alert={alert} />}
      <div id="evidence">
        <Section title="Evidence, in order">
          <Evidence alert={alert} />
        </Section>
      </div>
      {alert.evidence.length > 0 && (
        <Section title="Actors and targets">
          <EntityGraph steps={alert.evidence} />
        </Section>
      )}
      <Processes steps={alert.evidence} />
    </>
  )
  const decided = (
    <>
      {alert.verdict && <CurrentVerdict verdict={alert.verdict} />}
      <Section title="Recommended actions">
        <Actions alert={alert} acts={acts} />
      </Section>
      <Section title="Score">
        <Score score={alert.score} />
      </Section>
      <Section title="Entities">
        <Entities entities={alert.related_entities} names={alert.attack_names} />
      </Section>
      <InvestigationsOf id={alert.id} />
      <Section title="History">
        <History id={alert.id} entries={alert.mini_timeline} />
      </Section>
    </>
  )
  const alike = (
    <>
      <Enrichment id={alert.id} />
      <Section title="Similar alerts">
        <SimilarAlerts id={alert.id} />
      </Section>
      <Section title="Raw event">
        <RawEvent event={alert.raw_event} />
      </Section>
    </>
  )
  return (
    <>
      <ActButtons alert={alert} acts={acts} isBeside={isBeside} />
      {isBeside ? (
        <div className="stack">
          {found}
          <WhenNear key={`decided ${alert.id}`} within=".alert-pane">
            {decided}
          </WhenNear>
          <WhenNear key={`alike ${alert.id}`} within=".alert-pane">
            {alike}
          </WhenNear>
        </div>
      ) : (
        <div className="two">
          <div className="stack">
            {found}
            <WhenNear key={`alike ${alert.id}`}>{alike}</WhenNear>
          </div>
          <div className="stack">{decided}</div>
        </div>
      )}
      {acts.shown}
    </>
  )
}

type ActButtonsProps = { readonly alert: Detail; readonly acts: AlertActions; readonly isBeside: boolean }

function ActButtons({ alert, acts, isBeside }: ActButtonsProps) {
  const session = useSession()
  if (!mayCall(session, 'PATCH /api/v1/alerts/{id}')) return null
  const { id } = alert
  const isMine = alert.assigned_to_id === session.me?.id
  const isSnoozed = alert.snoozed_until !== null && Date.parse(alert.snoozed_until) > Date.now()
  const button = (label: string, act: AlertAct | (() => void)) => (
    <Button
      variant="default"
      disabled={acts.isPending}
      onClick={() => (typeof act === 'function' ? act() : acts.doIt(act))}
    >
      {label}
    </Button>
  )
  return (
    <Group gap="xs">
      <Button onClick={() => acts.judge(alert)}>Verdict</Button>
      {isMine ? button('Release', { do: 'release', id }) : button('Claim', () => acts.claim(alert))}
      {isSnoozed ? button('Wake', { do: 'wake', id }) : button('Snooze 1 h', () => acts.snooze(alert))}
      {alert.severity !== 'critical' && button('Escalate', { do: 'escalate', id })}
      <OpenCase alert={alert} />
      {alert.status !== 'resolved' && alert.status !== 'closed' && button('Resolve', { do: 'resolve', id })}
      {alert.status !== 'closed' && button('Close', { do: 'close', id })}
      {!isBeside && <DeleteAlert id={id} title={alert.title} />}
    </Group>
  )
}

/** The agent's triage, beside the verdict of people: its verdict, its confidence, its reasons, and its advice. */
function Triage({ alert }: { readonly alert: Detail }) {
  const { ai_verdict: verdict, ai_confidence: confidence, ai_score: score } = alert
  return (
    <Section title="Triage" aside={<span className="quiet">by the agent</span>}>
      <Text fw={600}>{verdict?.replaceAll('_', ' ')}</Text>
      <Text size="sm" className="quiet">
        confidence {confidence === null ? 'not measured' : `${Math.round(confidence * 100)} %`}
        {score !== null && ` · score ${score}`}
      </Text>
      {alert.ai_summary !== null && alert.ai_summary !== '' && (
        <Text size="sm" mt={4}>
          <Prose text={alert.ai_summary} lengthMax={4_000} names={alert.attack_names} />
        </Text>
      )}
      <List title="Why" items={alert.confidence_rationale} />
      <List title="It recommends" items={newAdvice(alert)} />
    </Section>
  )
}

/** The agent's advice that is not among the recommended actions, which have buttons. */
function newAdvice({ ai_recommendations: advice, recommended_actions: actions }: Detail): readonly string[] {
  const known = new Set(actions.map(({ action }) => action))
  return advice.filter((one) => !known.has(one))
}

function List({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <>
      <Text size="xs" fw={600} className="quiet" mt="xs">
        {title}
      </Text>
      <ul className="faults">
        {items.map((item) => (
          <li key={item}>
            <Shown text={item} lengthMax={500} />
          </li>
        ))}
      </ul>
    </>
  )
}

function CurrentVerdict({ verdict }: { readonly verdict: Schemas['Verdict'] }) {
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

function RawEvent({ event }: { readonly event: unknown }) {
  if (event === null || event === undefined)
    return <Text size="sm">This alert has no stored event: open the events from the steps of its evidence.</Text>
  const text = typeof event === 'string' ? event : JSON.stringify(event, null, 2)
  return <Preformatted name="Text of the raw event" text={text} />
}
