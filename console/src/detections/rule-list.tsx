/** Rules as rows: hits, verdicts, cost, and whether a test has covered the rule. */
import { Badge, Checkbox, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Schemas } from '../api/client.ts'
import { Scrolls } from '../parts/scrolls.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
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
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const isAll = chosen.size === rules.length
  return (
    <>
      {mayWrite && chosen.size > 0 && (
        <SwitchRules rules={rules.filter(({ id }) => chosen.has(id))} done={() => setChosen(new Set())} />
      )}
      <Scrolls name="List of rules" isCard>
        <table className="table rule-list">
          <thead>
            <tr>
              {mayWrite && (
                <th className="pick">
                  <Checkbox
                    size="xs"
                    aria-label="Choose all that are shown"
                    checked={isAll}
                    indeterminate={chosen.size > 0 && !isAll}
                    onChange={() => setChosen(isAll ? new Set() : new Set(rules.map(({ id }) => id)))}
                  />
                </th>
              )}
              <th>Rule</th>
              <th>Severity</th>
              <th>ATT&CK</th>
              <th className="number">Hits, 30 days</th>
              <th>Last hit</th>
              <th>Verdicts</th>
              <th className="number" title="Microseconds per event for which the rule was a candidate, sampled">
                Cost, µs
              </th>
              <th title="Purple team tests that it detected in their latest run">Tests</th>
              <th>State</th>
            </tr>
          </thead>
          <tbody>
            {rules.map((rule) => (
              <Row
                key={rule.id}
                rule={rule}
                activity={activity}
                tested={tested}
                choose={mayWrite ? () => toggle(rule.id) : null}
                isChosen={chosen.has(rule.id)}
              />
            ))}
          </tbody>
        </table>
        {children}
      </Scrolls>
    </>
  )
}

type RowProps = {
  readonly rule: Rule
  readonly activity: Activity | undefined
  readonly tested: readonly TestedRule[] | undefined
  readonly choose: (() => void) | null
  readonly isChosen: boolean
}

function Row({ rule, activity, tested, choose, isChosen }: RowProps) {
  const { hits, last, meanUs, verdicts } = activityOf(activity, rule.rule_ids)
  return (
    <tr>
      {choose !== null && (
        <td className="pick">
          <Checkbox size="xs" aria-label={`Choose ${rule.title.slice(0, 120)}`} checked={isChosen} onChange={choose} />
        </td>
      )}
      <td>
        <Link to="/detections/$id" params={{ id: rule.id }}>
          <Shown text={rule.title} lengthMax={200} />
        </Link>
        <Text size="xs" className="quiet">
          {rule.language}, {rule.is_builtin ? 'comes with svc' : 'own'}
        </Text>
      </td>
      <td>
        <Severity level={rule.severity} />
      </td>
      <td>
        <Attack rule={rule} />
      </td>
      <td className="number">{hits === null ? <span className="quiet">not known</span> : hits.toLocaleString()}</td>
      <td className="nowrap">{last === null ? <span className="quiet">–</span> : <Time at={last} />}</td>
      <td className="nowrap">
        <Verdicts verdicts={verdicts} />
      </td>
      <td className="number">
        <Cost rule={rule} meanUs={meanUs} />
      </td>
      <td className="nowrap">
        <Tests rule={rule} tested={tested} />
      </td>
      <td className="nowrap">
        <State rule={rule} />
      </td>
    </tr>
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

function Tests({ rule, tested }: Pick<RowProps, 'rule' | 'tested'>) {
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

function State({ rule }: { readonly rule: Rule }) {
  if (rule.stopped !== null && rule.stopped.length > 0) return <Badge color="red">stopped</Badge>
  return rule.enabled ? 'on' : <Badge color="gray">off</Badge>
}
