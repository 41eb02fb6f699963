/** osquery queries to hosts: the form, the number of hosts that answered, and the rows of each host. */
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { actions, State, when } from '../parts/columns.tsx'
import { everyPage } from '../parts/every-page.ts'
import { Listing } from '../parts/listing.tsx'
import { None } from '../parts/none.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { columnsOf } from './answer-columns.ts'
import { answerNote } from './answer-note.ts'
import { questionState } from './question-state.ts'

const QUERIES = 'GET /api/v1/osquery/queries'
const ANSWERS = 'GET /api/v1/osquery/queries/{id}/answers'
const ASK = 'POST /api/v1/osquery/queries'
type Node = AnswerOf<'GET /api/v1/osquery/nodes'>['items'][number]
type Question = AnswerOf<typeof QUERIES>['items'][number]

const AGAIN_MS = 5_000
const NODES_PAGE = 500
const NODES_PAGES = 20
/** Maximum number of hosts in the form's list; other names can be typed. */
const CHOICES_MAX = 500
const ERROR_CHARS = 600
const VALUE_CHARS = 200
const ROWS_SHOWN = 20

export function HostQuestions() {
  const [open, setOpen] = useState<string | null>(null)
  const mayRead = lacking(useSession(), 'GET /api/v1/osquery/nodes') === null
  const nodes = useQuery({
    queryKey: ['osquery-nodes'],
    enabled: mayRead,
    queryFn: () =>
      everyPage<Node>(NODES_PAGES, (of) => call('GET /api/v1/osquery/nodes', { query: { limit: NODES_PAGE, ...of } })),
  })
  const enrolled = nodes.data?.items.filter(({ revoked_at: revoked }) => revoked === null)
  return (
    <>
      {nodes.error && <Failure error={nodes.error} retry={() => void nodes.refetch()} />}
      <Listing<typeof QUERIES>
        title="Questions to hosts"
        about={enrolled && enrolledText(enrolled.length, nodes.data?.isWhole ?? false)}
        list={QUERIES}
        refreshMs={AGAIN_MS}
        changes={ASK}
        aside={enrolled?.length !== 0 && <Ask nodes={nodes.data?.isWhole ? (enrolled ?? []) : []} />}
        empty={
          enrolled?.length === 0
            ? { title: 'No host to ask', next: 'Make a secret below, and enrol a host with it.' }
            : { title: 'No queries to hosts yet', next: 'Hosts answer a query within seconds.' }
        }
        columns={[
          when('When', 'created_at'),
          { head: 'Question', isMono: true, cell: ({ sql }) => <Shown text={sql} lengthMax={200} /> },
          counted('Asked', ({ asked }) => asked),
          counted('Answered', ({ answered }) => answered),
          counted('Failed', ({ failed }) => failed),
          counted('Late', ({ late }) => late),
          { head: 'State', isShort: true, cell: (question) => <QuestionState of={question} /> },
          actions((question) => (
            <>
              <Button
                variant="default"
                aria-expanded={open === question.id}
                aria-label={`${open === question.id ? 'Hide answers' : 'Answers'}: ${shown(question.sql, 80)}`}
                onClick={() => setOpen(open === question.id ? null : question.id)}
              >
                {open === question.id ? 'Hide' : 'Answers'}
              </Button>{' '}
              {questionState(question, Date.now()) === 'open' && (
                <ActButton
                  operation="POST /api/v1/osquery/queries/{id}/end"
                  path={{ id: question.id }}
                  label="End"
                  ariaLabel={`End: ${shown(question.sql, 80)}`}
                  confirm="No further host fetches it. Answers that came stay."
                  variant="subtle"
                />
              )}
            </>
          )),
        ]}
      />
      {open !== null && <Answers key={open} id={open} nodes={nodes.data?.items ?? []} />}
    </>
  )
}

/** Short of the deadline, hosts that were away can still fetch the query. */
function QuestionState({ of }: { readonly of: Question }) {
  const state = questionState(of, Date.now())
  if (state === 'ended') return 'ended'
  return state === 'open' ? (
    <>
      open until <Time at={of.deadline} />
    </>
  ) : (
    'over'
  )
}

const enrolledText = (count: number, isWhole: boolean) =>
  `${count.toLocaleString()}${isWhole ? '' : ' and more'} ${count === 1 ? 'host is' : 'hosts are'} enrolled.`

const counted = (head: string, of: (counts: Question['counts']) => number): Column<Question> => ({
  ...{ head, isNumber: true, isShort: true },
  cell: ({ counts }) => of(counts).toLocaleString(),
})

const nameOf = ({ hostname, host_identifier: identifier }: Node): string => hostname ?? identifier

function Ask({ nodes }: { readonly nodes: readonly Node[] }) {
  const choices = nodes.map((node) => ({ value: node.id, label: shown(nameOf(node), 120) }))
  return (
    <FormButton
      operation={ASK}
      label="Ask hosts"
      title="Query hosts"
      submit="Ask"
      only={['sql', 'hosts', 'deadline_seconds']}
      choices={choices.length > 0 && choices.length <= CHOICES_MAX ? { hosts: choices } : {}}
      about="osquery SQL, such as SELECT pid, name, path FROM processes WHERE on_disk = 0. Without a choice of hosts it runs on all of them."
    />
  )
}

function Answers({ id, nodes }: { readonly id: string; readonly nodes: readonly Node[] }) {
  const names = new Map(nodes.map((node) => [node.id, nameOf(node)]))
  return (
    <Listing<typeof ANSWERS>
      title="Results of hosts"
      list={ANSWERS}
      path={{ id }}
      refreshMs={AGAIN_MS}
      keyOf={({ node_id: node }) => node}
      empty={{ title: 'No host has fetched the query yet', next: 'A host that is on fetches it within seconds.' }}
      columns={[
        {
          head: 'Host',
          isShort: true,
          cell: ({ node_id: node }) => <Shown text={names.get(node) ?? node} lengthMax={120} />,
        },
        {
          head: 'State',
          isShort: true,
          cell: ({ state, is_late: late }) => (
            <State of={late ? 'late' : state} label={late ? `${state}, late` : undefined} />
          ),
        },
        {
          ...{ head: 'Rows', isNumber: true, isShort: true },
          cell: ({ row_count: rows }) => rows?.toLocaleString() ?? <None />,
        },
        {
          head: 'Answer',
          isMono: true,
          cell: ({ node_id: node, rows, left_out: leftOut, error }) => (
            <div className="wide-cell">
              {error !== null && <Shown text={error} lengthMax={ERROR_CHARS} />}
              {rows !== null && rows.length > 0 && (
                <Rows host={names.get(node) ?? node} rows={rows.slice(0, ROWS_SHOWN)} />
              )}
              <Text size="xs" className="quiet">
                {answerNote(rows?.length ?? 0, leftOut, ROWS_SHOWN)}
              </Text>
            </div>
          ),
        },
      ]}
    />
  )
}

type Row = Readonly<Record<string, unknown>>

/** Rows of one host with their column names. */
function Rows({ host, rows }: { readonly host: string; readonly rows: readonly Row[] }) {
  const columns = columnsOf(rows).map((name): Column<readonly [at: number, row: Row]> => {
    return { head: name, isMono: true, cell: ([, row]) => <Value of={row[name]} /> }
  })
  return (
    <Table
      name={`Rows of ${shown(host, 80)}`}
      rows={[...rows.entries()]}
      keyOf={([at]) => String(at)}
      columns={columns}
    />
  )
}

function Value({ of }: { readonly of: unknown }) {
  if (of === undefined || of === null) return <None />
  return <Shown text={typeof of === 'string' ? of : JSON.stringify(of)} lengthMax={VALUE_CHARS} />
}
