import { Page } from '../parts/page.tsx'
import { Tabbed } from '../parts/tabbed.tsx'
import { Autonomy } from './autonomy.tsx'
import { Models } from './models.tsx'
import { Sandboxes } from './sandboxes.tsx'
import { ToolServers } from './tool-servers.tsx'

export function AutomationPage() {
  return (
    <Page
      title="Automation"
      about="Automatic decisions, how often people agreed with them, and the models and tools in use."
    >
      <Tabbed
        tabs={[
          { value: 'autonomy', label: 'Autonomy', reads: 'GET /api/v1/autonomy-policy/agreement', body: Autonomy },
          { value: 'models', label: 'Models', reads: 'GET /api/v1/llm/status', body: Models },
          { value: 'tools', label: 'Tool servers', reads: 'GET /api/v1/mcp-servers', body: ToolServers },
          { value: 'sandboxes', label: 'Sandboxes', reads: 'GET /api/v1/sandbox/providers', body: Sandboxes },
        ]}
      />
    </Page>
  )
}
