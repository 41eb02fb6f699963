/** Runs of a playbook; each can be replayed step by step. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { State, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { Section } from '../parts/page.tsx'
import { RunSteps } from '../response/run-steps.tsx'

const RUNS_AGAIN_MS = 5_000

export function Runs({ id }: { readonly id: string }) {
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <>
      <Listing<'GET /api/v1/playbooks/{id}/runs'>
        title="Runs"
        list="GET /api/v1/playbooks/{id}/runs"
        path={{ id }}
        refreshMs={RUNS_AGAIN_MS}
        keyOf={({ run_id: run }) => run}
        empty={{ title: 'No runs yet', next: 'Run it on an alert or a case, or start a dry run.' }}
        columns={[
          when('When', 'started_at'),
          {
            head: 'State',
            isShort: true,
            cell: ({ status, dry_run: isDry, version }) => (
              <State of={version === 0 ? `dry run of a draft: ${status}` : isDry ? `dry run: ${status}` : status} />
            ),
          },
          { head: 'Steps', isShort: true, cell: ({ steps_executed: done, steps_total: all }) => `${done} of ${all}` },
          words('Waits for', 'waits_for'),
          words('Error', 'error'),
          {
            head: 'Actions',
            isShort: true,
            isActions: true,
            cell: ({ run_id: run }) => (
              <Button variant="subtle" onClick={() => setOpened(run)}>
                Replay
              </Button>
            ),
          },
        ]}
      />
      {opened !== null && (
        <Section title="Replay">
          <RunSteps id={opened} />
        </Section>
      )}
    </>
  )
}
