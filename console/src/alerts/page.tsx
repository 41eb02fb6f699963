import { Button, Group, Notification, Text, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { may, useSession } from '../api/session.ts'
import { Page } from '../parts/page.tsx'
import { shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { Facets } from './facets.tsx'
import type { AlertFilter } from './filter.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { type Alert, type AlertAct, useAlertAct, useAlerts, useLiveAlerts } from './queries.ts'
import { Rows } from './rows.tsx'
import { useQueueKeys } from './use-queue-keys.ts'
import { useSelection } from './use-selection.ts'
import { VerdictDialog } from './verdict-dialog.tsx'

const SNOOZE_MINUTES = 60
const STREAM_WORDS = { live: 'live', connecting: 'connecting', waiting: 'not live, trying again' } as const
const DONE: Readonly<Record<AlertAct['do'], string>> = {
  claim: 'You have it now',
  release: 'Nobody has it now',
  snooze: 'Snoozed for an hour',
  wake: 'Back in the queue',
  escalate: 'Raised by one step',
  verdict: 'Verdict given',
  resolve: 'Resolved',
  close: 'Closed',
}
const UNDO: Partial<Record<AlertAct['do'], 'release' | 'wake'>> = { claim: 'release', snooze: 'wake' }

export function AlertsPage() {
  const filter = useSearch({ from: '/alerts' })
  const navigate = useNavigate({ from: '/alerts' })
  const session = useSession()
  const query = useAlerts(filter)
  const live = useLiveAlerts()
  const act = useAlertAct()
  const [at, setAt] = useState(0)
  const [judged, setJudged] = useState<Alert | null>(null)
  const [hasHelp, setHelp] = useState(false)
  const [told, setTold] = useState<{ readonly text: string; readonly isRefusal: boolean } | null>(null)
  const [undo, setUndo] = useState<AlertAct | null>(null)
  const [undoBulk, setUndoBulk] = useState<(() => Promise<string>) | null>(null)
  const search = useRef<HTMLInputElement>(null)

  const alerts = query.data?.pages.flatMap(({ items }) => items) ?? []
  const facets = query.data?.pages[0]?.facets
  const chosen = alerts[Math.min(at, alerts.length - 1)]
  const mayWrite = may(session, 'alerts:write')
  const selection = useSelection(alerts)

  const change = (next: Partial<AlertFilter>) => {
    setAt(0)
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true })
  }
  const doIt = (given: AlertAct) => {
    if (!mayWrite) return
    act.mutate(given, {
      onSuccess: () => {
        const back = UNDO[given.do]
        setUndoBulk(null)
        setUndo(back === undefined ? null : { do: back, id: given.id })
        setTold({ text: DONE[given.do], isRefusal: false })
      },
      onError: (error) => setTold({ text: error.message, isRefusal: true }),
    })
  }
  const takeBack = (work: () => Promise<string>) => {
    setUndoBulk(null)
    work().then(
      (text) => setTold({ text, isRefusal: false }),
      (error: Error) => setTold({ text: error.message, isRefusal: true }),
    )
  }
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetchingNextPage])

  useQueueKeys({
    j: () => setAt(Math.max(0, Math.min(at + 1, alerts.length - 1))),
    k: () => setAt(Math.max(at - 1, 0)),
    enter: () => chosen && void navigate({ to: '/alerts/$id', params: { id: chosen.id } }),
    c: () => chosen && doIt({ do: 'claim', id: chosen.id }),
    s: () => chosen && doIt({ do: 'snooze', id: chosen.id, minutes: SNOOZE_MINUTES }),
    v: () => mayWrite && chosen && setJudged(chosen),
    x: ({ shiftKey }) => {
      if (!mayWrite) return
      if (shiftKey) selection.reach(Math.min(at, alerts.length - 1))
      else selection.toggle(Math.min(at, alerts.length - 1))
    },
    escape: () => selection.clear(),
    u: () => (undoBulk ? takeBack(undoBulk) : undo && doIt(undo)),
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
          <Button variant="default" onClick={() => setHelp(true)}>
            Keyboard (?)
          </Button>
        </Group>
      }
    >
      <SearchBox
        key={filter.search ?? ''}
        box={search}
        text={filter.search ?? ''}
        go={(text) => change({ search: text })}
      />
      {mayWrite && (
        <BulkBar
          chosen={alerts.filter(({ id }) => selection.ids.has(id))}
          clear={selection.clear}
          told={(text, back) => {
            setUndo(null)
            setUndoBulk(() => back)
            setTold({ text, isRefusal: false })
          }}
        />
      )}
      <div className="queue">
        <Facets filter={filter} facets={facets} change={change} />
        <Loaded query={query} lines={12}>
          {() =>
            alerts.length === 0 ? (
              <Empty title="No alert matches">Take a filter away, or wait: what rules find comes here by itself.</Empty>
            ) : (
              <Rows
                alerts={alerts}
                total={facets?.total ?? alerts.length}
                at={Math.min(at, alerts.length - 1)}
                nowMs={Date.now()}
                me={session.me?.id ?? ''}
                choose={setAt}
                selection={selection}
                more={more}
              />
            )
          }
        </Loaded>
      </div>
      <VerdictDialog
        alert={judged}
        close={() => setJudged(null)}
        give={(verdict, closes) => {
          if (judged) doIt({ do: 'verdict', id: judged.id, verdict, closes })
          setJudged(null)
        }}
      />
      <KeysDialog opened={hasHelp} close={() => setHelp(false)} />
      {told && (
        <div className="toast" role="status">
          <Notification
            color={told.isRefusal ? 'red' : 'blue'}
            onClose={() => setTold(null)}
            closeButtonProps={{ 'aria-label': 'Close' }}
            withBorder
          >
            <Text size="sm">{shown(told.text)}</Text>
            {undoBulk && !told.isRefusal && (
              <Button variant="subtle" onClick={() => takeBack(undoBulk)}>
                Undo (u)
              </Button>
            )}
            {undo && !told.isRefusal && (
              <Button variant="subtle" onClick={() => doIt(undo)}>
                Undo (u)
              </Button>
            )}
          </Notification>
        </div>
      )}
    </Page>
  )
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
    <search>
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
