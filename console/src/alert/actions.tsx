/** The recommended actions, each with a button that runs it, and the form for another action on the alert's targets. */

import { Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AlertActions } from '../alerts/use-alert-actions.tsx'
import { mayCall, type Operation } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Shown } from '../parts/shown.tsx'
import { AskActionButton } from '../response/ask-action.tsx'
import { RunPlaybookDialog } from '../response/run-playbook.tsx'
import { OpenCase } from './open-case.tsx'

type Detail = Schemas['AlertDetail']

export function Actions({ alert, acts }: { readonly alert: Detail; readonly acts: AlertActions }) {
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
      <RunPlaybookDialog alertId={alert.id} isOpen={isRunning} close={() => setRunning(false)} />
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
  readonly acts: AlertActions
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
