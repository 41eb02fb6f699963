import { Button, Group, NumberInput, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { count, State, when, words } from '../parts/columns.tsx'
import { Listing, useList } from '../parts/listing.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Person } from '../parts/person.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { Deputies } from '../response/in-advance.tsx'
import { Calendar } from './calendar.tsx'
import { type Chosen, CoverDialog, Covers } from './cover.tsx'
import { DAYS, type Shift } from './shifts.ts'

const SNOOZE = { usual: 30, max: 1_440 }

export function OnCallPage() {
  return (
    <Page
      title="On call"
      about="Who is on call now, who is next, and who is available. If a person is off or snoozed, the next available one takes over."
    >
      <div className="two">
        <div className="stack">
          <Now />
          <Turns />
          <Rotations />
          <Deputies />
        </div>
        <div className="stack">
          <Own />
          <People />
        </div>
      </div>
    </Page>
  )
}

function Now() {
  const found = useList('GET /api/v1/oncall/whoison')
  return (
    <Section title="On call now">
      <Loaded query={found} lines={3}>
        {(rows) =>
          rows.length === 0 ? (
            <Text size="sm">No rotation yet: nobody is paged.</Text>
          ) : (
            <ul className="plain">
              {rows.map((one) => (
                <li key={one.rotation_id} className="duty">
                  <b>
                    <Shown text={one.rotation} lengthMax={80} />
                  </b>
                  <Who of={one} />
                  <span className="quiet">
                    until <Time at={one.next_handoff} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

function Who({ of: duty }: { readonly of: Schemas['OnDuty'] }) {
  const { responder, scheduled, is_stand_in: standsIn, override, covered } = duty
  if (responder === null) return <span className="late">nobody on call</span>
  return (
    <span>
      <Shown text={responder.user_name} lengthMax={80} />
      {standsIn && scheduled !== null && (
        <span className="quiet">
          {' '}
          for <Shown text={scheduled.user_name} lengthMax={80} />, who is {scheduled.status ?? 'away'}
        </span>
      )}
      {override !== null && covered !== null && covered.user_id !== responder.user_id && (
        <span className="quiet">
          {' '}
          covers <Shown text={covered.user_name} lengthMax={80} />: <Shown text={override.reason} lengthMax={120} />
        </span>
      )}
    </span>
  )
}

const SHIFTS_AT_ONCE = 500

/** All pages: a rotation that is not drawn would look as if nobody were on call. */
async function allShifts() {
  const items: Shift[] = []
  let cursor: string | undefined
  do {
    const query = { limit: SHIFTS_AT_ONCE, days: DAYS, ...(cursor === undefined ? {} : { cursor }) }
    const page = await call('GET /api/v1/oncall/shifts', { query })
    items.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== undefined)
  return items
}

function Turns() {
  const rotations = useList('GET /api/v1/oncall/rotations')
  const shifts = useQuery({ queryKey: ['GET /api/v1/oncall/shifts', 'all'], queryFn: allShifts })
  const [chosen, setChosen] = useState<Chosen | null>(null)
  if (rotations.data === undefined || rotations.data.length === 0) return null
  const all = rotations.data
  return (
    <>
      <Section title="The next four weeks">
        <Loaded query={shifts} lines={3}>
          {(found) => (
            <Calendar rotations={all} shifts={found} choose={(rotation, shift) => setChosen({ rotation, shift })} />
          )}
        </Loaded>
      </Section>
      <CoverDialog chosen={chosen} shifts={shifts.data ?? []} close={() => setChosen(null)} />
      <Covers />
    </>
  )
}

function Rotations() {
  return (
    <Listing<'GET /api/v1/oncall/rotations'>
      title="Rotations"
      list="GET /api/v1/oncall/rotations"
      changes="POST /api/v1/oncall/rotations"
      aside={
        <FormButton
          operation="POST /api/v1/oncall/rotations"
          label="New rotation"
          submit="Create the rotation"
          initial={{
            time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            handoff_at: '09:00',
            handoff_days: 7,
          }}
        />
      }
      empty={{
        title: 'No rotation',
        next: 'A rotation hands the pager from one person to the next at the same time of the clock.',
      }}
      columns={[
        words('Rotation', 'name'),
        { head: 'People', cell: ({ user_ids: ids }) => <Names ids={ids} /> },
        count('Days', 'handoff_days'),
        { head: 'Handed over', isShort: true, cell: ({ handoff_at: at, time_zone: zone }) => `${at} ${zone}` },
        {
          head: 'Actions',
          isShort: true,
          isActions: true,
          cell: ({ id, name, ...rotation }) => (
            <>
              <FormButton
                operation="PATCH /api/v1/oncall/rotations/{rotation_id}"
                path={{ rotation_id: id }}
                before={rotation}
                about="The person on call stays so until the next handoff, unless you change the date of the first shift."
                label="Change"
                submit="Save"
                title={`Change ${name.slice(0, 80)}`}
                ariaLabel={`Change the rotation ${name.slice(0, 80)}`}
                variant="subtle"
              />
              <ActButton
                operation="DELETE /api/v1/oncall/rotations/{rotation_id}"
                path={{ rotation_id: id }}
                label="Delete"
                ariaLabel={`Delete the rotation ${name.slice(0, 80)}`}
                variant="subtle"
                confirm="Its shifts end now. Escalations that use it page nobody."
              />
            </>
          ),
        },
      ]}
    />
  )
}

function Names({ ids }: { readonly ids: readonly string[] }) {
  return ids.map((id, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <Person id={id} />
    </span>
  ))
}

function Own() {
  const { me } = useSession()
  const [minutes, setMinutes] = useState<number | string>(SNOOZE.usual)
  const found = useQuery({
    queryKey: ['presence'],
    queryFn: () => call('GET /api/v1/oncall', { query: { limit: 100 } }),
  })
  const own = found.data?.items.find(({ user_id: id }) => id === me?.id)
  const set = (status: 'available' | 'busy' | 'offline', label: string) => (
    <ActButton
      operation="PUT /api/v1/oncall/me"
      body={{ status }}
      label={label}
      variant={own?.status === status ? 'filled' : 'default'}
    />
  )
  return (
    <Section title="Your status" aside={own && <State of={own.status} />}>
      <Group gap="xs" mb="sm">
        {set('available', 'Available')}
        {set('busy', 'Busy')}
        {set('offline', 'Off')}
      </Group>
      <Group gap="xs" align="end">
        <NumberInput
          label="Snooze for (minutes)"
          value={minutes}
          onChange={setMinutes}
          min={1}
          max={SNOOZE.max}
          hideControls
          w={180}
        />
        <ActButton
          operation="PUT /api/v1/oncall/me"
          body={{ status: 'snoozed', snooze_minutes: Number(minutes) || SNOOZE.usual }}
          label="Snooze"
        />
      </Group>
      {own?.until && (
        <Text size="sm" className="quiet" mt="xs">
          until <Time at={own.until} />
        </Text>
      )}
      <Button component="a" href="/responder" variant="subtle" mt="sm">
        Open the responder app
      </Button>
    </Section>
  )
}

function People() {
  return (
    <Listing<'GET /api/v1/oncall'>
      title="Team status"
      list="GET /api/v1/oncall"
      keyOf={({ user_id: id }) => id}
      empty={{ title: 'No status set', next: 'Each person sets their own status above.' }}
      columns={[
        words('Person', 'user_name'),
        { head: 'State', isShort: true, cell: ({ status }) => <State of={status} /> },
        when('Until', 'until', '–'),
        when('Since', 'updated_at'),
      ]}
    />
  )
}
