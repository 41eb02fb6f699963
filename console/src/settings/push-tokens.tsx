import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { mayCall } from '../api/call.ts'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { actions, when } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { pushCommand } from './push-command.ts'
import { Copyable, Secret } from './secret.tsx'

const PAGE_SIZE = 100

export function PushTokens() {
  const session = useSession()
  const templates = choicesOf(useTemplates().data)
  return (
    <div className="stack">
      {mayCall(session, 'POST /api/v1/inbox/tokens') && <NewToken />}
      <Listing<'GET /api/v1/inbox/tokens'>
        title="Push tokens"
        list="GET /api/v1/inbox/tokens"
        empty={{ title: 'No token: nothing can be pushed through an inbox yet.' }}
        columns={[
          { head: 'Label', cell: ({ label }) => <Shown text={label} lengthMax={120} /> },
          { head: 'For', cell: ({ template_id: id }) => templates.find(({ value }) => value === id)?.label ?? id },
          when('Made', 'created_at'),
          when('Last used', 'last_used_at'),
          actions<Schemas['InboxToken']>(({ id, label, revoked_at: revoked }) =>
            revoked === null ? (
              <ActButton
                operation="DELETE /api/v1/inbox/tokens/{id}"
                path={{ id }}
                label="Revoke"
                ariaLabel={`Revoke ${label.slice(0, 80)}`}
                confirm="Senders that use this token are refused from then on. This cannot be undone."
              />
            ) : (
              <span className="quiet">revoked</span>
            ),
          ),
        ]}
      />
    </div>
  )
}

function NewToken() {
  const queries = useQueryClient()
  const templates = useTemplates()
  const mint = useMutation({
    mutationFn: (body: Schemas['InboxTokenMint']) => bodyOf(POST('/api/v1/inbox/tokens', { body })),
    onSuccess: () => queries.invalidateQueries(),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    mint.mutate({
      template_id: String(form.get('template')) as Schemas['InboxTokenMint']['template_id'],
      label: String(form.get('label')).trim() || nameOf(String(form.get('template'))),
    })
  }
  const choices = choicesOf(templates.data)
  const nameOf = (template: string) => choices.find(({ value }) => value === template)?.label ?? template
  const command = mint.data && pushCommand(mint.data)
  return (
    <Section title="New push token">
      <form onSubmit={submit} className="fields">
        <NativeSelect label="For" name="template" data={choices} />
        <TextInput label="Label" name="label" placeholder="The name of the product" maxLength={100} />
        <Button type="submit" loading={mint.isPending}>
          Mint token
        </Button>
      </form>
      {(templates.error ?? mint.error) && <Failure error={templates.error ?? mint.error} />}
      {mint.data && (
        <Stack gap="sm">
          <Secret name="Push token" value={mint.data.token} />
          {command && <Copyable name="Command" text={command} />}
          <Text size="sm">
            Events that arrive are found under{' '}
            <Link to="/search" search={{ hours: '1' }}>
              Search
            </Link>{' '}
            within seconds; what was refused, and why, is under <Link to="/pipeline">Pipeline</Link>.
          </Text>
        </Stack>
      )}
    </Section>
  )
}

function useTemplates() {
  return useQuery({
    queryKey: ['push-templates'],
    queryFn: () => bodyOf(GET('/api/v1/inbox/templates', { params: { query: { limit: PAGE_SIZE } } })),
  })
}

/** Templates, with the names of their vendors and products. */
function choicesOf(data: ReturnType<typeof useTemplates>['data']) {
  const items = data?.items ?? []
  return items.map(({ id, vendor_name: vendor, product_name: product }) => ({
    value: id,
    label: `${vendor} ${product}`,
  }))
}
