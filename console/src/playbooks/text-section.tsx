import { Button, Group } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { State } from '../parts/columns.tsx'
import { Lacks } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Failure, Waiting } from '../parts/states.tsx'
import { counted } from '../parts/words.ts'
import { type Playbook, useSave } from './draft.ts'
import type { Problem } from './step-panel.tsx'

const PlaybookText = lazy(() => import('./playbook-text.tsx'))

type TextSectionProps = {
  readonly playbook: Playbook | null
  readonly text: string
  /** Null if the user may not change playbooks. */
  readonly change: ((text: string) => void) | null
  readonly problems: readonly Problem[]
}

export function TextSection({ playbook, text, change, problems }: TextSectionProps) {
  const save = useSave(playbook, text)
  return (
    <Section
      title="Text"
      aside={
        <Group gap="xs">
          <State of={problems.length === 0 ? 'ok' : counted(problems.length, 'problem', 'problems')} />
          {change !== null && (
            <Button loading={save.isPending} disabled={problems.length > 0} onClick={() => save.mutate()}>
              {playbook?.is_builtin ? 'Save as your own' : 'Save'}
            </Button>
          )}
        </Group>
      }
    >
      <Suspense fallback={<Waiting lines={10} />}>
        <PlaybookText text={text} change={change} />
      </Suspense>
      {problems.length > 0 && (
        <ul className="faults" aria-label="Problems">
          {problems.map(({ path, reason }) => (
            <li key={`${path} ${reason}`}>
              <span className="mono">{path}</span> {reason}
            </li>
          ))}
        </ul>
      )}
      {save.error && <Failure error={save.error} />}
      <Lacks operation="POST /api/v1/playbooks" />
    </Section>
  )
}
