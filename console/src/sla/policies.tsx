/** Policies for cases: targets by severity, queues, and escalation receivers. */
import { Text } from '@mantine/core'
import { targetWords } from '../alerts/targets.ts'
import { useQueues } from '../parts/choices.ts'
import { actions, count, State, words } from '../parts/columns.tsx'
import { durationOf } from '../parts/durations.ts'
import { Listing, type RowOf } from '../parts/listing.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import type { Values } from '../parts/request.ts'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import type { Column } from '../parts/table.tsx'

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

export function Policies() {
  return (
    <>
      <SlaPolicies />
      <Queues />
      <Escalations />
      <AlertTargets />
    </>
  )
}

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
const OFFICE_HOURS = { business_start: '09:00', business_end: '17:00' }
const HOURS = ['timezone', 'business_days', 'business_start', 'business_end', 'holidays']
/** The calendar of a policy whose clocks run around the clock. */
const unusedHours = (values: Values) => (values.business_hours_only === true ? [] : HOURS)

type SlaPolicy = RowOf<'GET /api/v1/cases/sla-policies'>

const within = (head: string, key: 'ack_minutes' | 'resolve_minutes' | 'close_minutes'): Column<SlaPolicy> => ({
  head,
  isShort: true,
  cell: (row) => durationOf(row[key] * 60),
})

function SlaPolicies() {
  return (
    <Listing<'GET /api/v1/cases/sla-policies'>
      title="SLA policies of cases"
      about="The policy of its queue applies to a case, or else the policy of its severity. With business hours, clocks stop outside of them."
      list="GET /api/v1/cases/sla-policies"
      changes="POST /api/v1/cases/sla-policies"
      aside={
        <FormButton
          operation="POST /api/v1/cases/sla-policies"
          label="New policy"
          submit="Create the policy"
          initial={{ enabled: true, timezone: OWN_ZONE, business_days: [1, 2, 3, 4, 5], ...OFFICE_HOURS }}
          hidden={unusedHours}
        />
      }
      empty={{
        title: 'No policy',
        next: 'Without one, cases have no clocks. Open cases get theirs from the moment you add one.',
      }}
      columns={[
        words('Policy', 'name'),
        { head: 'Severity', isShort: true, cell: ({ severity }) => <Severity level={severity} /> },
        within('Acknowledge within', 'ack_minutes'),
        within('Resolve within', 'resolve_minutes'),
        within('Close within', 'close_minutes'),
        {
          head: 'Hours',
          cell: (row) =>
            row.business_hours_only
              ? `${row.business_days.map((day) => DAYS[day] ?? day).join(', ')} ${row.business_start} to ${row.business_end}, ${row.timezone}`
              : 'around the clock',
        },
        { head: 'State', isShort: true, cell: ({ enabled }) => <State of={enabled ? 'on' : 'off'} /> },
        actions((row) => (
          <FormButton
            operation="PATCH /api/v1/case-sla-policies/{id}"
            hidden={unusedHours}
            path={{ id: row.id }}
            before={row}
            label="Edit"
            submit="Save"
            variant="subtle"
            ariaLabel={`Edit the policy ${row.name.slice(0, 80)}`}
          />
        )),
      ]}
    />
  )
}

function Queues() {
  return (
    <Listing<'GET /api/v1/cases/queues'>
      title="Queues"
      about="A new case enters the first queue, by precedence, whose severities, tags and type match."
      list="GET /api/v1/cases/queues"
      changes="POST /api/v1/cases/queues"
      aside={<FormButton operation="POST /api/v1/cases/queues" label="New queue" submit="Create the queue" />}
      empty={{ title: 'No queue', next: 'All cases are in one list.' }}
      columns={[
        {
          head: 'Queue',
          cell: ({ name, description }) => (
            <>
              <Shown text={name} lengthMax={120} />
              {description !== null && (
                <Text size="xs" className="quiet">
                  <Shown text={description} lengthMax={200} />
                </Text>
              )}
            </>
          ),
        },
        count('Precedence', 'precedence'),
        {
          head: 'Takes',
          cell: ({ match_severity: levels, match_tags: tags, match_case_type: type }) =>
            [levels.join(', '), tags.map((tag) => `#${tag}`).join(' '), type].filter(Boolean).join('; ') ||
            'everything',
        },
        actions((row) => (
          <>
            <FormButton
              operation="PATCH /api/v1/case-queues/{id}"
              path={{ id: row.id }}
              before={row}
              label="Edit"
              submit="Save"
              variant="subtle"
              ariaLabel={`Edit the queue ${row.name.slice(0, 80)}`}
            />
            <ActButton
              operation="DELETE /api/v1/case-queues/{id}"
              path={{ id: row.id }}
              label="Delete"
              ariaLabel={`Delete the queue ${row.name.slice(0, 80)}`}
              variant="subtle"
              confirm="Its cases stay, in no queue. Escalation policies of the queue end."
            />
          </>
        )),
      ]}
    />
  )
}

function Escalations() {
  const queues = useQueues()
  return (
    <Listing<'GET /api/v1/cases/escalation-policies'>
      title="Escalation"
      about="When a case of the queue has used this share of its time to acknowledge, the escalation starts with its first step."
      list="GET /api/v1/cases/escalation-policies"
      changes="POST /api/v1/cases/escalation-policies"
      aside={
        <FormButton
          operation="POST /api/v1/cases/escalation-policies"
          label="New escalation"
          submit="Create the escalation"
          initial={{ enabled: true, trigger_at_sla_fraction: 0.5, ladder: [{ after_minutes: 0, notify: '' }] }}
        />
      }
      empty={{ title: 'No escalation', next: 'Nobody is notified of an unassigned case.' }}
      columns={[
        words('Escalation', 'name'),
        {
          head: 'Queue',
          cell: ({ queue_id: id }) => (
            <Shown text={queues?.find(({ value }) => value === id)?.label ?? id} lengthMax={120} />
          ),
        },
        {
          head: 'Begins at',
          isShort: true,
          cell: ({ trigger_at_sla_fraction: part }) => `${Math.round(part * 100)} % of the target`,
        },
        {
          head: 'Ladder',
          cell: ({ ladder }) =>
            ladder.map(({ after_minutes: after, notify }) => `after ${after} min ${notify}`).join(', then '),
        },
        { head: 'State', isShort: true, cell: ({ enabled }) => <State of={enabled ? 'on' : 'off'} /> },
        actions(({ id, name }) => (
          <ActButton
            operation="DELETE /api/v1/case-escalation-policies/{id}"
            path={{ id }}
            label="Delete"
            ariaLabel={`Delete the escalation ${name.slice(0, 80)}`}
            variant="subtle"
            confirm="Escalations in progress stop."
          />
        )),
      ]}
    />
  )
}

const minutes = (value: number | null) =>
  value === null ? <span className="quiet">{targetWords(value)}</span> : targetWords(value)

function AlertTargets() {
  return (
    <Listing<'GET /api/v1/sla/configs'>
      title="Targets of alerts"
      about="By severity: from the event to the alert, to the first response, and to containment."
      list="GET /api/v1/sla/configs"
      changes="PUT /api/v1/sla/configs/{config_id}"
      empty={{ title: 'No targets' }}
      columns={[
        { head: 'Severity', isShort: true, cell: ({ severity }) => <Severity level={severity} /> },
        { head: 'Detect', isNumber: true, isShort: true, cell: ({ mttd_target: target }) => minutes(target) },
        { head: 'Respond', isNumber: true, isShort: true, cell: ({ mttr_target: target }) => minutes(target) },
        { head: 'Contain', isNumber: true, isShort: true, cell: ({ mttc_target: target }) => minutes(target) },
        actions((row) => (
          <FormButton
            operation="PUT /api/v1/sla/configs/{config_id}"
            path={{ config_id: row.id }}
            before={row}
            label="Edit"
            submit="Save"
            variant="subtle"
            ariaLabel={`Edit the targets of ${row.severity}`}
          />
        )),
      ]}
    />
  )
}
