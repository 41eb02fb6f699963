/** A run step by step: a slider goes through what was done, on the graph and in words. */
import { Button, Group, Slider, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
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

export function RunSteps({ id }: { readonly id: string }) {
  const [at, setAt] = useState<number | null>(null)
  const run = useQuery({
    queryKey: ['run', id],
    queryFn: () => call('GET /api/v1/playbook-runs/{run_id}', { path: { run_id: id } }),
    refetchInterval: ({ state }) => (state.data?.completed_at === null ? AGAIN_MS : false),
  })
  const playbookId = run.data?.playbook_id
  const playbook = useQuery({
    queryKey: ['playbook', playbookId],
    queryFn: () => call('GET /api/v1/playbooks/{id}', { path: { id: playbookId ?? '' } }),
    enabled: playbookId !== undefined,
    retry: false,
  })
  return (
    <Loaded query={run} lines={6}>
      {(input) => {
        const steps = input.step_results
        const shownCount = at ?? steps.length
        const done = steps.slice(0, shownCount)
        const isSameVersion = playbook.data?.version === input.version
        return (
          <div className="stack">
            <Group justify="space-between" gap="xs">
              <Text size="sm">
                <State of={input.status} /> {input.steps_executed} of {input.steps_total} steps
                {input.dry_run && ', rehearsed'}
                {input.waits_for !== null && `, waits for ${input.waits_for}`}
              </Text>
              {input.completed_at === null && (
                <ActButton
                  operation="POST /api/v1/playbook-runs/{run_id}/cancel"
                  path={{ run_id: id }}
                  label="Cancel run"
                />
              )}
            </Group>
            {input.error !== null && (
              <Text size="sm" className="late">
                <Shown text={input.error} lengthMax={400} />
              </Text>
            )}
            {steps.length > 1 && (
              <Group gap="sm" wrap="nowrap">
                <Button
                  variant="default"
                  disabled={shownCount === 0}
                  onClick={() => setAt(Math.max(0, shownCount - 1))}
                >
                  Back
                </Button>
                <Slider
                  className="grow"
                  thumbLabel="Step of the replay"
                  min={0}
                  max={steps.length}
                  value={shownCount}
                  onChange={setAt}
                  label={(value) => `${value} of ${steps.length}`}
                />
                <Button
                  variant="default"
                  disabled={shownCount === steps.length}
                  onClick={() => setAt(Math.min(steps.length, shownCount + 1))}
                >
                  Forward
                </Button>
              </Group>
            )}
            {playbook.data && isSameVersion && (
              <Graph
                flow={flowOf(playbook.data.document)}
                outcomes={new Map(done.map(({ step_id: step, outcome }) => [step, outcome]))}
                chosen={done.at(-1)?.step_id ?? null}
              />
            )}
            <ol className="chain">
              {done.map(({ seq, step_id: step, type, outcome, verification, detail, at: when }) => (
                <li key={seq} data-at={seq}>
                  <Text size="sm" fw={600}>
                    {step} <span className="quiet">{wordOf(type)}</span>
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
              ))}
            </ol>
          </div>
        )
      }}
    </Loaded>
  )
}
