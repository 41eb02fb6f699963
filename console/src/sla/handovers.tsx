/** A shift is handed over with its open cases and a note; whoever takes it says so, and the cases are theirs. */
import { useSession } from '../api/session.ts'
import { actions, person, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'

export function Handovers() {
  const { me } = useSession()
  return (
    <>
      <Listing<'GET /api/v1/cases/handoffs'>
        title="Handover of a shift"
        about="Your open cases, of one queue or of all, go to somebody else as soon as they take them over."
        list="GET /api/v1/cases/handoffs"
        changes="POST /api/v1/cases/handoffs"
        aside={
          <FormButton
            operation="POST /api/v1/cases/handoffs"
            label="Hand over"
            title="Hand over your open cases"
            submit="Hand over"
            variant="filled"
          />
        }
        empty={{
          title: 'Nothing was handed over',
          next: 'At the end of a shift: Hand over, with what the next one should know.',
        }}
        columns={[
          when('When', 'started_at'),
          person('From', 'from_user_id'),
          person('To', 'to_user_id'),
          { head: 'Cases', isNumber: true, isShort: true, cell: ({ case_ids: ids }) => ids.length },
          words('Notes', 'notes'),
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

function Mentions() {
  return (
    <Listing<'GET /api/v1/cases/mentions'>
      title="Where you were mentioned"
      list="GET /api/v1/cases/mentions"
      empty={{ title: 'Nowhere', next: 'A comment that names you with @ is listed here.' }}
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
