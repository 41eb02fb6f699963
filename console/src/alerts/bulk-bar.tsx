/** What is done with the alerts that are chosen: said over how many and which, confirmed, and taken back as one. */
import { Button, Group, Modal, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import type { Alert } from './queries.ts'

type Change = Schemas['AlertBulkChange']['change']
type Asked = { readonly words: string; readonly change: Change }

const SNOOZE_MINUTES = 60
const SHOWN_MAX = 12
const MAX = 500

type BulkBarProps = {
  readonly chosen: readonly Alert[]
  readonly clear: () => void
  /** What came of it, and how it is taken back. */
  readonly told: (text: string, undo: (() => Promise<string>) | null) => void
}

export function BulkBar({ chosen, clear, told }: BulkBarProps) {
  const { me } = useSession()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const changed = () => {
    void queries.invalidateQueries({ queryKey: ['alerts'] })
    void queries.invalidateQueries({ queryKey: ['alert-stats'] })
  }
  const apply = useMutation({
    mutationFn: ({ change }: Asked) =>
      bodyOf(POST('/api/v1/alerts/bulk', { body: { alert_ids: chosen.map(({ id }) => id), change } })),
    onSuccess: ({ bulk_id: id, changed: count, refused }) => {
      const [first] = refused
      const but = first === undefined ? '' : `, ${refused.length} not: ${first.reason}`
      told(`${count} changed${but}`, async () => {
        const { restored, kept } = await bodyOf(
          POST('/api/v1/alert-bulk-changes/{bulk_id}/undo', { params: { path: { bulk_id: id } } }),
        )
        changed()
        return `${restored.length} as they were${kept.length > 0 ? `, ${kept.length} changed since and stay` : ''}`
      })
      changed()
      clear()
      setAsked(null)
    },
  })
  if (chosen.length === 0) return null
  const offer = (words: string, change: Change) => (
    <Button size="xs" variant="default" onClick={() => setAsked({ words, change })}>
      {words}
    </Button>
  )
  return (
    <>
      <Group gap="xs" className="bulk" role="toolbar" aria-label="Chosen alerts">
        <Text size="sm" fw={600} role="status">
          {chosen.length} chosen
        </Text>
        {chosen.length > MAX ? (
          <Text size="sm">At most {MAX} are changed at once.</Text>
        ) : (
          <>
            {me !== null && offer('Claim', { assigned_to_id: me.id })}
            {offer('Snooze for an hour', { snooze_minutes: SNOOZE_MINUTES })}
            {offer('Start work', { status: 'in_progress' })}
            {offer('Resolve', { status: 'resolved' })}
          </>
        )}
        <Button size="xs" variant="subtle" onClick={clear}>
          Clear (Esc)
        </Button>
      </Group>
      <Modal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={`${asked?.words}: ${chosen.length} ${chosen.length === 1 ? 'alert' : 'alerts'}`}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
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
          <Button variant="default" onClick={() => setAsked(null)}>
            Cancel
          </Button>
          <Button loading={apply.isPending} onClick={() => asked && apply.mutate(asked)} data-autofocus>
            {asked?.words} {chosen.length}
          </Button>
        </Group>
      </Modal>
    </>
  )
}
