/** The recommended actions, each with a button that runs it, and the form for another action on the alert's targets. */

import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Acts } from '../alerts/use-acts.tsx'
import { mayCall, type Operation } from '../api/call.ts'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { AskActionButton } from '../response/ask-action.tsx'
import { OpenCase } from './open-case.tsx'

type Detail = Schemas['AlertDetail']

export function Actions({ alert, acts }: { readonly alert: Detail; readonly acts: Acts }) {
  const session = useSession()
  const [isRunning, setRunning] = useState(false)
  return (
    <Stack gap="xs">
      {alert.recommended_actions.length === 0 && <Text size="sm">No recommended actions for this alert.</Text>}
      <ol className="plain">
        {alert.recommended_actions.map(({ priority, action, rationale, risk }) => (
          <li key={`${priority} ${action}`}>
            <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
              <div className="grow">
                <Text size="sm">
                  <Shown text={action} /> {risk !== 'low' && <span className="quiet">({risk} risk)</span>}
                </Text>
                <Text size="xs" className="quiet">
                  <Shown text={rationale} />
                </Text>
              </div>
              <Way action={action} alert={alert} acts={acts} run={() => setRunning(true)} />
            </Group>
          </li>
        ))}
      </ol>
      <Group gap="xs">
        {mayCall(session, 'GET /api/v1/actions') && (
          <AskActionButton label="Ask for an action …" alertId={alert.id} targets={targetsOf(alert)} />
        )}
        {mayCall(session, 'POST /api/v1/playbooks/{id}/execute', 'GET /api/v1/playbooks') && (
          <Button variant="default" onClick={() => setRunning(true)}>
            Run a playbook …
          </Button>
        )}
      </Group>
      {isRunning && <RunPlaybook alert={alert} acts={acts} close={() => setRunning(false)} />}
    </Stack>
  )
}

const targetsOf = ({ affected_hosts: hosts, affected_users: users, affected_ips: ips }: Detail) => [
  ...hosts.map((value) => ({ kind: 'host', value })),
  ...users.map((value) => ({ kind: 'user', value })),
  ...ips.map((value) => ({ kind: 'ip', value })),
]

/**
 * The button of a recommended action. A model's advice is only text: a person follows it, or requests an action below.
 */
type WayProps = {
  readonly action: string
  readonly alert: Detail
  readonly acts: Acts
  readonly run: () => void
}

function Way({ action, alert, acts, run }: WayProps) {
  const session = useSession()
  const navigate = useNavigate()
  const button = (label: string, run: () => void, needs: Operation) =>
    mayCall(session, needs) ? (
      <Button size="compact-xs" variant="default" onClick={run}>
        {label}
      </Button>
    ) : null
  const [entity] = [...alert.affected_hosts, ...alert.affected_users, ...alert.affected_ips]
  switch (action) {
    case 'Claim the alert':
      return button('Claim', () => acts.claim(alert), 'POST /api/v1/alerts/{id}/claim')
    case 'Escalate the alert':
      return button('Escalate', () => acts.doIt({ do: 'escalate', id: alert.id }), 'POST /api/v1/alerts/{id}/escalate')
    case 'Record a verdict':
      return button('Decide', () => acts.judge(alert), 'POST /api/v1/alerts/{id}/verdict-override')
    case 'Read the events that its evidence names':
      return button('Evidence', () => document.getElementById('evidence')?.scrollIntoView(), 'GET /api/v1/events/{uid}')
    case 'Look at the other alerts of the same entities':
      if (entity === undefined) return null
      return button(
        'Entity',
        () => void navigate({ to: '/entities/$entity', params: { entity } }),
        'GET /api/v1/entity-risk/{entity}',
      )
    case 'See how often the rule fired before':
    case 'Write an exception to the rule':
      if (alert.rule_id === null) return null
      return button(
        'Rule',
        () => void navigate({ to: '/detections/$id', params: { id: alert.rule_id ?? '' } }),
        'GET /api/v1/rules/{id}',
      )
    case 'Open a case with this alert':
      return <OpenCase alert={alert} label="Open" />
    case 'Run the playbook that fits its techniques':
      return mayCall(session, 'GET /api/v1/playbooks')
        ? button('Choose', run, 'POST /api/v1/playbooks/{id}/execute')
        : null
    default:
      return null
  }
}

type DialogProps = { readonly alert: Detail; readonly acts: Acts; readonly close: () => void }

function RunPlaybook({ alert, acts, close }: DialogProps) {
  const [id, setId] = useState('')
  const playbooks = useQuery({
    queryKey: ['playbooks', 'to-run'],
    queryFn: () => bodyOf(GET('/api/v1/playbooks', { params: { query: { limit: 200 } } })),
  })
  const run = useMutation({
    mutationFn: (isDry: boolean) =>
      bodyOf(
        POST('/api/v1/playbooks/{id}/execute', {
          params: { path: { id } },
          body: { alert_id: alert.id, dry_run: isDry },
        }),
      ),
    onSuccess: (_, isDry) => {
      close()
      acts.notify(isDry ? 'Dry run started: see Response, Runs' : 'Playbook started: see Response, Runs', null)
    },
  })
  return (
    <Modal opened onClose={close} title="Run a playbook on this alert">
      <Loaded query={playbooks} lines={3}>
        {({ items }) => (
          <Stack gap="sm">
            <NativeSelect
              label="Playbook"
              data={[
                { value: '', label: 'Choose …', disabled: true },
                ...items.filter(({ enabled }) => enabled).map(({ id: value, name }) => ({ value, label: name })),
              ]}
              value={id}
              onChange={({ currentTarget }) => setId(currentTarget.value)}
            />
            {run.error && <Failure error={run.error} />}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" disabled={id === ''} loading={run.isPending} onClick={() => run.mutate(true)}>
                Try it dry
              </Button>
              <Button disabled={id === ''} loading={run.isPending} onClick={() => run.mutate(false)}>
                Run it
              </Button>
            </Group>
          </Stack>
        )}
      </Loaded>
    </Modal>
  )
}
