import { Button, Group } from '@mantine/core'

type MoreProps = {
  readonly query: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; fetchNextPage(): unknown }
}

/** The button for the next page of a list, if there is one. */
export function More({ query }: MoreProps) {
  if (!query.hasNextPage) return null
  return (
    <Group justify="center" mt="sm">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Show more
      </Button>
    </Group>
  )
}
