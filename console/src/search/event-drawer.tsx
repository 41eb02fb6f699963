import { Alert, Button, CopyButton, Drawer, Group, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiProblem, bodyOf, GET, type Schemas } from '../api/client.ts'
import { Preformatted } from '../parts/preformatted.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { around, type EventField, eventFields, factsFirst, momentOf, narrowed, termOf } from './event-terms.ts'

type SearchFor = { readonly query?: string; readonly from?: string; readonly to?: string; readonly hours?: string }

type EventDrawerProps = {
  /** One event, or several related ones through which the drawer can step; empty when it is closed. */
  readonly uids: readonly string[]
  readonly close: () => void
  /**
   * The search that the filters of the drawer narrow. Without one they start a search over the time around the event.
   */
  readonly search?: SearchFor
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['device.hostname', 'host'],
  ['actor.user.name', 'user'],
  ['user.name', 'target_user'],
  ['src_endpoint.ip', 'src_ip'],
  ['dst_endpoint.ip', 'dst_ip'],
  ['process.name', 'process_name'],
  ['process.file.hashes.value', 'file_hash'],
  ['query.hostname', 'domain'],
])
const SURROUNDING_MINUTES = 5
const ENTITY_MINUTES = 720
const NONE: readonly string[] = []

/** Shows events as fields, as OCSF and as received, each with links to further searches. */
export function EventDrawer({ uids, close, search }: EventDrawerProps) {
  const [at, setAt] = useState(0)
  const shownUids = uids.length === 0 ? NONE : uids
  // biome-ignore lint/correctness/useExhaustiveDependencies: other events begin with the first of them
  useEffect(() => setAt(0), [shownUids])
  const uid = uids[Math.min(at, uids.length - 1)]
  return (
    <Drawer.Root opened={uid !== undefined} onClose={close} position="right" size="xl">
      <Drawer.Overlay />
      <Drawer.Content>
        {/* The page has one banner, and this header is none. */}
        <Drawer.Header role="presentation">
          <Drawer.Title>{uids.length > 1 ? `Event ${at + 1} of ${uids.length}` : 'Event'}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </Drawer.Header>
        <Drawer.Body>
          {uids.length > 1 && (
            <Group gap="xs" mb="sm">
              <Button variant="default" disabled={at === 0} onClick={() => setAt(at - 1)}>
                Previous event
              </Button>
              <Button variant="default" disabled={at >= uids.length - 1} onClick={() => setAt(at + 1)}>
                Next event
              </Button>
            </Group>
          )}
          {uid !== undefined && <EventOf key={uid} uid={uid} close={close} search={search} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

type EventOfProps = {
  readonly uid: string
  readonly close: () => void
  readonly search: SearchFor | undefined
}

function EventOf({ uid, close, search }: EventOfProps) {
  const event = useQuery({
    queryKey: ['event', uid],
    queryFn: () => bodyOf(GET('/api/v1/events/{uid}', { params: { path: { uid } } })),
  })
  if (event.error instanceof ApiProblem && event.error.status === 404)
    return (
      <Alert color="yellow" variant="light" title="The event is not in the lake">
        <Text size="sm">
          Its retention has ended, or it was deleted. The alert still has the fields that the rule matched. Event{' '}
          <span className="mono">{uid}</span>
        </Text>
      </Alert>
    )
  return (
    <Loaded query={event} lines={10}>
      {(found) => <StoredEvent event={found} close={close} search={search} />}
    </Loaded>
  )
}

type StoredEventProps = Omit<EventOfProps, 'uid'> & { readonly event: Schemas['StoredEvent'] }

function StoredEvent({ event, close, search }: StoredEventProps) {
  const { ocsf, raw, source, mapping, time, received_at: received, event_uid: uid } = event
  const { fields, omitted } = eventFields(ocsf)
  const json = JSON.stringify(ocsf, null, 2)
  return (
    <>
      <Text size="sm" className="quiet" mb="sm" component="div">
        <Time at={time} seconds />, from <bdi>{shown(source, 120)}</bdi>, read by {shown(mapping, 80)}, received{' '}
        <Time at={received} /> · <span className="mono">{uid}</span>
      </Text>
      <Pivots fields={fields} time={time} close={close} />
      <Tabs defaultValue="fields" mt="sm">
        <Tabs.List>
          <Tabs.Tab value="fields">Fields</Tabs.Tab>
          <Tabs.Tab value="ocsf">OCSF</Tabs.Tab>
          <Tabs.Tab value="raw">As received</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="fields" pt="sm">
          <Fields fields={factsFirst(fields)} base={search ?? around(time, ENTITY_MINUTES)} close={close} />
          {omitted > 0 && (
            <Text size="sm" className="quiet" mt="sm">
              {omitted.toLocaleString()} more fields are under OCSF.
            </Text>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="ocsf" pt="sm">
          <Copy name="OCSF" text={json} />
          <Preformatted name="Event as OCSF" text={json} />
        </Tabs.Panel>
        <Tabs.Panel value="raw" pt="sm">
          <Copy name="as received" text={raw} />
          <Preformatted name="Event as received" text={raw} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Copy({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button size="compact-sm" variant="subtle" onClick={copy} aria-label={`Copy ${name}`}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </CopyButton>
  )
}

type FieldsProps = {
  readonly fields: readonly EventField[]
  readonly base: SearchFor
  readonly close: () => void
}

function Fields({ fields, base, close }: FieldsProps) {
  return (
    <ul className="plain event-fields">
      {fields.map((field, at) => {
        const term = termOf(field)
        const moment = momentOf(field)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: members of a list share name and may share value
          <li key={at}>
            <span className="quiet mono">
              <Shown text={field.name} lengthMax={120} />
            </span>
            <span className="mono">
              {moment === null ? <Shown text={field.value} lengthMax={2_000} /> : <Time at={moment} seconds />}
            </span>
            <Group gap="xs">
              {term !== null &&
                ([false, true] as const).map((isExcluded) => (
                  <Link
                    key={String(isExcluded)}
                    to="/search"
                    search={{ ...base, query: narrowed(base.query, term, isExcluded) }}
                    onClick={close}
                    aria-label={`Filter ${isExcluded ? 'out' : 'for'} ${field.name}`}
                  >
                    {isExcluded ? 'Filter out' : 'Filter for'}
                  </Link>
                ))}
              <Copy name={field.name} text={field.value} />
            </Group>
          </li>
        )
      })}
    </ul>
  )
}

type PivotsProps = {
  readonly fields: readonly EventField[]
  readonly time: string
  readonly close: () => void
}

/** Links to searches: events around this one, and other events of its entities. */
function Pivots({ fields, time, close }: PivotsProps) {
  const entities = fields.flatMap(({ name, value }) => {
    const column = ENTITIES.get(name)
    const term = column === undefined ? null : termOf({ name: column, value })
    return column === undefined || term === null ? [] : [{ column, value, term }]
  })
  const host = entities.find(({ column }) => column === 'host')
  const near = around(time, SURROUNDING_MINUTES)
  return (
    <div className="pivots">
      <Link to="/search" search={host ? { ...near, query: host.term } : near} onClick={close}>
        {SURROUNDING_MINUTES} minutes around it{host ? ' on this host' : ''}
      </Link>
      {entities.map(({ column, value, term }) => (
        <Link
          key={`${column} ${value}`}
          to="/search"
          search={{ ...around(time, ENTITY_MINUTES), query: term }}
          onClick={close}
        >
          <span className="quiet">{column}</span> <bdi>{shown(value, 48)}</bdi>
        </Link>
      ))}
    </div>
  )
}
