/** States of a page without data: loading, empty, refused and failed look different. */
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiProblem } from '../api/client.ts'
import { failureWords, isOfPermission } from './failure-words.ts'
import { shown } from './shown.tsx'

type LoadedProps<T> = {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isPending'>
  /** Lines of the skeleton, chosen so that the layout moves little when the data arrives. */
  readonly lines?: number
  readonly children: (data: T) => ReactNode
}

export function Loaded<T>({ query, lines = 6, children }: LoadedProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.error) return <Failure error={query.error} retry={() => void query.refetch()} />
  return <Waiting lines={lines} />
}

/** After this time the page says that loading is slow but not broken, and for how long it lasts. */
const SLOW_SECONDS = 4

export function Waiting({ lines }: { readonly lines: number }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Stack gap="xs" role="status" aria-label="Loading">
      {seconds >= SLOW_SECONDS && (
        <Text size="xs" className="quiet" aria-hidden="true">
          No answer for {seconds} s; still waiting.
        </Text>
      )}
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={at} height={28} />
      ))}
    </Stack>
  )
}

/** The text of an error from any source. `isRead`: the request changes nothing, so nothing needs to be sent again. */
export function wordsOfError(error: unknown, isRead: boolean) {
  const problem = error instanceof ApiProblem ? error : null
  // The browser's `fetch` throws a TypeError only if no response came.
  const isAnswer = problem !== null || !(error instanceof TypeError)
  const message = error instanceof Error ? error.message : String(error)
  if (problem === null && isAnswer) return { title: 'Failed', detail: message, advice: null }
  return failureWords({
    ...{ status: problem?.status ?? null, message, retryAfter: problem?.retryAfter ?? null, isRead },
  })
}

/** `retry` is for reads. Without it the user submits the form again. */
export function Failure({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const problem = error instanceof ApiProblem ? error : null
  if (problem?.status === 403) return <NotPermitted what={problem.message} />
  const { title, detail, advice } = wordsOfError(error, retry !== undefined)
  // A record that is not there is not there for a second attempt either.
  const again = problem?.status === 404 ? undefined : retry
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      <Text size="sm">{shown(sentence(detail))}</Text>
      {advice !== null && <Text size="sm">{advice}</Text>}
      <Group gap="md" mt="xs">
        {again && (
          <Button size="xs" variant="default" onClick={again}>
            Try again
          </Button>
        )}
        {problem?.requestId && <Text size="xs">Request {problem.requestId}</Text>}
      </Group>
    </Alert>
  )
}

/** The API's texts begin in lower case, for logs and lists of faults. */
const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

export function NotPermitted({ what }: { readonly what: string }) {
  return (
    <Alert color="yellow" variant="light" title="Not permitted">
      <Text size="sm">
        {shown(sentence(what))}.
        {isOfPermission(what) && ' An administrator of the tenant can give you a role with this permission.'}
      </Text>
    </Alert>
  )
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <Text fw={600}>{title}</Text>
      {children && (
        <Text size="sm" className="quiet" maw={520} component="div">
          {children}
        </Text>
      )}
    </div>
  )
}
