import { actions, mono, person, State, short, when } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'

export function FieldRules() {
  return (
    <Listing<'GET /api/v1/governance/field-rules'>
      title="Field rules"
      about="A field is redacted, masked, hashed or left out for every role that is not named. It holds for the API, exports, hunts and this console alike."
      list="GET /api/v1/governance/field-rules"
      changes="POST /api/v1/governance/field-rules"
      aside={
        <FormButton operation="POST /api/v1/governance/field-rules" label="New rule" initial={{ enabled: true }} />
      }
      empty={{ title: 'No rule', next: 'Who may read a resource reads all of its fields.' }}
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
              confirm="Every role that reads the resource reads the field from now on."
            />
          </>
        )),
      ]}
    />
  )
}
