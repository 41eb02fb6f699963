/** Selects the tenants of the queue: chips where all of them fit on a line or two, else a list to search in. */
import { Chip, Group, MultiSelect } from '@mantine/core'
import { shown } from '../parts/shown.tsx'

const CHIPS_MAX = 12

export function TenantChoice({
  tenants,
  selected,
  onChange,
}: {
  readonly tenants: readonly string[]
  /** Undefined: all. */
  readonly selected: readonly string[] | undefined
  readonly onChange: (selected: readonly string[] | undefined) => void
}) {
  const change = (next: readonly string[]) =>
    onChange(next.length === 0 || next.length === tenants.length ? undefined : next)
  if (tenants.length > CHIPS_MAX)
    return (
      <MultiSelect
        aria-label="Tenants"
        placeholder={selected === undefined ? `All ${tenants.length.toLocaleString()} tenants` : undefined}
        data={tenants.map((tenant) => ({ value: tenant, label: shown(tenant, 60) }))}
        value={[...(selected ?? [])]}
        onChange={change}
        limit={100}
        searchable
        clearable
        hidePickedOptions
        size="xs"
        mb="sm"
        maw={480}
      />
    )
  return (
    <Chip.Group multiple value={[...(selected ?? tenants)]} onChange={change}>
      <Group gap="xs" mb="sm" role="group" aria-label="Tenants">
        {tenants.map((tenant) => (
          <Chip key={tenant} value={tenant} size="xs">
            {shown(tenant, 60)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}
