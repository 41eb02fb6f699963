import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense } from 'react'
import { mayCall } from '../api/call.ts'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Difference } from '../detections/versions.tsx'
import { Back, FactLine, Page, Section } from '../parts/page.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Failure, Loaded, Waiting } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { counted } from '../parts/words.ts'
import { StatusBadge } from './page.tsx'

const RuleText = lazy(() => import('../detections/rule-text.tsx'))

type Proposal = Schemas['DetectionProposal']

export function ProposalPage() {
  const { id } = useParams({ from: '/detections/proposals/$id' })
  const query = useQuery({
    queryKey: ['proposal', id],
    queryFn: () => bodyOf(GET('/api/v1/detection-proposals/{id}', { params: { path: { id } } })),
  })
  return (
    <>
      <Back>
        <Link to="/detections/proposals">← Proposals</Link>
      </Back>
      <Loaded query={query} lines={10}>
        {(proposal) => <ProposalOf proposal={proposal} />}
      </Loaded>
    </>
  )
}

function ProposalOf({ proposal }: { readonly proposal: Proposal }) {
  const { id, title, status } = proposal
  return (
    <Page
      title={<Shown text={title} lengthMax={300} />}
      name={shown(title, 60)}
      about={
        <FactLine>
          <StatusBadge status={status} />
          <span>{proposal.rule_language}</span>
          <span>
            proposed by <Shown text={proposal.proposed_by ?? 'nobody known'} lengthMax={80} />{' '}
            <Time at={proposal.created_at} />
          </span>
          {proposal.promoted_rule_id !== null && (
            <Link to="/detections/$id" params={{ id: proposal.promoted_rule_id }}>
              The active rule
            </Link>
          )}
        </FactLine>
      }
    >
      <Text size="sm" className="wrap">
        <Shown text={proposal.description} lengthMax={10_000} />
      </Text>
      <div className="two">
        <Stack gap="md">
          <Section title="Rule text" aside={<span className="quiet mono">{proposal.mitre_tags.join(' ')}</span>}>
            <Suspense fallback={<Waiting lines={8} />}>
              <RuleText text={proposal.logic} language={proposal.rule_language} change={null} />
            </Suspense>
          </Section>
          {proposal.base_rule_id !== null && <Base id={proposal.base_rule_id} logic={proposal.logic} />}
        </Stack>
        <Stack gap="md">
          <Gate key={`gate ${id}`} proposal={proposal} />
          <Decision proposal={proposal} />
          <Comments proposal={proposal} />
        </Stack>
      </div>
    </Page>
  )
}

/** The differences to the rule that the proposal would replace. */
function Base({ id, logic }: { readonly id: string; readonly logic: string }) {
  const query = useQuery({
    queryKey: ['rule', id],
    queryFn: () => bodyOf(GET('/api/v1/rules/{id}', { params: { path: { id } } })),
    retry: false,
  })
  return (
    <Section title="What it changes">
      <Loaded query={query} lines={4}>
        {(rule) => (
          <>
            <Text size="sm" mb="xs">
              It replaces{' '}
              <Link to="/detections/$id" params={{ id }}>
                <Shown text={rule.title} lengthMax={160} />
              </Link>
              .
            </Text>
            <Difference before={rule.text} after={logic} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function useAgain(id: string): () => void {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: ['proposal', id] })
    void queries.invalidateQueries({ queryKey: ['proposals'] })
  }
}

type ProposalProps = { readonly proposal: Proposal }

/**
 * Events that the rule must match, and events that it must not match: the proposal can be approved only after a replay
 * that passes.
 */
function Gate({ proposal }: ProposalProps) {
  const session = useSession()
  const again = useAgain(proposal.id)
  const {
    fixture_result: result,
    eval_result: report,
    positive_fixtures: positives,
    negative_fixtures: negatives,
  } = proposal
  const replay = useMutation({
    mutationFn: () =>
      bodyOf(
        POST('/api/v1/detection-proposals/{id}/evaluate-rule', { params: { path: { id: proposal.id } }, body: null }),
      ),
    onSuccess: again,
  })
  return (
    <Section
      title="Replay"
      aside={
        mayCall(session, 'POST /api/v1/detection-proposals/{id}/decide') && (
          <Button
            variant="default"
            loading={replay.isPending}
            onClick={() => replay.mutate()}
            disabled={positives === 0}
          >
            Run over its fixtures
          </Button>
        )
      }
    >
      {replay.error && <Failure error={replay.error} />}
      <Text size="sm">
        {counted(positives, 'event', 'events')} that it must find, {negatives} that it must not.
      </Text>
      {result !== null && (
        <Alert
          mt="xs"
          color={result.passed ? 'teal' : 'red'}
          variant="light"
          title={result.passed ? 'It passed' : 'It did not pass'}
        >
          <Text size="sm">
            {result.matched_positives} of {result.positives} were found, {result.matched_negatives} of{' '}
            {result.negatives} were found and must not be; <Time at={result.at} />, by{' '}
            <Shown text={result.by} lengthMax={80} />.
          </Text>
        </Alert>
      )}
      {result !== null && result.faults.length > 0 && (
        <Table
          name="Fixtures that failed"
          rows={result.faults}
          keyOf={({ kind, index }) => `${kind} ${index}`}
          columns={[
            { head: 'Fixture', isShort: true, cell: ({ kind, index }) => `${kind} ${index + 1}` },
            { head: 'Why', cell: ({ reason }) => <Shown text={reason} lengthMax={400} /> },
          ]}
        />
      )}
      {report !== null && (
        <Text size="sm" mt="xs">
          Harness <Shown text={report.suite} lengthMax={80} />: {(100 * report.score).toFixed(1)} %
          {report.delta_pp !== null && `, ${report.delta_pp.toFixed(1)} points against its baseline`};{' '}
          {report.passed ? 'passed' : 'worse than allowed'}.
        </Text>
      )}
    </Section>
  )
}

function Decision({ proposal }: ProposalProps) {
  const session = useSession()
  const again = useAgain(proposal.id)
  const params = { path: { id: proposal.id } }
  const decide = useMutation({
    mutationFn: (body: Schemas['DetectionProposalDecision']) =>
      bodyOf(POST('/api/v1/detection-proposals/{id}/decide', { params, body })),
    onSuccess: again,
  })
  const promote = useMutation({
    mutationFn: () => bodyOf(POST('/api/v1/detection-proposals/{id}/promote', { params })),
    onSuccess: again,
  })
  const { status, decided_by: by, decided_at: at, decision_comment: comment } = proposal
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    const words = String(form.get('comment') ?? '').trim()
    decide.mutate({ decision: form.get('decision') === 'approve' ? 'approve' : 'reject', comment: words || null })
  }
  const isReplayed = proposal.fixture_result?.passed === true
  const isOpen = !['approved', 'rejected', 'promoted'].includes(status)
  return (
    <Section title="Decision">
      {by !== null && at !== null && (
        <Text size="sm" mb="xs">
          {status === 'rejected' ? 'Rejected' : 'Approved'} by <Shown text={by} lengthMax={80} /> <Time at={at} />
          {comment !== null && (
            <>
              : <Shown text={comment} lengthMax={2_000} />
            </>
          )}
        </Text>
      )}
      {(decide.error ?? promote.error) && <Failure error={decide.error ?? promote.error} />}
      {!mayCall(session, 'POST /api/v1/detection-proposals/{id}/decide') ? (
        <Text size="sm" className="quiet">
          Users with permission to write rules decide.
        </Text>
      ) : isOpen ? (
        <form onSubmit={submit} className="stack">
          <Textarea label="Comment" name="comment" autosize minRows={2} maxLength={2_000} />
          <Group gap="xs">
            <Button type="submit" name="decision" value="approve" loading={decide.isPending} disabled={!isReplayed}>
              Approve
            </Button>
            <Button type="submit" name="decision" value="reject" variant="default" loading={decide.isPending}>
              Reject
            </Button>
          </Group>
          {!isReplayed && (
            <Text size="sm" className="quiet">
              It can be approved after a replay passes: run it over its fixtures.
            </Text>
          )}
          {proposal.proposed_by_id === session.me?.id && (
            <Text size="sm" className="quiet">
              You proposed it, so somebody else has to approve it.
            </Text>
          )}
        </form>
      ) : status === 'approved' ? (
        <Button loading={promote.isPending} onClick={() => promote.mutate()}>
          Promote: make it active
        </Button>
      ) : null}
    </Section>
  )
}

function Comments({ proposal }: ProposalProps) {
  const again = useAgain(proposal.id)
  const say = useMutation({
    mutationFn: (comment: string) =>
      bodyOf(
        POST('/api/v1/detection-proposals/{id}/comment', { params: { path: { id: proposal.id } }, body: { comment } }),
      ),
    onSuccess: again,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const comment = String(new FormData(form).get('comment') ?? '').trim()
    if (comment !== '') say.mutate(comment, { onSuccess: () => form.reset() })
  }
  return (
    <Section title={`Comments (${proposal.review_comments.length})`}>
      <ul className="plain">
        {proposal.review_comments.map(({ author, comment, at }) => (
          <li key={`${at} ${author}`}>
            <Text size="xs" className="quiet">
              <Shown text={author} lengthMax={80} />, <Time at={at} />
            </Text>
            <Text size="sm" className="wrap">
              <Shown text={comment} lengthMax={4_000} />
            </Text>
          </li>
        ))}
      </ul>
      {say.error && <Failure error={say.error} />}
      <form onSubmit={submit} className="stack">
        <Textarea aria-label="New comment" name="comment" placeholder="Note" autosize minRows={2} />
        <Group>
          <Button type="submit" variant="default" loading={say.isPending}>
            Comment
          </Button>
        </Group>
      </form>
    </Section>
  )
}
