import { Button, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { bodyOf, GET, type Schemas } from '../api/client.ts'
import { More } from '../parts/more.tsx'
import { Page } from '../parts/page.tsx'
import { useAssignees } from '../parts/people.ts'
import { Person } from '../parts/person.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { Tabbed } from '../parts/tabbed.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { isUuid } from '../parts/uuid.ts'
import { wordOf } from '../parts/words.ts'
import { Chain } from './chain.tsx'

const PAGE_SIZE = 50
const PAGES_OF: Readonly<
  Record<string, '/alerts/$id' | '/cases/$id' | '/detections/$id' | '/connectors/$id' | '/hunts/$id' | '/playbooks/$id'>
> = {
  ...{ alert: '/alerts/$id', case: '/cases/$id', rule: '/detections/$id', connector: '/connectors/$id' },
  ...{ hunt: '/hunts/$id', playbook: '/playbooks/$id' },
}
const CHANGES_LENGTH_MAX = 4_000

export function AuditPage() {
  return (
    <Page title="Audit" about="What was done in this tenant, newest first. Reading it is recorded in it.">
      <Tabbed
        tabs={[
          { value: 'entries', label: 'Entries', body: Entries },
          { value: 'chain', label: 'Verify and export', body: Chain },
        ]}
      />
    </Page>
  )
}

function Entries() {
  const { search } = useSearch({ from: '/audit' })
  const navigate = useNavigate({ from: '/audit' })
  const query = useInfiniteQuery({
    queryKey: ['audit', search],
    queryFn: ({ pageParam: cursor }) => {
      const params = { query: { limit: PAGE_SIZE, ...(search ? { search } : {}), ...(cursor ? { cursor } : {}) } }
      return bodyOf(GET('/api/v1/audit', { params }))
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('search') ?? '').trim()
    void navigate({ search: (now) => ({ ...now, search: text || undefined }), replace: true })
  }
  return (
    <>
      <search>
        <form onSubmit={submit} key={search ?? ''}>
          <TextInput
            aria-label="Search the audit log"
            name="search"
            placeholder="Action, person, resource … then Enter"
            defaultValue={search ?? ''}
            maxLength={200}
          />
        </form>
      </search>
      <Loaded query={query} lines={12}>
        {({ pages }) => {
          const entries = pages.flatMap(({ items }) => items)
          return entries.length === 0 ? (
            <Empty title="No entry matches">Search for another word.</Empty>
          ) : (
            <Table name="List of entries" rows={entries} keyOf={({ id }) => id} columns={COLUMNS} isCard>
              <More query={query} />
            </Table>
          )
        }}
      </Loaded>
    </>
  )
}

type Entry = Schemas['AuditEntry']

const COLUMNS: readonly Column<Entry>[] = [
  { head: 'When', isShort: true, cell: ({ created_at: at }) => <Time at={at} /> },
  { head: 'Who', width: 'middle', cell: (entry) => <Who entry={entry} /> },
  { head: 'What', isName: true, cell: (entry) => <Done entry={entry} /> },
  { head: 'On', cell: ({ resource, resource_id: id }) => <Resource kind={resource} id={id} /> },
  {
    ...{ head: 'In the chain', isShort: true },
    cell: ({ id, seq }) =>
      seq === null ? <span className="quiet">not yet chained</span> : <Proof id={id} seq={seq} />,
  },
]

function Who({
  entry: { actor_id: id, actor_email: email, actor_kind: kind, actor_ip: ip },
}: {
  readonly entry: Entry
}) {
  const delegate = useAssignees()?.find((one) => one.isDelegate && one.id === id)
  return (
    <>
      <Shown text={delegate?.name ?? email ?? kind} lengthMax={120} />
      {delegate !== undefined && email !== null && (
        <div className="quiet">
          <Shown text={email} lengthMax={120} />
        </div>
      )}
      {ip !== null && <div className="quiet mono">{ip}</div>}
    </>
  )
}

function Done({ entry: { action, changes } }: { readonly entry: Entry }) {
  return (
    <>
      <span className="mono">{action}</span>
      {changes !== null && changes !== undefined && (
        <details>
          <summary>changes</summary>
          <pre>{shown(JSON.stringify(changes), CHANGES_LENGTH_MAX)}</pre>
        </details>
      )}
    </>
  )
}

/** Links to the record if it has a page; otherwise shows the kind and the beginning of the id, the whole id on hover. */
function Resource({ kind, id }: { readonly kind: string; readonly id: string | null }) {
  const path = PAGES_OF[kind]
  const name = wordOf(kind)
  if (id === null) return name
  if (path !== undefined)
    return (
      <Link to={path} params={{ id }} title={id}>
        {name} <span className="quiet mono">{shownId(id)}</span>
      </Link>
    )
  return (
    <span title={shown(id, 300)}>
      {name} {kind === 'user' ? <Person id={id} /> : <span className="quiet mono">{shownId(id)}</span>}
    </span>
  )
}

/** The first part of a UUID is enough to distinguish the records of a page. */
const shownId = (id: string): string => (isUuid(id) ? id.slice(0, 8) : shown(id, 120))

/** The API computes the proof; `svc audit verify` checks it without trusting the API. */
function Proof({ id, seq }: { readonly id: string; readonly seq: number }) {
  const proof = useMutation({
    mutationFn: () => bodyOf(GET('/api/v1/audit/entries/{id}/proof', { params: { path: { id } } })),
  })
  return (
    <>
      <Button
        variant="subtle"
        loading={proof.isPending}
        onClick={() => proof.mutate()}
        aria-label={`Proof of entry ${seq}`}
      >
        #{seq}
      </Button>
      {proof.error && <Failure error={proof.error} />}
      {proof.data && (
        <Text size="xs" className="mono" maw={260} component="div" style={{ whiteSpace: 'normal' }}>
          in head of {proof.data.head.size} entries, {proof.data.path.length} hashes, root{' '}
          {proof.data.head.root.slice(0, 16)}…
        </Text>
      )}
    </>
  )
}
