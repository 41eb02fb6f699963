import { Code } from '@mantine/core'
import { actions, count, State, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Shown } from '../parts/shown.tsx'

const LETTERS = 'GET /api/v1/dead-letters'
const REPLAYS = 'GET /api/v1/dead-letters/replays'
/** Interval for reloading; a replay usually takes seconds. */
const REFRESH_MS = 5_000
const REPLAY = 'POST /api/v1/dead-letters/replays'

export function DeadLetters() {
  return (
    <>
      <Listing<typeof LETTERS>
        title="Dead letters"
        about="Events that could not be decoded, kept for 30 days. After you fixed the source or its table, replay them: each distinct text is ingested again, and nothing is stored twice."
        list={LETTERS}
        changes={REPLAY}
        keyOf={({ letter_id: id }) => id}
        aside={
          <FormButton
            operation={REPLAY}
            label="Replay"
            title="Replay dead letters"
            submit="Replay"
            about="Leave a field empty for letters of any source, or of any reason."
          />
        }
        empty={{ title: 'No dead letters', next: 'All received events could be decoded.' }}
        columns={[
          when('Last received', 'last_at'),
          words('Source', 'source'),
          words('Reason', 'reason'),
          words('Detail', 'detail'),
          count('Times', 'letters'),
          count('Bytes', 'bytes'),
          {
            head: 'Text',
            cell: ({ raw }) =>
              raw === null ? (
                <span className="quiet">hidden from you</span>
              ) : (
                <Code>
                  <Shown text={raw} lengthMax={160} />
                </Code>
              ),
          },
          actions(({ source, reason }) => (
            <FormButton
              operation={REPLAY}
              label="Replay these"
              title="Replay dead letters"
              submit="Replay"
              variant="subtle"
              ariaLabel={`Replay the letters of ${source.slice(0, 80)} with the reason ${reason}`}
              initial={{ source, reason }}
            />
          )),
        ]}
      />
      <Listing<typeof REPLAYS>
        title="Replays of dead letters"
        list={REPLAYS}
        refreshMs={REFRESH_MS}
        empty={{ title: 'None yet' }}
        columns={[
          when('Asked for', 'created_at'),
          words('By', 'requested_by'),
          words('Source', 'source'),
          words('Reason', 'reason'),
          { head: 'State', isShort: true, cell: ({ state }) => <State of={state} /> },
          count('Letters', 'letters'),
          count('Taken', 'accepted'),
          count('Refused', 'rejected'),
          words('Last fault', 'fault'),
          actions(({ id, state, source }) =>
            state === 'running' ? (
              <ActButton
                operation="POST /api/v1/dead-letters/replays/{id}/cancel"
                path={{ id }}
                label="End"
                ariaLabel={`End the replay of ${source.slice(0, 80) || 'every source'}`}
                confirm="Letters that were already pushed stay pushed."
                variant="subtle"
              />
            ) : null,
          ),
        ]}
      />
    </>
  )
}
