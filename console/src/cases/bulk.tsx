/** One change of several cases: it is shown before it is made, and each refusal after it. */
import { Button, Group, NativeSelect, Stack, TagsInput, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call, lacking } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { SEVERITIES } from '../parts/alert-words.ts'
import { usePeople, useQueues } from '../parts/choices.ts'
import { Dialog } from '../parts/operation-form.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { counted, wordOf } from '../parts/words.ts'
import { type BulkValues, changeOf, changeWords, NO_CHANGE, NONE } from './bulk-change.ts'
import { STATUSES } from './filter.ts'
import { MergeDialog } from './merge-dialog.tsx'

type Case = Schemas['Case']

const CASES_MAX = 500
const SHOWN_MAX = 12
const REASON_MAX = 2_000
const TAGS_MAX = 30

type BulkProps = { readonly chosen: readonly Case[]; readonly clear: () => void }

export function BulkBar({ chosen, clear }: BulkProps) {
  const [isOpen, setOpen] = useState(false)
  const [isMerging, setMerging] = useState(false)
  const mayMerge = lacking(useSession(), 'POST /api/v1/cases/{id}/merge') === null
  if (chosen.length === 0) return null
  // The newer case is merged into the older one, whose clocks began first.
  const [older, newer, ...others] = chosen.toSorted((a, b) => Date.parse(a.opened_at) - Date.parse(b.opened_at))
  const isPair = older !== undefined && newer !== undefined && others.length === 0
  return (
    <>
      <Group gap="xs" className="bulk" role="toolbar" aria-label="Chosen cases">
        <Text size="sm" fw={600} role="status">
          {chosen.length} chosen
        </Text>
        {chosen.length > CASES_MAX ? (
          <Text size="sm">At most {CASES_MAX} are changed at once.</Text>
        ) : (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            Change them …
          </Button>
        )}
        {isPair && mayMerge && (
          <Button size="xs" variant="default" onClick={() => setMerging(true)}>
            Merge …
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={clear}>
          Clear
        </Button>
      </Group>
      {isPair && (
        <MergeDialog
          into={older}
          from={isMerging ? newer : null}
          close={() => {
            setMerging(false)
            clear()
          }}
        />
      )}
      <Dialog title={`Change ${counted(chosen.length, 'case', 'cases')}`} isOpen={isOpen} close={() => setOpen(false)}>
        <Change
          chosen={chosen}
          close={() => setOpen(false)}
          done={() => {
            setOpen(false)
            clear()
          }}
        />
      </Dialog>
    </>
  )
}

type ChangeProps = { readonly chosen: readonly Case[]; readonly close: () => void; readonly done: () => void }

function Change({ chosen, close, done }: ChangeProps) {
  const queries = useQueryClient()
  const [values, setValues] = useState(NO_CHANGE)
  const [people, queues] = [usePeople() ?? [], useQueues() ?? []]
  const nameOf = (id: string) => [...people, ...queues].find(({ value }) => value === id)?.label ?? id
  const preview = useMutation({
    mutationFn: () =>
      call('POST /api/v1/cases/bulk/preview', {
        body: { case_ids: chosen.map(({ id }) => id), change: changeOf(values) },
      }),
  })
  const apply = useMutation({
    mutationFn: ({ confirmation_token, case_ids }: Schemas['CaseBulkOffer']) =>
      call('POST /api/v1/cases/bulk', { body: { confirmation_token, case_ids } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['cases'] }),
  })
  if (apply.data !== undefined) return <Results of={apply.data} done={done} />
  const offer = preview.data
  if (offer !== undefined)
    return (
      <Stack gap="sm">
        <Text size="sm">
          {counted(offer.count, 'case', 'cases')} will {changeWords(values, nameOf)}:
        </Text>
        <Cases of={chosen.filter(({ id }) => offer.case_ids.includes(id))} />
        {apply.error && <Failure error={apply.error} />}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            onClick={() => {
              preview.reset()
              apply.reset()
            }}
          >
            Back
          </Button>
          <Button loading={apply.isPending} onClick={() => apply.mutate(offer)}>
            Change {counted(offer.count, 'case', 'cases')}
          </Button>
        </Group>
      </Stack>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    preview.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Fields values={values} change={setValues} people={people} queues={queues} />
        {preview.error && <Failure error={preview.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={preview.isPending} disabled={Object.keys(changeOf(values)).length === 0}>
            See what it changes
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type Choices = readonly { readonly value: string; readonly label: string }[]
type FieldsProps = {
  readonly values: BulkValues
  readonly change: (values: BulkValues) => void
  readonly people: Choices
  readonly queues: Choices
}

const KEEP = { value: '', label: 'as it is' }

function Fields({ values, change, people, queues }: FieldsProps) {
  const put = (next: Partial<BulkValues>) => change({ ...values, ...next })
  return (
    <>
      <div className="fields">
        <NativeSelect
          label="Status"
          data={[KEEP, ...STATUSES.map((value) => ({ value, label: wordOf(value) }))]}
          value={values.status}
          onChange={(event) => put({ status: event.currentTarget.value })}
        />
        <NativeSelect
          label="Severity"
          data={[KEEP, ...SEVERITIES.map((value) => ({ value, label: value }))]}
          value={values.severity}
          onChange={(event) => put({ severity: event.currentTarget.value })}
        />
        <NativeSelect
          label="Owner"
          data={[KEEP, { value: NONE, label: 'nobody' }, ...people]}
          value={values.assignee}
          onChange={(event) => put({ assignee: event.currentTarget.value })}
        />
        <NativeSelect
          label="Queue"
          data={[KEEP, { value: NONE, label: 'none' }, ...queues]}
          value={values.queue}
          onChange={(event) => put({ queue: event.currentTarget.value })}
        />
      </div>
      {values.status !== '' && (
        <Textarea
          label="Reason of the status"
          value={values.reason}
          onChange={(event) => put({ reason: event.currentTarget.value })}
          maxLength={REASON_MAX}
          autosize
          minRows={2}
          maxRows={6}
        />
      )}
      <TagsInput
        label="Add tags"
        placeholder="Enter after each"
        value={[...values.tags]}
        onChange={(tags) => put({ tags })}
        maxTags={TAGS_MAX}
        acceptValueOnBlur
      />
    </>
  )
}

function Cases({ of }: { readonly of: readonly Case[] }) {
  return (
    <ul className="faults">
      {of.slice(0, SHOWN_MAX).map(({ id, case_number: number, title }) => (
        <li key={id}>
          {number} <Shown text={title} lengthMax={120} />
        </li>
      ))}
      {of.length > SHOWN_MAX && <li>and {of.length - SHOWN_MAX} more</li>}
    </ul>
  )
}

function Results({ of, done }: { readonly of: Schemas['CaseBulkResult']; readonly done: () => void }) {
  const refused = of.results.filter(({ error }) => error !== null)
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {counted(of.changed, 'case was', 'cases were')} changed
        {of.refused > 0 && `, ${counted(of.refused, 'was', 'were')} not:`}
        {of.refused === 0 && '.'}
      </Text>
      {refused.length > 0 && (
        <ul className="faults">
          {refused.map(({ case_id: id, case_number: number, error }) => (
            <li key={id}>
              {number}: <Shown text={error ?? ''} lengthMax={300} />
            </li>
          ))}
        </ul>
      )}
      <Group justify="flex-end">
        <Button onClick={done}>Done</Button>
      </Group>
    </Stack>
  )
}
