/** The user's saved views of the queue, and the columns of the queue. */
import { Button, Checkbox, Group, Menu, Modal, Popover, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bodyOf, DELETE, GET, PUT } from '../api/client.ts'
import { shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { COLUMNS, type ColumnName, USUAL } from './columns.tsx'

const NAME_MAX = 80

type ViewsMenuProps = {
  /** Query string of the URL, without the open alert. */
  readonly address: string
  readonly columns: readonly string[]
  readonly show: (query: string, columns: readonly string[]) => void
}

export function ViewsMenu({ address, columns, show }: ViewsMenuProps) {
  const queries = useQueryClient()
  const [isNaming, setNaming] = useState(false)
  const views = useQuery({
    queryKey: ['alert-views'],
    queryFn: () => bodyOf(GET('/api/v1/alert-views', { params: { query: { limit: 100 } } })),
  })
  const changed = () => queries.invalidateQueries({ queryKey: ['alert-views'] })
  const keep = useMutation({
    mutationFn: (name: string) =>
      bodyOf(PUT('/api/v1/alert-views', { body: { name, query: address, columns: [...columns] } })),
    onSuccess: async () => {
      await changed()
      setNaming(false)
    },
  })
  const remove = useMutation({
    mutationFn: (id: string) => bodyOf(DELETE('/api/v1/alert-views/{id}', { params: { path: { id } } })),
    onSuccess: changed,
  })
  const items = views.data?.items ?? []
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    keep.mutate(String(new FormData(event.currentTarget).get('name')).trim())
  }
  return (
    <>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button variant="default">Views</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => show('', [])}>Open alerts by risk</Menu.Item>
          {items.map((view) => (
            <Menu.Item key={view.id} onClick={() => show(view.query, view.columns)}>
              {shown(view.name, NAME_MAX)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setNaming(true)}>Save this view …</Menu.Item>
          {items.map(({ id, name }) => (
            <Menu.Item key={id} color="red" onClick={() => remove.mutate(id)}>
              Delete {shown(name, NAME_MAX)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isNaming} onClose={() => setNaming(false)} title="Save this view" centered>
        <form onSubmit={submit}>
          <TextInput
            label="Name"
            description="One of the same name is replaced"
            name="name"
            required
            withAsterisk={false}
            maxLength={NAME_MAX}
            data-autofocus
          />
          {keep.error && <Failure error={keep.error} />}
          <Group justify="flex-end" mt="md">
            <Button type="submit" loading={keep.isPending}>
              Save
            </Button>
          </Group>
        </form>
      </Modal>
      {remove.error && <Failure error={remove.error} />}
    </>
  )
}

type ColumnsMenuProps = { readonly columns: readonly string[]; readonly choose: (columns: readonly string[]) => void }

export function ColumnsMenu({ columns, choose }: ColumnsMenuProps) {
  const chosen = columns.length === 0 ? USUAL : columns
  const names = Object.keys(COLUMNS) as ColumnName[]
  return (
    <Popover position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <Button variant="default">Columns</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={6}>
          {names
            .filter((name) => name !== 'title')
            .map((name) => (
              <Checkbox
                key={name}
                size="xs"
                label={COLUMNS[name].head}
                checked={chosen.includes(name)}
                onChange={({ currentTarget }) =>
                  choose(names.filter((one) => (one === name ? currentTarget.checked : chosen.includes(one))))
                }
              />
            ))}
          <Button variant="subtle" onClick={() => choose([])}>
            The usual ones
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
