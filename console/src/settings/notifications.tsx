import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { bodyOf, DELETE, GET, POST, type Schemas } from '../api/client.ts'
import { Section } from '../parts/page.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'

const LIST_MAX = 50
const WORDS: Readonly<Record<string, string>> = {
  ...{ p0_alert: 'grave alerts', agent_approval: 'approvals', oncall_handoff: 'on-call shifts' },
  connector_health: 'silent sources',
}
const hasPush = () => isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window

/** Browsers in which the user gets urgent notifications. */
export function Notifications() {
  const queries = useQueryClient()
  const key = useQuery({ queryKey: ['push-key'], queryFn: () => bodyOf(GET('/api/v1/push/public-key')) })
  const own = useQuery({
    queryKey: ['push-subscriptions'],
    queryFn: () => bodyOf(GET('/api/v1/push/subscriptions', { params: { query: { limit: LIST_MAX } } })),
  })
  const again = { onSuccess: () => queries.invalidateQueries({ queryKey: ['push-subscriptions'] }) }
  const subscribe = useMutation({ ...again, mutationFn: subscribeHere })
  const remove = useMutation({
    ...again,
    mutationFn: (id: string) => bodyOf(DELETE('/api/v1/push/subscriptions/{id}', { params: { path: { id } } })),
  })
  const test = useMutation({ ...again, mutationFn: () => bodyOf(POST('/api/v1/push/test')) })
  const failure = subscribe.error ?? remove.error ?? test.error
  return (
    <Section title="Notifications in this browser">
      <Loaded query={key} lines={2}>
        {({ public_key: publicKey }) =>
          publicKey === null ? (
            <Text size="sm">Push messages are not set up: the operator sets VAPID_PUBLIC_KEY.</Text>
          ) : (
            <>
              <Loaded query={own} lines={2}>
                {({ items }) => <Browsers items={items} remove={remove.mutate} />}
              </Loaded>
              <Group gap="xs" mt="sm">
                {hasPush() ? (
                  <Button variant="default" loading={subscribe.isPending} onClick={() => subscribe.mutate(publicKey)}>
                    Notify me in this browser
                  </Button>
                ) : (
                  <Text size="sm">This browser has no push messages here: they need TLS, or localhost.</Text>
                )}
                <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
                  Send a test
                </Button>
              </Group>
              {test.data && (
                <Text size="sm" role="status" mt="xs">
                  {test.data.delivered} of {test.data.attempted} taken
                  {test.data.errors.length > 0 && `: ${test.data.errors.join('; ')}`}
                </Text>
              )}
            </>
          )
        }
      </Loaded>
      {failure && <Failure error={failure} />}
    </Section>
  )
}

type BrowsersProps = {
  readonly items: readonly Schemas['PushSubscription'][]
  readonly remove: (id: string) => void
}

function Browsers({ items, remove }: BrowsersProps) {
  if (items.length === 0) return <Text size="sm">No browser receives your notifications yet.</Text>
  return (
    <Table
      name="List of browsers"
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Over', isMono: true, cell: ({ host }) => host },
        { head: 'Of', cell: ({ topics }) => topics.map((one) => WORDS[one] ?? one).join(', ') },
        { head: 'Since', isShort: true, cell: ({ created_at: at }) => <Time at={at} /> },
        {
          head: 'Do',
          isShort: true,
          isActions: true,
          cell: ({ id, host }) => (
            <Button variant="default" aria-label={`Stop ${host}`} onClick={() => remove(id)}>
              Stop
            </Button>
          ),
        },
      ]}
    />
  )
}

/** Browsers require that the user is asked first. */
async function subscribeHere(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('This browser does not allow notifications of this page.')
  const registration = await navigator.serviceWorker.register('/sw.js')
  await navigator.serviceWorker.ready
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint = '', keys = {} } = made.toJSON()
  const subscription = { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } }
  await bodyOf(
    POST('/api/v1/push/subscribe', { body: { subscription, user_agent: navigator.userAgent.slice(0, 500) } }),
  )
}
