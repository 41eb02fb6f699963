/** One playbook: its editor, its runs and versions, and the web hooks that start it. */
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { Copilot } from '../parts/copilot.tsx'
import { FormButton } from '../parts/operation-form.tsx'
import { Back, FactLine, Page } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Tabbed } from '../parts/tabbed.tsx'
import { Enabled } from '../response/playbook-switch.tsx'
import type { Playbook } from './draft.ts'
import { Editor } from './editor.tsx'
import { Hooks } from './hooks.tsx'
import { Runs } from './runs.tsx'
import { Versions } from './versions.tsx'

const NEW = 'new'

export function PlaybookPage() {
  const { id } = useParams({ from: '/playbooks/$id' })
  const found = useQuery({
    queryKey: ['playbook', id],
    queryFn: () => call('GET /api/v1/playbooks/{id}', { path: { id } }),
    enabled: id !== NEW,
  })
  if (id === NEW) return <Body playbook={null} />
  return (
    <Loaded query={found} lines={14}>
      {(playbook) => <Body key={`${playbook.id} ${playbook.version}`} playbook={playbook} />}
    </Loaded>
  )
}

function Body({ playbook }: { readonly playbook: Playbook | null }) {
  return (
    <>
      <Back>
        <Link to="/response" search={{ tab: 'playbooks' }}>
          ← Playbooks
        </Link>
      </Back>
      <Page
        title={playbook === null ? 'New playbook' : <Shown text={playbook.name} lengthMax={160} />}
        name={playbook?.name ?? 'New playbook'}
        actions={
          playbook !== null && (
            <Group gap="xs">
              <Enabled playbook={playbook} label="Enabled" />
              <Copilot type="playbook" id={playbook.id} />
              {playbook.enabled && <RunNow id={playbook.id} />}
            </Group>
          )
        }
        about={
          playbook !== null && (
            <FactLine>
              <span>version {playbook.version}</span>
              <span>{playbook.is_builtin ? 'comes with svc' : 'of this tenant'}</span>
            </FactLine>
          )
        }
      >
        <Tabbed
          tabs={[
            { value: 'editor', label: 'Steps', body: () => <Editor playbook={playbook} /> },
            ...(playbook === null
              ? []
              : [
                  { value: 'runs', label: 'Runs', body: () => <Runs id={playbook.id} /> },
                  { value: 'versions', label: 'Versions', body: () => <Versions playbook={playbook} /> },
                  { value: 'hooks', label: 'Web hooks', body: () => <Hooks id={playbook.id} /> },
                ]),
          ]}
        />
      </Page>
    </>
  )
}

/** Runs the saved version for real; its steps are under Runs. The API refuses it while the playbook is off. */
function RunNow({ id }: { readonly id: string }) {
  const navigate = useNavigate()
  return (
    <FormButton
      operation="POST /api/v1/playbooks/{id}/execute"
      path={{ id }}
      only={['alert_id', 'case_id', 'context']}
      label="Run"
      title="Run the saved version"
      about="Actions that need an approval wait for it."
      done={() => void navigate({ to: '/playbooks/$id', params: { id }, search: { tab: 'runs' } })}
    />
  )
}
