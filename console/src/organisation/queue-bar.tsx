/** Narrows and orders the queue of all tenants. */
import { Group, NativeSelect, TextInput } from '@mantine/core'
import { OPEN } from '../alerts/filter.ts'
import { SEVERITIES } from '../parts/alert-words.ts'
import { QUEUE_SORTS, type QueueSort } from './merged.ts'
import type { QueueFilter } from './queue-filter.ts'

type QueueBarProps = { readonly filter: QueueFilter; readonly change: (next: QueueFilter) => void }

export function QueueBar({ filter, change }: QueueBarProps) {
  return (
    <Group gap="xs" mb="sm" align="flex-end">
      <form
        className="grow room"
        onSubmit={(event) => {
          event.preventDefault()
          const text = new FormData(event.currentTarget).get('search')
          change({ search: typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined })
        }}
      >
        <TextInput
          key={filter.search ?? ''}
          name="search"
          aria-label="Search the alerts of all tenants"
          placeholder="Title, host, user, address … then Enter"
          defaultValue={filter.search ?? ''}
          maxLength={200}
        />
      </form>
      <NativeSelect
        aria-label="Status"
        data={[
          { value: OPEN, label: 'Open' },
          { value: 'new', label: 'New' },
          { value: 'all', label: 'Of any status' },
        ]}
        value={filter.status ?? OPEN}
        onChange={({ currentTarget: { value } }) => change({ status: value === OPEN ? undefined : value })}
      />
      <NativeSelect
        aria-label="Severity"
        data={[
          { value: '', label: 'Of any severity' },
          ...SEVERITIES.map((value, at) => ({
            value: SEVERITIES.slice(0, at + 1).join(','),
            label: at === 0 ? 'Critical' : `${value.slice(0, 1).toUpperCase()}${value.slice(1)} and above`,
          })).slice(0, -1),
        ]}
        value={filter.severity ?? ''}
        onChange={({ currentTarget: { value } }) => change({ severity: value === '' ? undefined : value })}
      />
      <NativeSelect
        aria-label="Owner"
        data={[
          { value: '', label: 'Of anybody' },
          { value: 'me', label: 'Mine' },
          { value: 'nobody', label: 'Unassigned' },
        ]}
        value={filter.owner ?? ''}
        onChange={({ currentTarget: { value } }) => change({ owner: value === '' ? undefined : value })}
      />
      <NativeSelect
        aria-label="Sort by"
        data={Object.entries(QUEUE_SORTS).map(([value, label]) => ({ value, label: `By ${label.toLowerCase()}` }))}
        value={filter.sort ?? 'risk'}
        onChange={({ currentTarget: { value } }) => change({ sort: value as QueueSort })}
      />
    </Group>
  )
}
