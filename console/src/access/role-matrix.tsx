import { useList } from '../parts/listing.tsx'
import { Section } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { labelOf } from '../parts/words.ts'
import { grantsByArea } from './role-grants.ts'

/** A table of roles and areas, which shows the differences between roles at a glance. */
export function RoleMatrix() {
  const found = useList('GET /api/v1/rbac/roles')
  return (
    <Section title="What each role may do">
      <Loaded query={found} lines={10}>
        {(roles) => (
          <Table
            name="Permissions by area and role"
            rows={grantsByArea(roles)}
            keyOf={({ area }) => area}
            columns={[
              { head: 'Area', isShort: true, cell: ({ area }) => <b>{labelOf(area)}</b> },
              ...roles.map(({ name }) => ({
                head: labelOf(name),
                cell: ({ verbs }: ReturnType<typeof grantsByArea>[number]) =>
                  verbs[name]?.join(', ') ?? <span className="quiet">–</span>,
              })),
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}
