/** The responder's shift and notifications, approvals that wait for the responder, and available colleagues. */
import { useQuery } from '@tanstack/react-query'
import { call, lacking } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { type Notification, notificationsOf } from '../parts/notifications.ts'
import { isOwnRequest } from '../parts/own-request.ts'
import { shown } from '../parts/shown.tsx'
import { send, useOutbox } from './outbox.ts'
import { Card, Clock, Go, Level, Loaded, Since } from './parts.tsx'

const LIST_MAX = 20
const CANNOT_WAIT: ReadonlySet<string> = new Set(['critical', 'high'])
const SNOOZE_MINUTES = 30
const PAGING: ReadonlySet<string> = new Set([
  ...['escalation', 'sla_breach', 'oncall_handoff', 'mention', 'assignment', 'case_handoff', 'honeytoken'],
])

export function Home() {
  const session = useSession()
  const may = (operation: Parameters<typeof lacking>[1]) => lacking(session, operation) === null
  return (
    <>
      <h1 className="unseen">Your alerts and cases</h1>
      {may('GET /api/v1/oncall') && <Duty />}
      <Pages />
      {may('GET /api/v1/approvals') && <Approvals />}
      {may('GET /api/v1/oncall') && <Awake />}
      {may('GET /api/v1/alerts/queue') && <Alerts />}
    </>
  )
}

function Duty() {
  const { me } = useSession()
  const outbox = useOutbox()
  const presence = useQuery({
    queryKey: ['presence'],
    queryFn: () => call('GET /api/v1/oncall', { query: { limit: 100 } }),
  })
  const duty = useQuery({
    queryKey: ['duty'],
    queryFn: () => call('GET /api/v1/oncall/whoison', { query: { limit: 50 } }),
  })
  const own = presence.data?.items.find(({ user_id: id }) => id === me?.id)
  const turns = duty.data?.items.filter(({ responder }) => responder?.user_id === me?.id) ?? []
  const pending = outbox.find(({ operation }) => operation === 'PUT /api/v1/oncall/me')
  const set = (status: Schemas['PresencePut']['status'], label: string, minutes?: number) =>
    send({
      ...{ label, operation: 'PUT /api/v1/oncall/me', path: {} },
      body: { status, ...(minutes === undefined ? {} : { snooze_minutes: minutes }) },
    })
  return (
    <Card title="You">
      <p>
        {turns.length === 0 ? 'You are not on call.' : 'On call: '}
        {turns.map(({ rotation_id: id, rotation, next_handoff: until, is_stand_in: standsIn }) => (
          <span key={id}>
            {shown(rotation, 80)}
            {standsIn && ', standing in'}, until <Clock at={until} />.{' '}
          </span>
        ))}
        <span className="quiet">
          {own ? ` You are ${own.status}` : ' You have not set your status'}
          {own?.until ? (
            <>
              {' '}
              until <Clock at={own.until} />
            </>
          ) : (
            ''
          )}
          {pending ? ' (a change waits to be sent).' : '.'}
        </span>
      </p>
      <fieldset className="choice">
        <legend className="unseen">Your status</legend>
        {(
          [
            ['available', 'Available'],
            ['busy', 'Busy'],
            ['offline', 'Off'],
          ] as const
        ).map(([status, label]) => (
          <button
            key={status}
            type="button"
            aria-pressed={own?.status === status}
            onClick={() => set(status, `You are ${status}`)}
          >
            {label}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={own?.status === 'snoozed'}
          onClick={() => set('snoozed', `No pages for ${SNOOZE_MINUTES} minutes`, SNOOZE_MINUTES)}
        >
          Snooze {SNOOZE_MINUTES} min
        </button>
      </fieldset>
    </Card>
  )
}

function Approvals() {
  const { me } = useSession()
  const found = useQuery({
    queryKey: ['approvals'],
    queryFn: () => call('GET /api/v1/approvals', { query: { status: 'pending', limit: LIST_MAX } }),
  })
  return (
    <Card title="Waiting for your approval">
      <Loaded query={found}>
        {({ items: all, next_cursor: next }) => {
          const items = all.filter((one) => !isOwnRequest(one, me?.id))
          return items.length === 0 ? (
            <p className="quiet">Nothing.</p>
          ) : (
            <>
              <ul>
                {items.map(({ id, title, risk_level: risk, action, expires_at: until }) => (
                  <li key={id}>
                    <Go to={`/responder/approvals/${id}`} className="row titled">
                      <Level level={risk} />
                      <span className="grow">
                        {shown(title, 160)}
                        {action?.target && !title.includes(action.target) && (
                          <span className="quiet"> {shown(action.target, 80)}</span>
                        )}
                      </span>
                      <span className="quiet small">
                        ends <Since at={until} />
                      </span>
                    </Go>
                  </li>
                ))}
              </ul>
              {next !== undefined && <Rest of="approvals" at="/response" />}
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}

function Alerts() {
  const found = useQuery({
    queryKey: ['queue'],
    queryFn: () => call('GET /api/v1/alerts/queue', { query: { owner: 'all', limit: 50 } }),
  })
  return (
    <Card title="Urgent alerts">
      <Loaded query={found}>
        {({ items, next_cursor: next }) => {
          const found = items.filter(({ severity }) => CANNOT_WAIT.has(severity))
          const urgent = found.slice(0, LIST_MAX)
          if (urgent.length === 0) return <p className="quiet">No open alerts of critical or high severity.</p>
          return (
            <>
              <ul>
                {urgent.map(({ id, title, severity, created_at: at }) => (
                  <li key={id}>
                    <Go to={`/responder/triage/${id}`} className="row titled">
                      <Level level={severity} />
                      <span className="grow">{shown(title, 160)}</span>
                      <span className="quiet small">
                        <Since at={at} />
                      </span>
                    </Go>
                  </li>
                ))}
              </ul>
              {(found.length > urgent.length || next !== undefined) && <Rest of="alerts" at="/alerts" />}
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}

/** A phone shows the first of a long list, and says so. */
function Rest({ of, at }: { readonly of: string; readonly at: string }) {
  return (
    <p className="quiet small">
      The first {LIST_MAX}. <a href={at}>All {of} in the console</a>
    </p>
  )
}

/** Pages that the responder has not seen yet. An acknowledged or opened one leaves the list, on every device. */
function Pages() {
  const outbox = useOutbox()
  const found = useQuery({
    queryKey: ['notifications'],
    queryFn: async () => notificationsOf((await call('GET /api/v1/notifications', { query: { limit: 100 } })).items),
  })
  const waiting = new Set(outbox.filter(({ operation }) => operation === SEEN).flatMap(({ body }) => idsOf(body)))
  return (
    <Card title="Paged">
      <Loaded query={found}>
        {(all) => {
          const pages = all
            .filter(({ kind, unseen }) => PAGING.has(kind) && unseen.some((id) => !waiting.has(id)))
            .slice(0, LIST_MAX)
          if (pages.length === 0) return <p className="quiet">No pages.</p>
          return (
            <ul>
              {pages.map((one) => (
                <PageOf key={one.id} page={one} />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Card>
  )
}

const SEEN = 'POST /api/v1/notifications/seen'
const idsOf = (body: unknown): readonly string[] =>
  (body as { readonly ids?: readonly string[] } | undefined)?.ids ?? []

function PageOf({ page }: { readonly page: Notification }) {
  const { kind, title, path, about_kind: about, about_id: id, created_at: at, severity, unseen } = page
  const to = about === 'alert' && id !== null ? `/responder/triage/${id}` : null
  const seen = () => send({ label: `Seen: ${title.slice(0, 60)}`, operation: SEEN, path: {}, body: { ids: unseen } })
  const inside = (
    <>
      {severity === null ? <span /> : <Level level={severity} />}
      <span className="grow">
        {shown(title, 160)} <span className="quiet small">{kind.replaceAll('_', ' ')}</span>
      </span>
      <span className="quiet small">
        <Since at={at} />
      </span>
    </>
  )
  return (
    <li>
      {to === null ? (
        <a href={path} className="row titled" onClick={seen}>
          {inside}
        </a>
      ) : (
        <Go to={to} className="row titled" followed={seen}>
          {inside}
        </Go>
      )}
      {about === 'case' && id !== null && (
        <button
          type="button"
          onClick={() => {
            send({
              label: `Acknowledge ${title.slice(0, 60)}`,
              operation: 'POST /api/v1/cases/{id}/acknowledge',
              path: { id },
            })
            seen()
          }}
        >
          Acknowledge
        </button>
      )}
    </li>
  )
}

function Awake() {
  const { me } = useSession()
  const found = useQuery({
    queryKey: ['presence'],
    queryFn: () => call('GET /api/v1/oncall', { query: { limit: 100 } }),
  })
  return (
    <Card title="Who else is available">
      <Loaded query={found}>
        {({ items }) => {
          const others = items.filter(({ user_id: id, status }) => id !== me?.id && status !== 'offline')
          if (others.length === 0) return <p className="quiet">Nobody.</p>
          return (
            <ul>
              {others.map(({ user_id: id, user_name: name, user_email: email, status, note, updated_at: at }) => (
                <li key={id} className="row">
                  <span className={`dot dot-${status}`} aria-hidden="true" />
                  <span className="grow">
                    {shown(name, 80)} <span className="quiet">{status}</span>
                    {note !== null && <span className="quiet small"> {shown(note, 120)}</span>}
                  </span>
                  <a href={`mailto:${email}`} className="small">
                    Mail
                  </a>
                  <span className="quiet small">
                    <Since at={at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Card>
  )
}
