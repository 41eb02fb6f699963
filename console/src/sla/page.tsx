import { Page } from '../parts/page.tsx'
import { Tabbed } from '../parts/tabbed.tsx'
import { SlaBoard } from './board.tsx'
import { CaseSettings } from './case-settings.tsx'
import { SlaForecast } from './forecast.tsx'
import { Handovers } from './handovers.tsx'
import { Policies } from './policies.tsx'

export function SlaPage() {
  return (
    <Page title="SLA" about="Due and missed targets, and their policies, queues, escalations and shift handovers.">
      <Tabbed
        tabs={[
          { value: 'board', label: 'Board', reads: 'GET /api/v1/cases', body: SlaBoard },
          { value: 'forecast', label: 'Forecast', reads: 'GET /api/v1/sla/forecast', body: SlaForecast },
          { value: 'handover', label: 'Handover', reads: 'GET /api/v1/cases/handoffs', body: Handovers },
          { value: 'policies', label: 'Policies and queues', reads: 'GET /api/v1/cases/sla-policies', body: Policies },
          { value: 'cases', label: 'Templates and fields', reads: 'GET /api/v1/case-templates', body: CaseSettings },
        ]}
      />
    </Page>
  )
}
