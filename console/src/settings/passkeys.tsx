import { Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { bodyOf, DELETE, GET } from '../api/client.ts'
import { hasPasskeys, makePasskey, passkeyFailure } from '../api/passkeys.ts'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'

const LIST_MAX = 50

/** The user's own passkeys, for signing in without a password. */
export function Passkeys() {
  const queries = useQueryClient()
  const own = useQuery({
    queryKey: ['passkeys'],
    queryFn: () => bodyOf(GET('/api/v1/passkeys', { params: { query: { limit: LIST_MAX } } })),
  })
  const again = { onSuccess: () => queries.invalidateQueries({ queryKey: ['passkeys'] }) }
  const make = useMutation({ ...again, mutationFn: makePasskey })
  const remove = useMutation({
    ...again,
    mutationFn: (id: string) => bodyOf(DELETE('/api/v1/passkeys/{id}', { params: { path: { id } } })),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('device') ?? '').trim()
    if (name) make.mutate(name)
  }
  const failure = make.error ? passkeyFailure(make.error) : remove.error
  return (
    <Section title="Passkeys">
      <Loaded query={own} lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">None: you sign in with your password.</Text>
          ) : (
            <Table
              name="List of passkeys"
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Device', cell: ({ device_name: name }) => <Shown text={name} lengthMax={120} /> },
                { head: 'Made', isShort: true, cell: ({ created_at: at }) => <Time at={at} /> },
                {
                  head: 'Last used',
                  isShort: true,
                  cell: ({ last_used_at: at }) => (at === null ? 'never' : <Time at={at} />),
                },
                {
                  head: 'Do',
                  isShort: true,
                  isActions: true,
                  cell: ({ id, device_name: name }) => (
                    <Button
                      variant="default"
                      aria-label={`Delete ${name.slice(0, 80)}`}
                      loading={remove.isPending && remove.variables === id}
                      onClick={() => remove.mutate(id)}
                    >
                      Delete
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {hasPasskeys() ? (
        <form onSubmit={submit}>
          <Group gap="xs" mt="sm">
            <TextInput
              {...{ 'aria-label': 'Name of this device', name: 'device', maxLength: 120, required: true }}
              placeholder="Name of this device"
              className="grow"
            />
            <Button type="submit" variant="default" loading={make.isPending}>
              Add a passkey
            </Button>
          </Group>
        </form>
      ) : (
        <Text size="sm" className="quiet" mt="sm">
          Passkeys are added where the console has a name and TLS, or at localhost.
        </Text>
      )}
      {failure ? <Failure error={failure} /> : null}
    </Section>
  )
}
