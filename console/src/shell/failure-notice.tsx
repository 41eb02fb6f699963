import { Alert, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { shown } from '../parts/shown.tsx'
import { wordsOfError } from '../parts/states.tsx'
import { followUnseenFailures } from './unseen-failures.ts'

/** Says that a change failed whose page was left before its answer. */
export function FailureNotice() {
  const queries = useQueryClient()
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null)
  useEffect(() => followUnseenFailures(queries.getMutationCache(), (error) => setFailure({ error })), [queries])
  if (failure === null) return null
  const { title, detail } = wordsOfError(failure.error, false)
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      mb="sm"
      title="A change on an earlier page was not saved"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={() => setFailure(null)}
    >
      <Text size="sm">
        {title}. {shown(detail, 300)}
      </Text>
    </Alert>
  )
}
