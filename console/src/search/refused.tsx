/** Explains a query that the API refused, with the position of the fault. */
import { Alert, Button, Text } from '@mantine/core'
import { ApiProblem } from '../api/client.ts'
import { shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'

const POSITION = /^line (\d+), column (\d+):\s*([\s\S]*)$/

export function Refused({
  error,
  query,
  retry,
}: {
  readonly error: unknown
  readonly query: string
  readonly retry: () => void
}) {
  if (!(error instanceof ApiProblem) || error.status !== 422) return <Failure error={error} retry={retry} />
  const [, line = '', column = '', why] = POSITION.exec(error.message) ?? []
  if (why === undefined)
    return (
      <Alert color="red" variant="light" title="The search was refused" role="alert">
        <Text size="sm">{shown(error.message, 1_000)}</Text>
      </Alert>
    )
  const text = query.split('\n')[Number(line) - 1] ?? ''
  // A long line is shown around the place of the fault.
  const begin = Math.max(0, Number(column) - 60)
  return (
    <Alert color="red" variant="light" title="The query has an error" role="alert">
      <Text size="sm">
        Line {line}, column {column}: {shown(why, 1_000)}.
      </Text>
      <pre className="caret">
        {shown(text.slice(begin, begin + 120))}
        {'\n'}
        {' '.repeat(Math.max(0, Number(column) - 1 - begin))}▲
      </pre>
    </Alert>
  )
}

/**
 * Counts beside the list that failed, in one line. Nothing for a refused query, because the list already explains it.
 */
export function NotCounted({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  if (error instanceof ApiProblem && error.status === 422) return null
  return (
    <Text size="xs" className="late" role="status">
      Not counted: {shown(error instanceof Error ? error.message : String(error), 300)}.{' '}
      <Button size="compact-xs" variant="subtle" onClick={retry}>
        Try again
      </Button>
    </Text>
  )
}
