/** Replays a run step by step: a slider shows what was done, on the graph and as text. */
import { Button, Group, Slider, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, call } from '../api/call.ts'
import { State } from '../parts/columns.tsx'
import { ActButton } from '../parts/operation-form.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { wordOf } from '../parts/words.ts'
import { flowOf } from '../playbooks/flow.ts'
import { Graph } from '../playbooks/graph.tsx'

const BAD: ReadonlySet<string> = new Set(['failed', 'denied', 'expired'])
const AGAIN_MS = 2_000

type Run = AnswerOf<'GET /api/v1/playbook-runs/{run_id}'>
type StepResult = Run['step_results'][number]

export function RunSteps({ id }: { readonly id: string }) {
  const [at, setAt] = useState<number | null>(null)
  const run = useQuery({
    queryKey: ['run', id],
    queryFn: () => call('GET /api/v1/playbook-runs/{run_id}', { path: { run_id: id } }),
    refetchInterval: ({ state }) => (state.data?.completed_at === null ? AGAIN_MS : false),
  })
  return (
    <Loaded query={run} lines={6}>
      {(input) => {
        const shownCount = at ?? input.step_results.length
        const done = input.step_results.slice(0, shownCount)
        return (
          <div className="stack">
            <Outcome run={input} id={id} />
            <Replay total={input.step_results.length} at={shownCount} goTo={setAt} />
            <RunGraph run={input} done={done} />
            <ol className="chain">
              {done.map((step) => (
                <Step key={step.seq} step={step} />
              ))}
            </ol>
          </div>
        )
      }}
    </Loaded>
  )
}

function Outcome({ run, id }: { readonly run: Run; readonly id: string }) {
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <State of={run.status} /> {run.steps_executed} of {run.steps_total} steps
          {run.dry_run && ', dry run'}
          {run.waits_for !== null && `, waits for ${run.waits_for}`}
        </Text>
        {run.completed_at === null && (
          <ActButton operation="POST /api/v1/playbook-runs/{run_id}/cancel" path={{ run_id: id }} label="Cancel run" />
        )}
      </Group>
      {run.error !== null && (
        <Text size="sm" className="late">
          <Shown text={run.error} lengthMax={400} />
        </Text>
      )}
    </>
  )
}

type ReplayProps = { readonly total: number; readonly at: number; readonly goTo: (at: number) => void }

function Replay({ total, at, goTo }: ReplayProps) {
  if (total < 2) return null
  return (
    <Group gap="sm" wrap="nowrap">
      <Button variant="default" disabled={at === 0} onClick={() => goTo(Math.max(0, at - 1))}>
        Back
      </Button>
      <Slider
        className="grow"
        thumbLabel="Step of the replay"
        min={0}
        max={total}
        value={at}
        onChange={goTo}
        label={(value) => `${value} of ${total}`}
      />
      <Button variant="default" disabled={at === total} onClick={() => goTo(Math.min(total, at + 1))}>
        Forward
      </Button>
    </Group>
  )
}

/** The graph of the version that ran, because a later version may have steps that the run never had. */
function RunGraph({ run, done }: { readonly run: Run; readonly done: readonly StepResult[] }) {
  const playbook = useQuery({
    queryKey: ['playbook', run.playbook_id],
    queryFn: () => call('GET /api/v1/playbooks/{id}', { path: { id: run.playbook_id } }),
    retry: false,
  })
  if (playbook.data === undefined || playbook.data.version !== run.version) return null
  return (
    <Graph
      flow={flowOf(playbook.data.document)}
      outcomes={new Map(done.map(({ step_id: step, outcome }) => [step, outcome]))}
      chosen={done.at(-1)?.step_id ?? null}
    />
  )
}

function Step({ step }: { readonly step: StepResult }) {
  const { seq, step_id: id, type, outcome, verification, detail, at: when } = step
  return (
    <li data-at={seq}>
      <Text size="sm" fw={600}>
        {id} <span className="quiet">{wordOf(type)}</span>
      </Text>
      <Text size="sm" className={BAD.has(outcome) ? 'late' : undefined}>
        {wordOf(outcome)}
        {verification !== null && `, ${wordOf(verification)}`}
      </Text>
      {detail !== null && (
        <Text size="sm" className="quiet wrap">
          <Shown text={detail} lengthMax={600} />
        </Text>
      )}
      <Text size="xs" className="quiet">
        <Time at={when} />
      </Text>
    </li>
  )
}
