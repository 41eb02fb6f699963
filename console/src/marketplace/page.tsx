/** Content to install: rules, hunts and playbooks, with a preview of what each contains. */
import { Alert, Badge, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { bodyOf, GET, type Schemas } from '../api/client.ts'
import { LinkFaults } from '../parts/link-faults.tsx'
import { More } from '../parts/more.tsx'
import { Back, Page } from '../parts/page.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { counted } from '../parts/words.ts'

type Item = Schemas['MarketplaceItem']

const PAGE_SIZE = 60
const KINDS = ['detection', 'hunt', 'playbook', 'connector', 'pack'] as const

export function MarketplacePage() {
  const searchParams = useSearch({ from: '/detections/marketplace' })
  const navigate = useNavigate({ from: '/detections/marketplace' })
  const kind = KINDS.find((one) => one === searchParams.kind)
  const filter = { ...(kind ? { kind } : {}), ...(searchParams.search ? { search: searchParams.search } : {}) }
  const query = useInfiniteQuery({
    queryKey: ['marketplace', filter],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(
        GET('/api/v1/marketplace/items', {
          params: { query: { limit: PAGE_SIZE, ...filter, ...(cursor ? { cursor } : {}) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const search = String(new FormData(event.currentTarget).get('search') ?? '').trim() || undefined
    void navigate({ search: (now) => ({ ...now, search }), replace: true })
  }
  return (
    <>
      <Back>
        <Link to="/detections">← Detections</Link>
      </Back>
      <Page title="Marketplace" about="Rules, hunts and playbooks to install, and to remove again.">
        <LinkFaults
          faults={searchParams.kind !== undefined && kind === undefined ? [`kind=${searchParams.kind}`] : []}
          instead="Items of every kind are shown."
        />
        <Group gap="xs" component="search">
          <form onSubmit={submit} className="grow search" key={searchParams.search ?? ''}>
            <TextInput
              aria-label="Search the marketplace"
              name="search"
              placeholder="Name, technique … then Enter"
              defaultValue={searchParams.search ?? ''}
              maxLength={200}
            />
          </form>
          <NativeSelect
            aria-label="Kind"
            value={kind ?? ''}
            data={[{ value: '', label: 'Every kind' }, ...KINDS]}
            onChange={(event) =>
              void navigate({
                search: (now) => ({ ...now, kind: event.currentTarget.value || undefined }),
                replace: true,
              })
            }
          />
        </Group>
        <Loaded query={query} lines={10}>
          {({ pages }) => {
            const [first] = pages
            const items = pages.flatMap((page) => page.items)
            return (
              <>
                <Text size="sm" className="quiet" role="status">
                  {counted(first?.total ?? 0, 'item', 'items')}, {first?.stats.installed.toLocaleString()} installed
                  here.
                </Text>
                {first?.broken.map(({ slug, reason }) => (
                  <Alert key={slug} color="yellow" variant="light" title={`${slug} cannot be offered`}>
                    <Shown text={reason} lengthMax={400} />
                  </Alert>
                ))}
                {items.length === 0 && (
                  <Empty title="No item matches">Search for another word, or remove a filter.</Empty>
                )}
                <div className="cards">
                  {items.map((item) => (
                    <ItemCard key={item.slug} item={item} />
                  ))}
                </div>
                <More query={query} />
              </>
            )
          }}
        </Loaded>
      </Page>
    </>
  )
}

function ItemCard({ item }: { readonly item: Item }) {
  const { slug, name, kind, version, description, author, severity, mitre_techniques: techniques } = item
  return (
    <article className="card item">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Text fw={600} component="h2" size="sm">
          <Shown text={name} lengthMax={120} />
        </Text>
        {item.update_available ? (
          <Badge color="yellow">update</Badge>
        ) : (
          item.installed !== null && <Badge color="teal">installed</Badge>
        )}
      </Group>
      <Text size="xs" className="quiet" mb="xs">
        {kind}, version {version}, by <Shown text={author} lengthMax={60} />
      </Text>
      <Text size="sm" lineClamp={3}>
        <Shown text={description} lengthMax={400} />
      </Text>
      <Group justify="space-between" mt="auto" pt="sm" gap="xs" wrap="nowrap" align="flex-end">
        <Group gap="xs">
          {severity !== null && <Severity level={severity} />}
          <Text size="xs" className="quiet mono">
            {techniques.slice(0, 4).join(' ')}
            {techniques.length > 4 && ` and ${techniques.length - 4} more`}
          </Text>
        </Group>
        <Button
          className="fixed"
          variant="default"
          renderRoot={(props) => <Link to="/detections/marketplace/$slug" params={{ slug }} {...props} />}
          aria-label={`Look at ${name}`}
        >
          Open
        </Button>
      </Group>
    </article>
  )
}
