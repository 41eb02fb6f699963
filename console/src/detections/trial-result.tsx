/** The result of trying a rule on one event. */
import { Alert, Text } from '@mantine/core'
import { Preformatted } from '../parts/preformatted.tsx'
import { Shown } from '../parts/shown.tsx'

type TriedProps = {
  readonly result: {
    readonly matches: readonly string[] | null
    readonly refusal: string | null
    readonly unfinished: readonly string[]
    readonly suppressed: readonly { readonly rule_id: string; readonly reason: string }[]
    readonly explanations: readonly unknown[]
  }
}

export function TrialResult({ result }: TriedProps) {
  const { matches, refusal, suppressed, explanations } = result
  if (refusal !== null)
    return (
      <Alert color="red" variant="light" title="The event cannot be decoded">
        <Shown text={refusal} />
      </Alert>
    )
  const isMatch = (matches?.length ?? 0) > 0
  return (
    <div className="stack">
      <Text size="sm" fw={600}>
        {isMatch ? 'It matches' : 'No match'}
      </Text>
      {suppressed.map(({ rule_id: rule, reason }) => (
        <Text key={rule} size="sm">
          Suppressed by an overlay: <Shown text={reason} />
        </Text>
      ))}
      {explanations.length > 0 && <Preformatted name="Why" text={explanations.map(textOfExplanation).join('\n')} />}
    </div>
  )
}

function textOfExplanation(one: unknown): string {
  return typeof one === 'string' ? one : JSON.stringify(one, null, 2)
}
