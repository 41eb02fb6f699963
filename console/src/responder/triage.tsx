/** The alert in twenty lines, and the actions for a phone. */
import { useQuery } from '@tanstack/react-query'
import { call, lacking } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { plainProse } from '../parts/prose-parts.ts'
import { shown } from '../parts/shown.tsx'
import { send, useOutbox } from './outbox.ts'
import { Card, Go, Level, Loaded, Since } from './parts.tsx'

type Detail = Schemas['AlertDetail']

const NAMES_MAX = 4
const EVIDENCE_MAX = 5
const SNOOZE_MINUTES = 60

export function Triage({ id }: { readonly id: string }) {
  const found = useQuery({
    queryKey: ['alert', id],
    queryFn: () => call('GET /api/v1/alerts/{id}', { path: { id } }),
  })
  return (
    <>
      <Go to="/responder" className="small">
        Back
      </Go>
      <Loaded query={found}>{(alert) => <Body alert={alert} />}</Loaded>
    </>
  )
}

function Body({ alert }: { readonly alert: Detail }) {
  return (
    <>
      <h1>{shown(alert.title, 200)}</h1>
      <p>
        <Level level={alert.severity} /> {alert.status.replaceAll('_', ' ')}
        {alert.risk_score !== null && `, risk ${Math.round(alert.risk_score)}`},{' '}
        <Since at={alert.event_time ?? alert.created_at} />
      </p>
      <Acts alert={alert} />
      <Card title="In short">
        <dl>
          {linesOf(alert).map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{shown(text, 280)}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Evidence alert={alert} />
      <p>
        <a href={`/alerts/${alert.id}`}>The whole alert in the console</a>
      </p>
    </>
  )
}

/** The facts, then the result of triage. A line without a value is left out. */
function linesOf(alert: Detail): (readonly [string, string])[] {
  const lines: readonly (readonly [string, string | null])[] = [
    ['Host', names(alert.affected_hosts)],
    ['User', names(alert.affected_users)],
    ['Address', names(alert.affected_ips)],
    ['Rule', alert.evidence[0]?.title ?? alert.rule_id],
    ['Technique', names(alert.mitre_techniques)],
    ['Source', alert.connector_type],
    [
      'Signals',
      alert.signal_count === null
        ? null
        : `${alert.signal_count}${alert.rule_count === null ? '' : `, of ${alert.rule_count} rules`}`,
    ],
    ['Events', alert.event_count === null ? null : alert.event_count.toLocaleString()],
    ['Why now', alert.confidence_rationale[0]?.replace(/^[+-] /, '') ?? null],
    ['Triage says', triageOf(alert)],
    ['In words', plainProse(alert.ai_summary ?? alert.description ?? alert.narrative ?? '', alert.attack_names)],
    ['Do next', alert.recommended_actions[0]?.action ?? alert.ai_recommendations[0] ?? null],
    ['Verdict', alert.disposition === null ? null : alert.disposition.replaceAll('_', ' ')],
  ]
  return lines.filter((line): line is readonly [string, string] => line[1] !== null && line[1] !== '')
}

function triageOf({ ai_verdict: verdict, ai_confidence: confidence }: Detail): string | null {
  if (verdict === null) return null
  return `${verdict.replaceAll('_', ' ')}${confidence === null ? '' : `, ${Math.round(confidence * 100)} % sure`}`
}

function names(texts: readonly string[]): string | null {
  if (texts.length === 0) return null
  const rest = texts.length - NAMES_MAX
  return `${texts.slice(0, NAMES_MAX).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function Evidence({ alert: { evidence, evidence_omitted: omitted } }: { readonly alert: Detail }) {
  if (evidence.length === 0) return null
  const rest = evidence.length - EVIDENCE_MAX + omitted
  return (
    <Card title="Evidence">
      <ol>
        {evidence.slice(0, EVIDENCE_MAX).map(({ signal_id: id, title, time, host, user }) => (
          <li key={id}>
            {shown(title, 120)}
            <span className="quiet small">
              {' '}
              {[host, user]
                .filter(Boolean)
                .map((one) => shown(one, 60))
                .join(', ')}{' '}
              <Since at={time} />
            </span>
          </li>
        ))}
      </ol>
      {rest > 0 && <p className="quiet small">{rest} more in the console.</p>}
    </Card>
  )
}

/** Actions on the alert; on a bad network they wait, and are shown as waiting. */
function Acts({ alert }: { readonly alert: Detail }) {
  const session = useSession()
  const outbox = useOutbox()
  const { id, title, status, assigned_to_id: owner, snoozed_until: snoozedUntil } = alert
  const path = { id }
  const label = title.slice(0, 60)
  if (lacking(session, 'POST /api/v1/alerts/{id}/claim') !== null)
    return <p className="quiet small">Your role may read alerts, but not change them.</p>
  const waits = outbox.some((one) => one.path.id === id && one.refusal === null)
  const isMine = owner === session.me?.id
  const isOver = status === 'resolved' || status === 'closed'
  return (
    <>
      <div className="acts">
        <button
          type="button"
          className="main"
          disabled={isMine || isOver}
          onClick={() => send({ label: `Acknowledge ${label}`, operation: 'POST /api/v1/alerts/{id}/claim', path })}
        >
          {isMine ? 'Yours' : 'Acknowledge'}
        </button>
        <button
          type="button"
          disabled={isOver}
          onClick={() =>
            send({
              ...{ label: `Snooze ${label}`, operation: 'POST /api/v1/alerts/{id}/snooze', path },
              body: { duration_minutes: SNOOZE_MINUTES },
            })
          }
        >
          Snooze 1 h
        </button>
        <button
          type="button"
          disabled={isOver}
          onClick={() =>
            send({
              ...{ label: `Escalate ${label}`, operation: 'POST /api/v1/alerts/{id}/escalate', path },
              body: { reason: 'Escalated from the responder app.' },
            })
          }
        >
          Escalate
        </button>
      </div>
      <p className="quiet small" role="status">
        {waits ? 'Not sent yet: see above. ' : ''}
        {owner === null ? 'Not assigned.' : isMine ? '' : 'Assigned to somebody else.'}
        {snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now() && (
          <>
            {' '}
            Snoozed, back <Since at={snoozedUntil} />.
          </>
        )}
      </p>
    </>
  )
}
