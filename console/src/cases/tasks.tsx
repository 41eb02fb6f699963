/** Tasks in the order in which they can be done: a waiting task follows the one that it waits for. */
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { actions } from '../parts/columns.tsx'
import { Share } from '../parts/figures.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Person } from '../parts/person.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { inOrder } from './task-order.ts'

type Task = Schemas['CaseTask']
type Row = ReturnType<typeof inOrder<Task>>[number]

const LIST_MAX = 200
const STATES = [
  { value: 'todo', label: 'to do' },
  { value: 'in_progress', label: 'in progress' },
  { value: 'done', label: 'done' },
]

export function Tasks({ id, mayWrite }: { readonly id: string; readonly mayWrite: boolean }) {
  const { tasks, move, add } = useTasks(id)
  const items = tasks.data?.items ?? []
  const choices = {
    depends_on_task_id: items.map(({ id: value, title }) => ({ value, label: title.slice(0, 120) })),
  }
  const done = items.filter(({ status }) => status === 'done').length
  return (
    <Section
      title="Tasks"
      aside={items.length > 0 && <Share of={done} total={items.length} label={`${done} of ${items.length} done`} />}
    >
      <Loaded query={tasks} lines={3}>
        {() =>
          items.length === 0 ? (
            <Text size="sm" className="quiet">
              No tasks yet.
            </Text>
          ) : (
            <Table
              name="List of tasks"
              rows={inOrder(items)}
              keyOf={({ task }) => task.id}
              columns={[
                { head: 'Task', cell: (row) => <TaskTitle {...row} /> },
                { head: 'Kind', isShort: true, cell: ({ task }) => task.category },
                {
                  head: 'State',
                  isShort: true,
                  cell: ({ task }) => (mayWrite ? <StateSelect task={task} move={move} /> : task.status),
                },
                { head: 'Owner', isShort: true, cell: ({ task }) => <Person id={task.assignee_id} /> },
                { head: 'Due', isShort: true, cell: ({ task }) => <DueOf task={task} /> },
                actions<Row>(({ task }) => (mayWrite ? <TaskActions id={id} task={task} choices={choices} /> : null)),
              ]}
            />
          )
        }
      </Loaded>
      {(move.error ?? add.error) && <Failure error={move.error ?? add.error} />}
      {mayWrite && <NewTask add={add} />}
    </Section>
  )
}

function useTasks(id: string) {
  const queries = useQueryClient()
  const tasks = useQuery({
    queryKey: ['case', id, 'tasks'],
    queryFn: () => call('GET /api/v1/cases/{id}/tasks', { path: { id }, query: { limit: LIST_MAX } }),
  })
  const again = { onSuccess: () => queries.invalidateQueries({ queryKey: ['case', id] }) }
  const add = useMutation({
    ...again,
    mutationFn: (title: string) => call('POST /api/v1/cases/{id}/tasks', { path: { id }, body: { title } }),
  })
  const move = useMutation({
    ...again,
    mutationFn: ({ task, status }: { task: string; status: string }) =>
      call('PATCH /api/v1/cases/{id}/tasks/{task_id}', { path: { id, task_id: task }, body: { status } }),
  })
  return { tasks, move, add }
}

function TaskTitle({ task, depth }: { readonly task: Task; readonly depth: number }) {
  return (
    <span className={task.status === 'done' ? 'quiet' : undefined} style={{ paddingInlineStart: `${depth}rem` }}>
      {depth > 0 && '↳ '}
      <Shown text={task.title} lengthMax={200} />
      {task.blocked_reason !== null && (
        <Text size="xs" className="quiet" span>
          {' '}
          <Shown text={task.blocked_reason} lengthMax={120} />
        </Text>
      )}
    </span>
  )
}

type StateSelectProps = { readonly task: Task; readonly move: ReturnType<typeof useTasks>['move'] }

function StateSelect({ task, move }: StateSelectProps) {
  return (
    <NativeSelect
      aria-label={`State of ${task.title.slice(0, 80)}`}
      size="xs"
      data={STATES}
      value={task.status}
      disabled={move.isPending && move.variables.task === task.id}
      onChange={(event) => move.mutate({ task: task.id, status: event.currentTarget.value })}
    />
  )
}

type TaskActionsProps = {
  readonly id: string
  readonly task: Task
  readonly choices: { readonly depends_on_task_id: readonly { readonly value: string; readonly label: string }[] }
}

function TaskActions({ id, task, choices }: TaskActionsProps) {
  const title = task.title.slice(0, 80)
  return (
    <>
      <FormButton
        operation="PATCH /api/v1/cases/{id}/tasks/{task_id}"
        path={{ id, task_id: task.id }}
        before={task}
        choices={choices}
        label="Edit"
        ariaLabel={`Edit ${title}`}
        submit="Save"
        variant="subtle"
      />
      <ActButton
        operation="DELETE /api/v1/cases/{id}/tasks/{task_id}"
        path={{ id, task_id: task.id }}
        label="Delete"
        ariaLabel={`Delete ${title}`}
        variant="subtle"
        confirm="Tasks that depend on it can start."
      />
    </>
  )
}

/** A task begins as a title; its owner, its due time and what it waits for are edited in its row. */
function NewTask({ add }: { readonly add: ReturnType<typeof useTasks>['add'] }) {
  const [title, setTitle] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The title stays in the field until the task exists: a refused request does not lose it.
    if (title.trim()) add.mutate(title.trim(), { onSuccess: () => setTitle('') })
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" mt="sm">
        <TextInput
          aria-label="New task"
          placeholder="New task"
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          maxLength={300}
          className="grow"
        />
        <Button type="submit" variant="default" loading={add.isPending} disabled={title.trim() === ''}>
          Add task
        </Button>
      </Group>
    </form>
  )
}

function DueOf({ task: { due_at: due, status } }: { readonly task: Task }) {
  if (due === null) return '–'
  return (
    <span className={status !== 'done' && Date.parse(due) < Date.now() ? 'late' : undefined}>
      <Time at={due} />
    </span>
  )
}
