import { ActionIcon, Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { mayCall } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { Page } from '../parts/page.tsx'
import { namesById, useAssignees } from '../parts/people.ts'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { columnsOf } from './columns.tsx'
import { Facets } from './facets.tsx'
import type { AlertFilter, Group as GroupBy } from './filter.ts'
import { grouped } from './group.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { Pane } from './pane.tsx'
import { useAlerts, useLiveAlerts, useTargets } from './queries.ts'
import { QueueBar } from './queue-bar.tsx'
import { dueOf, type Row } from './row.ts'
import { Rows } from './rows.tsx'
import { useAlertActions } from './use-alert-actions.tsx'
import { useColumns } from './use-columns.ts'
import { useQueueKeys } from './use-queue-keys.ts'
import { useQueuePlace } from './use-queue-place.ts'
import { useSelection } from './use-selection.ts'
import { ColumnsMenu, ViewsMenu } from './views-menu.tsx'

const STREAM_WORDS = { live: 'live', connecting: 'connecting', waiting: 'not live, trying again' } as const
const CLOCK_MS = 30_000

export function AlertsPage() {
  const { open, filter } = useFilter()
  const navigate = useNavigate()
  const session = useSession()
  const mayWrite = mayCall(session, 'POST /api/v1/alerts/bulk')
  const query = useAlerts(filter)
  const live = useLiveAlerts()
  const acts = useAlertActions()
  const about = useRowFacts(session.me?.id ?? '')
  const [columns, chooseColumns] = useColumns()
  const [hasHelp, setHelp] = useState(false)
  const searchField = useRef<HTMLInputElement>(null)
  const { groups, alerts } = useGroups(query, filter.group)
  const facets = query.data?.pages[0]?.facets
  const selection = useSelection(alerts)
  const address = addressOf(filter)
  const place = useQueuePlace(alerts, open, address)
  const { at, chosen } = place
  const hasPane = open !== undefined
  const shownColumns = useShownColumns(columns, alerts, about.targets)
  const more = useMore(query)

  useQueueKeys({
    j: () => place.moveTo(at + 1),
    k: () => place.moveTo(at - 1),
    enter: () => {
      if (chosen === undefined) return
      if (open === chosen.id) void navigate({ to: '/alerts/$id', params: { id: chosen.id } })
      else place.show(chosen.id)
    },
    c: () => acts.claim(chosen),
    s: () => acts.snooze(chosen),
    v: () => acts.judge(chosen),
    x: ({ shiftKey }) => {
      if (!mayWrite) return
      if (shiftKey) selection.reach(at)
      else selection.toggle(at)
    },
    escape: () => (open === undefined ? selection.clear() : place.show(undefined)),
    u: acts.undo,
    '/': () => searchField.current?.focus(),
    '?': () => setHelp(true),
  })

  return (
    <Page
      title="Alerts"
      about={<Matches total={facets?.total} state={live.state} />}
      actions={
        <QueueActions live={live} help={() => setHelp(true)}>
          <ViewsMenu
            address={address}
            columns={columns}
            show={(kept, keptColumns) => {
              chooseColumns(keptColumns)
              place.showView(kept)
            }}
          />
          <ColumnsMenu columns={columns} choose={chooseColumns} />
        </QueueActions>
      }
    >
      <QueueBar filter={filter} change={place.change} searchField={searchField} />
      <div className={hasPane ? 'queue has-pane' : 'queue'}>
        <Facets filter={filter} facets={facets} me={about.me} change={place.change} />
        <Loaded query={query} lines={12}>
          {() =>
            alerts.length === 0 ? (
              <Empty title="No alert matches">Remove a filter, or wait: new alerts appear here automatically.</Empty>
            ) : (
              <Rows
                {...{ groups, at, about, selection, more, columns: shownColumns, isPartial: query.hasNextPage }}
                total={facets?.total ?? alerts.length}
                choose={place.moveTo}
                open={(index) => place.show(alerts[index]?.id)}
              />
            )
          }
        </Loaded>
        {open !== undefined && (
          <Pane
            id={open}
            close={() => place.show(undefined)}
            step={(by) => place.moveTo(at + by)}
            place={place.isFound ? `${at + 1} of ${(facets?.total ?? alerts.length).toLocaleString()}` : ''}
          />
        )}
      </div>
      {mayWrite && (
        <BulkBar
          chosen={alerts.filter(({ id }) => selection.ids.has(id))}
          clear={selection.clear}
          many={<ChooseMany query={query} total={facets?.total ?? 0} choose={selection.choose} />}
          notify={acts.notify}
        />
      )}
      <KeysDialog opened={hasHelp} close={() => setHelp(false)} />
      {acts.shown}
    </Page>
  )
}

const MANY = 1_000

type ChooseManyProps = {
  readonly query: AlertsQuery
  readonly total: number
  readonly choose: (ids: readonly string[]) => void
}

/** Loads the first alerts that match, in the order of the queue, and chooses them. */
function ChooseMany({ query, total, choose }: ChooseManyProps) {
  const load = useMutation({
    mutationFn: async () => {
      let loaded = query.data?.pages ?? []
      let hasMore = query.hasNextPage
      while (hasMore && loaded.reduce((sum, { items }) => sum + items.length, 0) < MANY) {
        const { data, hasNextPage, error } = await query.fetchNextPage()
        if (error !== null) throw error
        loaded = data?.pages ?? []
        hasMore = hasNextPage
      }
      choose(loaded.flatMap(({ items }) => items.map(({ id }) => id)).slice(0, MANY))
    },
  })
  const count = Math.min(MANY, total)
  return (
    <>
      <Button size="xs" variant="subtle" loading={load.isPending} onClick={() => load.mutate()}>
        {total > MANY ? `Choose the first ${count.toLocaleString()}` : `Choose all ${count.toLocaleString()}`}
      </Button>
      {load.error && <Failure error={load.error} />}
    </>
  )
}

type MatchesProps = { readonly total: number | undefined; readonly state: keyof typeof STREAM_WORDS }

function Matches({ total, state }: MatchesProps) {
  return (
    <>
      {total === undefined ? '…' : total.toLocaleString()} match · <span role="status">{STREAM_WORDS[state]}</span>
    </>
  )
}

type QueueActionsProps = {
  readonly live: ReturnType<typeof useLiveAlerts>
  readonly help: () => void
  readonly children: ReactNode
}

function QueueActions({ live, help, children }: QueueActionsProps) {
  return (
    <Group gap="xs">
      {live.fresh > 0 && (
        <Button onClick={live.show}>
          Show {live.fresh} new {live.fresh === 1 ? 'alert' : 'alerts'}
        </Button>
      )}
      {children}
      <ActionIcon variant="default" size={30} aria-label="Keyboard (?)" title="Keyboard (?)" onClick={help}>
        ?
      </ActionIcon>
    </Group>
  )
}

type AlertsQuery = ReturnType<typeof useAlerts>

/** A key press only changes the position in the queue, so thousands of loaded rows are not grouped again for it. */
function useGroups({ data }: AlertsQuery, by: GroupBy | undefined) {
  const groups = useMemo(() => grouped(data?.pages.flatMap(({ items }) => items) ?? [], by), [data, by])
  const alerts = useMemo(() => groups.flatMap((group) => group.alerts), [groups])
  return { groups, alerts }
}

/** The due column is drawn only while an alert of the queue has an SLA. */
function useShownColumns(columns: readonly string[], alerts: readonly Row['alert'][], targets: Row['targets']) {
  const hasTargets = alerts.some((alert) => dueOf({ alert, targets }) !== null)
  return useMemo(() => columnsOf(columns, hasTargets), [columns, hasTargets])
}

function useMore({ fetchNextPage, hasNextPage, isFetchingNextPage }: AlertsQuery): () => void {
  return useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetchingNextPage])
}

/** Facts that all rows need: the time, the user, names of people, SLA targets. */
function useRowFacts(me: string) {
  const nowMs = useNow()
  const targets = useTargets()
  const people = useAssignees()
  const names = useMemo(() => namesById(people), [people])
  return useMemo(() => ({ nowMs, me, names, targets }), [nowMs, me, names, targets])
}

/**
 * The filter in the URL, and the alert that is open beside the queue; opening another alert does not change the filter.
 */
function useFilter(): { readonly open: string | undefined; readonly filter: AlertFilter } {
  const { open, ...requested } = useSearch({ from: '/alerts' })
  const key = JSON.stringify(requested)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the filter's whole text
  const filter = useMemo(() => requested, [key])
  return { open, filter }
}

/** The current time, updated so that ages and countdowns stay correct on an idle page. */
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
