import { Alert, Button, Group, Text } from '@mantine/core'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { Page } from '../parts/page.tsx'
import { shown } from '../parts/shown.tsx'

/** Stands in place of a page that could not be drawn; the navigation around it stays, and so does the session. */
export function PageFault({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page cannot be shown">
      <Alert color="red" variant="light" title="An error in the console" role="alert">
        <Text size="sm">
          Nothing that you did is lost on the server. Try again; if the page fails again, send the words below with its
          address to your administrator.
        </Text>
        <Text size="sm" className="mono" mt="xs">
          {shown(error instanceof Error ? error.message : String(error), 400)}
        </Text>
        <Group gap="xs" mt="sm">
          <Button size="xs" variant="default" onClick={reset}>
            Try again
          </Button>
          <Button size="xs" variant="subtle" component={Link} to="/">
            Go to the overview
          </Button>
        </Group>
      </Alert>
    </Page>
  )
}
