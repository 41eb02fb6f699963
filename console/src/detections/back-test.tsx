import { Alert, Button, NumberInput, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { counted } from '../parts/words.ts'
import { around } from '../search/event-terms.ts'

type Result = Schemas['RuleBackTestResult']

const DAYS = { min: 1, max: 365, usual: 30 }
const EVENTS_MAX = 100_000
const AROUND_MINUTES = 60

type BackTestProps = {
  readonly id: string
  /** True when the text in the editor differs from the saved text. */
  readonly isChanged: boolean
}

/** Runs the saved rule over the tenant's stored events. */
export function BackTest({ id, isChanged }: BackTestProps) {
  const test = useMutation({
    mutationFn: (body: Schemas['RuleBackTest']) =>
      bodyOf(POST('/api/v1/rules/{id}/backtest', { params: { path: { id } }, body })),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    test.mutate({ window_days: Number(new FormData(event.currentTarget).get('days')), limit: EVENTS_MAX })
  }
  return (
    <div className="stack">
      <form onSubmit={submit} className="fields">
        <NumberInput
          label="Days back"
          name="days"
          defaultValue={DAYS.usual}
          min={DAYS.min}
          max={DAYS.max}
          hideControls
        />
        <Button type="submit" variant="default" loading={test.isPending}>
          Run over stored events
        </Button>
      </form>
      {isChanged && (
        <Text size="xs" className="quiet">
          This runs the saved rule, without the changes above.
        </Text>
      )}
      {test.isPending && (
        <Text size="sm" className="quiet" role="status">
          Reading the events of these days. Some hundred thousand events take about a minute.
        </Text>
      )}
      {test.error && <Failure error={test.error} />}
      {test.data && <Found result={test.data} />}
    </div>
  )
}

function Found({ result }: { readonly result: Result }) {
  const { events_scanned: scanned, would_fire: fires, would_raise: raises, reasons, unjudged, complete } = result
  return (
    <div className="stack">
      {!complete && (
        <Alert color="orange" variant="light" title="Only the newest events were searched">
          <Text size="sm">
            {scanned.toLocaleString()} of the {result.events_in_window.toLocaleString()} events of these days: those
            from <Time at={result.from} /> on. What happened before is not counted; choose fewer days to look at all of
            them.
          </Text>
        </Alert>
      )}
      <Text size="sm" role="status">
        <b>{fires.toLocaleString()}</b> {fires === 1 ? 'match' : 'matches'} in {counted(scanned, 'event', 'events')},
        from <Time at={result.from} /> to <Time at={result.to} />
        {raises !== null && raises !== fires && `, ${raises.toLocaleString()} of them past the overlays`}.
        {unjudged > 0 && ` ${unjudged.toLocaleString()} events could not be decoded.`}
      </Text>
      {reasons.map((reason) => (
        <Text key={reason} size="xs" className="quiet">
          <Shown text={reason} />
        </Text>
      ))}
      {result.sample_matches.length > 0 && (
        <Table
          name="Newest matches"
          rows={result.sample_matches}
          keyOf={({ rule_id: rule, time, event_uids: uids }) => `${rule} ${time} ${uids.join()}`}
          columns={[
            { head: 'Time', isShort: true, cell: ({ time }) => <Time at={time} /> },
            {
              head: 'Event',
              isMono: true,
              cell: ({ event_uids: [uid], raw, group, time }) => (
                <>
                  {uid !== undefined && (
                    <Link
                      to="/search"
                      search={{ query: `event_uid:${uid}`, ...around(time, AROUND_MINUTES), event: uid }}
                    >
                      {uid.slice(0, 8)}
                    </Link>
                  )}{' '}
                  <Shown text={raw ?? group.join(', ')} lengthMax={160} />
                </>
              ),
            },
            { head: 'Held back', isShort: true, cell: ({ suppressed }) => suppressed ?? '' },
          ]}
        />
      )}
    </div>
  )
}
