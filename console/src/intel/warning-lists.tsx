import { Button, FileInput, Group, Select, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { mayCall } from '../api/call.ts'
import { bodyOf, DELETE, GET, PATCH, PUT, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { WarningListEntries } from './warning-list-entries.tsx'

type Effect = Schemas['WarningList']['effect']
type Put = Schemas['WarningListPut']
const EFFECTS = [
  { value: 'flag', label: 'Flag: it matches as informational, and the alert names the list' },
  { value: 'suppress', label: 'Suppress: an indicator of the value does not match' },
]
const LISTS_MAX = 100

/** Lists of known-good values: active ones, lists of the product, and the tenant's own. */
export function WarningLists() {
  const mayChange = mayCall(useSession(), 'PUT /api/v1/intel/warning-lists')
  const lists = useQuery({
    queryKey: ['warning lists'],
    queryFn: () => bodyOf(GET('/api/v1/intel/warning-lists', { params: { query: { limit: LISTS_MAX } } })),
  })
  const { change, remove } = useListChanges()
  const error = change.error ?? remove.error
  const [open, setOpen] = useState<{ readonly id: string; readonly name: string } | null>(null)
  return (
    <>
      <Section title="Known-good values">
        {error && <Failure error={error} />}
        <Loaded query={lists} lines={3}>
          {({ items }) =>
            items.length === 0 ? (
              <Text size="sm" mb="sm">
                No active list: every indicator matches.
              </Text>
            ) : (
              <Table
                name="Lists of known-good values"
                rows={items}
                keyOf={({ id }) => id}
                columns={[
                  { head: 'List', cell: ({ name }) => <Shown text={name} lengthMax={200} /> },
                  {
                    head: 'Version',
                    isShort: true,
                    cell: ({ version }) => <Shown text={version ?? '–'} lengthMax={40} />,
                  },
                  {
                    ...{ head: 'Entries', isNumber: true, isShort: true },
                    cell: ({ id, name, entries }) => (
                      <EntriesButton
                        name={name}
                        count={entries}
                        isOpen={open?.id === id}
                        turn={() => setOpen(open?.id === id ? null : { id, name })}
                      />
                    ),
                  },
                  { head: 'Left out', isNumber: true, cell: ({ skipped }) => skipped },
                  { head: 'Does', isShort: true, cell: ({ effect, is_enabled: isOn }) => (isOn ? effect : 'off') },
                  { head: 'Changed', isShort: true, cell: ({ updated_at: at }) => <Time at={at} /> },
                  {
                    head: 'Do',
                    isActions: true,
                    cell: (list) =>
                      mayChange ? (
                        <ListActions list={list} change={change.mutate} remove={() => remove.mutate(list.id)} />
                      ) : null,
                  },
                ]}
              />
            )
          }
        </Loaded>
        {mayChange && <KnownLists present={lists.data?.items.map(({ name }) => name) ?? []} />}
        {mayChange && <NewList />}
      </Section>
      {open !== null && <WarningListEntries key={open.id} {...open} />}
    </>
  )
}

type ListChange = { readonly id: string; readonly effect?: Effect; readonly is_enabled?: boolean }

function useListChanges() {
  const queries = useQueryClient()
  const after = { onSuccess: () => queries.invalidateQueries({ queryKey: ['warning lists'] }) }
  const change = useMutation({
    mutationFn: ({ id, ...body }: ListChange) =>
      bodyOf(PATCH('/api/v1/intel/warning-lists/{list_id}', { params: { path: { list_id: id } }, body })),
    ...after,
  })
  const remove = useMutation({
    mutationFn: (id: string) =>
      bodyOf(DELETE('/api/v1/intel/warning-lists/{list_id}', { params: { path: { list_id: id } } })),
    ...after,
  })
  return { change, remove }
}

type ListActionsProps = {
  readonly list: Schemas['WarningList']
  readonly change: (change: ListChange) => void
  readonly remove: () => void
}

function ListActions({ list, change, remove }: ListActionsProps) {
  const { id, effect, is_enabled: isOn } = list
  const name = list.name.slice(0, 60)
  const effectWord = effect === 'flag' ? 'Suppress' : 'Flag'
  const switchWord = isOn ? 'Switch off' : 'Switch on'
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        variant="subtle"
        onClick={() => change({ id, effect: effect === 'flag' ? 'suppress' : 'flag' })}
        aria-label={`${effectWord}: ${name}`}
      >
        {effectWord}
      </Button>
      <Button variant="subtle" onClick={() => change({ id, is_enabled: !isOn })} aria-label={`${switchWord}: ${name}`}>
        {switchWord}
      </Button>
      <Button variant="subtle" color="red" onClick={remove} aria-label={`Delete: ${name}`}>
        Delete
      </Button>
    </Group>
  )
}

type EntriesButtonProps = {
  readonly name: string
  readonly count: number
  readonly isOpen: boolean
  readonly turn: () => void
}

function EntriesButton({ name, count, isOpen, turn }: EntriesButtonProps) {
  return (
    <Button
      variant="subtle"
      aria-expanded={isOpen}
      aria-label={`${count.toLocaleString()} entries of ${name.slice(0, 60)}`}
      onClick={turn}
    >
      {count.toLocaleString()}
    </Button>
  )
}

function usePut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Put) => bodyOf(PUT('/api/v1/intel/warning-lists', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['warning lists'] }),
  })
}

function KnownLists({ present }: { readonly present: readonly string[] }) {
  const put = usePut()
  const known = useQuery({
    queryKey: ['known warning lists'],
    queryFn: () => bodyOf(GET('/api/v1/intel/known-warning-lists', { params: { query: { limit: LISTS_MAX } } })),
  })
  const others = (known.data?.items ?? []).filter(({ name }) => !present.includes(name))
  if (others.length === 0) return null
  return (
    <>
      {put.error && <Failure error={put.error} />}
      <Table
        name="Built-in lists"
        rows={others}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Comes with svc', cell: ({ name }) => name },
          { head: 'About', cell: ({ description }) => description },
          { head: 'Entries', isNumber: true, cell: ({ entries }) => entries.length },
          {
            head: 'Do',
            isActions: true,
            cell: ({ id, name }) => (
              <Button
                variant="subtle"
                onClick={() => put.mutate({ known_list: id, effect: 'flag' } as Put)}
                aria-label={`Use: ${name}`}
              >
                Use
              </Button>
            ),
          },
        ]}
      />
    </>
  )
}

/** Lines of text, or a MISP warning list in JSON. */
function bodyOfList(text: string): Pick<Put, 'misp' | 'entries'> {
  if (text.trimStart().startsWith('{')) return { misp: JSON.parse(text) as NonNullable<Put['misp']> }
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  return { entries: lines.filter((line) => line !== '' && !line.startsWith('#')) }
}

function NewList() {
  const put = usePut()
  const [effect, setEffect] = useState('flag')
  const [fault, setFault] = useState<string | null>(null)
  const [text, setText] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    setFault(null)
    try {
      const about = name === '' ? {} : { name }
      put.mutate({ ...about, ...bodyOfList(text), effect } as Put, { onSuccess: () => setText('') })
    } catch {
      setFault('The list begins with { but is not valid JSON.')
    }
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="end" mt="sm">
        <TextInput className="grow" miw={200} label="Name of a new list" name="name" maxLength={190} />
        <Select
          className="grow"
          miw={200}
          label="What it does"
          data={EFFECTS}
          value={effect}
          onChange={(value) => setEffect(value ?? 'flag')}
          allowDeselect={false}
        />
        <FileInput
          label="From a file"
          placeholder="Lines, or MISP's JSON"
          accept=".txt,.csv,.json"
          onChange={(file) => void file?.text().then(setText)}
        />
      </Group>
      <Textarea
        label="Entries"
        placeholder="192.0.2.0/24, partner.example: one on each line. A domain includes its subdomains."
        autosize
        minRows={3}
        maxRows={10}
        mt="xs"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" mt="xs" loading={put.isPending} disabled={text.trim() === ''}>
        Save the list
      </Button>
      {fault !== null && (
        <Text size="sm" role="alert">
          {fault}
        </Text>
      )}
      {put.error && <Failure error={put.error} />}
      {put.data && (
        <Text size="sm" role="status">
          {put.data.entries} entries are active
          {put.data.skipped > 0 && `; ${put.data.skipped} without a value were left out`}.
        </Text>
      )}
    </form>
  )
}
