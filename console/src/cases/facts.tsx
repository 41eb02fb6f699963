/** The facts of a case, each with its editor: owner, severity, queue and subject. */
import { Badge, Group, NativeSelect, Select, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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

type FactsProps = { readonly detail: CaseDetail; readonly mayWrite: boolean }

export function Facts({ detail, mayWrite }: FactsProps) {
  const change = useChange(detail.id)
  const assign = useAssign(detail.id)
  const problem = change.error ?? assign.error
  return (
    <Section
      title="Facts"
      aside={
        mayWrite && (
          <FormButton
            operation="PATCH /api/v1/cases/{id}"
            path={{ id: detail.id }}
            before={detail}
            only={EDITED}
            label="Edit"
            title={`Edit ${detail.case_number}`}
            submit="Save"
          />
        )
      }
    >
      {problem && <Failure error={problem} />}
      <dl className="pairs">
        <Fact name="Owner">
          <Owner detail={detail} mayWrite={mayWrite} assign={assign} />
        </Fact>
        <Fact name="Severity">
          <SeverityOf detail={detail} mayWrite={mayWrite} change={change} />
        </Fact>
        <Fact name="Queue">
          <QueueOf detail={detail} mayWrite={mayWrite} change={change} />
        </Fact>
        <Subject detail={detail} />
        <Course detail={detail} />
        <Copies detail={detail} />
      </dl>
    </Section>
  )
}

function useChange(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: object) => call('PATCH /api/v1/cases/{id}', { path: { id }, body }),
    onSuccess: () => queries.invalidateQueries(),
  })
}

function useAssign(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (owner: string | null) =>
      call('POST /api/v1/cases/{id}/assign', { path: { id }, body: { assignee_id: owner } }),
    onSuccess: () => queries.invalidateQueries(),
  })
}

type FactProps = { readonly name: ReactNode; readonly isBad?: boolean; readonly children: ReactNode }

function Fact({ name, isBad = false, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isBad ? 'late' : undefined}>{children}</dd>
    </div>
  )
}

function Owner({ detail, mayWrite, assign }: FactsProps & { readonly assign: ReturnType<typeof useAssign> }) {
  const { me } = useSession()
  const people = usePeople(mayWrite)
  return (
    <>
      {mayWrite && people !== undefined ? (
        <Select
          aria-label="Owner"
          data={[...people]}
          value={detail.assignee_id}
          placeholder="nobody"
          searchable
          clearable
          size="xs"
          disabled={assign.isPending}
          onChange={(next) => assign.mutate(next)}
        />
      ) : (
        <Person id={detail.assignee_id} />
      )}
      {mayWrite && detail.assignee_id !== me?.id && me != null && (
        <ActButton
          operation="POST /api/v1/cases/{id}/assign"
          path={{ id: detail.id }}
          body={{ assignee_id: me.id }}
          label="Take it"
          variant="subtle"
        />
      )}
    </>
  )
}

type ChangedProps = FactsProps & { readonly change: ReturnType<typeof useChange> }

function SeverityOf({ detail, mayWrite, change }: ChangedProps) {
  if (!mayWrite) return <Severity level={detail.severity} />
  return (
    <NativeSelect
      aria-label="Severity"
      size="xs"
      data={[...SEVERITIES]}
      value={detail.severity}
      disabled={change.isPending}
      onChange={(event) => change.mutate({ severity: event.currentTarget.value })}
    />
  )
}

function QueueOf({ detail, mayWrite, change }: ChangedProps) {
  const queues = useQueues()
  const name =
    queues?.find(({ value }) => value === detail.queue_id)?.label ??
    (detail.queue_id === null ? 'none' : queues === undefined ? '…' : detail.queue_id.slice(0, 8))
  if (!mayWrite || queues === undefined || queues.length === 0) return <Shown text={name} lengthMax={80} />
  return (
    <NativeSelect
      aria-label="Queue"
      size="xs"
      data={[{ value: '', label: 'none' }, ...queues]}
      value={detail.queue_id ?? ''}
      disabled={change.isPending}
      onChange={(event) => change.mutate({ queue_id: event.currentTarget.value || null })}
    />
  )
}

/** The subject of the case: tags, techniques, its type and the fields that the tenant added. */
function Subject({ detail }: { readonly detail: CaseDetail }) {
  return (
    <>
      <Fact name="Tags">
        <Words of={detail.tags} />
      </Fact>
      <Fact name="Techniques">
        <Words of={detail.mitre_techniques} />
      </Fact>
      {detail.case_type !== null && (
        <Fact name="Type">
          <Shown text={detail.case_type} lengthMax={80} />
        </Fact>
      )}
      {Object.entries(detail.custom_fields).map(([name, value]) => (
        <Fact key={name} name={labelOf(name)}>
          <Shown text={String(value)} lengthMax={200} />
        </Fact>
      ))}
    </>
  )
}

/** The course of the work: who opened the case, the time spent, escalation and reopening. */
function Course({ detail }: { readonly detail: CaseDetail }) {
  return (
    <>
      <Fact name="Opened by">
        <Person id={detail.created_by} />, <Time at={detail.opened_at} />
      </Fact>
      <Fact name="Time spent">{detail.counts.minutes_spent.toLocaleString()} min</Fact>
      {detail.escalation_level > 0 && (
        <Fact name="Escalation" isBad>
          step {detail.escalation_level}
        </Fact>
      )}
      {detail.reopen_count > 0 && <Fact name="Opened again">{counted(detail.reopen_count, 'time', 'times')}</Fact>}
    </>
  )
}

/** The same case in other systems, or the reason why a system has no copy. */
function Copies({ detail }: { readonly detail: CaseDetail }) {
  return detail.fanout_results.map(
    ({ connector_id: id, connector_name: name, status, external_id: external, error }) => (
      <Fact key={id} name={<Shown text={name ?? 'Connector'} lengthMax={60} />} isBad={status === 'error'}>
        {external ?? error ?? status}
      </Fact>
    ),
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
