/** The available sources as a gallery, and the form of the selected one. */
import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { LinkFaults } from '../parts/link-faults.tsx'
import { Section } from '../parts/page.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { labelOf } from '../parts/words.ts'
import { type Kind, type KindGroup, kindGroups, needsOf } from './kinds.ts'
import { TestResult } from './test-result.tsx'

const LIST_MAX = 200

export function NewConnector() {
  const types = useQuery({
    queryKey: ['connector-types'],
    queryFn: () => bodyOf(GET('/api/v1/connectors/types', { params: { query: { limit: LIST_MAX } } })),
  })
  return (
    <Section title="Connect a source">
      <Loaded query={types} lines={6}>
        {({ items }) => <Gallery kinds={items} />}
      </Loaded>
    </Section>
  )
}

function Gallery({ kinds }: { readonly kinds: readonly Kind[] }) {
  const { add } = useSearch({ from: '/connectors' })
  const navigate = useNavigate({ from: '/connectors' })
  const [search, setSearch] = useState('')
  const choose = (type: string | undefined) =>
    void navigate({ search: (now) => ({ ...now, add: type }), replace: type === undefined })
  const chosen = kinds.find(({ type }) => type === add)
  const groups = kindGroups(kinds, search)
  return (
    <div className="stack">
      <LinkFaults
        faults={add !== undefined && chosen === undefined ? [`add=${add}`] : []}
        instead="Choose a source below."
      />
      <search>
        <TextInput
          aria-label="Search sources"
          placeholder="Product, vendor or kind"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          maxLength={100}
          maw={420}
        />
      </search>
      {groups.length === 0 && (
        <Empty title="No source matches">
          A product that can send its logs needs no connector: <PushLink>push them</PushLink>. For a product with a
          paged REST API choose “Any REST API”.
        </Empty>
      )}
      {groups.map((group) => (
        <GroupOf key={group.name} group={group} choose={choose} />
      ))}
      <Text size="sm" className="quiet">
        Firewalls, servers and other products that send their logs need no connector:{' '}
        <PushLink>make a push token</PushLink>.
      </Text>
      <Modal
        opened={chosen !== undefined}
        onClose={() => choose(undefined)}
        title={chosen === undefined ? '' : `Connect ${chosen.title}`}
        size="lg"
        centered
      >
        {chosen && <Form key={chosen.type} kind={chosen} />}
      </Modal>
    </div>
  )
}

function PushLink({ children }: { readonly children: string }) {
  return (
    <Link to="/settings" search={{ tab: 'tokens' }}>
      {children}
    </Link>
  )
}

function GroupOf({ group, choose }: { readonly group: KindGroup; readonly choose: (type: string) => void }) {
  return (
    <section aria-label={group.name}>
      <Text size="xs" fw={600} className="quiet" mb={6} component="h3">
        {group.name}
      </Text>
      <div className="kinds">
        {group.kinds.map((kind) => (
          <button key={kind.type} type="button" className="kind" onClick={() => choose(kind.type)}>
            <span className="initials" aria-hidden="true">
              {initialsOf(kind.title)}
            </span>
            <span className="kind-words">
              <b>{kind.title}</b>
              <span className="quiet">{needsOf(kind).join(', ') || 'needs nothing'}</span>
            </span>
          </button>
        ))}
      </div>
    </section>
  )
}

/** Initials in place of a logo, so that a kind is easy to find again. */
const initialsOf = (title: string): string =>
  title
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1))
    .join('')
    .toUpperCase()

function Form({ kind }: { readonly kind: Kind }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const tried = useMutation({
    mutationFn: (input: ConnectorInput) => bodyOf(POST('/api/v1/connectors/test', { body: withoutName(input) })),
  })
  const made = useMutation({
    mutationFn: (input: ConnectorInput) => bodyOf(POST('/api/v1/connectors', { body: input })),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['connectors'] })
      // The connector's page shows whether the first poll brings events.
      await navigate({ to: '/connectors/$id', params: { id } })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = inputOf(new FormData(event.currentTarget), kind)
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    if (button?.value === 'test') tried.mutate(values)
    else made.mutate(values)
  }
  return (
    <form onSubmit={submit} autoComplete="off">
      <Stack gap="sm">
        <FieldsOf kind={kind} />
        {tried.data && <TestResult result={tried.data} />}
        {(tried.error ?? made.error) && <Failure error={tried.error ?? made.error} />}
        <Group gap="xs" justify="flex-end">
          <Button type="submit" value="test" variant="default" loading={tried.isPending}>
            Test
          </Button>
          <Button type="submit" value="save" loading={made.isPending}>
            Connect
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function FieldsOf({ kind }: { readonly kind: Kind }) {
  return (
    <>
      <TextInput label="Name" name="name" defaultValue={kind.title} maxLength={120} required />
      {kind.connector_config.map(({ name, about, required, default: fallback }) => (
        <TextInput
          key={name}
          label={labelOf(name)}
          description={about === labelOf(name) ? undefined : about}
          name={`config.${name}`}
          placeholder={fallback ?? ''}
          required={required}
          maxLength={2000}
        />
      ))}
      {kind.auth_config.map(({ name, about, required }) => (
        <PasswordInput
          key={name}
          label={labelOf(name)}
          description={about === labelOf(name) ? undefined : about}
          name={`auth.${name}`}
          required={required}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': `Show ${labelOf(name)}` }}
        />
      ))}
    </>
  )
}

type ConnectorInput = Schemas['ConnectorCreate']

function withoutName({ name: _, ...rest }: ConnectorInput): Schemas['ConnectorTestRequest'] {
  return rest
}

/** Leaves empty fields out. */
function inputOf(data: FormData, kind: Kind): ConnectorInput {
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
