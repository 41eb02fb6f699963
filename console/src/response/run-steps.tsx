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

/** A run up to the step that the user has chosen; null: up to its last one. */
export function useReplay(id: string | null) {
  const [at, goTo] = useState<number | null>(null)
  const run = useQuery({
    queryKey: ['run', id],
    queryFn: () => call('GET /api/v1/playbook-runs/{run_id}', { path: { run_id: id ?? '' } }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.completed_at === null ? AGAIN_MS : false),
  })
  const results = run.data?.step_results ?? []
  const shownCount = at ?? results.length
  return { run, done: results.slice(0, shownCount), shownCount, goTo, isStopped: at !== null && at < results.length }
}
export type RunReplay = ReturnType<typeof useReplay>

export function RunSteps({ id }: { readonly id: string }) {
  const replay = useReplay(id)
  return <RunReport replay={replay} hasGraph />
}

type ReportProps = { readonly replay: RunReplay; readonly hasGraph?: boolean }

export function RunReport({ replay: { run, done, shownCount, goTo }, hasGraph = false }: ReportProps) {
  return (
    <Loaded query={run} lines={6}>
      {(input) => (
        <div className="stack">
          <Outcome run={input} id={input.run_id} />
          <Replay total={input.step_results.length} at={shownCount} goTo={goTo} />
          {hasGraph && <RunGraph run={input} done={done} />}
          <ol className="chain">
            {done.map((step) => (
              <Step key={step.seq} step={step} />
            ))}
          </ol>
        </div>
      )}
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

/** The graph of the text that ran, because a later version may have steps that the run never had. */
function RunGraph({ run, done }: { readonly run: Run; readonly done: readonly StepResult[] }) {
  return (
    <Graph
      flow={flowOf(run.document)}
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
