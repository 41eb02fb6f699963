import { useNavigate } from '@tanstack/react-router'
import { useChoices } from '../parts/choices.ts'
import { FormDialog } from '../parts/operation-form.tsx'
import { shown } from '../parts/shown.tsx'

type NewCaseProps = { readonly opened: boolean; readonly close: () => void }

const FIELDS = ['title', 'severity', 'description', 'assignee_id', 'queue_id', 'tags', 'template_id']

export function NewCase({ opened, close }: NewCaseProps) {
  const navigate = useNavigate()
  const templates = useChoices(
    'GET /api/v1/case-templates',
    ({ items }) => items.map(({ id, name }) => ({ value: id, label: shown(name, 120) })),
    opened,
  )
  const hasTemplates = templates !== undefined && templates.length > 0
  return (
    <FormDialog
      operation="POST /api/v1/cases"
      title="New case"
      submit="Open case"
      only={hasTemplates ? FIELDS : FIELDS.filter((name) => name !== 'template_id')}
      initial={{ severity: 'medium' }}
      choices={{ template_id: templates }}
      isOpen={opened}
      close={close}
      done={({ id }) => void navigate({ to: '/cases/$id', params: { id } })}
    />
  )
}
