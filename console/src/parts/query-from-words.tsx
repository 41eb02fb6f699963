/**
 * A query or rule from a description: a model writes it, and the page offers it after it compiled, with its matches.
 */
import { Button, Group, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type AnswerOf, call, mayCall } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { Dialog } from './operation-form.tsx'
import { Failure } from './states.tsx'
import { counted } from './words.ts'

type Answer = AnswerOf<'POST /api/v1/copilot/ask'>
type Language = 'kql' | 'sigma'

const WORDS_MAX = 2_000
/** The operation that takes what was written: without it the text would be of no use. */
const NEEDED = { kql: 'POST /api/v1/events/search', sigma: 'POST /api/v1/rules/check' } as const
const LABELS = { kql: 'KQL from words', sigma: 'Rule from words' } as const
const EXAMPLES = {
  kql: 'Failed logons of administrators from outside',
  sigma: 'A dump of LSASS by comsvcs.dll',
} as const

type Props = { readonly language: Language; readonly use: (text: string) => void }

export function QueryFromWords({ language, use }: Props) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const write = useMutation({
    mutationFn: () => call('POST /api/v1/copilot/ask', { body: { task: language, words: words.trim() } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (words.trim() !== '') write.mutate()
  }
  const adopt = (text: string) => {
    use(text)
    setOpen(false)
  }
  if (!mayCall(session, NEEDED[language])) return null
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setOpen(true)}>
        {LABELS[language]}
      </Button>
      <Dialog title={LABELS[language]} isOpen={isOpen} close={() => setOpen(false)}>
        <form onSubmit={submit} className="stack">
          <Textarea
            label="It is to find"
            placeholder={EXAMPLES[language]}
            value={words}
            maxLength={WORDS_MAX}
            autosize
            minRows={2}
            maxRows={8}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={write.isPending} disabled={words.trim() === ''}>
              Write it
            </Button>
          </Group>
        </form>
        {write.error && <Failure error={write.error} />}
        {write.data?.query && <Written query={write.data.query} model={write.data.model} use={adopt} />}
      </Dialog>
    </>
  )
}

type WrittenProps = {
  readonly query: NonNullable<Answer['query']>
  readonly model: string
  readonly use: (text: string) => void
}

function Written({ query: { text, fault, back_test: tried, not_tried: notTried }, model, use }: WrittenProps) {
  if (text === null)
    return (
      <Text size="sm" role="status" className="late">
        The model {model} wrote nothing that compiles: {fault ?? 'no reason from the compiler'}
      </Text>
    )
  return (
    <div className="stack" role="status">
      <pre className="mono">{text}</pre>
      <Text size="sm">
        It compiles.{' '}
        {tried
          ? `Over the newest ${counted(tried.events, 'event', 'events')} of ${counted(tried.days, 'day', 'days')} it would have matched ${tried.would_fire.toLocaleString()}.`
          : `It was not tested: ${notTried ?? 'unknown reason'}.`}
      </Text>
      <Text size="xs" className="quiet">
        By {model}, from your words alone. Read it before you use it.
      </Text>
      <Group justify="flex-end">
        <Button onClick={() => use(text)}>Use it</Button>
      </Group>
    </div>
  )
}
