/** The credential keys that encrypt the secrets of the installation, and how many secrets already use the newest. */
import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AnswerOf, call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { count, State, when, words } from '../parts/columns.tsx'
import { everyPage } from '../parts/every-page.ts'
import { Section } from '../parts/page.tsx'
import { shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { counted } from '../parts/words.ts'

type Answer = AnswerOf<'GET /api/v1/vault/keys'>
type Use = Answer['items'][number]
type Status = Omit<Answer, 'items'> & { readonly items: readonly Use[] }
type Key = Status['keys'][number]

const REFRESH_MS = 15_000
/** Interval for reloading while a reseal is running. */
const RESEAL_REFRESH_MS = 2_000
const PAGE_SIZE = 200
const PAGES_MAX = 10

async function read() {
  let last: Answer | undefined
  const { items } = await everyPage<Use>(PAGES_MAX, async (of) => {
    last = await call('GET /api/v1/vault/keys', { query: { limit: PAGE_SIZE, ...of } })
    return last
  })
  return last === undefined ? undefined : { ...last, items }
}

export function VaultStatus() {
  const found = useQuery({
    queryKey: ['vault'],
    queryFn: read,
    refetchInterval: ({ state: { data } }) =>
      data?.reseal && data.reseal.ended_at === null ? RESEAL_REFRESH_MS : REFRESH_MS,
  })
  return (
    <Loaded query={found} lines={6}>
      {(status) => (status === undefined ? null : <Shown status={status} />)}
    </Loaded>
  )
}

function Shown({ status }: { readonly status: Status }) {
  const { keys, items, secrets, under_newest: moved, is_ephemeral: isEphemeral } = status
  const missing = keys.filter(({ role }) => role === 'missing')
  const unreadable = items.filter(({ role }) => role === 'unreadable').reduce((all, { secrets: of }) => all + of, 0)
  const unneeded = keys.filter(({ is_needed: isNeeded, role }) => !isNeeded && role === 'older')
  return (
    <>
      <Section title="Credential keys">
        <Text size="sm" className="quiet about" mb="sm">
          Secrets of connectors, executors, models and sign-ins of all tenants are encrypted with the newest key of
          SVC_CREDENTIAL_KEY. Put a new key in front of it and restart: secrets are re-encrypted automatically within
          minutes.
        </Text>
        {isEphemeral && (
          <Alert color="red" variant="light" title="The key is lost when the process ends" role="alert" mb="sm">
            No key is configured: after a restart the secrets cannot be decrypted. Set SVC_CREDENTIAL_KEY.
          </Alert>
        )}
        {missing.length > 0 && (
          <Alert color="red" variant="light" title="A key is missing that is still needed" role="alert" mb="sm">
            Put {missing.map(({ key_id: id }) => id).join(', ')} back into SVC_CREDENTIAL_KEY, behind the newest one.
          </Alert>
        )}
        {unreadable > 0 && (
          <Alert color="orange" variant="light" title="Secrets that no key decrypts" role="status" mb="sm">
            {unreadable.toLocaleString()} {unreadable === 1 ? 'secret was' : 'secrets were'} changed, or the key was
            lost long ago: save {unreadable === 1 ? 'it' : 'them'} again.
          </Alert>
        )}
        <Moved of={secrets} moved={moved} />
        {keys.length > 0 && (
          <Table
            name="List of credential keys"
            rows={keys}
            keyOf={({ key_id: id }) => id}
            columns={[
              { head: 'Key', isMono: true, cell: ({ key_id: id }) => id },
              role<Key>(),
              count('Secrets', 'secrets'),
              { head: 'Needed', cell: ({ is_needed: isNeeded }) => (isNeeded ? 'yes' : 'no') },
            ]}
          />
        )}
        {unneeded.length > 0 && (
          <Text size="sm" mt="xs" role="status">
            Nothing is under {unneeded.map(({ key_id: id }) => id).join(', ')} any more: you can remove it from
            SVC_CREDENTIAL_KEY.
          </Text>
        )}
        <Reseal latest={status.reseal} />
      </Section>
      <Section title="Secrets by key and place">
        {items.length === 0 ? (
          <Empty title="No secret is stored">Connectors, executors, models and sign-ins store the first ones.</Empty>
        ) : (
          <Table
            name="List of secrets by key and place"
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              words('Needed for', 'serves'),
              { head: 'Column', isMono: true, cell: ({ column }) => column },
              { head: 'Key', isMono: true, isShort: true, cell: ({ key_id: id }) => id ?? '–' },
              role<Use>(),
              count('Secrets', 'secrets'),
              when('Looked at', 'looked_at'),
            ]}
          />
        )}
      </Section>
    </>
  )
}

/** Encrypts all secrets again immediately; the platform does so by itself within minutes of a start with a new key. */
function Reseal({ latest }: { readonly latest: Status['reseal'] }) {
  const queries = useQueryClient()
  const lacks = lacking(useSession(), 'POST /api/v1/vault/reseal')
  const ask = useMutation({
    mutationFn: () => call('POST /api/v1/vault/reseal'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['vault'] }),
  })
  const isUnderWay = latest !== null && latest.ended_at === null
  return (
    <>
      {ask.error && <Failure error={ask.error} />}
      <Group gap="sm" mt="sm">
        {lacks === null && (
          <Button variant="default" loading={ask.isPending} disabled={isUnderWay} onClick={() => ask.mutate()}>
            Re-encrypt now
          </Button>
        )}
        {latest !== null && (
          <Text size="sm" role="status" className={latest.fault === null ? 'quiet' : 'late'}>
            {isUnderWay ? 'In progress, requested by ' : 'Last requested by '}
            <bdi>{shown(latest.asked_by, 120)}</bdi>, <Time at={latest.asked_at} />
            {latest.resealed !== null && `: ${counted(latest.resealed, 'secret was', 'secrets were')} re-encrypted`}
            {(latest.unreadable ?? 0) > 0 && `, ${latest.unreadable?.toLocaleString()} could not be decrypted`}
            {latest.fault !== null && `: it failed, ${shown(latest.fault, 300)}`}
          </Text>
        )}
      </Group>
      <Text size="xs" className="quiet" mt="sm">
        On the machine: <span className="mono">svc vault reseal</span>. The id of a key does not reveal the key.
      </Text>
    </>
  )
}

function Moved({ of, moved }: { readonly of: number; readonly moved: number }) {
  if (of === 0) return null
  const isDone = moved === of
  return (
    <>
      <Text size="sm" mb={4} role="status">
        {isDone
          ? `${of === 1 ? 'The one secret is' : `All ${of.toLocaleString()} secrets are`} under the newest key.`
          : `${moved.toLocaleString()} of ${of.toLocaleString()} secrets are under the newest key.`}
      </Text>
      {!isDone && <Progress value={(moved / of) * 100} aria-label="Secrets under the newest key" mb="sm" />}
    </>
  )
}

const role = <T extends { readonly role: Use['role'] }>(): Column<T> => ({
  head: 'Is',
  isShort: true,
  cell: ({ role: is }) => <State of={is} />,
})
