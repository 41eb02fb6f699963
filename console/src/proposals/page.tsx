/** Proposed rules, and the checks that they must still pass before they are active. */

import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { bodyOf, GET, type Schemas } from '../api/client.ts'
import { State } from '../parts/columns.tsx'
import { LinkFaults } from '../parts/link-faults.tsx'
import { More } from '../parts/more.tsx'
import { Back, Page } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'

type Status = Schemas['DetectionProposal']['status']

const PAGE_SIZE = 100
const STATUS_WORDS: Readonly<Record<Status, string>> = {
  proposed: 'proposed',
  in_review: 'in review',
  eval_passed: 'replay passed',
  eval_failed: 'replay failed',
  approved: 'approved',
  rejected: 'rejected',
  promoted: 'in force',
}
const isStatus = (text: string | undefined): text is Status => text !== undefined && text in STATUS_WORDS

export function ProposalsPage() {
  const searchParams = useSearch({ from: '/detections/proposals' })
  const navigate = useNavigate({ from: '/detections/proposals' })
  const status = isStatus(searchParams.status) ? searchParams.status : undefined
  const query = useInfiniteQuery({
    queryKey: ['proposals', status],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(
        GET('/api/v1/detection-proposals', {
          params: { query: { limit: PAGE_SIZE, ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  return (
    <>
      <Back>
        <Link to="/detections">← Detections</Link>
      </Back>
      <Page
        title="Proposals"
        about="Rules that wait for a decision: each is tested with its fixtures before it can be approved, and is active once it is promoted."
        actions={
          <NativeSelect
            aria-label="Status"
            value={status ?? ''}
            data={[
              { value: '', label: 'Every status' },
              ...Object.entries(STATUS_WORDS).map(([value, label]) => ({ value, label })),
            ]}
            onChange={(event) =>
              void navigate({ search: { status: event.currentTarget.value || undefined }, replace: true })
            }
          />
        }
      >
        <LinkFaults
          faults={searchParams.status !== undefined && status === undefined ? [`status=${searchParams.status}`] : []}
          instead="Proposals of every status are shown."
        />
        <Loaded query={query} lines={8}>
          {({ pages }) => {
            const proposals = pages.flatMap(({ items }) => items)
            if (proposals.length === 0)
              return (
                <Empty title="No rule is proposed">
                  Write one under <Link to="/detections/new">New rule</Link> and propose it. Proposals of colleagues and
                  agents wait here for a decision by somebody else.
                </Empty>
              )
            return (
              <Table
                name="Proposed rules"
                isCard
                rows={proposals}
                keyOf={({ id }) => id}
                columns={[
                  {
                    head: 'Proposal',
                    cell: ({ id, title }) => (
                      <Link to="/detections/proposals/$id" params={{ id }}>
                        <Shown text={title} lengthMax={200} />
                      </Link>
                    ),
                  },
                  { head: 'Status', isShort: true, cell: (one) => <StatusBadge status={one.status} /> },
                  { head: 'Language', isShort: true, cell: ({ rule_language: language }) => language },
                  {
                    head: 'Replay',
                    isShort: true,
                    cell: ({ fixture_result: result }) =>
                      result === null ? (
                        <span className="quiet">not run</span>
                      ) : (
                        `${result.matched_positives} of ${result.positives} found, ${result.matched_negatives} of ${result.negatives} false`
                      ),
                  },
                  { head: 'By', cell: ({ proposed_by: by }) => <Shown text={by ?? 'nobody known'} lengthMax={80} /> },
                  { head: 'Comments', isNumber: true, isShort: true, cell: (one) => one.review_comments.length },
                  { head: 'Since', isShort: true, cell: ({ created_at: at }) => <Time at={at} /> },
                ]}
              >
                <More query={query} />
              </Table>
            )
          }}
        </Loaded>
      </Page>
    </>
  )
}

export function StatusBadge({ status }: { readonly status: Status }) {
  return <State of={status} label={STATUS_WORDS[status]} />
}
