import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { More } from '../parts/more.tsx'
import { isOwnRequest } from '../parts/own-request.ts'
import { Person } from '../parts/person.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { labelOf, wordOf } from '../parts/words.ts'

type Approval = Schemas['Approval']

const PAGE_SIZE = 100

export function Approvals() {
  return (
    <>
      <LinkedDecision />
      <Waiting />
    </>
  )
}

/** A link in a chat names the approval and the choice. The link decides nothing: the person does, signed in as themselves. */
function LinkedDecision() {
  const { approval: id, decide } = useSearch({ from: '/response' })
  const navigate = useNavigate()
  const approval = useQuery({
    queryKey: ['approvals', id],
    queryFn: () => bodyOf(GET('/api/v1/approvals/{approval_id}', { params: { path: { approval_id: id ?? '' } } })),
    enabled: id !== undefined,
  })
  if (id === undefined) return null
  const close = () =>
    void navigate({
      to: '/response',
      search: (now) => ({ ...now, approval: undefined, decide: undefined }),
      replace: true,
    })
  if (approval.error) return <Failure error={approval.error} />
  return <Decision approval={approval.data ?? null} close={close} choice={decide === 'deny' ? 'reject' : 'approve'} />
}

function Waiting() {
  const [deciding, setDeciding] = useState<Approval | null>(null)
  const query = useInfiniteQuery({
    queryKey: ['approvals'],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(GET('/api/v1/approvals', { params: { query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  return (
    <Loaded query={query} lines={6}>
      {({ pages }) => {
        const approvals = pages.flatMap(({ items }) => items)
        if (approvals.length === 0)
          return <Empty title="Nothing waits for a decision">Requests of playbooks and people appear here.</Empty>
        return (
          <>
            <Table
              name="Approvals"
              isCard
              rows={approvals}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Risk', isShort: true, cell: ({ risk_level: risk }) => <Severity level={risk} /> },
                { head: 'What', cell: ({ title }) => <Shown text={title} lengthMax={200} /> },
                {
                  head: 'Asked by',
                  isShort: true,
                  cell: (row) => <RequestedBy approval={row} />,
                },
                {
                  head: 'Approvals',
                  isShort: true,
                  isNumber: true,
                  cell: ({ votes, quorum }) => `${votes} of ${quorum}`,
                },
                { head: 'Until', isShort: true, cell: ({ expires_at: until }) => <Time at={until} /> },
                {
                  head: 'Do',
                  isShort: true,
                  isActions: true,
                  cell: (row) => (
                    <Button
                      variant="default"
                      onClick={() => setDeciding(row)}
                      aria-label={`Decide: ${row.title.slice(0, 80)}`}
                    >
                      Decide
                    </Button>
                  ),
                },
              ]}
            >
              <More query={query} />
            </Table>
            <Decision approval={deciding} close={() => setDeciding(null)} />
          </>
        )
      }}
    </Loaded>
  )
}

/** The requester, with the person behind an API key; playbooks and agents are shown by their kind. */
function RequestedBy({ approval }: { readonly approval: Approval }) {
  const { requested_by: by, requested_by_kind: kind, requested_by_person: person } = approval
  if (person !== null) return <Person id={person} />
  return kind === 'user' ? <Person id={by} /> : <span>{kind.replaceAll('_', ' ')}</span>
}

/** All facts that the approval is bound to, and the evidence for it. */
function Facts({ approval }: { readonly approval: Approval }) {
  const { action, alert_id: alertId, case_id: caseId, votes, quorum, expires_at: until } = approval
  const facts: (readonly [string, React.ReactNode])[] = [
    ['Asked by', <RequestedBy key="by" approval={approval} />],
    ['Approvals', `${votes} of ${quorum}`],
    ['Until', <Time key="until" at={until} />],
  ]
  if (action !== null) {
    facts.push(['Action', wordOf(action.action_type)], ['Target', <Shown key="on" text={action.target} />])
    for (const [name, value] of Object.entries(action.parameters))
      facts.push([labelOf(name), <Shown key={name} text={value} />])
  }
  const id = alertId ?? caseId
  if (id !== null)
    facts.push([
      'Evidence',
      alertId === null ? (
        <Link key="case" to="/cases/$id" params={{ id }}>
          its case
        </Link>
      ) : (
        <Link key="alert" to="/alerts/$id" params={{ id }}>
          its alert
        </Link>
      ),
    ])
  return (
    <dl className="pairs">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="wrap">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Deciding = {
  readonly approval: Approval | null
  readonly close: () => void
  /** The button that is emphasised. */
  readonly choice?: 'approve' | 'reject'
}

/** Shows the whole action: the approval is for exactly that. */
function Decision({ approval, close, choice = 'approve' }: Deciding) {
  const queries = useQueryClient()
  const [comment, setComment] = useState('')
  const { me } = useSession()
  const isOwn = approval !== null && isOwnRequest(approval, me?.id)
  const decide = useMutation({
    mutationFn: async (verb: 'approve' | 'reject') => {
      const params = { path: { approval_id: approval?.id ?? '' } }
      const body = comment.trim() === '' ? {} : { comment }
      return verb === 'approve'
        ? bodyOf(POST('/api/v1/approvals/{approval_id}/approve', { params, body }))
        : bodyOf(POST('/api/v1/approvals/{approval_id}/reject', { params, body }))
    },
    onSuccess: async () => {
      setComment('')
      close()
      await queries.invalidateQueries({ queryKey: ['approvals'] })
    },
  })
  return (
    <Modal opened={approval !== null} onClose={close} title="Approval" centered size="lg">
      {approval && (
        <Stack gap="sm">
          <Text fw={600}>
            <Shown text={approval.title} lengthMax={200} />
          </Text>
          <Text size="sm" className="wrap">
            <Shown text={approval.summary} />
          </Text>
          <Facts approval={approval} />
          {isOwn && <Text size="sm">You asked for this: another person has to approve it.</Text>}
          {approval.status === 'pending' ? (
            <>
              <Textarea
                label="Comment"
                value={comment}
                onChange={(event) => setComment(event.currentTarget.value)}
                maxLength={2_000}
                autosize
                minRows={2}
              />
              {decide.error && <Failure error={decide.error} />}
              <Group justify="flex-end" gap="xs">
                <Button
                  variant={choice === 'reject' ? 'filled' : 'default'}
                  color={choice === 'reject' ? 'red' : undefined}
                  loading={decide.isPending}
                  onClick={() => decide.mutate('reject')}
                >
                  {isOwn ? 'Withdraw' : 'Reject'}
                </Button>
                {!isOwn && (
                  <Button
                    variant={choice === 'reject' ? 'default' : 'filled'}
                    loading={decide.isPending}
                    onClick={() => decide.mutate('approve')}
                  >
                    Approve
                  </Button>
                )}
              </Group>
            </>
          ) : (
            <Text role="status">This is {wordOf(approval.status)}: it is already decided.</Text>
          )}
        </Stack>
      )}
    </Modal>
  )
}
