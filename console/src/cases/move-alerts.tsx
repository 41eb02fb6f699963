/** Moves alerts of a case to another case, or splits them off into a new one. */
import { Button, Group, Select, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { useCases } from '../parts/choices.ts'
import { Dialog } from '../parts/operation-form.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { UUIDS } from '../parts/uuid.ts'

type Alert = Schemas['Alert']

/** Moves alerts to an existing case or a new one, with a preview; the Moves section can undo it. */
export function MoveAlerts({
  id,
  alerts,
  done,
}: {
  readonly id: string
  readonly alerts: readonly Alert[]
  readonly done: () => void
}) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [kind, setKind] = useState<'move' | 'split' | null>(null)
  const [to, setTo] = useState('')
  const [title, setTitle] = useState('')
  const [reason, setReason] = useState('')
  const ids = alerts.map((one) => one.id)
  const cases = useCases(kind === 'move')?.filter(({ value }) => value !== id)
  const go = useMutation({
    mutationFn: () => {
      const why = reason.trim() === '' ? {} : { reason: reason.trim() }
      return kind === 'move'
        ? call('POST /api/v1/cases/{id}/move', {
            path: { id },
            body: { to_case_id: to.match(UUIDS)?.[0] ?? to.trim(), alert_ids: ids, ...why },
          })
        : call('POST /api/v1/cases/{id}/split', { path: { id }, body: { title: title.trim(), alert_ids: ids, ...why } })
    },
    onSuccess: async ({ to: other }) => {
      done()
      setKind(null)
      await queries.invalidateQueries()
      if (kind === 'split') await navigate({ to: '/cases/$id', params: { id: other.id } })
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setKind('move')}>
        Move
      </Button>
      <Button variant="default" onClick={() => setKind('split')}>
        Split off
      </Button>
      <Dialog
        title={kind === 'move' ? 'Move to another case' : 'Split off into a new case'}
        isOpen={kind !== null}
        close={() => setKind(null)}
      >
        <ListedAlerts
          alerts={alerts}
          text={`${alerts.length === 1 ? 'This alert leaves' : 'These alerts leave'} the case. It can be undone under Record.`}
        />
        {kind === 'move' && cases !== undefined ? (
          <Select
            label="Case"
            data={[...cases]}
            value={to || null}
            onChange={(next) => setTo(next ?? '')}
            searchable
            nothingFoundMessage="No matches"
            mt="sm"
          />
        ) : kind === 'move' ? (
          <TextInput
            label="Case"
            description="Its number, such as INC-001, or the address of its page."
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
            mt="sm"
          />
        ) : (
          <TextInput
            label="Title of the new case"
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            mt="sm"
          />
        )}
        <TextInput label="Reason" value={reason} onChange={(event) => setReason(event.currentTarget.value)} mt="sm" />
        {go.error && <Failure error={go.error} />}
        <Group justify="flex-end" mt="sm">
          <Button
            disabled={(kind === 'move' ? to : title).trim() === ''}
            loading={go.isPending}
            onClick={() => go.mutate()}
          >
            {kind === 'move' ? 'Move' : 'Split off'} {alerts.length}
          </Button>
        </Group>
      </Dialog>
    </>
  )
}

export function ListedAlerts({ alerts, text }: { readonly alerts: readonly Alert[]; readonly text: string }) {
  return (
    <>
      <ul className="plain">
        {alerts.slice(0, 20).map(({ id, title, severity }) => (
          <li key={id}>
            <Severity level={severity} /> <Shown text={title} lengthMax={120} />
          </li>
        ))}
        {alerts.length > 20 && <li>and {alerts.length - 20} more</li>}
      </ul>
      <Text size="sm" mt="xs">
        {text}
      </Text>
    </>
  )
}
