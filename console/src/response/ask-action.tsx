/** Requests an action on a target, with a preview of its effect and of the required approvals. */
import { Alert, Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { State } from '../parts/columns.tsx'
import { Dialog } from '../parts/operation-form.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { labelOf, wordOf } from '../parts/words.ts'

type ActionType = AnswerOf<'GET /api/v1/actions/types'>['items'][number]
type Plan = AnswerOf<'POST /api/v1/actions/dry-run'>

export type ActionSubject = {
  readonly alertId?: string
  readonly caseId?: string
  /** Possible targets, by kind. */
  readonly targets?: readonly { readonly kind: string; readonly value: string }[]
}

const TYPES_MAX = 100
const UNDO = [
  { value: '', label: 'Never' },
  { value: '3600', label: 'After an hour' },
  { value: '28800', label: 'After 8 hours' },
  { value: '86400', label: 'After a day' },
]

/** Maximum of the API. */
const QUORUM_MAX = 5
const QUORUM = Array.from({ length: QUORUM_MAX }, (_, at) => ({
  value: String(at + 1),
  label: at === 0 ? '1 person' : `${at + 1} people`,
}))

export function AskActionButton({
  label = 'Ask for an action',
  ...subject
}: ActionSubject & { readonly label?: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (lacking(useSession(), 'POST /api/v1/actions') !== null) return null
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog title="Ask for an action" isOpen={isOpen} close={() => setIsOpen(false)}>
        <AskAction subject={subject} close={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function AskAction({ subject, close }: { readonly subject: ActionSubject; readonly close: () => void }) {
  const types = useQuery({
    queryKey: ['action-types'],
    queryFn: () => call('GET /api/v1/actions/types', { query: { limit: TYPES_MAX } }),
    staleTime: 600_000,
  })
  return (
    <Loaded query={types} lines={5}>
      {({ items }) => <Form types={items} subject={subject} close={close} />}
    </Loaded>
  )
}

type FormProps = { readonly types: readonly ActionType[]; readonly subject: ActionSubject; readonly close: () => void }

function Form({ types, subject, close }: FormProps) {
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(inOrderOf(types, subject)[0]?.name ?? ''))
  const type = types.find((one) => one.name === draft.name)
  const fitting = (subject.targets ?? []).filter(({ kind }) => kind === type?.target)
  const target = draft.target || (fitting[0]?.value ?? '')
  const { dryRun, ask } = useAsking({ ...draft, target }, subject)
  const problem = ask.error ?? dryRun.error
  // The preview of another target must not be taken for this one's.
  const change = (next: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...next }))
    dryRun.reset()
    ask.reset()
  }
  if (ask.data !== undefined) return <RequestResult of={ask.data} close={close} />
  const isReady = draft.rationale.trim() !== '' && (target !== '' || type?.target === 'message')
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Action"
        data={inOrderOf(types, subject).map((one) => ({ value: one.name, label: wordOf(one.name) }))}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value, target: '', parameters: {} })}
      />
      {type && (
        <Text size="sm" className="quiet">
          {type.about}. {type.is_reversible ? 'It can be undone.' : 'It cannot be undone.'}
          {type.always_approved && ' Another person has to approve it.'}
        </Text>
      )}
      <TargetFields
        kind={type?.target}
        fitting={fitting.map(({ value }) => value)}
        target={target}
        choose={(value) => change({ target: value })}
      />
      <ParameterFields type={type} values={draft.parameters} change={(parameters) => change({ parameters })} />
      <Conditions draft={draft} change={setDraft} isReversible={type?.is_reversible === true} />
      {dryRun.data && <PlanOf plan={dryRun.data} />}
      {problem && <Failure error={problem} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={!isReady} loading={dryRun.isPending} onClick={() => dryRun.mutate()}>
          Dry run
        </Button>
        <Button disabled={!isReady} loading={ask.isPending} onClick={() => ask.mutate()}>
          Request
        </Button>
      </Group>
    </Stack>
  )
}

type Draft = {
  readonly name: string
  readonly target: string
  readonly rationale: string
  /** Seconds, or empty for no rollback. */
  readonly undoAfter: string
  readonly quorum: string
  readonly parameters: Readonly<Record<string, string>>
}

const emptyDraft = (name: string): Draft => {
  const empty = { target: '', rationale: '', undoAfter: '', quorum: '1', parameters: {} }
  return { name, ...empty }
}

/** Action types whose kind of target is available come first. */
function inOrderOf(types: readonly ActionType[], { targets = [] }: ActionSubject): readonly ActionType[] {
  const kinds = new Set(targets.map(({ kind }) => kind))
  return [...types].sort((a, b) => Number(kinds.has(b.target)) - Number(kinds.has(a.target)))
}

function useAsking(draft: Draft, { alertId, caseId }: ActionSubject) {
  const queries = useQueryClient()
  const body = {
    ...{ action_type: draft.name, target: draft.target, rationale: draft.rationale.trim() },
    parameters: Object.fromEntries(Object.entries(draft.parameters).filter(([, value]) => value !== '')),
    ...(alertId === undefined ? {} : { alert_id: alertId }),
    ...(caseId === undefined ? {} : { case_id: caseId }),
    ...(draft.undoAfter === '' ? {} : { rollback_after_seconds: Number(draft.undoAfter) }),
  }
  const quorum = draft.quorum === '1' ? {} : { quorum: Number(draft.quorum) }
  const dryRun = useMutation({ mutationFn: () => call('POST /api/v1/actions/dry-run', { body }) })
  const ask = useMutation({
    mutationFn: () => call('POST /api/v1/actions', { body: { ...body, ...quorum } }),
    onSuccess: () => queries.invalidateQueries(),
  })
  return { dryRun, ask }
}

type TargetFieldsProps = {
  readonly kind: string | undefined
  readonly fitting: readonly string[]
  readonly target: string
  readonly choose: (target: string) => void
}

function TargetFields({ kind, fitting, target, choose }: TargetFieldsProps) {
  return (
    <>
      {fitting.length > 1 && (
        <NativeSelect
          label={`Known ${kind ?? ''}s`}
          data={[...fitting]}
          value={target}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      <TextInput
        label={`Target${kind === undefined ? '' : ` (${kind})`}`}
        value={target}
        onChange={(event) => choose(event.currentTarget.value)}
        maxLength={500}
      />
    </>
  )
}

type ParameterFieldsProps = {
  readonly type: ActionType | undefined
  readonly values: Draft['parameters']
  readonly change: (values: Draft['parameters']) => void
}

function ParameterFields({ type, values, change }: ParameterFieldsProps) {
  return Object.entries(type?.parameters ?? {}).map(([key, need]) => (
    <TextInput
      key={key}
      label={labelOf(key)}
      required={need === 'required'}
      withAsterisk={false}
      value={values[key] ?? ''}
      onChange={(event) => change({ ...values, [key]: event.currentTarget.value })}
    />
  ))
}

type ConditionsProps = {
  readonly draft: Draft
  readonly change: (draft: Draft) => void
  readonly isReversible: boolean
}

/** The time of the rollback, the number of approvals, and the reason for the request. */
function Conditions({ draft, change, isReversible }: ConditionsProps) {
  return (
    <>
      {isReversible && (
        <NativeSelect
          label="Undo automatically"
          data={UNDO}
          value={draft.undoAfter}
          onChange={(event) => change({ ...draft, undoAfter: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        label="Approvals, if the action needs any"
        data={QUORUM}
        value={draft.quorum}
        onChange={(event) => change({ ...draft, quorum: event.currentTarget.value })}
      />
      <Textarea
        label="Reason"
        description="Shown to the approvers."
        value={draft.rationale}
        onChange={(event) => change({ ...draft, rationale: event.currentTarget.value })}
        maxLength={2_000}
        autosize
        minRows={2}
      />
    </>
  )
}

/** The decision of the policy, and the checks that were not made. */
function PlanOf({ plan }: { readonly plan: Plan }) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Target', plan.target],
    ['Blast radius', wordOf(plan.blast_radius)],
    ['Executor', plan.executor ?? 'none supports this action'],
    ['Approval', plan.approval_because ?? 'not needed'],
    ['Can be undone', plan.is_reversible ? 'yes' : 'no'],
    ['Recent actions of this type', `${plan.recent} of at most ${plan.recent_max}`],
    ['Checked', plan.checked.join('; ') || '–'],
    ['Not checked', plan.not_checked.join('; ') || '–'],
  ]
  return (
    <Alert
      variant="light"
      color="blue"
      title={plan.is_simulated ? 'It would be simulated' : 'Effect of the action'}
      role="status"
    >
      <dl className="pairs">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Alert>
  )
}

function RequestResult({
  of: { action, approval },
  close,
}: {
  readonly of: AnswerOf<'POST /api/v1/actions'>
  readonly close: () => void
}) {
  return (
    <Stack gap="sm">
      <Text size="sm">
        {wordOf(action.action_type)} <b>{<Shown text={action.target} lengthMax={120} />}</b>{' '}
        <State of={action.status} />
      </Text>
      <Text size="sm">
        {approval === null
          ? 'No approval needed: it is running. See Response, Actions for the result.'
          : `${approval.quorum} ${approval.quorum === 1 ? 'person has' : 'people have'} to approve it: it waits under Response, Approvals.`}
      </Text>
      <Group justify="flex-end">
        <Button onClick={close}>Close</Button>
      </Group>
    </Stack>
  )
}
