import { Alert, Button, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bodyOf, POST } from '../api/client.ts'
import { Preformatted } from '../parts/preformatted.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'

/** A pasted event, or a list of them, against the rule as it is saved. */
export function TryRule({ id }: { readonly id: string }) {
  const [fault, setFault] = useState<string | null>(null)
  const test = useMutation({
    mutationFn: (events: Record<string, unknown>[]) =>
      bodyOf(POST('/api/v1/rules/{id}/test', { params: { path: { id } }, body: { events, explain: true } })),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setFault(null)
    try {
      const given: unknown = JSON.parse(String(new FormData(event.currentTarget).get('event')))
      test.mutate((Array.isArray(given) ? given : [given]) as Record<string, unknown>[])
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
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
        <Button type="submit" loading={test.isPending}>
          Test
        </Button>
      </div>
      {test.error && <Failure error={test.error} />}
      <div role="status">
        {test.data?.results.map((result, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: results stand in the order of the events
          <Result key={at} result={result} />
        ))}
      </div>
    </form>
  )
}

type ResultProps = {
  readonly result: {
    readonly matches: readonly string[] | null
    readonly refusal: string | null
    readonly unfinished: readonly string[]
    readonly suppressed: readonly { readonly rule_id: string; readonly reason: string }[]
    readonly explanations: readonly unknown[]
  }
}

function Result({ result }: ResultProps) {
  const { matches, refusal, suppressed, explanations } = result
  if (refusal !== null)
    return (
      <Alert color="red" variant="light" title="The event cannot be read">
        <Shown text={refusal} />
      </Alert>
    )
  const isMatch = (matches?.length ?? 0) > 0
  return (
    <div className="stack">
      <Text size="sm" fw={600}>
        {isMatch ? 'It matches' : 'It does not match'}
      </Text>
      {suppressed.map(({ rule_id: rule, reason }) => (
        <Text key={rule} size="sm">
          Held back by an overlay: <Shown text={reason} />
        </Text>
      ))}
      {explanations.length > 0 && <Preformatted name="Why" text={explanations.map(textOfExplanation).join('\n')} />}
    </div>
  )
}

function textOfExplanation(one: unknown): string {
  return typeof one === 'string' ? one : JSON.stringify(one, null, 2)
}
