import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bodyOf, POST } from '../api/client.ts'
import { Failure } from '../parts/states.tsx'
import { eventsIn } from './events-in.ts'
import { TrialResult } from './trial-result.tsx'

const EVENTS_MAX = 20

/** Tests the saved rule with a pasted event or a list of events. */
export function TryRule({ id }: { readonly id: string }) {
  const [fault, setFault] = useState<string | null>(null)
  const test = useMutation({
    mutationFn: (events: Record<string, unknown>[]) =>
      bodyOf(POST('/api/v1/rules/{id}/test', { params: { path: { id } }, body: { events, explain: true } })),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { events, fault: wrong } = eventsIn(String(new FormData(event.currentTarget).get('event')), EVENTS_MAX)
    setFault(wrong)
    if (wrong === null) test.mutate(events)
  }
  return (
    <form onSubmit={submit} className="stack">
      <Textarea
        label="Event as JSON"
        name="event"
        autosize
        minRows={4}
        maxRows={14}
        required
        withAsterisk={false}
        error={fault}
        spellCheck={false}
      />
      <div>
        <Button type="submit" variant="default" loading={test.isPending}>
          Test
        </Button>
      </div>
      {test.error && <Failure error={test.error} />}
      <div role="status">
        {test.data?.results.map((result, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: results stand in the order of the events
          <TrialResult key={at} result={result} />
        ))}
      </div>
    </form>
  )
}
