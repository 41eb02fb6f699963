import { Alert, Group, Text } from '@mantine/core'
import { lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { useList } from '../parts/listing.tsx'
import { ActButton } from '../parts/operation-form.tsx'
import { Person } from '../parts/person.tsx'
import { Shown } from '../parts/shown.tsx'
import { counted } from '../parts/words.ts'

const LIST = 'GET /api/v1/cases/handoffs'

/** A handover that waits for the user at the beginning of a shift. Renders nothing if there is none. */
export function WaitingHandover() {
  return lacking(useSession(), LIST) === null ? <Waiting /> : null
}

function Waiting() {
  const { me } = useSession()
  const handovers = useList(LIST)
  const waiting = handovers.data?.filter((one) => one.acknowledged_at === null && one.to_user_id === me?.id) ?? []
  return waiting.map(({ id, from_user_id: from, case_ids: cases, notes }) => (
    <Alert key={id} color="blue" variant="outline" title="A shift is handed over to you">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Text size="sm" className="grow" component="div">
          <Person id={from} />: {cases.length === 0 ? 'no open case' : counted(cases.length, 'case', 'cases')}.{' '}
          {notes !== null && <Shown text={notes} lengthMax={2_000} />}
        </Text>
        <ActButton
          operation="POST /api/v1/cases/handoffs/{handoff_id}/acknowledge"
          path={{ handoff_id: id }}
          label="Take over"
          variant="filled"
        />
      </Group>
    </Alert>
  ))
}
