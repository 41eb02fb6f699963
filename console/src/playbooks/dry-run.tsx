/** A dry run of the text in the editor, saved or not. Its results stand on the graph and in a list beside it. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { FormButton, Lacks } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { RunReport, useReplay } from '../response/run-steps.tsx'
import { type Playbook, read } from './draft.ts'

export type Rehearsal = ReturnType<typeof useRehearsal>

/** Keeps the last dry run, and shows it on the graph until the text differs from the one that was tried. */
export function useRehearsal(text: string) {
  const [tried, setTried] = useState<{ readonly run: string; readonly text: string } | null>(null)
  const replay = useReplay(tried?.run ?? null)
  const isCurrent = tried?.text === text
  return {
    ...{ replay, isCurrent, hasRun: tried !== null },
    begin: (run: string) => setTried({ run, text }),
    outcomes: isCurrent ? new Map(replay.done.map(({ step_id: step, outcome }) => [step, outcome])) : undefined,
    /** The step at which the user has stopped the replay. */
    at: isCurrent && replay.isStopped ? (replay.done.at(-1)?.step_id ?? null) : null,
  }
}

type DryRunProps = {
  readonly playbook: Playbook | null
  readonly text: string
  readonly isFaulty: boolean
  readonly rehearsal: Rehearsal
}

export function DryRun({ playbook, text, isFaulty, rehearsal }: DryRunProps) {
  const { replay, isCurrent, hasRun, begin } = rehearsal
  return (
    <Section
      title="Dry run"
      aside={
        !isFaulty && (
          <FormButton
            operation="POST /api/v1/playbooks/dry-run"
            fixed={{ document: read(text).document, playbook_id: playbook?.is_builtin ? null : (playbook?.id ?? null) }}
            only={['alert_id', 'case_id', 'context']}
            label="Start"
            title="Dry run of this text"
            about="It need not be saved. Nothing is requested: each step shows what it would do. Choose an alert or a case as its input."
            done={({ run_id: run }) => {
              replay.goTo(null)
              begin(run)
            }}
          />
        )
      }
    >
      {!hasRun && (
        <Text size="sm">
          {isFaulty
            ? 'A dry run needs a text without problems.'
            : 'Shows what each step of this text would do, and does nothing.'}
        </Text>
      )}
      {hasRun && !isCurrent && (
        <Text size="sm" className="late" role="status">
          The text has changed since this dry run.
        </Text>
      )}
      {hasRun && <RunReport replay={replay} />}
      <Lacks operation="POST /api/v1/playbooks/dry-run" />
    </Section>
  )
}
