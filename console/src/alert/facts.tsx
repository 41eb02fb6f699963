/** The facts that an analyst needs first: severity, owner, user and host, time, rule. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTargets } from '../alerts/queries.ts'
import { dueOf } from '../alerts/row.ts'
import type { Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { useAssignees } from '../parts/people.ts'
import { RuleName } from '../parts/rule-name.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Due, TimeRange } from '../parts/time.tsx'
import { counted } from '../parts/words.ts'

type Detail = Schemas['AlertDetail']
const NAMES_MAX = 6

export function Facts({ alert }: { readonly alert: Detail }) {
  const session = useSession()
  const targets = useTargets()
  const owner = useAssignees()?.find(({ id }) => id === alert.assigned_to_id)?.name
  const isMine = alert.assigned_to_id === session.me?.id
  const due = dueOf({ alert, targets })
  const { external_url: page, vendor_status: state } = alert.metadata
  const url = vendorUrl(alert.raw_event) ?? vendorUrl({ finding_info: { src_url: page } })
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Severity', <Severity key="severity" level={alert.severity} />],
    ['Status', alert.status.replace('_', ' ')],
    [
      'Owner',
      alert.assigned_to_id === null ? (
        'unassigned'
      ) : isMine ? (
        'you'
      ) : (
        <Shown key="owner" text={owner ?? 'somebody else'} />
      ),
    ],
    ['Verdict', alert.disposition?.replaceAll('_', ' ') ?? 'none yet'],
    [
      'Risk',
      `${alert.risk_score ?? 'not measured'}${alert.confidence_label ? `, confidence ${alert.confidence_label}` : ''}`,
    ],
    ['SLA', due === null ? 'no target' : <Due key="due" at={due} nowMs={Date.now()} />],
    ['Users', names(alert.affected_users)],
    ['Hosts', names(alert.affected_hosts)],
    ['Addresses', names(alert.affected_ips)],
    [
      'When',
      <span key="when">
        <TimeRange from={alert.first_seen} to={alert.last_seen} />
      </span>,
    ],
    ['Rule', <RuleName key="rule" id={alert.rule_id} title={titleOfRule(alert)} />],
    [
      'Source',
      <span key="source">
        <Shown text={alert.connector_type ?? 'this platform'} lengthMax={80} />
        {url !== null && (
          <>
            {' '}
            <a href={url} target="_blank" rel="noreferrer noopener">
              open there
            </a>
          </>
        )}
      </span>,
    ],
    ...(typeof state === 'string'
      ? [['At the vendor', <Shown key="state" text={state} lengthMax={80} />] as const]
      : []),
    ['Tactics', alert.mitre_tactics.map((id) => alert.attack_names[id] ?? id).join(', ') || 'none named'],
    ['Techniques', techniques(alert)],
    ['Events', eventsIn(alert)],
  ]
  return (
    <dl className="facts-grid">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function names(values: readonly string[]): ReactNode {
  if (values.length === 0) return <span className="quiet">none named</span>
  return (
    <>
      {values.slice(0, NAMES_MAX).map((value, at) => (
        <span key={value}>
          {at > 0 && ', '}
          <Link to="/entities/$entity" params={{ entity: value }} className="mono">
            <Shown text={value} lengthMax={80} />
          </Link>
        </span>
      ))}
      {values.length > NAMES_MAX && ` and ${values.length - NAMES_MAX} more`}
    </>
  )
}

/** The list of entities beside the facts names all of them. */
function techniques({ mitre_techniques: ids, attack_names: called }: Detail): ReactNode {
  if (ids.length === 0) return <span className="quiet">none named</span>
  return (
    <>
      {ids.slice(0, NAMES_MAX).map((id, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link to="/alerts" search={{ technique: id, status: 'all' }} className="mono" title={called[id]}>
            {id}
          </Link>
        </span>
      ))}
      {ids.length > NAMES_MAX && ` and ${ids.length - NAMES_MAX} more`}
    </>
  )
}

/** Taken from the signal of this rule, because the first step of the evidence may be from another rule. */
const titleOfRule = ({ rule_id: id, evidence }: Pick<Schemas['AlertDetail'], 'rule_id' | 'evidence'>) =>
  evidence.find(({ rule_id: rule }) => rule === id)?.title

/** The alert's page at the vendor, from the event's OCSF finding_info.src_url. Only a web address becomes a link. */
export function vendorUrl(rawEvent: unknown): string | null {
  const events: unknown[] = Array.isArray(rawEvent) ? rawEvent : [rawEvent]
  for (const event of events) {
    const { finding_info: info } = (event ?? {}) as { finding_info?: { src_url?: unknown } }
    const url = info?.src_url
    if (typeof url === 'string' && /^https:\/\//i.test(url) && URL.canParse(url)) return url
  }
  return null
}

function eventsIn({ event_count: events, signal_count: signals }: Schemas['AlertDetail']): string {
  if (events === null) return 'not counted'
  const shownEvents = events.toLocaleString()
  return signals === null ? shownEvents : `${shownEvents} in ${counted(signals, 'signal', 'signals')}`
}
