/** Searches that the user saved, and those that others share. */
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Menu,
  Modal,
  NativeSelect,
  ScrollArea,
  Text,
  TextInput,
} from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Fragment, useState } from 'react'
import { bodyOf, DELETE, GET, POST, PUT, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { labelOfHours } from './time-span.ts'

type Saved = Schemas['SavedSearch']

/** Limit of one answer; the user's own searches come first. */
const LIST_MAX = 500

type SavedSearchesProps = {
  readonly current: Pick<Saved, 'query' | 'language' | 'hours' | 'columns'>
  readonly open: (saved: Saved) => void
}

export function SavedSearches({ current, open }: SavedSearchesProps) {
  const { me } = useSession()
  const queries = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const list = useQuery({
    queryKey: ['saved-searches'],
    queryFn: () => bodyOf(GET('/api/v1/events/saved-searches', { params: { query: { limit: LIST_MAX } } })),
    retry: false,
  })
  const changed = () => void queries.invalidateQueries({ queryKey: ['saved-searches'] })
  const remove = useMutation({
    mutationFn: (id: string) => bodyOf(DELETE('/api/v1/events/saved-searches/{id}', { params: { path: { id } } })),
    onSuccess: changed,
  })
  const items = list.data?.items ?? []
  return (
    <>
      <Menu position="bottom-end" withinPortal width={340}>
        <Menu.Target>
          <Button variant="default">
            Saved searches
            {items.length > 0 ? ` (${items.length}${list.data?.next_cursor === undefined ? '' : '+'})` : ''}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setSaving(true)}>Save this search …</Menu.Item>
          <Menu.Divider />
          {items.length === 0 && <Menu.Label>No saved or shared searches yet.</Menu.Label>}
          <ScrollArea.Autosize mah={360} viewportProps={{ tabIndex: -1 }}>
            {items.map((saved) => (
              <Group key={saved.id} gap={0} wrap="nowrap">
                <Menu.Item onClick={() => open(saved)} className="grow">
                  <Text size="sm">
                    <Shown text={saved.name} lengthMax={120} />
                  </Text>
                  <Text size="xs" className="quiet cut">
                    {saved.owner_id === me?.id ? (saved.is_shared ? 'yours, shared' : 'yours') : 'shared'} ·{' '}
                    {labelOfHours(String(saved.hours))} · <Shown text={saved.query} lengthMax={80} />
                  </Text>
                </Menu.Item>
                {saved.owner_id === me?.id && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Delete the search ${saved.name}`}
                    title="Delete"
                    onClick={() => remove.mutate(saved.id)}
                  >
                    ×
                  </ActionIcon>
                )}
              </Group>
            ))}
          </ScrollArea.Autosize>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isSaving} onClose={() => setSaving(false)} title="Save this search">
        <SaveForm
          current={current}
          own={items.filter(({ owner_id: owner }) => owner === me?.id)}
          done={() => {
            changed()
            setSaving(false)
          }}
        />
      </Modal>
    </>
  )
}

type SaveFormProps = {
  readonly current: SavedSearchesProps['current']
  /** Searches that this one may replace. */
  readonly own: readonly Saved[]
  readonly done: () => void
}

function SaveForm({ current, own, done }: SaveFormProps) {
  const [replaced, setReplaced] = useState<Saved | undefined>()
  const save = useMutation({
    mutationFn: (body: Schemas['SavedSearchPut']) =>
      bodyOf(
        replaced === undefined
          ? POST('/api/v1/events/saved-searches', { body })
          : PUT('/api/v1/events/saved-searches/{id}', { params: { path: { id: replaced.id } }, body }),
      ),
    onSuccess: done,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    save.mutate({
      ...{ name: String(form.get('name')).trim(), is_shared: form.get('shared') === 'on' },
      ...{ query: current.query, language: current.language, hours: current.hours, columns: [...current.columns] },
    })
  }
  return (
    <form onSubmit={submit} className="stack">
      {own.length > 0 && (
        <NativeSelect
          label="In place of"
          data={[
            { value: '', label: 'none: it is a new one' },
            ...own.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={replaced?.id ?? ''}
          onChange={(event) => setReplaced(own.find(({ id }) => id === event.currentTarget.value))}
        />
      )}
      <Fragment key={replaced?.id}>
        <TextInput label="Name" name="name" defaultValue={replaced?.name} required maxLength={120} data-autofocus />
        <Checkbox
          label="Share it with everybody of this tenant"
          name="shared"
          defaultChecked={replaced?.is_shared ?? false}
        />
      </Fragment>
      <Text size="xs" className="quiet">
        Saves the query, its language, the columns, and the time range of the last {current.hours} hours.
      </Text>
      {save.error && <Failure error={save.error} />}
      <Group justify="flex-end">
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </Group>
    </form>
  )
}
