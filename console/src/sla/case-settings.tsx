/** Defaults of new cases: templates with their tasks, and custom fields. */
import { actions, mono, short, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Severity } from '../parts/severity.tsx'

export function CaseSettings() {
  return (
    <>
      <Listing<'GET /api/v1/case-templates'>
        title="Case templates"
        about="A template gives a case its title, severity, tags and tasks; a task that depends on another gives its number in the list."
        list="GET /api/v1/case-templates"
        changes="POST /api/v1/case-templates"
        aside={<FormButton operation="POST /api/v1/case-templates" label="New template" submit="Create the template" />}
        empty={{ title: 'No template', next: 'For recurring kinds of work: phishing, a lost device, a leaked key.' }}
        columns={[
          words('Template', 'name'),
          words('Title of its cases', 'title'),
          { head: 'Severity', isShort: true, cell: ({ severity }) => <Severity level={severity} /> },
          { head: 'Tasks', cell: ({ tasks }) => tasks.map(({ title }, at) => `${at + 1}. ${title}`).join('  ') || '–' },
          actions(({ id, name }) => (
            <ActButton
              operation="DELETE /api/v1/case-templates/{template_id}"
              path={{ template_id: id }}
              label="Delete"
              ariaLabel={`Delete the template ${name.slice(0, 80)}`}
              variant="subtle"
              confirm="Existing cases stay as they are."
            />
          )),
        ]}
      />
      <Listing<'GET /api/v1/case-fields'>
        title="Fields of cases"
        about="Additional fields that this tenant records for its cases."
        list="GET /api/v1/case-fields"
        changes="POST /api/v1/case-fields"
        aside={<FormButton operation="POST /api/v1/case-fields" label="New field" submit="Create the field" />}
        empty={{ title: 'No field of your own' }}
        columns={[
          words('Field', 'label'),
          mono('Key', 'key'),
          short('Type', 'type'),
          { head: 'Options', cell: ({ options }) => options.join(', ') || '–' },
          when('Since', 'created_at'),
          actions(({ id, label }) => (
            <ActButton
              operation="DELETE /api/v1/case-fields/{field_id}"
              path={{ field_id: id }}
              label="Delete"
              ariaLabel={`Delete the field ${label.slice(0, 80)}`}
              variant="subtle"
              confirm="Cases keep their values; new ones cannot be recorded."
            />
          )),
        ]}
      />
    </>
  )
}
