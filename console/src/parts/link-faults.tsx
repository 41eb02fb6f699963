import { Alert, Text } from '@mantine/core'
import { shown } from './shown.tsx'

type LinkFaultsProps = {
  /** Parts of the link that the page does not know, as `name=value`. */
  readonly faults: readonly string[]
  /** Text that is shown in their place. */
  readonly instead: string
}

/** An unknown link is reported: otherwise an unfiltered list would be taken for a filtered one. */
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
