/** The graph of a playbook beside its text and a dry run of it, checked while the user types. */
import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { Section } from '../parts/page.tsx'
import { wordOf } from '../parts/words.ts'
import { faultySteps, type Playbook, problemsOf, TEXT_FAULT, useCheck } from './draft.ts'
import { DryRun, useRehearsal } from './dry-run.tsx'
import type { Step } from './flow.ts'
import { Graph } from './graph.tsx'
import { playbookText, withStep } from './step-edits.ts'
import { StepPanel } from './step-panel.tsx'
import { newStep, TEMPLATES } from './step-templates.ts'
import { TextSection } from './text-section.tsx'

const FIRST = `name: A new playbook
description: What it is for
trigger: { on: manual }
steps:
  - id: ask
    type: approval
    params: { title: Isolate the host? }
  - id: isolate
    type: isolate_host
    target: '{{trigger.alert.hosts.0}}'
    rollback_after_seconds: 86400
`

export function Editor({ playbook }: { readonly playbook: Playbook | null }) {
  const mayWrite = lacking(useSession(), 'POST /api/v1/playbooks') === null
  const [text, setText] = useState(() => (playbook === null ? FIRST : playbookText(playbook.document)))
  const [chosen, setChosen] = useState<string | null>(null)
  const { flow, problems } = useCheck(text)
  const rehearsal = useRehearsal(text)
  const step = flow.nodes.find(({ id }) => id === chosen)?.step
  const ids = flow.nodes.map(({ id }) => id)
  const choose = (id: string) => {
    rehearsal.replay.goTo(null)
    setChosen(id)
  }
  const add = (type: string) => {
    const made = newStep(type, new Set(ids))
    setText((now) => withStep(now, made.text))
    setChosen(made.id)
  }
  return (
    <div className="two even">
      <Section
        title="Graph"
        aside={mayWrite && <AddStep add={add} isPossible={!problems.some(({ path }) => path === TEXT_FAULT)} />}
      >
        {flow.nodes.length === 0 ? (
          <Text size="sm">No step yet.</Text>
        ) : (
          <Graph
            flow={flow}
            chosen={rehearsal.at ?? chosen}
            choose={choose}
            faulty={faultySteps(flow, problems)}
            outcomes={rehearsal.outcomes}
          />
        )}
        {step && chosen !== null && mayWrite && (
          <StepPanel
            key={chosen}
            {...{ id: chosen, step, ids, choose: setChosen, edit: setText }}
            problems={problemsOf(chosen, flow, problems)}
          />
        )}
        {step && !mayWrite && <Members step={step} />}
        {step === undefined && mayWrite && flow.nodes.length > 0 && (
          <Text size="sm" className="quiet">
            Choose a step to edit it, or to insert another behind it.
          </Text>
        )}
      </Section>
      <div className="stack">
        <TextSection playbook={playbook} text={text} change={mayWrite ? setText : null} problems={problems} />
        <DryRun playbook={playbook} text={text} isFaulty={problems.length > 0} rehearsal={rehearsal} />
      </div>
    </div>
  )
}

/** The step for a person who may not change it. */
function Members({ step }: { readonly step: Step }) {
  return (
    <dl className="pairs">
      {Object.entries(step).map(([name, value]) => (
        <div key={name}>
          <dt>{wordOf(name)}</dt>
          <dd className="mono">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

type AddStepProps = { readonly add: (type: string) => void; readonly isPossible: boolean }

/** Appends a step; the panel of a step inserts one behind it. */
function AddStep({ add, isPossible }: AddStepProps) {
  return (
    <NativeSelect
      disabled={!isPossible}
      aria-label="Add a step"
      size="xs"
      value=""
      data={[
        { value: '', label: 'Add a step …' },
        ...Object.keys(TEMPLATES).map((value) => ({ value, label: wordOf(value) })),
      ]}
      onChange={(event) => event.currentTarget.value && add(event.currentTarget.value)}
    />
  )
}
