/** Shadow mode, agreement with its bounds by class, and grants: the actions that automation may take alone, and why. */
import { Autocomplete, Button, Group, SegmentedControl, Switch, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, call, lacking } from '../api/call.ts'
import { may, useSession } from '../api/session.ts'
import { actions, person, State, short, when, words } from '../parts/columns.tsx'
import { Figures, percent } from '../parts/figures.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton, Lacks } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { MissedThreats, Stop } from './stop.tsx'

type Agreement = AnswerOf<'GET /api/v1/autonomy-policy/agreement'>
type Of = Agreement['by_alert_class'][number]

/** Members of a request that need settings:write beside the permission of the operation. */
const OVERRIDE = ['override', 'override_reason']

const WINDOWS = [7, 30, 90]
/** Classes of the alerts of these days are suggested. */
const CLASSES_DAYS = '30'

const agreementOver = (days: string) => ({
  queryKey: ['agreement', days],
  queryFn: () => call('GET /api/v1/autonomy-policy/agreement', { query: { window_days: Number(days) } }),
})

const BY = [
  ['by_alert_class', 'Class'],
  ['by_rule', 'Rule'],
  ['by_source', 'Source'],
  ['by_model', 'Model'],
] as const

export function Autonomy() {
  return (
    <>
      <Stop />
      <AgreementOf />
      <Grants />
      <Shadow />
      <ShadowVerbs />
      <MissedThreats />
      <Reconciliation />
    </>
  )
}

const leastNote = (value: number | null) =>
  value === null ? 'no verdict to compare with' : `at least ${percent(value)}`

function AgreementOf() {
  const [days, setDays] = useState('30')
  const [by, setBy] = useState<(typeof BY)[number][0]>('by_alert_class')
  const found = useQuery(agreementOver(days))
  return (
    <Section
      title="Agreement of people with triage"
      aside={
        <SegmentedControl
          aria-label="Days"
          size="xs"
          data={WINDOWS.map((value) => ({ value: String(value), label: `${value} days` }))}
          value={days}
          onChange={setDays}
        />
      }
    >
      <Loaded query={found} lines={6}>
        {(agreement) => (
          <div className="stack">
            <Figures
              of={[
                {
                  name: 'Agreement',
                  value: agreement.window.agreement === null ? null : percent(agreement.window.agreement),
                  note: leastNote(agreement.window.agreement_at_least),
                },
                {
                  name: 'Attacks that it found',
                  value: agreement.window.malicious_recall === null ? null : percent(agreement.window.malicious_recall),
                  note: leastNote(agreement.window.malicious_recall_at_least),
                },
                { name: 'Decisions with a verdict of a person', value: agreement.window.decisions.toLocaleString() },
                {
                  name: 'Left to analysts',
                  value: agreement.window.abstention_rate === null ? null : percent(agreement.window.abstention_rate),
                },
                { name: 'Without a verdict yet', value: agreement.unlabeled.toLocaleString() },
              ]}
            />
            <SegmentedControl
              aria-label="By"
              size="xs"
              data={BY.map(([value, label]) => ({ value, label }))}
              value={by}
              onChange={(value) => setBy(value as typeof by)}
            />
            <By rows={agreement[by]} />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

/** The bar is the lower bound and its tick the measured value: with few decisions they are far apart. */
function By({ rows }: { readonly rows: readonly Of[] }) {
  if (rows.length === 0)
    return <Empty title="No decision with a verdict">This needs verdicts of people on triaged alerts.</Empty>
  return (
    <Table
      name="Agreement"
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { head: 'Of', cell: ({ key }) => <Shown text={key} lengthMax={120} /> },
        {
          head: 'Agreement',
          isShort: true,
          cell: (row) => <Bound value={row.agreement} atLeast={row.agreement_at_least} />,
        },
        {
          head: 'Attacks found',
          isShort: true,
          cell: (row) => <Bound value={row.malicious_recall} atLeast={row.malicious_recall_at_least} />,
        },
        { head: 'Decisions', isNumber: true, isShort: true, cell: ({ decisions }) => decisions.toLocaleString() },
        { head: 'Agreed', isNumber: true, isShort: true, cell: ({ agreed }) => agreed.toLocaleString() },
        { head: 'Left to analysts', isNumber: true, isShort: true, cell: ({ abstention_rate: rate }) => percent(rate) },
      ]}
    />
  )
}

function Bound({ value, atLeast }: { readonly value: number | null; readonly atLeast: number | null }) {
  if (value === null) return <span className="quiet">not known</span>
  return (
    <span className="bound" title={`${percent(value)} measured, at least ${percent(atLeast)} with 95 % confidence`}>
      <span className="bar" aria-hidden="true">
        <i style={{ width: `${(atLeast ?? 0) * 100}%` }} />
        <b style={{ left: `${value * 100}%` }} />
      </span>
      {percent(value)} <span className="quiet">≥ {percent(atLeast)}</span>
    </span>
  )
}

function Grants() {
  const [answer, setAnswer] = useState<AnswerOf<'POST /api/v1/autonomy-policy/grants'> | null>(null)
  const mayOverride = may(useSession(), 'settings:write')
  return (
    <>
      {answer && (
        <Text size="sm" role="status" className={answer.granted ? undefined : 'late'}>
          {answer.granted ? 'Granted.' : `Not granted: ${answer.refusals.join('; ') || 'the figures do not allow it'}.`}
        </Text>
      )}
      <Listing<'GET /api/v1/autonomy-policy/grants'>
        title="Allowed without approval"
        about="A grant requires measured agreement, and is revoked when the figures fall. An override is a person's decision, with a reason."
        list="GET /api/v1/autonomy-policy/grants"
        changes="POST /api/v1/autonomy-policy/grants"
        aside={
          <FormButton
            operation="POST /api/v1/autonomy-policy/grants"
            label="Ask for a grant"
            submit="Ask"
            hidden={() => (mayOverride ? [] : OVERRIDE)}
            done={setAnswer}
          />
        }
        empty={{ title: 'No grants', next: 'Every close and every action waits for a person.' }}
        columns={[
          short('Capability', 'capability'),
          short('Of', 'scope_kind'),
          words('Which', 'scope_key'),
          { head: 'State', isShort: true, cell: ({ state }) => <State of={state} /> },
          {
            head: 'In force',
            isShort: true,
            cell: ({ is_enforced: isOn }) => (isOn ? 'yes' : <span className="late">no</span>),
          },
          { head: 'Source', isShort: true, cell: ({ source }) => source.replaceAll('_', ' ') },
          words('Reason', 'override_reason'),
          {
            head: 'Since',
            isShort: true,
            cell: when<AnswerOf<'GET /api/v1/autonomy-policy/grants'>['items'][number]>('Since', 'decided_at').cell,
          },
          actions(
            ({ id, state, scope_key: of }) =>
              state === 'granted' && (
                <ActButton
                  operation="DELETE /api/v1/autonomy-policy/grants/{id}"
                  path={{ id }}
                  label="Withdraw"
                  ariaLabel={`Withdraw the grant of ${of}`}
                  variant="subtle"
                  confirm="Actions that it approved and that have not begun are withdrawn too."
                />
              ),
          ),
        ]}
      />
    </>
  )
}

function Shadow() {
  const session = useSession()
  const queries = useQueryClient()
  const mayWrite = lacking(session, 'PUT /api/v1/autonomy-policy/shadow-mode/{alert_class}') === null
  const turn = useMutation({
    mutationFn: ({ of, enabled }: { of: string; enabled: boolean }) =>
      call('PUT /api/v1/autonomy-policy/shadow-mode/{alert_class}', { path: { alert_class: of }, body: { enabled } }),
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <>
      {turn.error && <Failure error={turn.error} />}
      <Listing<'GET /api/v1/autonomy-policy/shadow-mode'>
        title="Shadow mode"
        about="In shadow mode automation decides without any effect, and its decision is compared with a person's. The class * stands for every class without its own line."
        list="GET /api/v1/autonomy-policy/shadow-mode"
        keyOf={({ alert_class: of }) => of}
        aside={mayWrite && <ShadowOf turnOn={(of) => turn.mutate({ of, enabled: true })} isPending={turn.isPending} />}
        empty={{
          title: 'No class is in shadow mode',
          next: 'Turn it on for a class to see first how often people agree.',
        }}
        columns={[
          words('Class', 'alert_class'),
          {
            head: 'Shadow mode',
            isShort: true,
            cell: ({ alert_class: of, enabled }) => (
              <Switch
                checked={enabled}
                disabled={!mayWrite}
                aria-label={`Shadow mode of ${of.slice(0, 80)}`}
                onChange={(event) => turn.mutate({ of, enabled: event.currentTarget.checked })}
              />
            ),
          },
          person('By', 'set_by'),
          when('Since', 'set_at'),
        ]}
      />
      <Lacks operation="PUT /api/v1/autonomy-policy/shadow-mode/{alert_class}" />
    </>
  )
}

type ShadowOfProps = { readonly turnOn: (alertClass: string) => void; readonly isPending: boolean }

/** Turns shadow mode on for a class that has no line yet; the category of an alert is its class. */
function ShadowOf({ turnOn, isPending }: ShadowOfProps) {
  const [of, setOf] = useState('')
  const found = useQuery(agreementOver(CLASSES_DAYS))
  const known = found.data?.by_alert_class.map(({ key }) => key) ?? []
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        turnOn(of.trim())
        setOf('')
      }}
    >
      <Group gap="xs">
        <Autocomplete
          aria-label="Class of alerts"
          placeholder="Class, or * for every one"
          size="xs"
          data={[...new Set(['*', 'unclassified', ...known])]}
          value={of}
          onChange={setOf}
          maxLength={64}
        />
        <Button type="submit" size="xs" variant="default" disabled={of.trim() === ''} loading={isPending}>
          Turn on
        </Button>
      </Group>
    </form>
  )
}

function ShadowVerbs() {
  const session = useSession()
  const queries = useQueryClient()
  const mayWrite = lacking(session, 'PUT /api/v1/autonomy-policy/shadow-verbs/{verb}') === null
  const turn = useMutation({
    mutationFn: ({ verb, enabled }: { verb: string; enabled: boolean }) =>
      call('PUT /api/v1/autonomy-policy/shadow-verbs/{verb}', { path: { verb }, body: { enabled } }),
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <>
      {turn.error && <Failure error={turn.error} />}
      <Listing<'GET /api/v1/autonomy-policy/shadow-verbs'>
        title="Verbs in shadow mode"
        about="Requests of agents and playbooks for this action are only recorded: there is no approval and no action. They are compared with the actions of people, also under a grant."
        list="GET /api/v1/autonomy-policy/shadow-verbs"
        keyOf={({ verb }) => verb}
        empty={{ title: 'No verb', next: 'No action can be granted here.' }}
        columns={[
          words('Verb', 'about'),
          {
            head: 'Shadow mode',
            isShort: true,
            cell: ({ verb, about, enabled }) => (
              <Switch
                checked={enabled}
                disabled={!mayWrite}
                aria-label={`Shadow mode of: ${about}`}
                onChange={(event) => turn.mutate({ verb, enabled: event.currentTarget.checked })}
              />
            ),
          },
          {
            head: 'People did the same',
            isShort: true,
            cell: ({ window }) => (
              <Bound value={window?.agreement ?? null} atLeast={window?.agreement_at_least ?? null} />
            ),
          },
          { head: 'Compared', isNumber: true, isShort: true, cell: ({ window }) => window?.decided ?? 'none' },
          { head: 'Not known yet', isNumber: true, isShort: true, cell: ({ window }) => window?.open ?? 'none' },
          {
            head: 'Actions of people that were predicted',
            isShort: true,
            cell: ({ people_did: did, foreseen }) => (did === null ? 'not measured' : `${foreseen} of ${did}`),
          },
          { head: 'Granted', isShort: true, cell: ({ is_granted: is }) => (is ? 'yes' : 'no') },
        ]}
      />
      <VerbDecisions />
    </>
  )
}

/** Asks a person for each decision whether it was right, because the page cannot see what the person did elsewhere. */
function VerbDecisions() {
  const queries = useQueryClient()
  const session = useSession()
  const mayJudge = lacking(session, 'POST /api/v1/autonomy-policy/verb-decisions/{decision_id}/verdict') === null
  const judge = useMutation({
    mutationFn: ({ id, verdict }: { id: string; verdict: 'right' | 'wrong' }) =>
      call('POST /api/v1/autonomy-policy/verb-decisions/{decision_id}/verdict', {
        path: { decision_id: id },
        body: { verdict },
      }),
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <>
      {judge.error && <Failure error={judge.error} />}
      <Listing<'GET /api/v1/autonomy-policy/verb-decisions'>
        title="Actions it would have taken"
        list="GET /api/v1/autonomy-policy/verb-decisions"
        keyOf={({ id }) => id}
        empty={{
          title: 'No actions',
          next: 'No requests for an action in shadow mode, and no actions under a grant.',
        }}
        columns={[
          short('Verb', 'verb'),
          words('Target', 'target'),
          short('Class', 'alert_class'),
          { head: 'Done', isShort: true, cell: ({ mode }) => (mode === 'grant' ? 'by a grant' : 'no, shadow mode') },
          {
            head: 'People',
            isShort: true,
            cell: ({ label, label_source: by }) =>
              label === null
                ? 'not known yet'
                : `${label === 'unlabeled' ? 'showed nothing' : label}${by === 'person' ? ', said so' : ''}`,
          },
          when('When', 'decided_at'),
          {
            head: 'Right?',
            isShort: true,
            cell: ({ id, target }) => (
              <span className="row">
                {(['right', 'wrong'] as const).map((verdict) => (
                  <Button
                    key={verdict}
                    size="compact-xs"
                    variant="default"
                    disabled={!mayJudge}
                    aria-label={`${verdict}: ${target.slice(0, 80)}`}
                    onClick={() => judge.mutate({ id, verdict })}
                  >
                    {verdict}
                  </Button>
                ))}
              </span>
            ),
          },
        ]}
      />
    </>
  )
}

function Reconciliation() {
  const found = useQuery({
    queryKey: ['shadow-reconciliation'],
    queryFn: () => call('GET /api/v1/health/shadow-reconciliation'),
  })
  return (
    <Section title="Verdicts read back from other systems">
      <Loaded query={found} lines={2}>
        {({ state, connectors }) => (
          <>
            <Text size="sm" component="div">
              <State of={state} />{' '}
              {state === 'disabled'
                ? 'The operator has not switched it on. When it is, an alert that an analyst closes in another system counts as a verdict.'
                : 'An alert that an analyst closes in another system counts as a verdict.'}
            </Text>
            {connectors.length > 0 && (
              <Table
                name="Systems"
                rows={connectors}
                keyOf={({ connector_id: id }) => id}
                columns={[
                  words('System', 'name'),
                  short('Kind', 'type'),
                  { head: 'State', isShort: true, cell: ({ state: own }) => <State of={own ?? 'unknown'} /> },
                  words('Reason', 'reason'),
                  when('Last read', 'last_run_at'),
                  {
                    head: 'Matched',
                    isNumber: true,
                    isShort: true,
                    cell: (row) => `${row.closures_matched} of ${row.closures_read}`,
                  },
                ]}
              />
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}
