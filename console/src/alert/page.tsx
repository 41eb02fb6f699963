import { Button, Group, Text } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { alertFilter } from '../alerts/filter.ts'
import { KeysDialog } from '../alerts/keys-dialog.tsx'
import { movePlace, neighbours, queueAddress } from '../alerts/place.ts'
import { useQueueKeys } from '../alerts/use-queue-keys.ts'
import type { Schemas } from '../api/client.ts'
import { Page } from '../parts/page.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { AlertBody, useAlert } from './body.tsx'

export function AlertPage() {
  const { id } = useParams({ from: '/alerts/$id' })
  const query = useAlert(id)
  const navigate = useNavigate()
  const [hasHelp, setHelp] = useState(false)
  const { at, of, previous, next } = neighbours(id)
  const queue = alertFilter(Object.fromEntries(new URLSearchParams(queueAddress())))
  useEffect(() => movePlace(id), [id])
  const go = (to: string | undefined) =>
    to !== undefined && void navigate({ to: '/alerts/$id', params: { id: to }, replace: true })
  useQueueKeys({
    j: () => go(next),
    k: () => go(previous),
    o: () => void navigate({ to: '/alerts', search: queue }),
    '?': () => setHelp(true),
  })
  return (
    <>
      <Group justify="space-between" mb="xs" gap="xs">
        <Text size="sm" className="back">
          <Link to="/alerts" search={queue}>
            ← Alerts
          </Link>
        </Text>
        {at >= 0 && (
          <Group gap={4}>
            <Text size="xs" className="quiet">
              {at + 1} of {of}
            </Text>
            <Button variant="default" disabled={previous === undefined} onClick={() => go(previous)}>
              Previous (k)
            </Button>
            <Button variant="default" disabled={next === undefined} onClick={() => go(next)}>
              Next (j)
            </Button>
          </Group>
        )}
      </Group>
      <Loaded query={query} lines={10}>
        {(alert) => <AlertDetail key={alert.id} alert={alert} />}
      </Loaded>
      <KeysDialog opened={hasHelp} close={() => setHelp(false)} />
    </>
  )
}

function AlertDetail({ alert }: { readonly alert: Schemas['AlertDetail'] }) {
  return (
    <Page title={<Shown text={alert.title} lengthMax={300} />} name={shown(alert.title, 80)}>
      <AlertBody alert={alert} />
    </Page>
  )
}
