import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { mayCall } from '../api/call.ts'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Back, Page, Section } from '../parts/page.tsx'
import { Preformatted } from '../parts/preformatted.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'

type Item = Schemas['MarketplaceItemDetail']

export function MarketplaceItemPage() {
  const { slug } = useParams({ from: '/detections/marketplace/$slug' })
  const query = useQuery({
    queryKey: ['marketplace-item', slug],
    queryFn: () => bodyOf(GET('/api/v1/marketplace/items/{slug}', { params: { path: { slug } } })),
  })
  return (
    <>
      <Back>
        <Link to="/detections/marketplace">← Marketplace</Link>
      </Back>
      <Loaded query={query} lines={10}>
        {(item) => <ItemOf item={item} />}
      </Loaded>
    </>
  )
}

function ItemOf({ item }: { readonly item: Item }) {
  return (
    <Page
      title={<Shown text={item.name} lengthMax={200} />}
      name={shown(item.name, 60)}
      about={`${item.kind}, version ${item.version}, by ${shown(item.author, 60)}`}
      actions={<Actions item={item} />}
    >
      <Text size="sm" className="wrap">
        <Shown text={item.description} lengthMax={4_000} />
      </Text>
      {item.problems.length > 0 && (
        <Alert color="red" variant="light" title="It cannot be installed as it is">
          {item.problems.map(({ path, reason }) => (
            <Text size="sm" key={path}>
              <span className="mono">{path}</span>: <Shown text={reason} lengthMax={400} />
            </Text>
          ))}
        </Alert>
      )}
      {item.parts.length > 0 && (
        <Section title="Installed here" aside={item.installed !== null && <Time at={item.installed.updated_at} />}>
          <Table
            name="Parts"
            rows={item.parts}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Part', cell: (part) => <PartLink part={part} /> },
              { head: 'Kind', isShort: true, cell: ({ kind }) => kind },
              {
                head: 'Since',
                isShort: true,
                cell: ({ state }) =>
                  ({ as_installed: 'as installed', changed: 'changed here', gone: 'deleted here' })[state],
              },
            ]}
          />
        </Section>
      )}
      <Stack gap="md">
        {item.files.map(({ path, text }) => (
          <Section key={path} title={shown(path, 120)}>
            <Preformatted name={`Text of ${shown(path, 120)}`} text={text} />
          </Section>
        ))}
      </Stack>
    </Page>
  )
}

function PartLink({ part: { kind, id, title, path, state } }: { readonly part: Item['parts'][number] }) {
  const name = <Shown text={title ?? path} lengthMax={160} />
  if (state === 'gone') return name
  if (kind === 'rule')
    return (
      <Link to="/detections/$id" params={{ id }}>
        {name}
      </Link>
    )
  if (kind === 'hunt')
    return (
      <Link to="/hunts/$id" params={{ id }}>
        {name}
      </Link>
    )
  return (
    <Link to="/response" search={{ tab: 'playbooks' }}>
      {name}
    </Link>
  )
}

function Actions({ item }: { readonly item: Item }) {
  const session = useSession()
  const queries = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const path = { slug: item.slug }
  const again = {
    onSuccess: () => {
      setConfirming(false)
      void queries.invalidateQueries({ queryKey: ['marketplace-item', item.slug] })
      void queries.invalidateQueries({ queryKey: ['marketplace'] })
      void queries.invalidateQueries({ queryKey: ['rules'] })
    },
  }
  const install = useMutation({
    ...again,
    mutationFn: () => bodyOf(POST('/api/v1/marketplace/items/{slug}/install', { params: { path } })),
  })
  const update = useMutation({
    ...again,
    mutationFn: () =>
      bodyOf(
        POST('/api/v1/marketplace/items/{slug}/update', { params: { path, query: { overwrite_changed: false } } }),
      ),
  })
  const remove = useMutation({
    ...again,
    mutationFn: () =>
      bodyOf(
        POST('/api/v1/marketplace/items/{slug}/uninstall', { params: { path, query: { remove_changed: isWhole } } }),
      ),
  })
  if (!mayCall(session, 'POST /api/v1/marketplace/items/{slug}/install'))
    return <Text size="sm">Installing needs the permission settings:write.</Text>
  const error = install.error ?? update.error ?? remove.error
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {item.installed === null ? (
          <Button disabled={item.problems.length > 0} loading={install.isPending} onClick={() => install.mutate()}>
            Install
          </Button>
        ) : (
          <>
            {item.update_available && (
              <Button loading={update.isPending} onClick={() => update.mutate()}>
                Update to {item.version}
              </Button>
            )}
            <Button variant="default" onClick={() => setConfirming(true)}>
              Uninstall
            </Button>
          </>
        )}
      </Group>
      {error && <Failure error={error} />}
      <Modal opened={isConfirming} onClose={() => setConfirming(false)} title="Uninstall it?">
        <div className="stack">
          <Text size="sm">
            Removes the installed parts. Parts that were changed here stay as your own, unless you choose otherwise.
          </Text>
          <Checkbox
            label="Also remove parts that were changed here"
            checked={isWhole}
            onChange={(event) => setWhole(event.currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              Uninstall
            </Button>
          </Group>
        </div>
      </Modal>
    </Stack>
  )
}
