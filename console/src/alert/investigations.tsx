/** Triage and investigations of an alert: their verdicts, and the sentences that they rest on. */
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AnswerOf } from '../api/call.ts'
import { lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { useList } from '../parts/listing.tsx'
import { More } from '../parts/more.tsx'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { counted, runResult, wordOf } from '../parts/words.ts'

const RUNS = 'GET /api/v1/alerts/{id}/investigations'
type Run = AnswerOf<typeof RUNS>['items'][number]

/** Nothing where none has begun: the triage has its own part. */
export function InvestigationsOf({ id }: { readonly id: string }) {
  const lacks = lacking(useSession(), RUNS)
  return lacks === null ? <Runs id={id} /> : null
}

function Runs({ id }: { readonly id: string }) {
  const found = useList(RUNS, { path: { id } })
  if (found.data?.length === 0) return null
  return (
    <Section title="Investigations">
      <Loaded query={found} lines={2}>
        {(runs) => (
          <>
            <ul className="plain">
              {runs.map((run) => (
                <li key={run.id}>
                  <RunOf run={run} />
                </li>
              ))}
            </ul>
            <More query={found} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function RunOf({ run }: { readonly run: Run }) {
  const { kind, status, verdict, confidence, started_at: at, judged_by: judge, dropped, case_id: ofCase } = run
  return (
    <details>
      <summary>
        {verdict === null ? wordOf(status) : wordOf(verdict)}{' '}
        <span className="quiet">
          {wordOf(kind)}, <Time at={at} />
        </span>
      </summary>
      <Text size="xs" className="quiet">
        by {judge}
        {confidence !== null && `, confidence ${Math.round(confidence * 100)} %`}
        {dropped > 0 && `, ${counted(dropped, 'sentence', 'sentences')} dropped`}
      </Text>
      <Text size="sm" className="wrap">
        <Shown text={runResult(run)} lengthMax={8_000} />
      </Text>
      {ofCase !== null && (
        <Text size="xs">
          <Link to="/cases/$id" params={{ id: ofCase }}>
            Its case, with every step
          </Link>
        </Text>
      )}
    </details>
  )
}
