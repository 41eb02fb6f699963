import { Button, Drawer, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bodyOf, GET } from '../api/client.ts'
import { shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'

type EventDrawerProps = {
  readonly uid: string | null
  readonly close: () => void
  readonly pivot: (field: string, value: string) => void
}

const TEXT_LENGTH_MAX = 60_000
const PIVOTS = [
  ['host', 'device.hostname'],
  ['user', 'actor.user.name'],
  ['target_user', 'user.name'],
  ['src_ip', 'src_endpoint.ip'],
  ['dst_ip', 'dst_endpoint.ip'],
  ['process_name', 'process.name'],
  ['file_hash', 'process.file.hashes.0.value'],
  ['domain', 'query.hostname'],
] as const

/** One event: as OCSF, and as it was received. */
export function EventDrawer({ uid, close, pivot }: EventDrawerProps) {
  const event = useQuery({
    queryKey: ['event', uid],
    queryFn: () => bodyOf(GET('/api/v1/events/{uid}', { params: { path: { uid: uid ?? '' } } })),
    enabled: uid !== null,
  })
  return (
    <Drawer
      opened={uid !== null}
      onClose={close}
      position="right"
      size="xl"
      title="Event"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded query={event} lines={10}>
        {({ ocsf, raw, source, mapping, received_at: received }) => (
          <>
            <Text size="sm" className="quiet" mb="sm">
              From <bdi>{shown(source, 120)}</bdi>, read by {shown(mapping, 80)}, received {received}
            </Text>
            <Pivots ocsf={ocsf} pivot={pivot} />
            <Tabs defaultValue="ocsf" mt="sm">
              <Tabs.List>
                <Tabs.Tab value="ocsf">OCSF</Tabs.Tab>
                <Tabs.Tab value="raw">As received</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="ocsf" pt="sm">
                <pre>{shown(JSON.stringify(ocsf, null, 2), TEXT_LENGTH_MAX)}</pre>
              </Tabs.Panel>
              <Tabs.Panel value="raw" pt="sm">
                <pre>{shown(raw, TEXT_LENGTH_MAX)}</pre>
              </Tabs.Panel>
            </Tabs>
          </>
        )}
      </Loaded>
    </Drawer>
  )
}

function Pivots({ ocsf, pivot }: { readonly ocsf: unknown; readonly pivot: EventDrawerProps['pivot'] }) {
  const found = PIVOTS.flatMap(([field, path]) => {
    const value = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], ocsf)
    return typeof value === 'string' && value !== '' ? [{ field, value }] : []
  })
  return (
    <div className="fields">
      {found.map(({ field, value }) => (
        <Button key={field} variant="default" onClick={() => pivot(field, value)}>
          {field}: <bdi>{shown(value, 60)}</bdi>
        </Button>
      ))}
    </div>
  )
}
