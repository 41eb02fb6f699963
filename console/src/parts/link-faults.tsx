import { Alert, Text } from '@mantine/core'
import { shown } from './shown.tsx'

type LinkFaultsProps = {
  /** Parts of the link that the page does not know, as `name=value`. */
  readonly faults: readonly string[]
  /** What is shown in their place. */
  readonly instead: string
}

/** A link that was not understood says so: nobody takes an unfiltered list for a filtered one. */
export function LinkFaults({ faults, instead }: LinkFaultsProps) {
  if (faults.length === 0) return null
  return (
    <Alert color="orange" variant="light" title="This link was not understood" role="status">
      <Text size="sm">
        {faults.map((one) => shown(one, 120)).join(', ')}. {instead}
      </Text>
    </Alert>
  )
}
