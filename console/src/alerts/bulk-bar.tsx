/** Actions on the selected alerts: the bar shows their number, asks for confirmation, and can undo the whole action. */

import { Button, Group, Menu, Modal, NativeSelect, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { mayCall } from '../api/call.ts'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { SEVERITIES } from '../parts/alert-words.ts'
import { useAssignees } from '../parts/people.ts'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { BULK_MAX, changedWords, changeInParts, undoParts } from './bulk-parts.ts'
import type { Alert } from './queries.ts'
import { SuppressDialog } from './suppress-dialog.tsx'
import { VerdictDialog } from './verdict-dialog.tsx'

type Change = Schemas['AlertBulkChange']['change']
type Need = 'person' | 'tag' | 'verdict' | 'suppress'
type Apply = ReturnType<typeof useBulkChange>
type PendingChange = { readonly words: string; readonly change: Change }

const SNOOZE_MINUTES = 60
const SHOWN_MAX = 12
const TAG_MAX = 64
const TITLE_MAX = 300

type BulkBarProps = {
  readonly chosen: readonly Alert[]
  readonly clear: () => void
  /** A button that chooses many more. */
  readonly many: ReactNode
  /** Shows the result, and the way to undo it. */
  readonly notify: (text: string, undo: (() => Promise<string>) | null) => void
}

export function BulkBar({ chosen, clear, many, notify }: BulkBarProps) {
  const [pending, setPending] = useState<PendingChange | null>(null)
  const [needs, setNeeds] = useState<Need | null>(null)
  const apply = useBulkChange(chosen, notify, () => {
    clear()
    setPending(null)
  })
  if (chosen.length === 0) return null
  const ask = (next: PendingChange) => {
    setNeeds(null)
    setPending(next)
  }
  return (
    <>
      <Group gap="xs" className="bulk" role="toolbar" aria-label="Chosen alerts">
        <Text size="sm" fw={600} role="status">
          {chosen.length.toLocaleString()} chosen
        </Text>
        {many}
        {chosen.length > BULK_MAX ? (
          <Text size="sm">At most {BULK_MAX.toLocaleString()} are changed at once.</Text>
        ) : (
          <Offers chosen={chosen} ask={ask} need={setNeeds} apply={apply} />
        )}
        <Button size="xs" variant="subtle" onClick={clear}>
          Clear (Esc)
        </Button>
      </Group>
      {pending === null && apply.error && <Failure error={apply.error} />}
      {needs === 'person' && <AssignDialog ask={ask} close={() => setNeeds(null)} />}
      {needs === 'suppress' && <SuppressDialog chosen={chosen} close={() => setNeeds(null)} notify={notify} />}
      {needs === 'tag' && <TagDialog ask={ask} close={() => setNeeds(null)} />}
      <VerdictDialog
        alert={needs === 'verdict' ? (chosen[0] ?? null) : null}
        others={chosen.length - 1}
        close={() => setNeeds(null)}
        give={(verdict, closes) =>
          ask({
            words: `Verdict ${verdict.corrected_verdict.replaceAll('_', ' ')}`,
            change: { verdict, ...(closes ? { status: 'closed' } : {}) },
          })
        }
      />
      <ConfirmDialog chosen={chosen} pending={pending} close={() => setPending(null)} apply={apply} />
    </>
  )
}

/** Changes the selected alerts, shows how many changed, and offers to undo it. */
function useBulkChange(chosen: readonly Alert[], notify: BulkBarProps['notify'], done: () => void) {
  const queries = useQueryClient()
  const changed = () => {
    void queries.invalidateQueries({ queryKey: ['alerts'] })
    void queries.invalidateQueries({ queryKey: ['alert'] })
    void queries.invalidateQueries({ queryKey: ['alert-facets'] })
    void queries.invalidateQueries({ queryKey: ['alert-stats'] })
  }
  return useMutation({
    mutationFn: ({ change }: PendingChange) =>
      changeInParts(
        chosen.map(({ id }) => id),
        (ids) => bodyOf(POST('/api/v1/alerts/bulk', { body: { alert_ids: [...ids], change } })),
      ),
    onSuccess: (result) => {
      notify(changedWords(result), async () => {
        const words = await undoParts(result, (id) =>
          bodyOf(POST('/api/v1/alert-bulk-changes/{bulk_id}/undo', { params: { path: { bulk_id: id } } })),
        )
        changed()
        return words
      })
      changed()
      done()
    },
  })
}

type OffersProps = {
  readonly chosen: readonly Alert[]
  readonly ask: Ask
  readonly need: (need: Need) => void
  readonly apply: Apply
}

/** Claiming needs no confirmation, because it is harmless and one key undoes it. */
function Offers({ chosen, ask, need, apply }: OffersProps) {
  const session = useSession()
  const { me } = session
  const button = (words: string, act: () => void, isPending = false) => (
    <Button size="xs" variant="default" loading={isPending} onClick={act}>
      {words}
    </Button>
  )
  const claim = (id: string) => apply.mutate({ words: 'Claim', change: { assigned_to_id: id } })
  return (
    <>
      {button('Verdict …', () => need('verdict'))}
      {me !== null && button('Claim', () => claim(me.id), apply.isPending && apply.variables.words === 'Claim')}
      {button('Assign …', () => need('person'))}
      {button('Tag …', () => need('tag'))}
      {button('Start work', () => ask({ words: 'Start work', change: { status: 'in_progress' } }))}
      {button('Resolve', () => ask({ words: 'Resolve', change: { status: 'resolved' } }))}
      <Snooze ask={ask} />
      {mayCall(session, 'POST /api/v1/rules/suppressions') && button('Suppress …', () => need('suppress'))}
      {mayCall(session, 'POST /api/v1/cases') && <ToCase chosen={chosen} />}
    </>
  )
}

type ConfirmDialogProps = {
  readonly chosen: readonly Alert[]
  readonly pending: PendingChange | null
  readonly close: () => void
  readonly apply: Apply
}

function ConfirmDialog({ chosen, pending, close, apply }: ConfirmDialogProps) {
  return (
    <Modal
      opened={pending !== null}
      onClose={close}
      title={`${pending?.words}: ${chosen.length} ${chosen.length === 1 ? 'alert' : 'alerts'}`}
      centered
    >
      <ul className="faults">
        {chosen.slice(0, SHOWN_MAX).map(({ id, title }) => (
          <li key={id}>
            <Shown text={title} lengthMax={120} />
          </li>
        ))}
      </ul>
      {chosen.length > SHOWN_MAX && <Text size="sm">and {chosen.length - SHOWN_MAX} more</Text>}
      {apply.error && <Failure error={apply.error} />}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button loading={apply.isPending} onClick={() => pending && apply.mutate(pending)} data-autofocus>
          {pending?.words} {chosen.length}
        </Button>
      </Group>
    </Modal>
  )
}

type Ask = (pending: PendingChange) => void

/** Hides alerts from the queue for some time; their outcomes are kept. */
function Snooze({ ask }: { readonly ask: Ask }) {
  const spans = [
    ['Snooze for an hour', SNOOZE_MINUTES],
    ['Snooze for a day', 1_440],
    ['Snooze for a week', 10_080],
    ['Snooze for 30 days', 43_200],
  ] as const
  return (
    <Menu withinPortal>
      <Menu.Target>
        <Button size="xs" variant="default">
          Snooze …
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {spans.map(([words, minutes]) => (
          <Menu.Item key={words} onClick={() => ask({ words, change: { snooze_minutes: minutes } })}>
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type NeedsProps = { readonly ask: Ask; readonly close: () => void }

function AssignDialog({ ask, close }: NeedsProps) {
  const people = useAssignees()?.filter(({ isActive }) => isActive) ?? []
  const [id, setId] = useState('')
  const name = people.find((one) => one.id === id)?.name
  return (
    <Needs
      title="Assign to"
      close={close}
      ready={id !== ''}
      next={() =>
        ask(
          id === 'nobody'
            ? { words: 'Unassign', change: { assigned_to_id: null } }
            : { words: `Assign to ${name}`, change: { assigned_to_id: id } },
        )
      }
    >
      <NativeSelect
        label="Person"
        data={[
          { value: '', label: 'Choose …', disabled: true },
          { value: 'nobody', label: 'nobody' },
          ...people.map((one) => ({ value: one.id, label: one.name })),
        ]}
        value={id}
        onChange={({ currentTarget }) => setId(currentTarget.value)}
        data-autofocus
      />
    </Needs>
  )
}

function TagDialog({ ask, close }: NeedsProps) {
  const [tag, setTag] = useState('')
  const text = tag.trim()
  return (
    <Needs
      title="Tag"
      close={close}
      ready={text !== ''}
      next={() => ask({ words: `Tag “${text}”`, change: { add_tags: [text] } })}
    >
      <TextInput
        label="Tag"
        value={tag}
        maxLength={TAG_MAX}
        onChange={({ currentTarget }) => setTag(currentTarget.value)}
        data-autofocus
      />
    </Needs>
  )
}

type NeedsDialogProps = {
  readonly title: string
  readonly close: () => void
  readonly ready: boolean
  readonly next: () => void
  readonly children: ReactNode
}

function Needs({ title, close, ready, next, children }: NeedsDialogProps) {
  return (
    <Modal opened onClose={close} title={title} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) next()
        }}
      >
        {children}
        <Group justify="flex-end" mt="md">
          <Button type="submit" disabled={!ready}>
            Next
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

/** Creates one case with all selected alerts and their highest severity. */
function ToCase({ chosen }: { readonly chosen: readonly Alert[] }) {
  const navigate = useNavigate()
  const severity = SEVERITIES.find((word) => chosen.some((alert) => alert.severity === word)) ?? 'medium'
  const title = chosen[0]?.title ?? ''
  const open = useMutation({
    mutationFn: () =>
      bodyOf(
        POST('/api/v1/cases', {
          body: {
            title: (chosen.length > 1 ? `${chosen.length} alerts: ${title}` : title).slice(0, TITLE_MAX).padEnd(3, '.'),
            severity,
            alert_ids: chosen.map(({ id }) => id),
          },
        }),
      ),
    onSuccess: (made) => navigate({ to: '/cases/$id', params: { id: made.id } }),
  })
  return (
    <>
      <Button size="xs" variant="default" loading={open.isPending} onClick={() => open.mutate()}>
        Open a case
      </Button>
      {open.error && <Failure error={open.error} />}
    </>
  )
}
