/** Covers of shifts: somebody takes a part of a rotation's time, or two people swap shifts. */
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { usePeople } from '../parts/choices.ts'
import { actions, person, when, words } from '../parts/columns.tsx'
import { Listing, useList } from '../parts/listing.tsx'
import { ActButton, Dialog } from '../parts/operation-form.tsx'
import { localMoment } from '../parts/request.ts'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { TimeRange, useFormats } from '../parts/time.tsx'
import { useNames } from './calendar.tsx'
import type { Shift } from './shifts.ts'

export type Chosen = { readonly rotation: Schemas['Rotation']; readonly shift: Shift }

type CoverDialogProps = {
  readonly chosen: Chosen | null
  readonly shifts: readonly Shift[]
  readonly close: () => void
}

export function CoverDialog({ chosen, shifts, close }: CoverDialogProps) {
  const nameOf = useNames()
  if (chosen === null) return null
  const { rotation, shift } = chosen
  return (
    <Dialog
      title={shift.override_id === null ? `Cover the shift of ${nameOf(shift.user_id)}` : 'Covered shift'}
      isOpen
      close={close}
    >
      <Text size="sm" mb="sm">
        <Shown text={rotation.name} lengthMax={80} />, <TimeRange from={shift.from_at} to={shift.until_at} />
      </Text>
      {shift.override_id === null ? (
        <CoverForm {...{ rotation, shift, shifts, close }} />
      ) : (
        <>
          <Text size="sm" mb="sm">
            {nameOf(shift.user_id)} has the pager
            {shift.covered_user_id !== null && ` for ${nameOf(shift.covered_user_id)}`}.
          </Text>
          <EndCover id={shift.override_id} done={close} />
        </>
      )}
    </Dialog>
  )
}

type CoverFormProps = Chosen & { readonly shifts: readonly Shift[]; readonly close: () => void }

function CoverForm({ rotation, shift, shifts, close }: CoverFormProps) {
  const people = usePeople(true, true)
  const { short } = useFormats()
  const queries = useQueryClient()
  const [userId, setUserId] = useState<string | null>(null)
  const [from, setFrom] = useState(localMoment(shift.from_at))
  const [until, setUntil] = useState(localMoment(shift.until_at))
  const [reason, setReason] = useState('')
  const [back, setBack] = useState<string | null>(null)
  const theirs = shifts.filter(
    (one) => one.rotation_id === rotation.id && one.user_id === userId && one.override_id === null,
  )
  const inReturn = theirs.find(({ from_at: at }) => at === back)
  const send = useMutation({
    mutationFn: () =>
      call('POST /api/v1/oncall/overrides', {
        body: {
          rotation_id: rotation.id,
          user_id: userId ?? '',
          // The shift's own ends, unless they were changed: the fields show minutes only.
          from: from === localMoment(shift.from_at) ? shift.from_at : new Date(from).toISOString(),
          until: until === localMoment(shift.until_at) ? shift.until_at : new Date(until).toISOString(),
          reason: reason.trim(),
          ...(inReturn === undefined ? {} : { in_return: { from: inReturn.from_at, until: inReturn.until_at } }),
        },
      }),
    onSuccess: async () => {
      close()
      await queries.invalidateQueries()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate()
      }}
    >
      <Stack gap="sm">
        <Select
          label="Who covers"
          data={(people ?? []).filter(({ value }) => value !== shift.user_id)}
          value={userId}
          onChange={(next) => {
            setUserId(next)
            setBack(null)
          }}
          searchable
          required
          nothingFoundMessage="No matches"
        />
        <Group gap="sm" grow>
          <TextInput
            type="datetime-local"
            label="From"
            required
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            label="Until"
            required
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
        </Group>
        {theirs.length > 0 && (
          <Select
            label="In return"
            description="A swap: the covered person has this shift."
            placeholder="Nothing"
            clearable
            data={theirs.map(({ from_at: start, until_at: end }) => ({
              value: start,
              label: `${short.format(new Date(start))} to ${short.format(new Date(end))}`,
            }))}
            value={back}
            onChange={setBack}
          />
        )}
        <TextInput
          label="Reason"
          required
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {send.error && <Failure error={send.error} />}
        <Group justify="flex-end" gap="xs" className="form-foot">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending} disabled={userId === null || reason.trim() === ''}>
            {inReturn === undefined ? 'Cover it' : 'Swap'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const EndCover = ({ id, done }: { readonly id: string; readonly done?: () => void }) => (
  <ActButton
    operation="POST /api/v1/oncall/overrides/{override_id}/end"
    path={{ override_id: id }}
    label="End"
    ariaLabel="End this cover"
    confirm="The person of the rotation has the pager again."
    {...(done && { done })}
  />
)

export function Covers() {
  const rotations = useList('GET /api/v1/oncall/rotations')
  return (
    <Listing<'GET /api/v1/oncall/overrides'>
      title="Covered shifts"
      list="GET /api/v1/oncall/overrides"
      empty={{ title: 'No covered shifts', next: 'Choose a shift in the calendar to cover it or to swap it.' }}
      columns={[
        {
          head: 'Rotation',
          cell: ({ rotation_id: id }) => (
            <Shown text={rotations.data?.find((one) => one.id === id)?.name ?? id} lengthMax={80} />
          ),
        },
        person('Has the pager', 'user_id'),
        when('From', 'from_at'),
        when('Until', 'until_at'),
        words('Reason', 'reason'),
        person('Arranged by', 'created_by'),
        actions(({ id }) => <EndCover id={id} />),
      ]}
    />
  )
}
