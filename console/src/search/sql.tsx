/** SQL on the page of search: the answer of the statement in the link, and what can be made of it. */
import { Button, CopyButton, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { mayCall } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { Empty } from '../parts/states.tsx'
import { GoesOn } from './coverage.tsx'
import { SearchJobs } from './jobs.tsx'
import { type Change, placeOfJob, placeOfSaved } from './place.ts'
import { SavedSearches } from './saved.tsx'
import { SqlAnswer } from './sql-answer.tsx'
import { SqlStart } from './sql-start.tsx'
import { isTimed, statementOf, type Values, valuesOf, withLiterals } from './sql-statement.ts'
import type { Span } from './time-span.ts'

type SqlProps = {
  readonly query: string
  readonly values: Values
  readonly span: Span
  readonly runs: number
  /** A statement that goes on as a job, shown instead of running it again. */
  readonly job: string | undefined
  readonly change: Change
}

export function Sql({ query, values, span, runs, job, change }: SqlProps) {
  if (job !== undefined) return <GoesOn id={job}>{() => null}</GoesOn>
  if (query.trim() === '') return <SqlStart use={(sql) => change({ query: sql, values: undefined })} />
  const statement = statementOf(query, values, span)
  if ('missing' in statement)
    return (
      <Empty title={`A value for ${statement.missing.join(', ')} is missing`}>
        Fill in the fields under the statement, and run it again.
      </Empty>
    )
  return (
    <>
      {!isTimed(query) && (
        <Text size="sm" className="quiet">
          The statement does not use the time above, and reads all times. To limit it, add{' '}
          <span className="mono">{'WHERE time BETWEEN {from:DateTime64(3)} AND {to:DateTime64(3)}'}</span>.
        </Text>
      )}
      <SqlAnswer statement={statement} runs={runs} />
    </>
  )
}

type SqlActionsProps = Pick<SqlProps, 'query' | 'span' | 'change'> & { readonly values: string | undefined }

const HOUR_MS = 3_600_000

export function SqlActions({ query, values, span, change }: SqlActionsProps) {
  const session = useSession()
  const hours = Math.max(1, Math.ceil((Date.parse(span.to) - Date.parse(span.from)) / HOUR_MS))
  const link = `${location.origin}/search?${new URLSearchParams({ language: 'sql', query, ...(values ? { values } : {}), ...span })}`
  return (
    <Group gap="xs">
      <SavedSearches
        current={{ query, language: 'sql', hours, columns: [] }}
        open={(saved) => change(placeOfSaved(saved))}
      />
      <SearchJobs open={(job) => change(placeOfJob(job))} />
      {query !== '' && (
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} title="A link to this statement, with its values and time">
              {copied ? 'Link copied' : 'Share'}
            </Button>
          )}
        </CopyButton>
      )}
      {query !== '' && mayCall(session, 'POST /api/v1/rules') && (
        <Button
          variant="default"
          title="Keeps the statement under a name, and runs it on a schedule"
          renderRoot={(props) => (
            <Link
              to="/hunts"
              search={{
                make: 'hunt',
                query: withLiterals(query, valuesOf(values)),
                language: 'sql',
                hours: String(hours),
              }}
              {...props}
            />
          )}
        >
          Make a hunt
        </Button>
      )}
    </Group>
  )
}
