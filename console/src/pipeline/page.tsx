import { Page } from '../parts/page.tsx'
import { Tabbed } from '../parts/tabbed.tsx'
import { DeadLetters } from './dead-letters.tsx'
import { Drift } from './drift.tsx'
import { HealthOf } from './health.tsx'
import { OwnTables } from './own-tables.tsx'
import { SourceAlarms } from './source-alarms.tsx'
import { Sources } from './sources.tsx'
import { TrySample } from './try-sample.tsx'

export function PipelinePage() {
  return (
    <Page title="Pipeline" about="Sources and their health, how their events are read, and what could not be decoded.">
      <Tabbed
        tabs={[
          { value: 'sources', label: 'Sources', body: SourcesTab },
          { value: 'try', label: 'Try a sample', reads: 'POST /api/v1/sources/try', body: TrySample },
          { value: 'tables', label: 'Own tables', reads: 'GET /api/v1/sources/tables', body: OwnTables },
          { value: 'fields', label: 'Fields', reads: 'GET /api/v1/schema-drift', body: Drift },
          { value: 'dead-letters', label: 'Dead letters', reads: 'GET /api/v1/dead-letters', body: DeadLetters },
        ]}
      />
    </Page>
  )
}

function SourcesTab() {
  return (
    <>
      <HealthOf />
      <Sources />
      <SourceAlarms />
    </>
  )
}
