/** Rules as rows: hits, verdicts, cost, and whether a test has covered the rule. */

import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Schemas } from '../api/client.ts'
import { State } from '../parts/columns.tsx'
import { None } from '../parts/none.tsx'
import { selectionColumn } from '../parts/selection-column.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { counted } from '../parts/words.ts'
import type { Activity } from './activity-of.ts'
import { activityOf } from './activity-of.ts'
import { SwitchRules } from './switch-rules.tsx'
import { tacticsOf, techniquesOf } from './tactics.ts'
import { type TestedRule, testsOf } from './tests-of.ts'
import { useTestedRules } from './use-tested-rules.ts'
import { Verdicts } from './verdicts.tsx'

type Rule = Schemas['Rule']

/** Maximum number of techniques in a row. */
const NAMES_MAX = 2

type RuleListProps = {
  readonly rules: readonly Rule[]
  readonly activity: Activity | undefined
  readonly mayWrite: boolean
  /** Shown below the rows, such as the button for more. */
  readonly children: ReactNode
}

export function RuleList({ rules, activity, mayWrite, children }: RuleListProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const tested = useTestedRules()
  const boxes = selectionColumn({
    ...{ rows: rules, chosen, choose: setChosen },
    keyOf: ({ id }) => id,
    nameOf: ({ title }) => title,
  })
  const columns = mayWrite ? [boxes, ...columnsOf(activity, tested)] : columnsOf(activity, tested)
  return (
    <>
      {mayWrite && chosen.size > 0 && (
        <SwitchRules rules={rules.filter(({ id }) => chosen.has(id))} done={() => setChosen(new Set())} />
      )}
      <Table name="List of rules" rows={rules} keyOf={({ id }) => id} columns={columns} isCard>
        {children}
      </Table>
    </>
  )
}

function columnsOf(activity: Activity | undefined, tested: readonly TestedRule[] | undefined): Column<Rule>[] {
  const of = ({ rule_ids: ids }: Rule) => activityOf(activity, ids)
  return [
    { head: 'Rule', isName: true, cell: (rule) => <Title rule={rule} /> },
    { head: 'Severity', isShort: true, cell: ({ severity }) => <Severity level={severity} /> },
    { head: 'ATT&CK', cell: (rule) => <Attack rule={rule} /> },
    {
      ...{ head: 'Hits, 30 days', isNumber: true, isShort: true },
      cell: (rule) => of(rule).hits?.toLocaleString() ?? <span className="quiet">not known</span>,
    },
    {
      ...{ head: 'Last hit', isShort: true },
      cell: (rule) => {
        const { last } = of(rule)
        return last === null ? <None /> : <Time at={last} />
      },
    },
    {
      head: 'Verdicts',
      isShort: true,
      cell: (rule) => {
        const { verdicts } = of(rule)
        return verdicts.alerts === 0 ? <None /> : <Verdicts verdicts={verdicts} />
      },
    },
    {
      ...{ head: 'Cost, µs', isNumber: true, isShort: true },
      about: 'Microseconds per event for which the rule was a candidate, sampled',
      cell: (rule) => <Cost rule={rule} meanUs={of(rule).meanUs} />,
    },
    {
      ...{ head: 'Tests', isShort: true },
      about: 'Purple team tests that it detected in their latest run',
      cell: (rule) => <Tests rule={rule} tested={tested} />,
    },
    { head: 'State', isShort: true, cell: (rule) => <State of={stateOf(rule)} /> },
  ]
}

function Title({ rule }: { readonly rule: Rule }) {
  return (
    <>
      <Link to="/detections/$id" params={{ id: rule.id }}>
        <Shown text={rule.title} lengthMax={200} />
      </Link>
      <Text size="xs" className="quiet">
        {rule.language}, {rule.is_builtin ? 'comes with svc' : 'own'}
      </Text>
    </>
  )
}

function Attack({ rule }: { readonly rule: Rule }) {
  const [tactics, techniques] = [tacticsOf(rule.tags ?? []), techniquesOf(rule.tags ?? [])]
  const [first] = tactics
  const more = tactics.length > 1 ? ` +${tactics.length - 1}` : ''
  return (
    <>
      <Text size="xs" className="nowrap" title={tactics.join(', ')}>
        {first ?? <span className="quiet">–</span>}
        {more}
      </Text>
      <Text size="xs" className="quiet mono nowrap" title={techniques.join(' ')}>
        {techniques.slice(0, NAMES_MAX).join(' ')}
        {techniques.length > NAMES_MAX && ` +${techniques.length - NAMES_MAX}`}
      </Text>
    </>
  )
}

/** The product's rules are evaluated for all tenants together, so their cost for one tenant is unknown. */
function Cost({ rule, meanUs }: { readonly rule: Rule; readonly meanUs: number | null }) {
  if (meanUs !== null) return meanUs.toLocaleString(undefined, { maximumSignificantDigits: 2 })
  const reason = rule.is_builtin
    ? 'Evaluated for all tenants at once'
    : 'Unknown: evaluations are sampled, and none was timed in 30 days'
  return (
    <span className="quiet" title={reason}>
      –
    </span>
  )
}

function Tests({ rule, tested }: { readonly rule: Rule; readonly tested: readonly TestedRule[] | undefined }) {
  const { tests, lastAt } = testsOf(tested, rule.rule_ids)
  if (tests === null) return <span className="quiet">not known</span>
  if (tests === 0 || lastAt === null) return <span className="quiet">none</span>
  return (
    <span className="found-tests">
      {counted(tests, 'found', 'found')}{' '}
      <span className="quiet">
        <Time at={lastAt} />
      </span>
    </span>
  )
}

function stateOf({ stopped, enabled }: Rule): 'stopped' | 'on' | 'off' {
  if (stopped !== null && stopped.length > 0) return 'stopped'
  return enabled ? 'on' : 'off'
}
