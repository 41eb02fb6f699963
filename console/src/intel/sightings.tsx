import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bodyOf, GET } from '../api/client.ts'
import { More } from '../parts/more.tsx'
import { Section } from '../parts/page.tsx'
import { Person } from '../parts/person.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'

const PAGE_SIZE = 50

/** Alerts with an indicator match as evidence, and the verdicts on them. */
export function Sightings() {
  const query = useInfiniteQuery({
    queryKey: ['sightings'],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(
        GET('/api/v1/intel/sightings', { params: { query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } } }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  return (
    <Section title="Sightings">
      <Loaded query={query} lines={3}>
        {({ pages }) => {
          const all = pages.flatMap(({ items }) => items)
          if (all.length === 0)
            return (
              <Empty title="No indicator was seen">
                A sighting is an alert with an indicator in its evidence, or a report of a person.
              </Empty>
            )
          return (
            <Table
              name="Sightings of indicators"
              rows={all}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Last', isShort: true, cell: ({ last_seen: at }) => <Time at={at} /> },
                { head: 'What', isShort: true, cell: ({ sighting_type: type }) => type.replaceAll('_', ' ') },
                { head: 'Matches', isNumber: true, cell: ({ count }) => count },
                {
                  head: 'Where',
                  cell: ({ alert_id: id, noted_by: who, note }) =>
                    id === null ? (
                      <>
                        <Person id={who ?? ''} /> <Shown text={note ?? ''} lengthMax={200} />
                      </>
                    ) : (
                      <Link to="/alerts/$id" params={{ id }}>
                        Alert
                      </Link>
                    ),
                },
                {
                  head: 'MISP',
                  cell: ({ misp_state: state, misp_error: why }) => (
                    <Shown text={state === null ? '–' : why === null ? state : `${state}: ${why}`} lengthMax={200} />
                  ),
                },
              ]}
            >
              <More query={query} />
            </Table>
          )
        }}
      </Loaded>
    </Section>
  )
}
