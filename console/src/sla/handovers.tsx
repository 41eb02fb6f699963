/** Handovers of shifts with their open cases and a note; the next person accepts, and then owns the cases. */
import { Link } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { useChoices } from '../parts/choices.ts'
import { actions, person, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton } from '../parts/operation-form.tsx'
import { Shown } from '../parts/shown.tsx'
import { HandOver } from './hand-over.tsx'

export function Handovers() {
  const { me } = useSession()
  return (
    <>
      <Listing<'GET /api/v1/cases/handoffs'>
        title="Handover of a shift"
        about="Your open cases, of one queue or of all, go to another person as soon as they accept them."
        list="GET /api/v1/cases/handoffs"
        changes="POST /api/v1/cases/handoffs"
        aside={<HandOver />}
        empty={{
          title: 'No handovers yet',
          next: 'At the end of a shift, hand over with a note for the next person.',
        }}
        columns={[
          when('When', 'started_at'),
          person('From', 'from_user_id'),
          person('To', 'to_user_id'),
          { head: 'Cases', cell: ({ case_ids: ids }) => <CasesOf ids={ids} /> },
          { head: 'Notes', cell: ({ notes }) => <Shown text={notes ?? '–'} lengthMax={2_000} /> },
          when('Taken over', 'acknowledged_at', 'not yet'),
          actions((row) =>
            row.acknowledged_at === null && row.to_user_id === me?.id ? (
              <ActButton
                operation="POST /api/v1/cases/handoffs/{handoff_id}/acknowledge"
                path={{ handoff_id: row.id }}
                label="Take over"
              />
            ) : null,
          ),
        ]}
      />
      <Mentions />
    </>
  )
}

const CASES_SHOWN = 5

/** The cases at the time of the handover, each with a link. */
function CasesOf({ ids }: { readonly ids: readonly string[] }) {
  const titles = useChoices('GET /api/v1/cases', ({ items }) =>
    items.map(({ id, title }) => ({ value: id, label: title })),
  )
  if (ids.length === 0) return <span className="quiet">none was open</span>
  return (
    <ul className="plain">
      {ids.slice(0, CASES_SHOWN).map((id) => (
        <li key={id}>
          <Link to="/cases/$id" params={{ id }}>
            <Shown text={titles?.find(({ value }) => value === id)?.label ?? id.slice(0, 8)} lengthMax={120} />
          </Link>
        </li>
      ))}
      {ids.length > CASES_SHOWN && <li className="quiet">and {ids.length - CASES_SHOWN} more</li>}
    </ul>
  )
}

function Mentions() {
  return (
    <Listing<'GET /api/v1/cases/mentions'>
      title="Where you were mentioned"
      list="GET /api/v1/cases/mentions"
      empty={{ title: 'No mentions', next: 'A comment that names you with @ is listed here.' }}
      columns={[
        when('When', 'created_at'),
        words('By', 'author'),
        words('Comment', 'body'),
        {
          head: 'Case',
          isShort: true,
          cell: ({ case_id: id }) => <a href={`/cases/${id}`}>Open the case</a>,
        },
        actions((row) =>
          row.seen_at === null ? (
            <ActButton
              operation="POST /api/v1/cases/mentions/{mention_id}/seen"
              path={{ mention_id: row.id }}
              label="Seen"
              variant="subtle"
            />
          ) : null,
        ),
      ]}
    />
  )
}
