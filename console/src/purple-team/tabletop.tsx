/** Exercises at a table: the incident as it is played, its answers with their times, and the points for them. */
import { Button, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { actions, State, when, words } from '../parts/columns.tsx'
import { Figures } from '../parts/figures.tsx'
import { Listing, useList } from '../parts/listing.tsx'
import { Dialog, FormButton, OperationForm } from '../parts/operation-form.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { answerWords } from './answer-words.ts'

type Tabletop = AnswerOf<'POST /api/v1/purple-team/tabletop'>
type Step = Tabletop['steps'][number]
type Report = AnswerOf<'GET /api/v1/purple-team/tabletop/{tabletop_id}/report'>
type Inject = Report['injects'][number]

const ADD = 'POST /api/v1/purple-team/tabletop/{tabletop_id}/steps'

export function Tabletops() {
  const [opened, setOpened] = useState<string | null>(null)
  const found = useList('GET /api/v1/purple-team/tabletop')
  const open = found.data?.find(({ id }) => id === opened)
  return (
    <>
      <Listing<'GET /api/v1/purple-team/tabletop'>
        title="Tabletop exercises"
        about="A discussed incident: injects, responses, decisions and findings."
        list="GET /api/v1/purple-team/tabletop"
        changes="POST /api/v1/purple-team/tabletop"
        aside={
          <FormButton
            operation="POST /api/v1/purple-team/tabletop"
            label="New exercise"
            submit="Begin the exercise"
            done={({ id }) => setOpened(id)}
          />
        }
        empty={{ title: 'No exercise yet' }}
        columns={[
          words('Exercise', 'name'),
          words('Scenario', 'scenario'),
          { head: 'Steps', isNumber: true, isShort: true, cell: ({ steps }) => steps.length },
          { head: 'State', isShort: true, cell: ({ status }) => <State of={status} /> },
          when('Begun', 'created_at'),
          actions(({ id, name }) => (
            <Button variant="subtle" onClick={() => setOpened(id)} aria-label={`Open ${name.slice(0, 80)}`}>
              Open
            </Button>
          )),
        ]}
      />
      <Dialog
        title={open?.name.slice(0, 120) ?? ''}
        isOpen={open !== undefined}
        close={() => setOpened(null)}
        size="xl"
      >
        {open && <Exercise of={open} />}
      </Dialog>
    </>
  )
}

function Exercise({ of: { id, scenario, steps, status } }: { readonly of: Tabletop }) {
  const report = useQuery({
    queryKey: ['tabletop-report', id],
    queryFn: () => call('GET /api/v1/purple-team/tabletop/{tabletop_id}/report', { path: { tabletop_id: id } }),
  })
  return (
    <div className="stack">
      <Text size="sm" className="wrap">
        <Shown text={scenario} />
      </Text>
      <Loaded query={report} lines={2}>
        {(found) => <ReportFigures of={found} />}
      </Loaded>
      <ol className="chain">
        {steps.map((step) => (
          <li key={step.step} data-at={step.step}>
            <PlayedStep
              id={id}
              step={step}
              inject={report.data?.injects.find(({ step: ordinal }) => ordinal === step.step)}
            />
          </li>
        ))}
      </ol>
      {status === 'open' && <NextStep key={steps.length} id={id} steps={steps} />}
    </div>
  )
}

type PlayedStepProps = { readonly id: string; readonly step: Step; readonly inject: Inject | undefined }

function PlayedStep({ id, step, inject }: PlayedStepProps) {
  const { kind, speaker, body, answers, expected, severity, owner, written_at: at } = step
  return (
    <>
      <Text size="sm" fw={600} component="div">
        {kind} <span className="quiet">{speaker}</span>
        {answers !== null && <span className="quiet"> to step {answers}</span>}{' '}
        {severity !== null && <Severity level={severity === 'info' ? 'informational' : severity} />}
      </Text>
      <Text size="sm" className="wrap">
        <Shown text={body} />
      </Text>
      {expected !== null && (
        <Text size="sm" className="quiet wrap">
          A good answer: <Shown text={expected} />
        </Text>
      )}
      {kind === 'finding' && (
        <Text size="sm" className={owner === null ? 'late' : 'quiet'}>
          {owner === null ? 'No owner' : <Shown text={`Owner: ${owner}`} lengthMax={200} />}
        </Text>
      )}
      <Text size="xs" className="quiet">
        <Time at={at} />
      </Text>
      {inject && <Scored id={id} inject={inject} />}
    </>
  )
}

function Scored({ id, inject }: { readonly id: string; readonly inject: Inject }) {
  const { step, points, points_max: max, note, is_in_time: inTime } = inject
  return (
    <>
      <Text size="sm" className={inTime === false ? 'late' : undefined}>
        {answerWords(inject)}
      </Text>
      {points !== null && (
        <Text size="sm" className="wrap">
          <b>
            {points} of {max} points
          </b>
          {note !== null && (
            <>
              : <Shown text={note} lengthMax={2_000} />
            </>
          )}
        </Text>
      )}
      <FormButton
        operation="PUT /api/v1/purple-team/tabletop/{tabletop_id}/steps/{step}/score"
        path={{ tabletop_id: id, step: String(step) }}
        initial={{ points, note }}
        label={points === null ? 'Score' : 'Score again'}
        title={`Score step ${step}, at most ${max} points`}
        ariaLabel={`Score step ${step}`}
        submit="Score"
        variant="subtle"
      />
    </>
  )
}

/** Fields of each kind of step; the others mean nothing to it. */
const FIELDS: Readonly<Record<Step['kind'], readonly string[]>> = {
  inject: ['speaker', 'body', 'expected', 'points_max', 'within_minutes'],
  response: ['speaker', 'body', 'answers'],
  decision: ['speaker', 'body', 'answers'],
  finding: ['speaker', 'body', 'severity', 'owner'],
  close: ['speaker', 'body'],
}

const KINDS = Object.keys(FIELDS) as readonly Step['kind'][]
/** Steps of the person who leads the exercise; the players answer. */
const LED: ReadonlySet<Step['kind']> = new Set(['inject', 'close'])

function NextStep({ id, steps }: { readonly id: string; readonly steps: readonly Step[] }) {
  const injects = steps.filter(({ kind }) => kind === 'inject')
  const last = steps.at(-1)
  const session = useSession()
  const leads = lacking(session, 'POST /api/v1/purple-team/tabletop') === null
  const kinds = KINDS.filter((one) => leads || !LED.has(one))
  const [kind, setKind] = useState<Step['kind']>(last?.kind === 'inject' || !leads ? 'response' : 'inject')
  if (lacking(session, ADD) !== null) return null
  const choices = injects.map(({ step, body }) => ({ value: String(step), label: `${step}: ${body.slice(0, 80)}` }))
  const answered = injects.at(-1)?.step
  return (
    <section aria-label="The next step" className="stack">
      <SegmentedControl
        aria-label="Kind of the next step"
        size="xs"
        data={kinds}
        value={kind}
        onChange={(next) => setKind(next as Step['kind'])}
      />
      <OperationForm
        key={kind}
        operation={ADD}
        path={{ tabletop_id: id }}
        fixed={{ kind }}
        only={FIELDS[kind]}
        initial={FIELDS[kind].includes('answers') ? { answers: answered } : {}}
        choices={{ answers: choices }}
        submit={kind === 'close' ? 'Close the exercise' : 'Add the step'}
      />
    </section>
  )
}

function ReportFigures({ of }: { readonly of: Report }) {
  const { points, points_max: max, score, unscored, unanswered, late, without_owner: ownerless } = of
  return (
    <Figures
      of={[
        { name: 'Points', value: `${points} of ${max}` },
        {
          name: 'Score',
          value: score === null ? null : `${Math.round(score)} %`,
          note: score === null ? 'until every inject is scored' : undefined,
        },
        { name: 'Not scored', value: String(unscored) },
        { name: 'Unanswered', value: String(unanswered), isBad: unanswered > 0 },
        { name: 'Late', value: String(late), isBad: late > 0 },
        { name: 'Findings without an owner', value: String(ownerless), isBad: ownerless > 0 },
      ]}
    />
  )
}
