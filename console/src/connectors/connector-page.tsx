import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { mayCall } from '../api/call.ts'
import { bodyOf, DELETE, GET, PATCH, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { State } from '../parts/columns.tsx'
import { everySecondsOf } from '../parts/durations.ts'
import { Back, FactLine, Page, Section } from '../parts/page.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time, TimeRange } from '../parts/time.tsx'
import { labelOf } from '../parts/words.ts'
import { TestResult } from './test-result.tsx'

type Connector = Schemas['Connector']

const POLLS_MAX = 50
const REFRESH_MS = 10_000

export function ConnectorPage() {
  const { id } = useParams({ from: '/connectors/$id' })
  const found = useQuery({
    queryKey: ['connector', id],
    queryFn: () => bodyOf(GET('/api/v1/connectors/{id}', { params: { path: { id } } })),
    refetchInterval: REFRESH_MS,
  })
  return (
    <>
      <Back>
        <Link to="/connectors">← Connectors</Link>
      </Back>
      <Loaded query={found} lines={8}>
        {(connector) => <Body connector={connector} />}
      </Loaded>
    </>
  )
}

function Body({ connector }: { readonly connector: Connector }) {
  const session = useSession()
  return (
    <Page
      title={<Shown text={connector.name} lengthMax={120} />}
      name={shown(connector.name, 80)}
      about={
        <FactLine>
          <State of={connector.state} />
          <span>{connector.type}</span>
          <span>polled {everySecondsOf(connector.poll_interval_seconds)}</span>
          <span>{connector.events_ingested ?? 'unknown'} events stored</span>
        </FactLine>
      }
      actions={<Acts connector={connector} />}
    >
      {connector.state_reason !== null && (
        <Section title="Why">
          <Text size="sm" className="wrap">
            <Shown text={connector.state_reason} lengthMax={1000} />
          </Text>
        </Section>
      )}
      <Section title="Polls">
        <Polls id={connector.id} />
      </Section>
      <Section title="Settings">
        <dl className="facts">
          {Object.entries(connector.connector_config).map(([name, value]) => (
            <div key={name}>
              <dt className="quiet">{labelOf(name)}</dt>
              <dd className="mono">
                <Shown text={value} lengthMax={300} />
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      {mayCall(session, 'PATCH /api/v1/connectors/{id}') && connector.auth_fields.length > 0 && (
        <Secrets connector={connector} />
      )}
    </Page>
  )
}

function Acts({ connector }: { readonly connector: Connector }) {
  const session = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isSure, setSure] = useState(false)
  const { id, enabled, state } = connector
  const params = { path: { id } }
  const again = {
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['connector', id] })
      await queries.invalidateQueries({ queryKey: ['connectors'] })
    },
  }
  const poll = useMutation({ ...again, mutationFn: () => bodyOf(POST('/api/v1/connectors/{id}/poll', { params })) })
  const turn = useMutation({
    ...again,
    mutationFn: () => bodyOf(PATCH('/api/v1/connectors/{id}', { params, body: { enabled: !enabled } })),
  })
  const remove = useMutation({
    mutationFn: () => bodyOf(DELETE('/api/v1/connectors/{id}', { params })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['connectors'] })
      await navigate({ to: '/connectors' })
    },
  })
  const error = poll.error ?? turn.error ?? remove.error
  return (
    <Stack gap={4}>
      <Group gap="xs">
        {mayCall(session, 'PATCH /api/v1/connectors/{id}') && (
          <>
            <Button
              variant="default"
              disabled={!enabled || state === 'blocked'}
              loading={poll.isPending}
              onClick={() => poll.mutate()}
            >
              Poll now
            </Button>
            <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate()}>
              {enabled ? 'Turn off' : 'Turn on'}
            </Button>
          </>
        )}
        {mayCall(session, 'DELETE /api/v1/connectors/{id}') && (
          <Button
            variant="default"
            color="red"
            loading={remove.isPending}
            onClick={() => (isSure ? remove.mutate() : setSure(true))}
          >
            {isSure ? 'Delete connector' : 'Disconnect'}
          </Button>
        )}
      </Group>
      {error && <Failure error={error} />}
    </Stack>
  )
}

function Polls({ id }: { readonly id: string }) {
  const polls = useQuery({
    queryKey: ['connector', id, 'polls'],
    queryFn: () =>
      bodyOf(GET('/api/v1/connectors/{id}/polls', { params: { path: { id }, query: { limit: POLLS_MAX } } })),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Loaded query={polls} lines={4}>
      {({ items }) =>
        items.length === 0 ? (
          <Text size="sm">Not polled yet.</Text>
        ) : (
          <Table
            name="List of polls"
            rows={items}
            keyOf={(poll) => poll.id}
            columns={[
              { head: 'Began', isShort: true, cell: ({ began_at: at }) => <Time at={at} /> },
              { head: 'Outcome', isShort: true, cell: ({ outcome }) => <State of={outcome} /> },
              { head: 'Fetched', isNumber: true, isShort: true, cell: ({ fetched }) => fetched },
              { head: 'Added', isNumber: true, isShort: true, cell: ({ added }) => added ?? 'not known yet' },
              { head: 'Pages', isNumber: true, isShort: true, cell: ({ pages }) => pages },
              { head: 'ms', isNumber: true, isShort: true, cell: ({ elapsed_ms: ms }) => ms },
              {
                head: 'Asked for',
                isShort: true,
                cell: ({ from, to }) => (
                  <>
                    <TimeRange from={from} to={to} />
                  </>
                ),
              },
              { head: 'Fault', cell: ({ error }) => (error === null ? null : <Shown text={error} lengthMax={300} />) },
            ]}
          />
        )
      }
    </Loaded>
  )
}

/** Secrets can be written but not read: an empty field keeps the stored secret. */
function Secrets({ connector }: { readonly connector: Connector }) {
  const queries = useQueryClient()
  const { id } = connector
  const save = useMutation({
    mutationFn: (auth_config: Record<string, string>) =>
      bodyOf(PATCH('/api/v1/connectors/{id}', { params: { path: { id } }, body: { auth_config } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['connector', id] }),
  })
  const attempt = useMutation({
    mutationFn: (auth_config: Record<string, string>) => {
      const { type, connector_config } = connector
      const body = { type, connector_config, auth_config }
      return bodyOf(POST('/api/v1/connectors/{id}/test', { params: { path: { id } }, body }))
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const entries = [...new FormData(form)].flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]]))
    if (entries.length === 0) return
    const auth = Object.fromEntries(entries) as Record<string, string>
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    if (button?.value === 'test') attempt.mutate(auth)
    else save.mutate(auth, { onSuccess: () => form.reset() })
  }
  return (
    <Section title="Credential">
      <form onSubmit={submit} autoComplete="off">
        <Stack gap="xs">
          {connector.auth_fields.map((name) => (
            <PasswordInput
              key={name}
              label={labelOf(name)}
              name={name}
              placeholder="as it is"
              autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': `Show ${labelOf(name)}` }}
            />
          ))}
          <Group gap="xs">
            <Button type="submit" value="test" variant="default" loading={attempt.isPending}>
              Test it
            </Button>
            <Button type="submit" variant="default" loading={save.isPending}>
              Save credential
            </Button>
          </Group>
          <Text size="xs" className="quiet">
            A test asks for the first page of the last hour with the settings above and what is typed here. Nothing is
            saved or stored.
          </Text>
          {attempt.data && <TestResult result={attempt.data} />}
          {(attempt.error ?? save.error) && <Failure error={attempt.error ?? save.error} />}
        </Stack>
      </form>
    </Section>
  )
}
