import { Text } from '@mantine/core'
import type { Schemas } from '../api/client.ts'
import { Shown } from '../parts/shown.tsx'
import { counted } from '../parts/words.ts'

/** The result of a test of a connector's settings. */
export function TestResult({ result }: { readonly result: Schemas['ConnectorTest'] }) {
  return (
    <Text size="sm" role="status">
      {result.ok ? (
        `It answers, with ${counted(result.events, 'event', 'events')} of the last hour on its first page.`
      ) : (
        <Shown text={result.reason ?? 'It did not answer.'} lengthMax={500} />
      )}
    </Text>
  )
}
