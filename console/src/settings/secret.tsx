import { Alert, Button, CopyButton, Group, Text } from '@mantine/core'
import { Preformatted } from '../parts/preformatted.tsx'

/** Shows a secret once; it is kept nowhere, so the user must copy it now. */
export function Secret({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <Alert color="yellow" variant="light" title={`${name}: shown only once`}>
      <Copyable name={name} text={value} />
    </Alert>
  )
}

export function Copyable({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <Group gap="sm" align="flex-start" wrap="nowrap">
      <Preformatted name={name} text={text} />
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy} aria-label={`Copy ${name}`}>
            <Text span size="xs">
              {copied ? 'Copied' : 'Copy'}
            </Text>
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
