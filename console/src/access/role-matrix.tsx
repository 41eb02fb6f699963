import { useList } from '../parts/listing.tsx'
import { Section } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { labelOf } from '../parts/words.ts'
import { type Grant, grantsOf } from './role-grants.ts'

/** A mark for each permission of each role: the steps between roles are seen before they are read. */
export function RoleMatrix() {
  const found = useList('GET /api/v1/rbac/roles')
  return (
    <Section title="What each role may do">
      <Loaded query={found} lines={10}>
        {(roles) => (
          <div className="role-matrix">
            <Table
              name="Permissions by area and role"
              isGrid
              rows={grantsOf(roles)}
              keyOf={({ area, verb }) => `${area}:${verb}`}
              columns={[
                {
                  head: 'Area',
                  isShort: true,
                  cell: ({ area, isFirst }) =>
                    isFirst ? <b>{labelOf(area)}</b> : <span className="unseen">{labelOf(area)}</span>,
                },
                { head: 'May', isShort: true, cell: ({ verb }) => verb },
                ...roles.map(({ name }) => ({
                  head: labelOf(name),
                  isShort: true,
                  cell: ({ roles: having }: Grant) => <Mark isGranted={having.has(name)} />,
                })),
              ]}
            />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function Mark({ isGranted }: { readonly isGranted: boolean }) {
  return (
    <>
      <i className="grant" data-granted={isGranted} aria-hidden="true" />
      <span className="unseen">{isGranted ? 'yes' : 'no'}</span>
    </>
  )
}
