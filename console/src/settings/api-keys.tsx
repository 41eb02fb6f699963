import { Button, Group, MultiSelect, NumberInput, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { mayCall } from '../api/call.ts'
import { bodyOf, DELETE, GET, POST } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { More } from '../parts/more.tsx'
import { FormButton } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Scrolls } from '../parts/scrolls.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { Secret } from './secret.tsx'

const PAGE_SIZE = 100
const PERMISSIONS_MAX = 200
const DAYS = { min: 1, max: 365, usual: 90 }

export function ApiKeys() {
  const session = useSession()
  const queries = useQueryClient()
  const mayWrite = mayCall(session, 'POST /api/v1/api-keys')
  const query = useInfiniteQuery({
    queryKey: ['api-keys'],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(GET('/api/v1/api-keys', { params: { query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  const revoke = useMutation({
    mutationFn: (id: string) => bodyOf(DELETE('/api/v1/api-keys/{id}', { params: { path: { id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['api-keys'] }),
  })
  return (
    <div className="stack">
      {mayWrite && <NewKey />}
      <Section title="API keys">
        {revoke.error && <Failure error={revoke.error} />}
        <Loaded query={query} lines={4}>
          {({ pages }) => {
            const keys = pages.flatMap(({ items }) => items)
            if (keys.length === 0) return <Text size="sm">No key: programs cannot use the API of this tenant yet.</Text>
            return (
              <Scrolls name="List of keys">
                <table className="table">
                  <thead>
                    <tr>
                      <th>Name</th>
                      <th>Begins with</th>
                      <th>Scopes</th>
                      <th>Until</th>
                      <th>Last used</th>
                      <th>
                        <span className="unseen">Change</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {keys.map(
                      ({ id, name, prefix, scopes, expires_at: until, last_used_at: used, is_active: works }) => (
                        <tr key={id}>
                          <td>
                            <Shown text={name} lengthMax={120} />
                          </td>
                          <td className="mono">{prefix}</td>
                          <td className="mono">{scopes.join(' ')}</td>
                          <td className="nowrap">{until === null ? 'never ends' : <Time at={until} />}</td>
                          <td className="nowrap">{used === null ? 'never' : <Time at={used} />}</td>
                          <td>
                            {works ? (
                              mayWrite && (
                                <Group gap={4} wrap="nowrap" justify="flex-end">
                                  <FormButton
                                    operation="PATCH /api/v1/api-keys/{id}"
                                    path={{ id }}
                                    initial={{ name }}
                                    only={['name', 'expires_in_days']}
                                    label="Edit"
                                    title={`Edit ${name.slice(0, 80)}`}
                                    ariaLabel={`Edit ${name.slice(0, 80)}`}
                                    submit="Save"
                                    variant="subtle"
                                    done={() => void queries.invalidateQueries({ queryKey: ['api-keys'] })}
                                  />
                                  <Button
                                    variant="default"
                                    loading={revoke.isPending && revoke.variables === id}
                                    onClick={() => revoke.mutate(id)}
                                  >
                                    Revoke
                                  </Button>
                                </Group>
                              )
                            ) : (
                              <span className="quiet">revoked</span>
                            )}
                          </td>
                        </tr>
                      ),
                    )}
                  </tbody>
                </table>
                <More query={query} />
              </Scrolls>
            )
          }}
        </Loaded>
      </Section>
    </div>
  )
}

/** Users cannot grant permissions that they do not have: only the account's own permissions are offered. */
function NewKey() {
  const { me } = useSession()
  const queries = useQueryClient()
  const [scopes, setScopes] = useState<string[]>(['alerts:read'])
  const known = useQuery({
    queryKey: ['permissions'],
    queryFn: () => bodyOf(GET('/api/v1/rbac/permissions', { params: { query: { limit: PERMISSIONS_MAX } } })),
  })
  const create = useMutation({
    mutationFn: (body: { name: string; scopes: string[]; expires_in_days: number }) =>
      bodyOf(POST('/api/v1/api-keys', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['api-keys'] }),
  })
  const names = known.data?.items.map(({ name }) => name) ?? []
  const offered = names.filter((name) => me?.permissions.includes('*') || me?.permissions.includes(name))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    create.mutate({ name: String(form.get('name')).trim(), scopes, expires_in_days: Number(form.get('days')) })
  }
  return (
    <Section title="New API key">
      <form onSubmit={submit} className="fields">
        <TextInput label="Name" name="name" required withAsterisk={false} maxLength={100} />
        <MultiSelect label="May" data={offered} value={scopes} onChange={setScopes} searchable hidePickedOptions />
        <NumberInput label="Days" name="days" defaultValue={DAYS.usual} min={DAYS.min} max={DAYS.max} hideControls />
        <Button type="submit" loading={create.isPending} disabled={scopes.length === 0}>
          Create key
        </Button>
      </form>
      {create.error && <Failure error={create.error} />}
      {create.data && <Secret name="API key" value={create.data.key} />}
    </Section>
  )
}
