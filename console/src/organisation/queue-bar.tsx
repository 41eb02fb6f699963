/** The filter bar of the queue of all tenants. */
import { Group, NativeSelect } from '@mantine/core'
import { SEVERITIES } from '../parts/alert-words.ts'
import type { QueueFilter } from './queue-filter.ts'

type QueueBarProps = { readonly filter: QueueFilter; readonly change: (next: QueueFilter) => void }

export function QueueBar({ filter, change }: QueueBarProps) {
  return (
    <Group gap="xs" mb="sm" align="flex-end">
      <NativeSelect
        aria-label="Kind"
        data={[
          { value: '', label: 'Alerts and cases' },
          { value: 'alert', label: 'Alerts' },
          { value: 'case', label: 'Cases' },
        ]}
        value={filter.kind ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ kind: value === 'alert' || value === 'case' ? value : undefined })
        }
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
          { value: 'nobody', label: 'Unassigned' },
        ]}
        value={filter.owner ?? ''}
        onChange={({ currentTarget: { value } }) => change({ owner: value === 'nobody' ? value : undefined })}
      />
    </Group>
  )
}
