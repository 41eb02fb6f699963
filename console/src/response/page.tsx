import { useReloads } from '../api/use-reloads.ts'
import { Page } from '../parts/page.tsx'
import { Tabbed } from '../parts/tabbed.tsx'
import { Actions } from './actions.tsx'
import { Approvals } from './approvals.tsx'
import { AskActionButton } from './ask-action.tsx'
import { InAdvance } from './in-advance.tsx'
import { Executors, Targets } from './limits.tsx'
import { Playbooks } from './playbooks.tsx'
import { Runs } from './runs.tsx'

export function ResponsePage() {
  useReloads('actions,playbooks', 'approvals', 'actions', 'runs', 'run')
  return (
    <Page
      title="Response"
      actions={<AskActionButton />}
      about="Waiting approvals, actions with their verified effect, and playbooks."
    >
      <Tabbed
        tabs={[
          { value: 'approvals', label: 'Approvals', reads: 'GET /api/v1/approvals', body: Approvals },
          { value: 'actions', label: 'Actions', reads: 'GET /api/v1/actions', body: Actions },
          { value: 'playbooks', label: 'Playbooks', reads: 'GET /api/v1/playbooks', body: Playbooks },
          { value: 'runs', label: 'Runs', reads: 'GET /api/v1/playbook-runs', body: Runs },
          { value: 'in-advance', label: 'In advance', reads: 'GET /api/v1/standing-approvals', body: InAdvance },
          { value: 'executors', label: 'Executors', reads: 'GET /api/v1/response/executors', body: Executors },
          { value: 'targets', label: 'Targets and blocks', reads: 'GET /api/v1/response/targets', body: Targets },
        ]}
      />
    </Page>
  )
}
