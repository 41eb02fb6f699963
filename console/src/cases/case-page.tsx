import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { bodyOf, GET, PATCH, POST, type Schemas } from '../api/client.ts'
import { may, useSession } from '../api/session.ts'
import { Page, Section } from '../parts/page.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { ClockTable } from './clocks.tsx'
import { Investigations } from './investigations.tsx'
import { Moves } from './moves.tsx'
import { Receipts } from './receipts.tsx'
import { SimilarCases } from './similar-cases.tsx'
import { useCaseFeed } from './use-case-feed.ts'

type CaseDetail = Schemas['CaseDetail']

const NEXT: Readonly<Record<string, readonly string[]>> = {
  open: ['in_progress', 'resolved', 'closed'],
  in_progress: ['resolved', 'closed'],
  resolved: ['closed'],
  closed: [],
}
const LIST_MAX = 200

export function CasePage() {
  const { id } = useParams({ from: '/cases/$id' })
  useCaseFeed()
  const found = useQuery({
    queryKey: ['case', id],
    queryFn: () => bodyOf(GET('/api/v1/cases/{id}', { params: { path: { id } } })),
  })
  return (
    <Loaded query={found} lines={14}>
      {(given) => <CaseBody given={given} />}
    </Loaded>
  )
}

function CaseBody({ given }: { readonly given: CaseDetail }) {
  const session = useSession()
  const mayWrite = may(session, 'cases:write')
  const { id } = given
  return (
    <Page
      title={
        <>
          {given.case_number} <Shown text={given.title} lengthMax={200} />
        </>
      }
      name={given.case_number}
      about={
        <Group gap="sm">
          <Severity level={given.severity} />
          <span>{given.status.replaceAll('_', ' ')}</span>
          <span>
            opened <Time at={given.opened_at} />
          </span>
        </Group>
      }
      actions={mayWrite && <Status given={given} />}
    >
      <div className="two">
        <Stack gap="md">
          {given.description !== null && (
            <Section title="What it is about">
              <Text size="sm" className="wrap">
                <Shown text={given.description} />
              </Text>
            </Section>
          )}
          <Investigations id={id} mayWrite={mayWrite} />
          <Tasks id={id} mayWrite={mayWrite} />
          <Comments id={id} mayWrite={mayWrite} />
          <Timeline id={id} />
        </Stack>
        <Stack gap="md">
          <Section title="Clocks">
            <ClockTable of={given} />
          </Section>
          <Receipts given={given} mayWrite={mayWrite} />
          <Alerts id={id} />
          <Observables id={id} />
          <SimilarCases of={given} mayWrite={mayWrite} />
          <Moves id={id} mayWrite={mayWrite} />
          <PostMortem id={id} />
        </Stack>
      </div>
    </Page>
  )
}

function Status({ given }: { readonly given: CaseDetail }) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (status: string) => {
      const params = { path: { id: given.id } }
      return status === 'reopen'
        ? bodyOf(POST('/api/v1/cases/{id}/reopen', { params, body: { reason: 'Opened again from its page.' } }))
        : bodyOf(PATCH('/api/v1/cases/{id}', { params, body: { status: status as CaseDetail['status'] } }))
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['case', given.id] }),
  })
  const isOver = given.status === 'resolved' || given.status === 'closed'
  const ways = [...(NEXT[given.status] ?? []), ...(isOver ? ['reopen'] : [])]
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

function Tasks({ id, mayWrite }: { readonly id: string; readonly mayWrite: boolean }) {
  const queries = useQueryClient()
  const tasks = useQuery({
    queryKey: ['case', id, 'tasks'],
    queryFn: () => bodyOf(GET('/api/v1/cases/{id}/tasks', { params: { path: { id }, query: { limit: LIST_MAX } } })),
  })
  const again = { onSuccess: () => queries.invalidateQueries({ queryKey: ['case', id] }) }
  const add = useMutation({
    ...again,
    mutationFn: (title: string) =>
      bodyOf(POST('/api/v1/cases/{id}/tasks', { params: { path: { id } }, body: { title } })),
  })
  const done = useMutation({
    ...again,
    mutationFn: (task: string) =>
      bodyOf(
        PATCH('/api/v1/cases/{id}/tasks/{task_id}', {
          params: { path: { id, task_id: task } },
          body: { status: 'done' },
        }),
      ),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const title = String(new FormData(event.currentTarget).get('title') ?? '').trim()
    event.currentTarget.reset()
    if (title) add.mutate(title)
  }
  return (
    <Section title="Tasks">
      <Loaded query={tasks} lines={3}>
        {({ items }) => (
          <>
            {items.length === 0 && <Text size="sm">No task.</Text>}
            {items.length > 0 && (
              <Table
                name="List of tasks"
                rows={items}
                keyOf={(task) => task.id}
                columns={[
                  { head: 'Task', cell: ({ title }) => <Shown text={title} lengthMax={200} /> },
                  {
                    head: 'State',
                    isShort: true,
                    cell: ({ status, blocked_reason: blocked }) =>
                      blocked ? <Shown text={blocked} lengthMax={120} /> : status,
                  },
                  { head: 'Due', isShort: true, cell: ({ due_at: due }) => (due === null ? '–' : <Time at={due} />) },
                  {
                    head: 'Do',
                    isShort: true,
                    cell: ({ id: task, status, title }) =>
                      mayWrite && status !== 'done' ? (
                        <Button
                          variant="subtle"
                          onClick={() => done.mutate(task)}
                          aria-label={`Done: ${title.slice(0, 80)}`}
                        >
                          Done
                        </Button>
                      ) : null,
                  },
                ]}
              />
            )}
          </>
        )}
      </Loaded>
      {(done.error ?? add.error) && <Failure error={done.error ?? add.error} />}
      {mayWrite && (
        <form onSubmit={submit}>
          <Group gap="xs" mt="sm">
            <TextInput
              aria-label="New task"
              name="title"
              placeholder="What is to be done"
              maxLength={300}
              className="grow"
            />
            <Button type="submit" variant="default" loading={add.isPending}>
              Add task
            </Button>
          </Group>
        </form>
      )}
    </Section>
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
            <Text size="sm">Nobody has said anything.</Text>
          ) : (
            <ul className="plain">
              {items.map((comment) => (
                <li key={comment.id}>
                  <Text size="xs" className="quiet">
                    <Shown text={comment.author} lengthMax={120} />, <Time at={comment.created_at} />
                  </Text>
                  <Text size="sm" className="wrap">
                    <Shown text={comment.body} />
                  </Text>
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
              placeholder="@name tells somebody"
              autosize
              minRows={2}
              maxLength={20_000}
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

function Timeline({ id }: { readonly id: string }) {
  const events = useQuery({
    queryKey: ['case', id, 'timeline'],
    queryFn: () => bodyOf(GET('/api/v1/cases/{id}/timeline', { params: { path: { id }, query: { limit: LIST_MAX } } })),
  })
  return (
    <Section title="Timeline">
      <Loaded query={events} lines={4}>
        {({ items }) => (
          <ol className="chain">
            {items.map((event, at) => (
              <li key={event.id} data-at={at + 1}>
                <Text size="xs" className="quiet">
                  <Time at={event.timestamp} /> {event.actor !== null && <Shown text={event.actor} lengthMax={80} />}
                </Text>
                <Text size="sm">
                  <Shown text={event.title} lengthMax={300} />
                </Text>
                {event.description !== null && (
                  <Text size="sm" className="quiet wrap">
                    <Shown text={event.description} lengthMax={600} />
                  </Text>
                )}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Section>
  )
}

function Alerts({ id }: { readonly id: string }) {
  const alerts = useQuery({
    queryKey: ['case', id, 'alerts'],
    queryFn: () => bodyOf(GET('/api/v1/cases/{id}/alerts', { params: { path: { id }, query: { limit: LIST_MAX } } })),
  })
  return (
    <Section title="Alerts">
      <Loaded query={alerts} lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">No alert is linked.</Text>
          ) : (
            <ul className="plain">
              {items.map(({ id: alert, title, severity }) => (
                <li key={alert}>
                  <Severity level={severity} />{' '}
                  <Link to="/alerts/$id" params={{ id: alert }}>
                    <Shown text={title} lengthMax={160} />
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

function Observables({ id }: { readonly id: string }) {
  const observables = useQuery({
    queryKey: ['case', id, 'observables'],
    queryFn: () =>
      bodyOf(GET('/api/v1/cases/{id}/observables', { params: { path: { id }, query: { limit: LIST_MAX } } })),
  })
  return (
    <Section title="Observables">
      <Loaded query={observables} lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">None.</Text>
          ) : (
            <ul className="plain">
              {items.map(({ id: one, kind, value }) => (
                <li key={one}>
                  <span className="quiet">{kind}</span>{' '}
                  <span className="mono">
                    <Shown text={value} lengthMax={200} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

/** As it is printed: a page of its own, made of stored rows. */
function PostMortem({ id }: { readonly id: string }) {
  const made = useMutation({
    mutationFn: async () => {
      const params = { path: { id }, query: { format: 'html' as const } }
      const html = await bodyOf(GET('/api/v1/cases/{id}/postmortem', { params, parseAs: 'text' }))
      const url = URL.createObjectURL(new Blob([String(html)], { type: 'text/html' }))
      window.open(url, '_blank', 'noopener')
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    },
  })
  return (
    <Section title="Post-mortem">
      <Button variant="default" loading={made.isPending} onClick={() => made.mutate()}>
        Open to print
      </Button>
      {made.error && <Failure error={made.error} />}
    </Section>
  )
}
