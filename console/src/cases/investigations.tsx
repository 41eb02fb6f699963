/** The findings of automatic investigations, each sentence with the ledger entries that it rests on. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, call } from '../api/call.ts'
import { bodyOf, GET, POST } from '../api/client.ts'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { counted, runResult } from '../parts/words.ts'
import { resultOf } from './ledger-result.ts'

/** Replays the run from its ledger, and shows whether the result is the same. */
function ReplayOf({ id, run }: { readonly id: string; readonly run: string }) {
  const [replay, setReplay] = useState<AnswerOf<'POST /api/v1/cases/{id}/investigations/replay'> | null>(null)
  return (
    <Group gap="xs" mt="xs">
      <ActButton
        operation="POST /api/v1/cases/{id}/investigations/replay"
        path={{ id }}
        body={{ run_id: run }}
        label="Replay"
        variant="subtle"
        done={setReplay}
      />
      {replay && (
        <Text size="sm" role="status" className={replay.is_same ? undefined : 'late'}>
          {replay.summary}
        </Text>
      )}
    </Group>
  )
}

export function Investigations({ id, mayWrite }: { readonly id: string; readonly mayWrite: boolean }) {
  const queries = useQueryClient()
  const ledger = useQuery({
    queryKey: ['case', id, 'ledger'],
    queryFn: () => bodyOf(GET('/api/v1/cases/{id}/ledger', { params: { path: { id } } })),
  })
  const start = useMutation({
    mutationFn: () => bodyOf(POST('/api/v1/cases/{id}/investigations/start', { params: { path: { id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['case', id] }),
  })
  return (
    <Section title="Investigation">
      <Loaded query={ledger} lines={4}>
        {({ runs }) =>
          runs.length === 0 ? (
            <Text size="sm">
              No automated investigation yet. It reads the alerts, their entities and look-alikes, and cites the
              evidence for each sentence.
            </Text>
          ) : (
            <Stack gap="md">
              {runs.map(({ run, entries }, at) => (
                // Earlier runs are collapsed, so that a repeated investigation is not shown twice.
                <details key={run.id} open={at === 0}>
                  <summary>{at === 0 ? 'The newest investigation' : 'An earlier one'}</summary>
                  <Text size="xs" className="quiet">
                    <Time at={run.started_at} />, {run.status}, by {run.judged_by}
                    {run.verdict !== null && `: ${run.verdict.replaceAll('_', ' ')}`}
                    {run.confidence !== null && `, confidence ${Math.round(run.confidence * 100)} %`}
                    {run.dropped > 0 && `, ${counted(run.dropped, 'sentence', 'sentences')} dropped`}
                  </Text>
                  <Text size="sm" className="wrap">
                    <Shown text={runResult(run)} lengthMax={8000} />
                  </Text>
                  <Table
                    name={`Steps of ${run.id}`}
                    rows={entries}
                    keyOf={(entry) => entry.id}
                    columns={[
                      { head: '#', isNumber: true, isShort: true, cell: ({ seq }) => `[${seq}]` },
                      { head: 'Step', cell: ({ summary }) => <Shown text={summary} lengthMax={300} /> },
                      {
                        ...{ head: 'Result', isName: true },
                        cell: ({ payload }) => <Shown text={resultOf(payload) ?? '–'} lengthMax={600} />,
                      },
                      { head: 'ms', isNumber: true, isShort: true, cell: ({ duration_ms: ms }) => ms },
                    ]}
                  />
                  <ReplayOf id={id} run={run.id} />
                </details>
              ))}
            </Stack>
          )
        }
      </Loaded>
      {start.error && <Failure error={start.error} />}
      {mayWrite && (
        <Group mt="sm">
          <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
            Investigate
          </Button>
        </Group>
      )}
    </Section>
  )
}

type Question = AnswerOf<'GET /api/v1/investigation-questions'>['items'][number]

/** Questions that a running investigation asks a person before it continues. */
export function Questions({ id }: { readonly id: string }) {
  const found = useQuery({
    queryKey: ['investigation-questions'],
    queryFn: () => call('GET /api/v1/investigation-questions'),
  })
  const items: readonly Question[] = found.data?.items.filter(({ case_id: of }) => of === id) ?? []
  if (items.length === 0) return null
  return (
    <Section title="Investigations ask">
      <ul className="plain">
        {items.map((one) => (
          <li key={one.run_id} className="suggestion">
            <span className="wrap">
              <Shown text={one.question} lengthMax={600} />
            </span>
            <FormButton
              operation="POST /api/v1/investigation-questions/{run_id}/answer"
              path={{ run_id: one.run_id }}
              label="Answer"
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}
