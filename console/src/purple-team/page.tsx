import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AnswerOf, call } from '../api/call.ts'
import { actions, count, mono, person, State, short, when, words } from '../parts/columns.tsx'
import { Figures, percent } from '../parts/figures.tsx'
import { Listing, useList } from '../parts/listing.tsx'
import { ActButton, Dialog, FormButton } from '../parts/operation-form.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Tabbed } from '../parts/tabbed.tsx'
import { Time } from '../parts/time.tsx'
import { counted, wordOf } from '../parts/words.ts'
import { Hosts } from './hosts.tsx'
import { Schedules } from './schedules.tsx'
import { Tabletops } from './tabletop.tsx'

export function PurpleTeamPage() {
  return (
    <Page
      title="Purple team"
      about="Simulated attacks: a test sends the events of a technique through the pipeline and shows whether, and how fast, a rule detected it."
    >
      <Tabbed
        tabs={[
          { value: 'coverage', label: 'Coverage', reads: 'GET /api/v1/purple-team/coverage', body: Coverage },
          { value: 'tests', label: 'Tests', reads: 'GET /api/v1/purple-team/atomic-tests', body: Tests },
          { value: 'runs', label: 'Runs', reads: 'GET /api/v1/purple-team/executions', body: Runs },
          { value: 'hosts', label: 'On hosts', reads: 'GET /api/v1/purple-team/atomics', body: Hosts },
          { value: 'schedules', label: 'Schedules', reads: 'GET /api/v1/purple-team/schedules', body: Schedules },
          { value: 'drift', label: 'Drift', reads: 'GET /api/v1/purple-team/drift/snapshots', body: Drift },
          { value: 'tabletop', label: 'Tabletop', reads: 'GET /api/v1/purple-team/tabletop', body: Tabletops },
        ]}
      />
    </Page>
  )
}

function Coverage() {
  const found = useQuery({ queryKey: ['purple-coverage'], queryFn: () => call('GET /api/v1/purple-team/coverage') })
  return (
    <Loaded query={found} lines={10}>
      {({ techniques, ...all }) => (
        <>
          <Figures
            of={[
              { name: 'Techniques', value: all.total_techniques.toLocaleString() },
              { name: 'With a rule', value: all.techniques_with_rules.toLocaleString() },
              { name: 'Tested', value: all.tested_techniques.toLocaleString() },
              { name: 'Detected', value: all.detected_techniques.toLocaleString() },
              {
                name: 'Detected of tested',
                value: all.overall_coverage === null ? null : percent(all.overall_coverage),
                note: all.overall_coverage === null ? 'no tests yet' : undefined,
              },
            ]}
          />
          <TestedTechniques techniques={techniques} />
        </>
      )}
    </Loaded>
  )
}

type Covered = AnswerOf<'GET /api/v1/purple-team/coverage'>['techniques'][number]

/** Tested techniques come first. The many untested ones are collapsed. */
function TestedTechniques({ techniques }: { readonly techniques: readonly Covered[] }) {
  const tested = techniques.filter(({ status }) => status !== 'untested')
  const untested = techniques.filter(({ status }) => status === 'untested')
  return (
    <Section title="By technique" aside={<Legend />}>
      {tested.length === 0 ? (
        <Empty title="No tests yet">
          <Link to="/purple-team" search={{ tab: 'tests' }}>
            Run a test
          </Link>{' '}
          to see whether the rules detect what they should.
        </Empty>
      ) : (
        <Techniques of={tested} />
      )}
      {untested.length > 0 && (
        <details>
          <summary>{counted(untested.length, 'technique is', 'techniques are')} untested</summary>
          <Techniques of={untested} />
        </details>
      )}
    </Section>
  )
}

function Techniques({ of }: { readonly of: readonly Covered[] }) {
  return (
    <ul className="techniques">
      {of.map(({ technique_id: id, name, status, rules, tests, last_execution: last }) => (
        <li key={id} className={`technique technique-${status}`}>
          <Link to="/detections" search={{ search: id }} title={`${name ?? id}: ${status}`}>
            <b>{name ?? id}</b>
            <span className="quiet mono">{id}</span>
            <span className="quiet">
              {counted(rules, 'rule', 'rules')}, {counted(tests, 'test', 'tests')}
            </span>
            {last !== null && (
              <span>
                {status}, <Time at={last.completed_at} />
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Legend() {
  return (
    <Group gap="sm" className="quiet">
      {['detected', 'partly', 'missed', 'untested'].map((status) => (
        <span key={status} className={`legend technique-${status}`}>
          {status}
        </span>
      ))}
    </Group>
  )
}

function Tests() {
  const [sent, setSent] = useState<AnswerOf<'POST /api/v1/purple-team/executions'> | null>(null)
  return (
    <>
      {sent && (
        <Text size="sm" role="status">
          The test runs. What was found is under{' '}
          <Link to="/purple-team" search={{ tab: 'runs' }}>
            Runs
          </Link>
          .
        </Text>
      )}
      <Listing<'GET /api/v1/purple-team/atomic-tests'>
        title="Tests"
        about="Each test is a small recording of real events. A dry test only runs the rules; a live test goes through the pipeline and may raise an alert."
        list="GET /api/v1/purple-team/atomic-tests"
        changes="POST /api/v1/purple-team/executions"
        empty={{ title: 'No tests' }}
        columns={[
          mono('Technique', 'technique_id'),
          words('Test', 'name'),
          words('About', 'description'),
          short('Platform', 'platform'),
          { head: 'Tactic', isShort: true, cell: ({ tactic }) => wordOf(tactic.replaceAll('-', '_')) },
          actions(({ id, name }) => (
            <FormButton
              operation="POST /api/v1/purple-team/executions"
              fixed={{ atomic_test_id: id }}
              initial={{ mode: 'dry' }}
              label="Run"
              title={`Run: ${name.slice(0, 80)}`}
              ariaLabel={`Run ${name.slice(0, 80)}`}
              variant="subtle"
              done={setSent}
            />
          )),
        ]}
      />
    </>
  )
}

type Run = AnswerOf<'GET /api/v1/purple-team/executions/{execution_id}'>

function Runs() {
  const [opened, setOpened] = useState<Run | null>(null)
  return (
    <>
      <Listing<'GET /api/v1/purple-team/executions'>
        title="Runs"
        list="GET /api/v1/purple-team/executions"
        empty={{ title: 'No test has run', next: 'Run one from Tests.' }}
        columns={[
          when('When', 'queued_at'),
          mono('Technique', 'technique_id'),
          mono('Test', 'atomic_test_id'),
          short('Mode', 'mode'),
          { head: 'State', isShort: true, cell: ({ status, outcome }) => <State of={outcome ?? status} /> },
          {
            head: 'Found after',
            isShort: true,
            isNumber: true,
            cell: ({ detection_latency_seconds: seconds }) => (seconds === null ? '–' : `${seconds.toFixed(1)} s`),
          },
          {
            head: 'Ended before',
            isShort: true,
            cell: ({ missing_link: missing }) => (missing === null ? '–' : missing.replaceAll('_', ' ')),
          },
          person('By', 'requested_by'),
          actions((row) => (
            <>
              <Button variant="subtle" onClick={() => setOpened(row)} aria-label={`Findings of ${row.atomic_test_id}`}>
                Findings
              </Button>
              {(row.status === 'pending' || row.status === 'running') && (
                <ActButton
                  operation="DELETE /api/v1/purple-team/executions/{execution_id}"
                  path={{ execution_id: row.id }}
                  label="Cancel"
                  variant="subtle"
                />
              )}
            </>
          )),
        ]}
      />
      <Dialog title="Findings" isOpen={opened !== null} close={() => setOpened(null)}>
        {opened && <Findings of={opened} />}
      </Dialog>
    </>
  )
}

function Findings({ of }: { readonly of: Run }) {
  return (
    <div className="stack">
      <Text size="sm">
        {of.technique_id}: {of.outcome ?? of.status}, {of.events} events
        {of.events_stored !== null && `, ${of.events_stored} stored`}
        {of.error !== null && `: ${of.error}`}
      </Text>
      {of.findings.length === 0 && <Text size="sm">No rule found it.</Text>}
      <ul className="plain">
        {of.findings.map(({ rule_id: id, title, names_technique: names, seconds }) => (
          <li key={id}>
            <Shown text={title} lengthMax={200} />
            <span className="quiet">
              {names ? ', names the technique' : ', names another technique'}
              {seconds !== null && `, after ${seconds.toFixed(1)} s`}
            </span>
          </li>
        ))}
      </ul>
      {of.undecided.map(({ rule_id: id, reason }) => (
        <Text key={id} size="sm" className="quiet">
          {id} was not evaluated: {reason}
        </Text>
      ))}
      {of.alert_id !== null && (
        <Link to="/alerts/$id" params={{ id: of.alert_id }}>
          The resulting alert
        </Link>
      )}
    </div>
  )
}

function Drift() {
  const [pair, setPair] = useState<{ from: string; to: string }>({ from: '', to: '' })
  const snapshots = useList('GET /api/v1/purple-team/drift/snapshots')
  const rows = snapshots.data ?? []
  const from = pair.from || (rows[1]?.id ?? '')
  const to = pair.to || (rows[0]?.id ?? '')
  const options = rows.map(({ id, captured_at: at, note }) => ({
    value: id,
    label: `${new Date(at).toLocaleString()}${note === null ? '' : ` ${note.slice(0, 60)}`}`,
  }))
  return (
    <>
      <Section title="What changed between two snapshots">
        {rows.length < 2 ? (
          <Empty title="Two snapshots are needed">Take one now, and another after rules or tests have changed.</Empty>
        ) : (
          <>
            <div className="fields">
              <NativeSelect
                label="From"
                data={options}
                value={from}
                onChange={(event) => setPair({ from: event.currentTarget.value, to })}
              />
              <NativeSelect
                label="To"
                data={options}
                value={to}
                onChange={(event) => setPair({ from, to: event.currentTarget.value })}
              />
            </div>
            <Difference from={from} to={to} />
          </>
        )}
      </Section>
      <Listing<'GET /api/v1/purple-team/drift/snapshots'>
        title="Snapshots"
        list="GET /api/v1/purple-team/drift/snapshots"
        changes="POST /api/v1/purple-team/drift/snapshot"
        aside={<FormButton operation="POST /api/v1/purple-team/drift/snapshot" label="Take a snapshot" />}
        empty={{ title: 'No snapshot' }}
        columns={[
          when('When', 'captured_at'),
          person('By', 'captured_by'),
          words('Note', 'note'),
          count('With a rule', 'techniques_with_rules'),
          count('Tested', 'tested_techniques'),
          count('Detected', 'detected_techniques'),
          { head: 'Coverage', isNumber: true, isShort: true, cell: ({ overall_coverage: value }) => percent(value) },
        ]}
      />
    </>
  )
}

function Difference({ from, to }: { readonly from: string; readonly to: string }) {
  const found = useQuery({
    queryKey: ['drift', from, to],
    queryFn: () => call('GET /api/v1/purple-team/drift/diff', { query: { from, to } }),
  })
  return (
    <Loaded query={found} lines={3}>
      {({ added, dropped, changed }) =>
        added.length + dropped.length + changed.length === 0 ? (
          <Text size="sm">Nothing changed.</Text>
        ) : (
          <ul className="plain">
            {changed.map(({ technique_id: id, from: was, to: is }) => (
              <li key={id}>
                <b className="mono">{id}</b> <State of={was} /> to <State of={is} />
              </li>
            ))}
            {added.length > 0 && <li>New: {added.join(', ')}</li>}
            {dropped.length > 0 && <li>Gone: {dropped.join(', ')}</li>}
          </ul>
        )
      }
    </Loaded>
  )
}
