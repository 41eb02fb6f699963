/**
 * Templates of rules, playbooks, hunts, targets and branding: stored at home, and applied to tenants after a preview.
 */
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { actions, person, when } from '../parts/columns.tsx'
import { everyPage } from '../parts/every-page.ts'
import { ActButton, Lacks } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { ApplyTemplate } from './apply-template.tsx'
import { TemplateForm } from './template-form.tsx'
import { contentsOf, type Template } from './template-kinds.ts'

const PAGE_SIZE = 100
const PAGES_MAX = 5

export function Templates() {
  const session = useSession()
  const [edited, setEdited] = useState<Template | 'new' | null>(null)
  const [applied, setApplied] = useState<Template | null>(null)
  const mayWrite = lacking(session, 'PUT /api/v1/organisation/templates') === null
  const mayPlan = lacking(session, 'POST /api/v1/organisation/templates/{template_id}/plan') === null
  const found = useQuery({
    queryKey: ['organisation-templates'],
    queryFn: () =>
      everyPage<Template>(PAGES_MAX, (of) =>
        call('GET /api/v1/organisation/templates', { query: { limit: PAGE_SIZE, ...of } }),
      ),
  })
  return (
    <>
      <Section
        title="Templates"
        aside={
          mayWrite && (
            <Button variant="default" onClick={() => setEdited('new')}>
              New template
            </Button>
          )
        }
      >
        <Text size="sm" className="quiet about" mb="sm">
          Settings that your customers share: rules and their overlays, playbooks, hunts, SLA targets, branding. A
          template changes nothing until you apply it; the difference is shown first.
        </Text>
        <Loaded query={found} lines={4}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="No template yet">
                Configure this tenant as a model for your customers, then create a template from it.
              </Empty>
            ) : (
              <Table
                name="List of templates"
                rows={items}
                keyOf={({ id }) => id}
                columns={[
                  {
                    head: 'Template',
                    cell: ({ name, description }) => (
                      <>
                        <Shown text={name} lengthMax={120} />
                        {description !== null && (
                          <div className="quiet">
                            <Shown text={description} lengthMax={200} />
                          </div>
                        )}
                      </>
                    ),
                  },
                  { head: 'Contents', cell: ({ documents }) => contentsOf(documents) },
                  when('Kept', 'updated_at'),
                  person('By', 'updated_by'),
                  actions<Template>((template) => (
                    <Group gap={4} wrap="nowrap">
                      {mayPlan && (
                        <Button
                          variant="default"
                          aria-label={`Apply ${shown(template.name, 80)}`}
                          onClick={() => setApplied(template)}
                        >
                          Apply …
                        </Button>
                      )}
                      {mayWrite && (
                        <Button
                          variant="subtle"
                          aria-label={`Edit ${shown(template.name, 80)}`}
                          onClick={() => setEdited(template)}
                        >
                          Edit
                        </Button>
                      )}
                      <ActButton
                        operation="DELETE /api/v1/organisation/templates/{template_id}"
                        path={{ template_id: template.id }}
                        label="Delete"
                        ariaLabel={`Delete ${shown(template.name, 80)}`}
                        variant="subtle"
                        confirm="Settings that were applied to tenants stay."
                      />
                    </Group>
                  )),
                ]}
              />
            )
          }
        </Loaded>
        <Lacks operation="PUT /api/v1/organisation/templates" />
      </Section>
      {edited !== null && <TemplateForm template={edited === 'new' ? null : edited} close={() => setEdited(null)} />}
      {applied !== null && <ApplyTemplate key={applied.id} template={applied} close={() => setApplied(null)} />}
    </>
  )
}
