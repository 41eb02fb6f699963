import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

type PageProps = {
  readonly title: ReactNode
  /** The title of the browser's tab; by default `title`, if that is text. */
  readonly name?: string
  readonly about?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The head and body of every page, with one scale of spacing. */
export function Page({ title, name, about, actions, children }: PageProps) {
  const tab = name ?? (typeof title === 'string' ? title : 'svc')
  useEffect(() => {
    document.title = `${tab} · svc`
  }, [tab])
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className="grow head">
          <Title order={1}>{title}</Title>
          {about && (
            <Text size="sm" className="quiet" mt={4} component="div">
              {about}
            </Text>
          )}
        </div>
        {actions && (
          <Group gap="xs" className="page-actions">
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Stack>
  )
}

/** A part of a page under its own heading. */
export function Section({
  title,
  aside,
  children,
}: {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className="card" aria-label={title}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2}>{title}</Title>
        {aside}
      </Group>
      {children}
    </section>
  )
}
