import { actions, mono, person, State, short, when } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'

export function FieldRules() {
  return (
    <Listing<'GET /api/v1/governance/field-rules'>
      title="Field rules"
      about="A rule redacts, masks, hashes or removes a field for every role that it does not list, in the API, exports, hunts and this console."
      list="GET /api/v1/governance/field-rules"
      changes="POST /api/v1/governance/field-rules"
      aside={
        <FormButton operation="POST /api/v1/governance/field-rules" label="New rule" initial={{ enabled: true }} />
      }
      empty={{ title: 'No rule', next: 'Without a rule, roles that may read a resource see all of its fields.' }}
      columns={[
        short('Of', 'resource'),
        mono('Field', 'field_path'),
        short('Treated', 'treatment'),
        { head: 'Seen by', cell: ({ visible_to_roles: roles }) => roles.join(', ') || 'nobody' },
        { head: 'State', isShort: true, cell: ({ enabled }) => <State of={enabled ? 'on' : 'off'} /> },
        person('By', 'created_by'),
        when('Changed', 'updated_at'),
        actions((row) => (
          <>
            <FormButton
              operation="PATCH /api/v1/governance/field-rules/{id}"
              path={{ id: row.id }}
              before={row}
              label="Edit"
              ariaLabel={`Edit the rule of ${row.field_path.slice(0, 80)}`}
              submit="Save"
              variant="subtle"
            />
            <ActButton
              operation="DELETE /api/v1/governance/field-rules/{id}"
              path={{ id: row.id }}
              label="Delete"
              ariaLabel={`Delete the rule of ${row.field_path.slice(0, 80)}`}
              variant="subtle"
              confirm="From now on every role that may read the resource sees the field."
            />
          </>
        )),
      ]}
    />
  )
}
