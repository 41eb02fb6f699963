/** The facts of a case: owner, severity, queue and subject; each is changed where it is read. */
import { Badge, Group, NativeSelect, Select, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { SEVERITIES } from '../parts/alert-words.ts'
import { usePeople, useQueues } from '../parts/choices.ts'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Person } from '../parts/person.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { counted, labelOf } from '../parts/words.ts'

type CaseDetail = Schemas['CaseDetail']

const EDITED = [
  'title',
  'description',
  'case_type',
  'tags',
  'mitre_techniques',
  'compliance_frameworks',
  'custom_fields',
]

export function Facts({ given, mayWrite }: { readonly given: CaseDetail; readonly mayWrite: boolean }) {
  const { me } = useSession()
  const queries = useQueryClient()
  const people = usePeople(mayWrite)
  const queues = useQueues()
  const change = useMutation({
    mutationFn: (body: object) => call('PATCH /api/v1/cases/{id}', { path: { id: given.id }, body }),
    onSuccess: () => queries.invalidateQueries(),
  })
  const assign = useMutation({
    mutationFn: (owner: string | null) =>
      call('POST /api/v1/cases/{id}/assign', { path: { id: given.id }, body: { assignee_id: owner } }),
    onSuccess: () => queries.invalidateQueries(),
  })
  const queueName = queues?.find(({ value }) => value === given.queue_id)?.label ?? given.queue_id ?? 'none'
  const problem = change.error ?? assign.error
  return (
    <Section
      title="Facts"
      aside={
        mayWrite && (
          <FormButton
            operation="PATCH /api/v1/cases/{id}"
            path={{ id: given.id }}
            before={given}
            only={EDITED}
            label="Edit"
            title={`Edit ${given.case_number}`}
            submit="Save"
          />
        )
      }
    >
      {problem && <Failure error={problem} />}
      <dl className="pairs">
        <div>
          <dt>Owner</dt>
          <dd>
            {mayWrite && people !== undefined ? (
              <Select
                aria-label="Owner"
                data={[...people]}
                value={given.assignee_id}
                placeholder="nobody"
                searchable
                clearable
                size="xs"
                disabled={assign.isPending}
                onChange={(next) => assign.mutate(next)}
              />
            ) : (
              <Person id={given.assignee_id} />
            )}
            {mayWrite && given.assignee_id !== me?.id && me != null && (
              <ActButton
                operation="POST /api/v1/cases/{id}/assign"
                path={{ id: given.id }}
                body={{ assignee_id: me.id }}
                label="Take it"
                variant="subtle"
              />
            )}
          </dd>
        </div>
        <div>
          <dt>Severity</dt>
          <dd>
            {mayWrite ? (
              <NativeSelect
                aria-label="Severity"
                size="xs"
                data={[...SEVERITIES]}
                value={given.severity}
                disabled={change.isPending}
                onChange={(event) => change.mutate({ severity: event.currentTarget.value })}
              />
            ) : (
              <Severity level={given.severity} />
            )}
          </dd>
        </div>
        <div>
          <dt>Queue</dt>
          <dd>
            {mayWrite && queues !== undefined && queues.length > 0 ? (
              <NativeSelect
                aria-label="Queue"
                size="xs"
                data={[{ value: '', label: 'none' }, ...queues]}
                value={given.queue_id ?? ''}
                disabled={change.isPending}
                onChange={(event) => change.mutate({ queue_id: event.currentTarget.value || null })}
              />
            ) : (
              <Shown text={queueName} lengthMax={80} />
            )}
          </dd>
        </div>
        <div>
          <dt>Tags</dt>
          <dd>
            <Words of={given.tags} />
          </dd>
        </div>
        <div>
          <dt>Techniques</dt>
          <dd>
            <Words of={given.mitre_techniques} />
          </dd>
        </div>
        {given.case_type !== null && (
          <div>
            <dt>Type</dt>
            <dd>
              <Shown text={given.case_type} lengthMax={80} />
            </dd>
          </div>
        )}
        {Object.entries(given.custom_fields).map(([name, value]) => (
          <div key={name}>
            <dt>{labelOf(name)}</dt>
            <dd>
              <Shown text={String(value)} lengthMax={200} />
            </dd>
          </div>
        ))}
        <div>
          <dt>Opened by</dt>
          <dd>
            <Person id={given.created_by} />, <Time at={given.opened_at} />
          </dd>
        </div>
        <div>
          <dt>Time spent</dt>
          <dd>{given.counts.minutes_spent.toLocaleString()} min</dd>
        </div>
        {given.escalation_level > 0 && (
          <div>
            <dt>Escalation</dt>
            <dd className="late">step {given.escalation_level}</dd>
          </div>
        )}
        {given.reopen_count > 0 && (
          <div>
            <dt>Opened again</dt>
            <dd>{counted(given.reopen_count, 'time', 'times')}</dd>
          </div>
        )}
        {given.fanout_results.map(
          ({ connector_id: id, connector_name: name, status, external_id: external, error }) => (
            <div key={id}>
              <dt>
                <Shown text={name ?? 'Connector'} lengthMax={60} />
              </dt>
              <dd className={status === 'error' ? 'late' : undefined}>{external ?? error ?? status}</dd>
            </div>
          ),
        )}
      </dl>
    </Section>
  )
}

function Words({ of }: { readonly of: readonly string[] }) {
  if (of.length === 0) return <span className="quiet">none</span>
  return (
    <Group gap={4}>
      {of.map((one) => (
        <Badge key={one} variant="default" tt="none">
          <Shown text={one} lengthMax={60} />
        </Badge>
      ))}
    </Group>
  )
}

/** A case that was merged away: it names the case that it is now part of. */
export function MergedAway({ into }: { readonly into: string }) {
  return (
    <Text size="sm" role="status">
      This case was merged into <a href={`/cases/${into}`}>another one</a>, where the work goes on.
    </Text>
  )
}
