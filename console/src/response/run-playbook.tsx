/** Runs a playbook on an alert or a case, for real or as a dry run. */
import { Button, Group, NativeSelect, Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { useList } from '../parts/listing.tsx'
import { Dialog } from '../parts/operation-form.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { RunSteps } from './run-steps.tsx'

type Subject = { readonly alertId?: string; readonly caseId?: string }

export function RunPlaybookButton(subject: Subject) {
  const [isOpen, setIsOpen] = useState(false)
  if (lacking(useSession(), 'POST /api/v1/playbooks/{id}/execute') !== null) return null
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Run a playbook
      </Button>
      <RunPlaybookDialog {...subject} isOpen={isOpen} close={() => setIsOpen(false)} />
    </>
  )
}

type RunPlaybookDialogProps = Subject & { readonly isOpen: boolean; readonly close: () => void }

export function RunPlaybookDialog({ isOpen, close, ...subject }: RunPlaybookDialogProps) {
  return (
    <Dialog title="Run a playbook" isOpen={isOpen} close={close}>
      <Run {...subject} />
    </Dialog>
  )
}

const ALERTS_MAX = 200

/** The alerts of a case, newest first: most playbooks work on the values of an alert. */
function useAlertsOf(caseId: string | undefined) {
  return useQuery({
    queryKey: ['case', caseId, 'alerts'],
    queryFn: () => call('GET /api/v1/cases/{id}/alerts', { path: { id: caseId ?? '' }, query: { limit: ALERTS_MAX } }),
    enabled: caseId !== undefined,
  }).data?.items
}

function Run({ alertId, caseId }: Subject) {
  const queries = useQueryClient()
  const alerts = useAlertsOf(caseId) ?? []
  const [picked, setPicked] = useState<string | null>(null)
  const alert = alertId ?? picked ?? alerts[0]?.id ?? ''
  const playbooks = useList('GET /api/v1/playbooks')
  const [id, setId] = useState('')
  const [isDry, setIsDry] = useState(true)
  const run = useMutation({
    mutationFn: (playbook: string) =>
      call('POST /api/v1/playbooks/{id}/execute', {
        path: { id: playbook },
        body: { dry_run: isDry, alert_id: alert === '' ? null : alert, case_id: caseId ?? null },
      }),
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <Loaded query={playbooks} lines={4}>
      {(rows) => {
        const chosen = rows.find((one) => one.id === id) ?? rows[0]
        const isOff = chosen?.enabled === false && !isDry
        return (
          <Stack gap="sm">
            <NativeSelect
              label="Playbook"
              data={rows.map((one) => ({
                value: one.id,
                label: `${one.name.slice(0, 120)}${one.enabled ? '' : ' (off)'}`,
              }))}
              value={chosen?.id ?? ''}
              onChange={(event) => {
                setId(event.currentTarget.value)
                run.reset()
              }}
            />
            {chosen && (
              <Text size="sm" className="quiet">
                <Shown text={chosen.description} lengthMax={400} />
              </Text>
            )}
            {alerts.length > 0 && (
              <NativeSelect
                label="Alert of the case"
                data={[
                  ...alerts.map((one) => ({ value: one.id, label: shown(one.title, 120) })),
                  { value: '', label: 'None' },
                ]}
                value={alert}
                onChange={(event) => setPicked(event.currentTarget.value)}
              />
            )}
            <Switch
              label="Dry run"
              description="Runs no actions, and shows what each step would do."
              checked={isDry}
              onChange={(event) => setIsDry(event.currentTarget.checked)}
            />
            {chosen && isOff && (
              <Text size="sm">
                It is off, so it only runs dry. It is turned on at{' '}
                <Link to="/playbooks/$id" params={{ id: chosen.id }}>
                  its page
                </Link>
                .
              </Text>
            )}
            {run.error && <Failure error={run.error} />}
            <Group justify="flex-end">
              <Button
                disabled={chosen === undefined || isOff}
                loading={run.isPending}
                onClick={() => chosen && run.mutate(chosen.id)}
              >
                {isDry ? 'Start the dry run' : 'Run'}
              </Button>
            </Group>
            {run.data && (
              <>
                <Text size="sm" role="status">
                  Started. It goes on when this is closed: see{' '}
                  <Link to="/response" search={{ tab: 'runs' }}>
                    Response, Runs
                  </Link>
                  .
                </Text>
                <RunSteps key={run.data.run_id} id={run.data.run_id} />
              </>
            )}
          </Stack>
        )
      }}
    </Loaded>
  )
}
