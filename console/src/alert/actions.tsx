/** The advised actions, each as a button that runs it, and the way to request an action on the alert's targets. */
import { Button, Group, Modal, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Acts } from '../alerts/use-acts.tsx'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { may, useSession } from '../api/session.ts'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { OpenCase } from './open-case.tsx'

type Detail = Schemas['AlertDetail']
type ActionName = Schemas['ResponseActionRequest']['action_type']
const RATIONALE_MAX = 2_000

export function Actions({ alert, acts }: { readonly alert: Detail; readonly acts: Acts }) {
  const session = useSession()
  const [isAsking, setAsking] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const mayAsk = may(session, 'actions:write', 'actions:read')
  return (
    <Stack gap="xs">
      {alert.recommended_actions.length === 0 && <Text size="sm">Nothing is advised for this alert.</Text>}
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
        {mayAsk && (
          <Button variant="default" onClick={() => setAsking(true)}>
            Ask for an action …
          </Button>
        )}
        {may(session, 'playbooks:execute', 'playbooks:read') && (
          <Button variant="default" onClick={() => setRunning(true)}>
            Run a playbook …
          </Button>
        )}
      </Group>
      {isRunning && <RunPlaybook alert={alert} acts={acts} close={() => setRunning(false)} />}
      {isAsking && <AskDialog alert={alert} acts={acts} close={() => setAsking(false)} />}
    </Stack>
  )
}

/** The button of what the API advises. Advice of a model is text: a person does it, or asks for an action below. */
type WayProps = {
  readonly action: string
  readonly alert: Detail
  readonly acts: Acts
  readonly run: () => void
}

function Way({ action, alert, acts, run }: WayProps) {
  const session = useSession()
  const navigate = useNavigate()
  const button = (label: string, run: () => void, needs: string) =>
    may(session, needs) ? (
      <Button size="compact-xs" variant="default" onClick={run}>
        {label}
      </Button>
    ) : null
  const [entity] = [...alert.affected_hosts, ...alert.affected_users, ...alert.affected_ips]
  switch (action) {
    case 'Claim the alert':
      return button('Claim', () => acts.claim(alert), 'alerts:write')
    case 'Escalate the alert':
      return button('Escalate', () => acts.doIt({ do: 'escalate', id: alert.id }), 'alerts:write')
    case 'Record a verdict':
      return button('Decide', () => acts.judge(alert), 'alerts:write')
    case 'Read the events that its evidence names':
      return button('Evidence', () => document.getElementById('evidence')?.scrollIntoView(), 'lake:query')
    case 'Look at the other alerts of the same entities':
      if (entity === undefined) return null
      return button('Look', () => void navigate({ to: '/entities/$entity', params: { entity } }), 'alerts:read')
    case 'See how often the rule fired before':
    case 'Write an exception to the rule':
      if (alert.rule_id === null) return null
      return button(
        'Rule',
        () => void navigate({ to: '/detections/$id', params: { id: alert.rule_id ?? '' } }),
        'rules:read',
      )
    case 'Open a case with this alert':
      return <OpenCase alert={alert} label="Open" />
    case 'Run the playbook that fits its techniques':
      return may(session, 'playbooks:read') ? button('Choose', run, 'playbooks:execute') : null
    default:
      return null
  }
}

type DialogProps = { readonly alert: Detail; readonly acts: Acts; readonly close: () => void }

function AskDialog({ alert, acts, close }: DialogProps) {
  const types = useQuery({
    queryKey: ['action-types'],
    queryFn: () => bodyOf(GET('/api/v1/actions/types', { params: { query: { limit: 200 } } })),
    staleTime: 300_000,
  })
  return (
    <Modal opened onClose={close} title="Ask for an action" size="lg">
      <Loaded query={types} lines={4}>
        {({ items }) => <AskForm types={fitting(items, alert)} alert={alert} acts={acts} close={close} />}
      </Loaded>
    </Modal>
  )
}

type Fitting = { readonly type: Schemas['ResponseActionType']; readonly targets: readonly string[] }

/** Actions that need nothing but a target which the alert names. */
function fitting(types: readonly Schemas['ResponseActionType'][], alert: Detail): Fitting[] {
  const named: Readonly<Record<string, readonly string[]>> = {
    ...{ host: alert.affected_hosts, user: alert.affected_users, ip: alert.affected_ips },
  }
  return types.flatMap((type) => {
    const targets = named[type.target] ?? []
    const isWhole = !Object.values(type.parameters).includes('required')
    return targets.length > 0 && isWhole ? [{ type, targets }] : []
  })
}

function AskForm({ types, alert, acts, close }: DialogProps & { readonly types: readonly Fitting[] }) {
  const [name, setName] = useState(types[0]?.type.name ?? '')
  const chosen = types.find(({ type }) => type.name === name)
  const [target, setTarget] = useState(chosen?.targets[0] ?? '')
  const [rationale, setRationale] = useState('')
  const body = { action_type: name as ActionName, target, rationale, alert_id: alert.id }
  const plan = useMutation({ mutationFn: () => bodyOf(POST('/api/v1/actions/dry-run', { body })) })
  const ask = useMutation({
    mutationFn: () => bodyOf(POST('/api/v1/actions', { body })),
    onSuccess: ({ approval }) => {
      close()
      acts.tell(
        approval === null ? 'The action is under way' : 'Asked: somebody else has to agree, under Response',
        null,
      )
    },
  })
  if (chosen === undefined)
    return <Text size="sm">The alert names no host, user or address that an action could be asked for.</Text>
  const changed = (to: () => void) => {
    plan.reset()
    to()
  }
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Action"
        data={types.map(({ type }) => ({ value: type.name, label: type.about }))}
        value={name}
        onChange={({ currentTarget: { value } }) =>
          changed(() => {
            setName(value)
            setTarget(types.find(({ type }) => type.name === value)?.targets[0] ?? '')
          })
        }
      />
      <NativeSelect
        label="On"
        data={[...chosen.targets]}
        value={target}
        onChange={({ currentTarget: { value } }) => changed(() => setTarget(value))}
      />
      <Textarea
        label="Why"
        description="Whoever approves it reads this"
        value={rationale}
        maxLength={RATIONALE_MAX}
        minRows={2}
        autosize
        onChange={({ currentTarget: { value } }) => changed(() => setRationale(value))}
      />
      {plan.data && <Plan plan={plan.data} />}
      {(plan.error ?? ask.error) && <Failure error={plan.error ?? ask.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={rationale === ''} loading={plan.isPending} onClick={() => plan.mutate()}>
          Try it dry
        </Button>
        <Button disabled={plan.data === undefined} loading={ask.isPending} onClick={() => ask.mutate()}>
          Ask for it
        </Button>
      </Group>
    </Stack>
  )
}

function Plan({ plan }: { readonly plan: Schemas['ResponseActionPlan'] }) {
  const facts = [
    ['Done by', plan.executor ?? 'nobody is connected who can do it'],
    ['Reaches', plan.blast_radius],
    ['Agreement', plan.approval_because ?? 'nobody else has to agree'],
    ['Taken back', plan.is_reversible ? 'can be' : 'cannot be'],
    ['Within the hour', `${plan.recent} of at most ${plan.recent_max}`],
    ...plan.not_checked.map((text) => ['Not checked', text] as const),
  ] as const
  return (
    <dl className="facts-grid" aria-label="What would happen">
      {plan.is_simulated && <Text size="sm">It would be simulated: nothing outside is touched.</Text>}
      {facts.map(([name, value]) => (
        <div key={`${name} ${value}`}>
          <dt>{name}</dt>
          <dd>
            <Shown text={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

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
      acts.tell(isDry ? 'A dry run is under way: Response, Runs' : 'The playbook runs: Response, Runs', null)
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
