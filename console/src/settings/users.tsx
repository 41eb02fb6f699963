import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { bodyOf, GET } from '../api/client.ts'
import { More } from '../parts/more.tsx'
import { Section } from '../parts/page.tsx'
import { Scrolls } from '../parts/scrolls.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { NewUser } from './new-user.tsx'

const PAGE_SIZE = 100

export function Users() {
  const query = useInfiniteQuery({
    queryKey: ['users'],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(GET('/api/v1/users', { params: { query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  return (
    <div className="stack">
      <NewUser />
      <Section title="Users">
        <Loaded query={query} lines={6}>
          {({ pages }) => (
            <Scrolls name="List of users">
              <table className="table">
                <thead>
                  <tr>
                    <th>Email</th>
                    <th>Role</th>
                    <th>State</th>
                    <th>Last sign-in</th>
                  </tr>
                </thead>
                <tbody>
                  {pages
                    .flatMap(({ items }) => items)
                    .map(({ id, email, username, role, is_active: isActive, last_login: last }) => (
                      <tr key={id}>
                        <td>
                          <Shown text={email} lengthMax={120} />
                          <Text size="xs" className="quiet">
                            <Shown text={username} lengthMax={120} />
                          </Text>
                        </td>
                        <td>{role}</td>
                        <td>{isActive ? 'active' : 'switched off'}</td>
                        <td className="nowrap">{last === null ? 'never' : <Time at={last} />}</td>
                      </tr>
                    ))}
                </tbody>
              </table>
              <More query={query} />
            </Scrolls>
          )}
        </Loaded>
      </Section>
    </div>
  )
}
