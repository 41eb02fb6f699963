/** Questions to hosts with osquery: asked here, with how many hosts answered, and the rows of each. */
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { may, useSession } from '../api/session.ts'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'

type Query = Schemas['OsqueryQueryWithCounts']

const SHOWN = 50
const AGAIN_MS = 5_000
const ROW_CHARS = 600
const ROWS_SHOWN = 20

export function HostQuestions() {
  const session = useSession()
  const [open, setOpen] = useState<string | null>(null)
  const nodes = useQuery({
    queryKey: ['osquery-nodes'],
    queryFn: () => bodyOf(GET('/api/v1/osquery/nodes', { params: { query: { limit: 1 } } })),
  })
  const found = useQuery({
    queryKey: ['osquery-queries'],
    refetchInterval: AGAIN_MS,
    queryFn: () => bodyOf(GET('/api/v1/osquery/queries', { params: { query: { limit: SHOWN } } })),
  })
  const hasHosts = (nodes.data?.items.length ?? 0) > 0
  return (
    <Section title="Hosts with osquery">
      <Stack gap="md">
        {may(session, 'actions:write') && hasHosts && <Ask />}
        <Loaded query={found} lines={3}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={hasHosts ? 'No host was asked anything yet' : 'No host has enrolled'}>
                {hasHosts ? 'A question is answered within seconds.' : 'Settings of hosts are in docs/osquery.md.'}
              </Empty>
            ) : (
              <Table
                name="Questions to hosts"
                rows={items}
                keyOf={({ id }) => id}
                columns={[
                  { head: 'When', isShort: true, cell: ({ created_at: at }) => <Time at={at} /> },
                  { head: 'Question', isMono: true, cell: ({ sql }) => <Shown text={sql} lengthMax={200} /> },
                  { head: 'Asked', isNumber: true, isShort: true, cell: ({ counts }) => counts.asked },
                  { head: 'Answered', isNumber: true, isShort: true, cell: ({ counts }) => counts.answered },
                  { head: 'Failed', isNumber: true, isShort: true, cell: ({ counts }) => counts.failed },
                  { head: 'Late', isNumber: true, isShort: true, cell: ({ counts }) => counts.late },
                  {
                    head: 'Answers',
                    isActions: true,
                    cell: ({ id }) => (
                      <Button size="xs" variant="default" onClick={() => setOpen(open === id ? null : id)}>
                        {open === id ? 'Hide' : 'Answers'}
                      </Button>
                    ),
                  },
                ]}
              />
            )
          }
        </Loaded>
        {open !== null && <Answers id={open} />}
      </Stack>
    </Section>
  )
}

function Ask() {
  const queries = useQueryClient()
  const [sql, setSql] = useState('')
  const [hosts, setHosts] = useState('')
  const send = useMutation({
    mutationFn: (): Promise<Query> => {
      const names = hosts.split(/[\s,]+/).filter((name) => name !== '')
      return bodyOf(POST('/api/v1/osquery/queries', { body: { sql, ...(names.length > 0 ? { hosts: names } : {}) } }))
    },
    onSuccess: () => {
      setSql('')
      return queries.invalidateQueries({ queryKey: ['osquery-queries'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          label="Question in osquery's SQL"
          placeholder="SELECT pid, name, path FROM processes WHERE on_disk = 0"
          value={sql}
          autosize
          minRows={2}
          maxLength={20_000}
          onChange={(event) => setSql(event.currentTarget.value)}
        />
        <Group gap="xs" align="flex-end">
          <TextInput
            className="grow"
            label="Hosts"
            placeholder="Every host; or names, with commas between them"
            value={hosts}
            onChange={(event) => setHosts(event.currentTarget.value)}
          />
          <Button type="submit" size="sm" loading={send.isPending} disabled={sql.trim() === ''}>
            Ask
          </Button>
        </Group>
        {send.error && <Failure error={send.error} />}
      </Stack>
    </form>
  )
}

function Answers({ id }: { readonly id: string }) {
  const found = useQuery({
    queryKey: ['osquery-answers', id],
    refetchInterval: AGAIN_MS,
    queryFn: () =>
      bodyOf(GET('/api/v1/osquery/queries/{id}/answers', { params: { path: { id }, query: { limit: SHOWN } } })),
  })
  return (
    <Loaded query={found} lines={3}>
      {({ items, next_cursor: next }) => (
        <>
          <Table
            name="Answers of hosts"
            rows={items}
            keyOf={({ node_id: node }) => node}
            columns={[
              { head: 'Host', isMono: true, isShort: true, cell: ({ node_id: node }) => node.slice(0, 8) },
              { head: 'State', isShort: true, cell: ({ state, is_late: late }) => (late ? `${state}, late` : state) },
              { head: 'Rows', isNumber: true, isShort: true, cell: ({ row_count: rows }) => rows ?? '' },
              {
                head: 'Answer',
                isMono: true,
                cell: ({ rows, error }) => (
                  <div className="wide-cell">
                    {error !== null && <Shown text={error} lengthMax={ROW_CHARS} />}
                    {(rows ?? []).slice(0, ROWS_SHOWN).map((row, at) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: rows of a host have no name of their own
                      <Text key={at} size="xs">
                        <Shown text={JSON.stringify(row)} lengthMax={ROW_CHARS} />
                      </Text>
                    ))}
                  </div>
                ),
              },
            ]}
          />
          <Text size="xs" className="quiet">
            {next === undefined ? '' : `The first ${SHOWN} hosts. `}The first {ROWS_SHOWN} rows of each host; the API
            has all.
          </Text>
        </>
      )}
    </Loaded>
  )
}
