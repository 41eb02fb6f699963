import { Group, Stack, Text, Title } from '@mantine/core'
import { Children, type ReactNode, useEffect } from 'react'

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

/** The way up from a record to its list, above the title. */
export function Back({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" mb="xs" className="back not-printed">
      {children}
    </Text>
  )
}

/** Facts about the record of a page, on one line with dots between them. */
export function FactLine({ children }: { readonly children: ReactNode }) {
  return (
    <span className="fact-line">
      {Children.toArray(children).map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a record keep their order
        <span key={at}>{fact}</span>
      ))}
    </span>
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
