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
      about="What is decided without a person, how often people agreed with it, and the models and tools that it uses."
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
