import { Button, Group, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { may, useSession } from '../api/session.ts'
import { Page, Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { StateText } from './state-text.tsx'

const LIST_MAX = 200
/** Polls go on while somebody looks. */
const REFRESH_MS = 15_000

export function ConnectorsPage() {
  const session = useSession()
  const connectors = useQuery({
    queryKey: ['connectors'],
    queryFn: () => bodyOf(GET('/api/v1/connectors', { params: { query: { limit: LIST_MAX } } })),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Page title="Connectors" about="Sources that are asked for their events, and SIEMs that queries reach.">
      <Section title="Connected">
        <Loaded query={connectors} lines={6}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="Nothing is connected">What pushes by itself needs no connector: see Pipeline.</Empty>
            ) : (
              <Table
                name="List of connectors"
                rows={items}
                keyOf={({ id }) => id}
                columns={[
                  {
                    head: 'Name',
                    cell: ({ id, name }) => (
                      <Link to="/connectors/$id" params={{ id }}>
                        <Shown text={name} lengthMax={120} />
                      </Link>
                    ),
                  },
                  { head: 'Source', isShort: true, cell: ({ type }) => type },
                  { head: 'State', isShort: true, cell: ({ state }) => <StateText state={state} /> },
                  {
                    head: 'Events',
                    isNumber: true,
                    isShort: true,
                    cell: ({ events_ingested: count }) => count ?? 'unknown',
                  },
                  {
                    head: 'Taken up to',
                    isShort: true,
                    cell: ({ cursor_at: at }) => (at === null ? 'nothing yet' : <Time at={at} />),
                  },
                  {
                    head: 'Next poll',
                    isShort: true,
                    cell: ({ next_poll_at: at }) => (at === null ? '–' : <Time at={at} />),
                  },
                  {
                    head: 'Why',
                    cell: ({ state_reason: reason }) =>
                      reason === null ? null : <Shown text={reason} lengthMax={200} />,
                  },
                ]}
              />
            )
          }
        </Loaded>
      </Section>
      {may(session, 'connectors:write') && <NewConnector />}
    </Page>
  )
}

type Kind = Schemas['ConnectorType']

function NewConnector() {
  const types = useQuery({
    queryKey: ['connector-types'],
    queryFn: () => bodyOf(GET('/api/v1/connectors/types', { params: { query: { limit: LIST_MAX } } })),
  })
  const [chosen, setChosen] = useState('')
  return (
    <Section title="Connect a source">
      <Loaded query={types} lines={3}>
        {({ items }) => {
          const kind = items.find(({ type }) => type === chosen)
          return (
            <Stack gap="sm">
              <NativeSelect
                label="Source"
                data={[
                  { value: '', label: 'Choose …' },
                  ...items.map(({ type, title }) => ({ value: type, label: title })),
                ]}
                value={chosen}
                onChange={(event) => setChosen(event.currentTarget.value)}
              />
              {kind && <Form key={kind.type} kind={kind} done={() => setChosen('')} />}
            </Stack>
          )
        }}
      </Loaded>
    </Section>
  )
}

function Form({ kind, done }: { readonly kind: Kind; readonly done: () => void }) {
  const queries = useQueryClient()
  const tried = useMutation({
    mutationFn: (input: Given) => bodyOf(POST('/api/v1/connectors/test', { body: withoutName(input) })),
  })
  const made = useMutation({
    mutationFn: (input: Given) => bodyOf(POST('/api/v1/connectors', { body: input })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['connectors'] })
      done()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = givenIn(new FormData(event.currentTarget), kind)
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    if (button?.value === 'test') tried.mutate(values)
    else made.mutate(values)
  }
  return (
    <form onSubmit={submit} autoComplete="off">
      <Stack gap="xs">
        <TextInput label="Name" name="name" defaultValue={kind.title} maxLength={120} required />
        {kind.connector_config.map(({ name, about, required, default: fallback }) => (
          <TextInput
            key={name}
            label={name}
            description={about}
            name={`config.${name}`}
            placeholder={fallback ?? ''}
            required={required}
            maxLength={2000}
          />
        ))}
        {kind.auth_config.map(({ name, about, required }) => (
          <PasswordInput
            key={name}
            label={name}
            description={about}
            name={`auth.${name}`}
            required={required}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': `Show ${name}` }}
          />
        ))}
        <Group gap="xs">
          <Button type="submit" value="test" variant="default" loading={tried.isPending}>
            Test
          </Button>
          <Button type="submit" value="save" loading={made.isPending}>
            Connect
          </Button>
        </Group>
        {tried.data && (
          <Text size="sm" role="status">
            {tried.data.ok ? (
              `It answers, with ${tried.data.events} events of the last hour on its first page.`
            ) : (
              <Shown text={tried.data.reason ?? 'It did not answer.'} lengthMax={500} />
            )}
          </Text>
        )}
        {(tried.error ?? made.error) && <Failure error={tried.error ?? made.error} />}
      </Stack>
    </form>
  )
}

type Given = Schemas['ConnectorCreate']

function withoutName({ name: _, ...rest }: Given): Schemas['ConnectorTestRequest'] {
  return rest
}

/** Fields that were left empty are left out. */
function givenIn(data: FormData, kind: Kind): Given {
  const fields = (prefix: string, specs: Kind['auth_config']) =>
    Object.fromEntries(
      specs.flatMap(({ name }) => {
        const value = String(data.get(`${prefix}.${name}`) ?? '').trim()
        return value === '' ? [] : [[name, value]]
      }),
    )
  return {
    name: String(data.get('name') ?? '').trim(),
    type: kind.type,
    auth_config: fields('auth', kind.auth_config),
    connector_config: fields('config', kind.connector_config),
  }
}
