/** The search, the order and the groups of the queue. */
import { Group, NativeSelect, TextInput } from '@mantine/core'
import { type AlertFilter, GROUPS, type Group as GroupBy, SORTS, type Sort } from './filter.ts'

type SearchField = React.RefObject<HTMLInputElement | null>

type QueueBarProps = {
  readonly filter: AlertFilter
  readonly change: (next: Partial<AlertFilter>) => void
  readonly searchField: SearchField
}

export function QueueBar({ filter, change, searchField }: QueueBarProps) {
  return (
    <Group gap="xs" className="queue-bar" align="flex-end">
      <SearchBox
        key={filter.search ?? ''}
        box={searchField}
        text={filter.search ?? ''}
        go={(text) => change({ search: text })}
      />
      <NativeSelect
        aria-label="Sort by"
        data={Object.entries(SORTS).map(([value, label]) => ({
          value,
          label: `By ${label.toLowerCase().replace('sla', 'SLA')}`,
        }))}
        value={filter.sort ?? 'risk'}
        onChange={({ currentTarget }) => change({ sort: currentTarget.value as Sort })}
      />
      <NativeSelect
        aria-label="Group by"
        data={[{ value: '', label: 'No groups' }, ...GROUPS.map((value) => ({ value, label: `Group by ${value}` }))]}
        value={filter.group ?? ''}
        onChange={({ currentTarget }) => change({ group: (currentTarget.value || undefined) as GroupBy | undefined })}
      />
    </Group>
  )
}

type SearchBoxProps = {
  readonly box: SearchField
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
    <search className="grow">
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
