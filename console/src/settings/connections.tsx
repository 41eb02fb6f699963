import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bodyOf, GET } from '../api/client.ts'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { ssoLink } from '../sign-in/single-sign-on.tsx'

const LIST_MAX = 100

/** The providers over which people of the tenant sign in, and the link that takes them there. */
export function Connections() {
  const connections = useQuery({
    queryKey: ['sso-connections'],
    queryFn: () => bodyOf(GET('/api/v1/sso-connections', { params: { query: { limit: LIST_MAX } } })),
  })
  return (
    <Section title="Single sign-on">
      <Loaded query={connections} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">No provider is connected: POST /api/v1/sso-connections connects one.</Text>
          ) : (
            <Table
              name="List of providers"
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Provider', cell: ({ display_name: name }) => <Shown text={name} lengthMax={120} /> },
                { head: 'Protocol', isShort: true, cell: ({ provider }) => provider.toUpperCase() },
                { head: 'State', isShort: true, cell: ({ enabled }) => (enabled ? 'on' : 'off') },
                { head: 'Role', isShort: true, cell: ({ default_role: role }) => role ?? 'none' },
                {
                  head: 'Link for its people',
                  isMono: true,
                  cell: ({ provider, id }) => <Shown text={ssoLink(provider, id)} lengthMax={200} />,
                },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  )
}
