/** The connections that run actions, allowed targets, blocked values, and the secrets that playbooks send. */
import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { mono, person, State, short, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, Dialog, FormButton, OperationForm } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Preformatted } from '../parts/preformatted.tsx'
import { Loaded } from '../parts/states.tsx'
import { wordOf } from '../parts/words.ts'

export function Executors() {
  return (
    <>
      <Listing<'GET /api/v1/response/executors'>
        title="Executors"
        about="Systems that execute actions: an EDR, a firewall, a directory, tickets, chat. Without an executor an action is simulated or refused."
        list="GET /api/v1/response/executors"
        changes="POST /api/v1/response/executors"
        aside={
          <FormButton operation="POST /api/v1/response/executors" label="Add an executor" initial={{ enabled: true }} />
        }
        empty={{ title: 'No executor', next: 'Without an executor, actions are only recorded.' }}
        columns={[
          words('Executor', 'name'),
          short('Kind', 'vendor'),
          mono('Address', 'base_url'),
          { head: 'Takes', cell: ({ capabilities }) => capabilities.map(wordOf).join(', ') || 'nothing' },
          { head: 'State', isShort: true, cell: ({ enabled }) => <State of={enabled ? 'on' : 'off'} /> },
          {
            head: 'Actions',
            isShort: true,
            isActions: true,
            cell: ({ id, name }) => (
              <ActButton
                operation="DELETE /api/v1/response/executors/{executor_id}"
                path={{ executor_id: id }}
                label="Remove"
                ariaLabel={`Remove the executor ${name.slice(0, 80)}`}
                variant="subtle"
                confirm="Its past actions can no longer be undone."
              />
            ),
          },
        ]}
      />
      <Secrets />
    </>
  )
}

function Secrets() {
  const [name, setName] = useState<string | null>(null)
  return (
    <>
      <Listing<'GET /api/v1/playbook-secrets'>
        title="Secrets of playbooks"
        about="A step of kind http names a secret; it is sent only to the hosts that are listed here, and never shown."
        list="GET /api/v1/playbook-secrets"
        changes="PUT /api/v1/playbook-secrets/{name}"
        keyOf={({ name: own }) => own}
        aside={<NewSecret name={name} open={setName} />}
        empty={{ title: 'No secret' }}
        columns={[
          mono('Name', 'name'),
          { head: 'Sent to', cell: ({ hosts }) => hosts.join(', ') },
          person('By', 'changed_by'),
          when('Changed', 'changed_at'),
          {
            head: 'Actions',
            isShort: true,
            isActions: true,
            cell: ({ name: own }) => (
              <ActButton
                operation="DELETE /api/v1/playbook-secrets/{name}"
                path={{ name: own }}
                label="Delete"
                ariaLabel={`Delete the secret ${own.slice(0, 80)}`}
                variant="subtle"
                confirm="Steps that name it fail from now on."
              />
            ),
          },
        ]}
      />
    </>
  )
}

/** The secret's name is part of the request's URL, so it is entered first. */
function NewSecret({ name, open }: { readonly name: string | null; readonly open: (name: string | null) => void }) {
  return (
    <>
      <Button variant="default" onClick={() => open('')}>
        Set a secret
      </Button>
      <Dialog title="Set a secret" isOpen={name !== null} close={() => open(null)}>
        <TextInput label="Name" value={name ?? ''} onChange={(event) => open(event.currentTarget.value)} mb="sm" />
        <OperationForm
          operation="PUT /api/v1/playbook-secrets/{name}"
          path={{ name: name ?? '' }}
          submit="Save"
          done={() => open(null)}
        />
      </Dialog>
    </>
  )
}

const KINDS = ['ip', 'domain', 'url', 'hash'] as const

export function Targets() {
  return (
    <>
      <Listing<'GET /api/v1/response/targets'>
        title="Allowed targets"
        about="Deny wins over allow. Typical entries: domain controllers, mailboxes of the board, your own addresses."
        list="GET /api/v1/response/targets"
        changes="POST /api/v1/response/targets"
        aside={
          <FormButton
            operation="POST /api/v1/response/targets"
            label="New entry"
            initial={{ list: 'deny', action_type: '*' }}
          />
        }
        empty={{ title: 'No entries', next: 'Actions on every target are allowed, with the approval that they need.' }}
        columns={[
          { head: 'List', isShort: true, cell: ({ list }) => <State of={list} /> },
          {
            head: 'Action',
            isShort: true,
            cell: ({ action_type: type }) => (type === '*' ? 'every one' : wordOf(type)),
          },
          mono('Targets', 'pattern'),
          words('Why', 'reason'),
          person('By', 'created_by'),
          when('Since', 'created_at'),
          {
            head: 'Actions',
            isShort: true,
            isActions: true,
            cell: ({ id, pattern }) => (
              <ActButton
                operation="DELETE /api/v1/response/targets/{target_id}"
                path={{ target_id: id }}
                label="Delete"
                ariaLabel={`Delete the line ${pattern.slice(0, 80)}`}
                variant="subtle"
                confirm="Actions on the targets it denied are allowed again."
              />
            ),
          },
        ]}
      />
      <Blocked />
    </>
  )
}

function Blocked() {
  const [kind, setKind] = useState<(typeof KINDS)[number]>('ip')
  const found = useQuery({
    queryKey: ['block-list', kind],
    queryFn: async () => {
      const text: unknown = await call('GET /api/v1/response/block-list', { query: { kind }, parseAs: 'text' })
      return String(text ?? '')
    },
  })
  return (
    <Section
      title="Block list"
      aside={
        <NativeSelect
          aria-label="Kind"
          size="xs"
          data={[...KINDS]}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as typeof kind)}
        />
      }
    >
      <Text size="sm" className="quiet about" mb="xs">
        Addresses blocked now, one per line, as a firewall reads them from {location.origin}/api/v1/response/block-list.
      </Text>
      <Loaded query={found} lines={2}>
        {(text) =>
          text.trim() === '' ? (
            <Text size="sm">Nothing is blocked.</Text>
          ) : (
            <Preformatted name="Block list" text={text} />
          )
        }
      </Loaded>
    </Section>
  )
}
