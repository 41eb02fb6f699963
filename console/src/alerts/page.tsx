import { ActionIcon, Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { may, useSession } from '../api/session.ts'
import { Page } from '../parts/page.tsx'
import { namesById, useAssignees } from '../parts/people.ts'
import { Empty, Loaded } from '../parts/states.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { columnsOf } from './columns.tsx'
import { Facets } from './facets.tsx'
import { type AlertFilter, alertFilter, GROUPS, type Group as GroupBy, SORTS, type Sort } from './filter.ts'
import { grouped } from './group.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { Pane } from './pane.tsx'
import { placeIn, rememberPlace } from './place.ts'
import { useAlerts, useLiveAlerts, useTargets } from './queries.ts'
import { Rows } from './rows.tsx'
import { useActs } from './use-acts.tsx'
import { useColumns } from './use-columns.ts'
import { useQueueKeys } from './use-queue-keys.ts'
import { useSelection } from './use-selection.ts'
import { ColumnsMenu, ViewsMenu } from './views-menu.tsx'

const STREAM_WORDS = { live: 'live', connecting: 'connecting', waiting: 'not live, trying again' } as const
const CLOCK_MS = 30_000

export function AlertsPage() {
  const { open, filter } = useFilter()
  const navigate = useNavigate({ from: '/alerts' })
  const session = useSession()
  const me = session.me?.id ?? ''
  const query = useAlerts(filter)
  const live = useLiveAlerts()
  const acts = useActs()
  const nowMs = useNow()
  const targets = useTargets()
  const people = useAssignees()
  const names = useMemo(() => namesById(people), [people])
  const about = useMemo(() => ({ nowMs, me, names, targets }), [nowMs, me, names, targets])
  const [columns, chooseColumns] = useColumns()
  const [hasHelp, setHelp] = useState(false)
  const search = useRef<HTMLInputElement>(null)

  // A key moves the place in the queue alone: what is shown of thousands of loaded rows is not worked out again for it.
  const groups = useMemo(
    () => grouped(query.data?.pages.flatMap(({ items }) => items) ?? [], filter.group),
    [query.data, filter.group],
  )
  const alerts = useMemo(() => groups.flatMap((group) => group.alerts), [groups])
  const facets = query.data?.pages[0]?.facets
  const mayWrite = may(session, 'alerts:write')
  const selection = useSelection(alerts)
  const address = addressOf(filter)
  const [cursor, setCursor] = useState(open ?? placeIn(address))
  const found = alerts.findIndex(({ id }) => id === (open ?? cursor))
  const [lastAt, setLastAt] = useState(0)
  // A row that left the list leaves its place to the one that stands there now.
  const at = found >= 0 ? found : Math.max(0, Math.min(lastAt, alerts.length - 1))
  const chosen = alerts[at]
  const ids = useMemo(() => alerts.map(({ id }) => id), [alerts])
  useEffect(() => rememberPlace(address, ids, chosen?.id), [address, ids, chosen?.id])

  const show = (id: string | undefined) => navigate({ search: (now) => ({ ...now, open: id }), replace: true })
  const moveTo = (index: number) => {
    const to = Math.max(0, Math.min(index, alerts.length - 1))
    setLastAt(to)
    setCursor(alerts[to]?.id)
    if (open !== undefined) void show(alerts[to]?.id)
  }
  const change = useCallback(
    (next: Partial<AlertFilter>) => {
      setCursor(undefined)
      setLastAt(0)
      void navigate({ search: (now) => ({ ...now, ...next, open: undefined }), replace: true })
    },
    [navigate],
  )
  const hasPane = open !== undefined
  const shownColumns = useMemo(() => columnsOf(columns, hasPane), [columns, hasPane])
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetchingNextPage])

  useQueueKeys({
    j: () => moveTo(at + 1),
    k: () => moveTo(at - 1),
    enter: () => {
      if (chosen === undefined) return
      if (open === chosen.id) void navigate({ to: '/alerts/$id', params: { id: chosen.id } })
      else void show(chosen.id)
    },
    c: () => acts.claim(chosen),
    s: () => acts.snooze(chosen),
    v: () => acts.judge(chosen),
    x: ({ shiftKey }) => {
      if (!mayWrite) return
      if (shiftKey) selection.reach(at)
      else selection.toggle(at)
    },
    escape: () => (open === undefined ? selection.clear() : void show(undefined)),
    u: acts.undo,
    '/': () => search.current?.focus(),
    '?': () => setHelp(true),
  })

  return (
    <Page
      title="Alerts"
      about={
        <>
          {facets === undefined ? '…' : facets.total.toLocaleString()} match ·{' '}
          <span role="status">{STREAM_WORDS[live.state]}</span>
        </>
      }
      actions={
        <Group gap="xs">
          {live.fresh > 0 && (
            <Button onClick={live.show}>
              Show {live.fresh} new {live.fresh === 1 ? 'alert' : 'alerts'}
            </Button>
          )}
          <ViewsMenu
            address={address}
            columns={columns}
            show={(kept, keptColumns) => {
              chooseColumns(keptColumns)
              setCursor(undefined)
              void navigate({ search: alertFilter(Object.fromEntries(new URLSearchParams(kept))) })
            }}
          />
          <ColumnsMenu columns={columns} choose={chooseColumns} />
          <ActionIcon
            variant="default"
            size={30}
            aria-label="Keyboard (?)"
            title="Keyboard (?)"
            onClick={() => setHelp(true)}
          >
            ?
          </ActionIcon>
        </Group>
      }
    >
      <Group gap="xs" className="queue-bar" align="flex-end">
        <SearchBox
          key={filter.search ?? ''}
          box={search}
          text={filter.search ?? ''}
          go={(text) => change({ search: text })}
        />
        <NativeSelect
          aria-label="Sort by"
          data={Object.entries(SORTS).map(([value, label]) => ({
            value,
            label: `By ${label.toLowerCase().replace('sla', 'SLA')}`,
          }))}
          value={filter.sort ?? 'risk'}
          onChange={({ currentTarget }) => change({ sort: currentTarget.value as Sort })}
        />
        <NativeSelect
          aria-label="Group by"
          data={[{ value: '', label: 'No groups' }, ...GROUPS.map((value) => ({ value, label: `Group by ${value}` }))]}
          value={filter.group ?? ''}
          onChange={({ currentTarget }) => change({ group: (currentTarget.value || undefined) as GroupBy | undefined })}
        />
      </Group>
      {mayWrite && (
        <BulkBar chosen={alerts.filter(({ id }) => selection.ids.has(id))} clear={selection.clear} told={acts.tell} />
      )}
      <div className={open === undefined ? 'queue' : 'queue has-pane'}>
        <Facets filter={filter} facets={facets} me={me} change={change} />
        <Loaded query={query} lines={12}>
          {() =>
            alerts.length === 0 ? (
              <Empty title="No alert matches">Take a filter away, or wait: what rules find comes here by itself.</Empty>
            ) : (
              <Rows
                groups={groups}
                total={facets?.total ?? alerts.length}
                isPartial={hasNextPage}
                columns={shownColumns}
                at={at}
                about={about}
                choose={moveTo}
                open={(index) => void show(alerts[index]?.id)}
                selection={selection}
                more={more}
              />
            )
          }
        </Loaded>
        {open !== undefined && (
          <Pane
            id={open}
            close={() => void show(undefined)}
            step={(by) => moveTo(at + by)}
            place={found < 0 ? '' : `${found + 1} of ${(facets?.total ?? alerts.length).toLocaleString()}`}
          />
        )}
      </div>
      <KeysDialog opened={hasHelp} close={() => setHelp(false)} />
      {acts.shown}
    </Page>
  )
}

/** The filter of the address and the alert that is open beside the queue; another alert is the same filter. */
function useFilter(): { readonly open: string | undefined; readonly filter: AlertFilter } {
  const { open, ...asked } = useSearch({ from: '/alerts' })
  const key = JSON.stringify(asked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the filter's whole text
  const filter = useMemo(() => asked, [key])
  return { open, filter }
}

/** Ages and countdowns go on while nobody touches the page. */
function useNow(): number {
  const [nowMs, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}

function addressOf(filter: AlertFilter): string {
  const entries = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new URLSearchParams(entries).toString()
}

type SearchBoxProps = {
  readonly box: React.RefObject<HTMLInputElement | null>
  readonly text: string
  readonly go: (text: string | undefined) => void
}

function SearchBox({ box, text, go }: SearchBoxProps) {
  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    go(box.current?.value.trim() || undefined)
    box.current?.blur()
  }
  return (
    <search className="grow">
      <form onSubmit={submit}>
        <TextInput
          ref={box}
          aria-label="Search alerts"
          placeholder="Title, host, user, address … then Enter"
          defaultValue={text}
          maxLength={200}
        />
      </form>
    </search>
  )
}
