/** Columns of the list of events: stored for the user, unless the link or a saved search has others. */
import { Button, Checkbox, Group, Popover, ScrollArea, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bodyOf, GET, loadMe, PATCH } from '../api/client.ts'
import { useSession } from '../api/session.ts'

export const USUAL_COLUMNS: readonly string[] = [
  'severity',
  'event_code',
  'host',
  'user',
  'process_name',
  'cmd_line',
  'message',
]
const COLUMNS_MAX = 31
const PREFERENCE = 'search_columns'

/** The columns of the link, of the user, or the default ones. */
export function useColumns(text: string | undefined): readonly string[] {
  const kept = useSession().me?.preferences[PREFERENCE]
  if (text !== undefined)
    return text
      .split(',')
      .filter((name) => name !== '')
      .slice(0, COLUMNS_MAX)
  const isList = Array.isArray(kept) && kept.length > 0 && kept.every((one) => typeof one === 'string')
  return isList ? (kept as string[]).slice(0, COLUMNS_MAX) : USUAL_COLUMNS
}

type ColumnPickerProps = {
  readonly columns: readonly string[]
  readonly show: (columns: readonly string[] | undefined) => void
}

export function ColumnPicker({ columns, show }: ColumnPickerProps) {
  const [filter, setFilter] = useState('')
  const fields = useQuery({
    queryKey: ['event-fields'],
    queryFn: () => bodyOf(GET('/api/v1/events/fields')),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const keep = useMutation({
    mutationFn: async (list: readonly string[] | null) => {
      await bodyOf(PATCH('/api/v1/users/me', { body: { preferences: { [PREFERENCE]: list } } }))
      await loadMe()
    },
  })
  const set = (next: readonly string[]) => {
    const list = next.slice(0, COLUMNS_MAX)
    show(list.length === 0 ? undefined : list)
    keep.mutate(list.length === 0 ? null : list)
  }
  const named = (fields.data?.fields ?? []).map(({ name, description }) => ({ name, description }))
  const others = columns.filter((name) => !named.some((one) => one.name === name))
  const low = filter.toLowerCase()
  const offered = [...others.map((name) => ({ name, description: 'OCSF path' })), ...named].filter(
    ({ name, description }) => name !== 'time' && `${name} ${description}`.toLowerCase().includes(low),
  )
  const add = (event: FormEvent) => {
    event.preventDefault()
    const name = filter.trim()
    const [only] = offered
    const wanted = offered.length === 1 && only ? only.name : name
    if (wanted !== '' && !columns.includes(wanted)) set([...columns, wanted])
    setFilter('')
  }
  return (
    <Popover position="bottom-end" width={320} withinPortal trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default">Columns ({columns.length})</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <form onSubmit={add}>
          <TextInput
            size="xs"
            aria-label="Find a field, or name an OCSF path"
            placeholder="Find a field, or name an OCSF path"
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
        </form>
        <ScrollArea.Autosize mah={280} mt="xs" viewportProps={{ tabIndex: 0 }}>
          {offered.map(({ name, description }) => (
            <Checkbox
              key={name}
              size="xs"
              mb={6}
              label={
                <>
                  <span className="mono">{name}</span> <span className="quiet">{description}</span>
                </>
              }
              checked={columns.includes(name)}
              onChange={(event) =>
                set(event.currentTarget.checked ? [...columns, name] : columns.filter((one) => one !== name))
              }
            />
          ))}
          {offered.length === 0 && (
            <Text size="xs" className="quiet">
              Enter adds <span className="mono">{filter}</span> as an OCSF path, or unmapped.NAME of the sender.
            </Text>
          )}
        </ScrollArea.Autosize>
        <Group mt="xs" justify="space-between">
          <Text size="xs" className="quiet">
            {keep.isError ? 'Not saved: the API refused it' : 'Saved in your account'}
          </Text>
          <Button size="compact-xs" variant="subtle" onClick={() => set([])}>
            Usual ones
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
