/** The copilot about a rule, a playbook or a hunt: each sentence shows the sources it rests on. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import type { AnswerOf } from '../api/call.ts'
import { ActButton, Dialog } from './operation-form.tsx'
import { Shown } from './shown.tsx'
import { counted } from './words.ts'

type Answer = AnswerOf<'POST /api/v1/copilot/ask'>

const TASKS = [
  ['explain', 'Explain'],
  ['next_step', 'What next?'],
] as const

export function Copilot({ type, id }: { readonly type: 'rule' | 'playbook' | 'hunt'; readonly id: string }) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  return (
    <>
      {TASKS.map(([task, label]) => (
        <ActButton
          key={task}
          operation="POST /api/v1/copilot/ask"
          body={{ task, resource_type: type, resource_id: id }}
          label={label}
          ariaLabel={`${label} (the copilot, about this ${type})`}
          variant="default"
          done={setAnswer}
        />
      ))}
      <Dialog title={`The copilot about this ${type}`} isOpen={answer !== null} close={() => setAnswer(null)}>
        {answer && <CopilotAnswer answer={answer} />}
      </Dialog>
    </>
  )
}

function CopilotAnswer({ answer: { model, sentences, sources, dropped } }: { readonly answer: Answer }) {
  const named = (rests: readonly number[]) =>
    rests.map((entry) => sources.find((one) => one.entry === entry)?.about.replaceAll('_', ' ') ?? entry).join(', ')
  return (
    <div className="stack">
      {sentences.length === 0 && <Text size="sm">No sentence of the model is supported by the evidence.</Text>}
      {sentences.map(({ text, rests }) => (
        <Text size="sm" key={text}>
          <Shown text={text} lengthMax={600} /> <span className="quiet">({named(rests)})</span>
        </Text>
      ))}
      <Text size="xs" className="quiet">
        By {model}.{' '}
        {dropped > 0 &&
          `${counted(dropped, 'sentence without evidence was', 'sentences without evidence were')} left out.`}
      </Text>
    </div>
  )
}
