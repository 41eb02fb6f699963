import { Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { mayCall } from '../api/call.ts'
import { bodyOf, GET, PATCH, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { useReloads } from '../api/use-reloads.ts'
import { State, short, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { Marked } from '../parts/marked.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Back, FactLine, Page, Section } from '../parts/page.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Tabbed } from '../parts/tabbed.tsx'
import { Time } from '../parts/time.tsx'
import { moreThanTitle, titleInWords, withoutPointer } from './adds-to-title.ts'
import { Attachments } from './attachments.tsx'
import { ClockTable } from './clocks.tsx'
import { Facts, MergedAway } from './facts.tsx'
import { Investigations, Questions } from './investigations.tsx'
import { LinkedAlerts } from './linked-alerts.tsx'
import { Moves } from './moves.tsx'
import { ObservableGraph } from './observable-graph.tsx'
import { Observables } from './observables.tsx'
import { Receipts } from './receipts.tsx'
import { Respond } from './respond.tsx'
import { SimilarCases } from './similar-cases.tsx'
import { Tasks } from './tasks.tsx'
import { TimeSpent } from './time-spent.tsx'

type CaseDetail = Schemas['CaseDetail']

const NEXT: Readonly<Record<string, readonly string[]>> = {
  open: ['in_progress', 'resolved', 'closed'],
  in_progress: ['resolved', 'closed'],
  resolved: ['closed'],
  closed: [],
}
const LIST_MAX = 200
/** The API's own limit of a description and a comment: nothing is cut. */
const TEXT_MAX = 20_000

export function CasePage() {
  const { id } = useParams({ from: '/cases/$id' })
  useReloads('cases', 'cases', 'case')
  const found = useQuery({
    queryKey: ['case', id],
    queryFn: () => bodyOf(GET('/api/v1/cases/{id}', { params: { path: { id } } })),
  })
  return (
    <>
      <Back>
        <Link to="/cases">← Cases</Link>
      </Back>
      <Loaded query={found} lines={14}>
        {(value) => <CaseBody detail={value} />}
      </Loaded>
    </>
  )
}

function CaseBody({ detail }: { readonly detail: CaseDetail }) {
  const session = useSession()
  const mayWrite = mayCall(session, 'PATCH /api/v1/cases/{id}')
  const { id } = detail
  return (
    <Page
      title={
        <>
          {detail.case_number} <Shown text={detail.title} lengthMax={200} />
        </>
      }
      name={detail.case_number}
      about={
        <FactLine>
          <Severity level={detail.severity} />
          <State of={detail.status} />
          <span>
            opened <Time at={detail.opened_at} />
          </span>
        </FactLine>
      }
      actions={
        <Group gap="xs" align="flex-start">
          <Button component={Link} to={`/cases/${id}/report`} variant="default">
            Report
          </Button>
          {mayWrite && <Status detail={detail} />}
        </Group>
      }
    >
      {detail.merged_into_id !== null && <MergedAway into={detail.merged_into_id} />}
      <Tabbed
        tabs={[
          { value: 'work', label: 'Work', body: () => <Work detail={detail} mayWrite={mayWrite} /> },
          {
            value: 'evidence',
            label: `Evidence (${detail.counts.alerts} ${detail.counts.alerts === 1 ? 'alert' : 'alerts'})`,
            body: () => (
              <>
                <LinkedAlerts id={id} mayWrite={mayWrite} />
                <ObservableGraph of={detail} />
                <Observables id={id} mayWrite={mayWrite} />
                <Attachments id={id} mayWrite={mayWrite} />
              </>
            ),
          },
          {
            value: 'investigation',
            label: 'Investigation',
            body: () => (
              <>
                <Questions id={id} />
                <Investigations id={id} mayWrite={mayWrite} />
                <SimilarCases of={detail} mayWrite={mayWrite} />
              </>
            ),
          },
          {
            value: 'respond',
            label: 'Respond',
            reads: 'GET /api/v1/actions',
            body: () => <Respond detail={detail} />,
          },
          {
            value: 'record',
            label: 'Record',
            body: () => (
              <>
                <Receipts detail={detail} mayWrite={mayWrite} />
                <TimeSpent id={id} mayWrite={mayWrite} />
                <Transitions id={id} />
                <Moves id={id} mayWrite={mayWrite} />
              </>
            ),
          },
        ]}
      />
    </Page>
  )
}

function Work({ detail, mayWrite }: { readonly detail: CaseDetail; readonly mayWrite: boolean }) {
  const { id } = detail
  return (
    <div className="two">
      <Stack gap="md">
        {detail.description !== null && (
          <Section title="Description">
            <Marked text={detail.description} lengthMax={TEXT_MAX} />
          </Section>
        )}
        <Tasks id={id} mayWrite={mayWrite} />
        <Comments id={id} mayWrite={mayWrite} />
        <Timeline id={id} mayWrite={mayWrite} />
      </Stack>
      <Stack gap="md">
        <Section
          title="Clocks"
          aside={
            detail.acknowledged_at === null && (
              <ActButton operation="POST /api/v1/cases/{id}/acknowledge" path={{ id }} label="Acknowledge" />
            )
          }
        >
          <ClockTable of={detail} />
        </Section>
        <Facts detail={detail} mayWrite={mayWrite} />
      </Stack>
    </div>
  )
}

function Transitions({ id }: { readonly id: string }) {
  return (
    <Listing<'GET /api/v1/cases/{id}/transitions'>
      title="Changes of its status"
      list="GET /api/v1/cases/{id}/transitions"
      path={{ id }}
      empty={{ title: 'No change since it was opened' }}
      columns={[
        when('When', 'at'),
        short('From', 'from_status'),
        short('To', 'to_status'),
        words('By', 'actor'),
        words('Reason', 'reason'),
      ]}
    />
  )
}

function Status({ detail }: { readonly detail: CaseDetail }) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (status: string) => {
      const params = { path: { id: detail.id } }
      return status === 'reopen'
        ? bodyOf(POST('/api/v1/cases/{id}/reopen', { params, body: { reason: 'Reopened from its page.' } }))
        : bodyOf(PATCH('/api/v1/cases/{id}', { params, body: { status: status as CaseDetail['status'] } }))
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['case', detail.id] }),
  })
  const isOver = detail.status === 'resolved' || detail.status === 'closed'
  const ways = [...(NEXT[detail.status] ?? []), ...(isOver ? ['reopen'] : [])]
  return (
    <Stack gap={4}>
      <NativeSelect
        aria-label="Change status"
        data={[
          { value: '', label: 'Change status …' },
          ...ways.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
        ]}
        value=""
        disabled={change.isPending}
        onChange={(event) => event.currentTarget.value && change.mutate(event.currentTarget.value)}
      />
      {change.error && <Failure error={change.error} />}
    </Stack>
  )
}

function Comments({ id, mayWrite }: { readonly id: string; readonly mayWrite: boolean }) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const comments = useQuery({
    queryKey: ['case', id, 'comments'],
    queryFn: () => bodyOf(GET('/api/v1/cases/{id}/comments', { params: { path: { id }, query: { limit: LIST_MAX } } })),
  })
  const add = useMutation({
    mutationFn: (body: string) =>
      bodyOf(POST('/api/v1/cases/{id}/comments', { params: { path: { id } }, body: { body } })),
    onSuccess: async () => {
      setText('')
      await queries.invalidateQueries({ queryKey: ['case', id] })
    },
  })
  return (
    <Section title="Comments">
      <Loaded query={comments} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">No comments yet.</Text>
          ) : (
            <ul className="plain">
              {items.map((comment) => (
                <li key={comment.id}>
                  <Text size="xs" className="quiet">
                    <Shown text={comment.author} lengthMax={120} />, <Time at={comment.created_at} />
                  </Text>
                  <Marked text={comment.is_system ? withoutPointer(comment.body) : comment.body} lengthMax={TEXT_MAX} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {mayWrite && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim()) add.mutate(text)
          }}
        >
          <Stack gap="xs" mt="sm">
            <Textarea
              aria-label="New comment"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              placeholder="**bold**, `code`, - list; @name notifies a person"
              autosize
              minRows={2}
              maxLength={TEXT_MAX}
            />
            {add.error && <Failure error={add.error} />}
            <Group justify="flex-end">
              <Button type="submit" variant="default" loading={add.isPending} disabled={text.trim() === ''}>
                Comment
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Section>
  )
}

function More({ of }: { readonly of: Parameters<typeof moreThanTitle>[0] }) {
  const more = moreThanTitle(of)
  return more === null ? null : (
    <Text size="sm" className="quiet wrap" lineClamp={2}>
      <Shown text={more} lengthMax={600} />
    </Text>
  )
}

function Timeline({ id, mayWrite }: { readonly id: string; readonly mayWrite: boolean }) {
  const events = useQuery({
    queryKey: ['case', id, 'timeline'],
    queryFn: () => bodyOf(GET('/api/v1/cases/{id}/timeline', { params: { path: { id }, query: { limit: LIST_MAX } } })),
  })
  return (
    <Section
      title="Timeline"
      aside={
        mayWrite && (
          <FormButton
            operation="POST /api/v1/cases/{id}/timeline"
            path={{ id }}
            label="Add an entry"
            about="Something that happened outside of svc: a call, a decision, a change on another system."
          />
        )
      }
    >
      <Loaded query={events} lines={4}>
        {({ items }) => (
          <ol className="chain">
            {items.map((event, at) => (
              <li key={event.id} data-at={at + 1}>
                <Text size="xs" className="quiet">
                  <Time at={event.timestamp} /> {event.actor !== null && <Shown text={event.actor} lengthMax={80} />}
                </Text>
                <Text size="sm">
                  <Shown text={titleInWords(event.title)} lengthMax={300} />
                </Text>
                <More of={event} />
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Section>
  )
}
