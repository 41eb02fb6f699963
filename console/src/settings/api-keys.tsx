import { Button, MultiSelect, NumberInput, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { mayCall } from '../api/call.ts'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { actions, when } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { Secret } from './secret.tsx'

const PERMISSIONS_MAX = 200
const DAYS = { min: 1, max: 365, usual: 90 }

function KeyActs({ of: { id, name } }: { readonly of: Schemas['ApiKey'] }) {
  const named = name.slice(0, 80)
  return (
    <>
      <FormButton
        operation="PATCH /api/v1/api-keys/{id}"
        path={{ id }}
        initial={{ name }}
        only={['name', 'expires_in_days']}
        label="Edit"
        title={`Edit ${named}`}
        ariaLabel={`Edit ${named}`}
        submit="Save"
        variant="subtle"
      />
      <ActButton
        operation="DELETE /api/v1/api-keys/{id}"
        path={{ id }}
        label="Revoke"
        ariaLabel={`Revoke ${named}`}
        confirm="Programs that use this key, and keys that it created, are refused from then on. This cannot be undone."
      />
    </>
  )
}

export function ApiKeys() {
  const session = useSession()
  return (
    <div className="stack">
      {mayCall(session, 'POST /api/v1/api-keys') && <NewKey />}
      <Listing<'GET /api/v1/api-keys'>
        title="API keys"
        list="GET /api/v1/api-keys"
        empty={{ title: 'No key: programs cannot use the API of this tenant yet.' }}
        columns={[
          { head: 'Name', cell: ({ name }) => <Shown text={name} lengthMax={120} /> },
          { head: 'Begins with', isMono: true, isShort: true, cell: ({ prefix }) => prefix },
          { head: 'Scopes', isMono: true, cell: ({ scopes }) => scopes.join(' ') },
          when('Until', 'expires_at', 'never ends'),
          when('Last used', 'last_used_at'),
          actions<Schemas['ApiKey']>((key) =>
            key.is_active ? <KeyActs of={key} /> : <span className="quiet">revoked</span>,
          ),
        ]}
      />
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
    onSuccess: () => queries.invalidateQueries(),
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
