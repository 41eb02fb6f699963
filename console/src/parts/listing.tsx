/** A list of the API under a heading, with the actions on it: most areas of the console consist of such lists. */
import { Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, call, lacking, type Operation, type RequestInput } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { More } from './more.tsx'
import { Lacks } from './operation-form.tsx'
import { Section } from './page.tsx'
import { Empty, Loaded, NotPermitted } from './states.tsx'
import { type Column, Table } from './table.tsx'

const PAGE_SIZE = 100

type Paged = { readonly items: readonly unknown[]; readonly next_cursor?: string }
export type RowOf<K extends Operation> = AnswerOf<K> extends { readonly items: readonly (infer T)[] } ? T : never

/** All pages loaded so far; any change loads them again. */
export function useList<K extends Operation>(operation: K, input: RequestInput = {}, refreshMs?: number) {
  const { path = {}, query = {} } = input
  return useInfiniteQuery({
    queryKey: [operation, path, query],
    queryFn: ({ pageParam: cursor }) =>
      call(operation, { path, query: { limit: PAGE_SIZE, ...query, ...(cursor ? { cursor } : {}) } }),
    initialPageParam: '',
    getNextPageParam: (page) => (page as Paged).next_cursor,
    ...(refreshMs && { refetchInterval: refreshMs }),
    select: ({ pages }) => pages.flatMap((page) => (page as Paged).items) as RowOf<K>[],
  })
}

type ListingProps<K extends Operation> = {
  readonly title: string
  readonly about?: ReactNode
  readonly list: K
  readonly path?: RequestInput['path']
  readonly query?: RequestInput['query']
  /** Interval for reloading, for lists that change by themselves. */
  readonly refreshMs?: number
  readonly columns: readonly Column<RowOf<K>>[]
  readonly keyOf?: (row: RowOf<K>) => string
  /** Buttons of the list, which create new entries. */
  readonly aside?: ReactNode
  /** The operation for changes; a user without permission for it sees a note below the list. */
  readonly changes?: Operation
  readonly empty: { readonly title: string; readonly next?: ReactNode }
  readonly above?: (rows: readonly RowOf<K>[]) => ReactNode
}

export function Listing<K extends Operation>(props: ListingProps<K>) {
  const lacks = lacking(useSession(), props.list)
  if (lacks !== null) return <NotPermitted what={`${props.title}: this needs the permission ${lacks}`} />
  return <Listed {...props} />
}

function Listed<K extends Operation>(props: ListingProps<K>) {
  const { title, about, list, path = {}, query = {}, columns, aside, changes, empty, above } = props
  const keyOf = props.keyOf ?? ((row: RowOf<K>) => String((row as { id?: unknown }).id))
  const found = useList(list, { path, query }, props.refreshMs)
  return (
    <Section title={title} aside={<Group gap="xs">{aside}</Group>}>
      {about && (
        <Text size="sm" className="quiet about" mb="sm" component="div">
          {about}
        </Text>
      )}
      <Loaded query={found} lines={4}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={empty.title}>{empty.next}</Empty>
          ) : (
            <>
              {above?.(rows)}
              <Table name={`List: ${title}`} rows={rows} keyOf={keyOf} columns={columns}>
                <More query={found} />
              </Table>
            </>
          )
        }
      </Loaded>
      {changes && <Lacks operation={changes} />}
    </Section>
  )
}
