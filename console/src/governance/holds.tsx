import { actions, person, State, short, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { FormButton } from '../parts/operation-form.tsx'
import { Shown } from '../parts/shown.tsx'

export function Holds() {
  return (
    <Listing<'GET /api/v1/governance/legal-holds'>
      title="Legal holds"
      about="A hold exempts the data of its subject from retention until you release it."
      list="GET /api/v1/governance/legal-holds"
      changes="POST /api/v1/governance/legal-holds"
      aside={
        <FormButton operation="POST /api/v1/governance/legal-holds" label="Place a hold" submit="Place the hold" />
      }
      empty={{ title: 'No hold', next: 'Retention applies to all data.' }}
      columns={[
        words('Hold', 'name'),
        words('Matter', 'matter_ref'),
        short('Of', 'subject_kind'),
        { head: 'Subject', isMono: true, cell: ({ subject_value: value }) => <Shown text={value} lengthMax={120} /> },
        person('Placed by', 'placed_by'),
        when('Placed', 'placed_at'),
        when('Kept since', 'kept_since', 'being applied'),
        {
          head: 'State',
          isShort: true,
          cell: ({ released_at: at }) => <State of={at === null ? 'active' : 'released'} />,
        },
        actions((row) =>
          row.released_at === null ? (
            <FormButton
              operation="POST /api/v1/governance/legal-holds/{id}/release"
              path={{ id: row.id }}
              label="Release"
              title={`Release ${row.name.slice(0, 80)}`}
              ariaLabel={`Release ${row.name.slice(0, 80)}`}
              about="Retention applies to its data again and may delete it."
              variant="subtle"
            />
          ) : null,
        ),
      ]}
    />
  )
}
