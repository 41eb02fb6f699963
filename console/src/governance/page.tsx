import { Page } from '../parts/page.tsx'
import { Tabbed } from '../parts/tabbed.tsx'
import { Deletions } from './deletions.tsx'
import { FieldRules } from './field-rules.tsx'
import { Holds } from './holds.tsx'
import { Residency } from './residency.tsx'
import { Retention } from './retention.tsx'

export function GovernancePage() {
  return (
    <Page
      title="Governance"
      about="Legal holds, deletions, access to fields, and the regions to which data may be sent."
    >
      <Tabbed
        tabs={[
          { value: 'holds', label: 'Legal holds', reads: 'GET /api/v1/governance/legal-holds', body: Holds },
          { value: 'fields', label: 'Field rules', reads: 'GET /api/v1/governance/field-rules', body: FieldRules },
          {
            value: 'deletions',
            label: 'Deletions',
            reads: 'GET /api/v1/governance/subject-deletions',
            body: Deletions,
          },
          { value: 'retention', label: 'Retention', reads: 'GET /api/v1/governance/retention', body: Retention },
          { value: 'residency', label: 'Residency', reads: 'GET /api/v1/governance/residency', body: Residency },
        ]}
      />
    </Page>
  )
}
