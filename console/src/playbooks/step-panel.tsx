/** The chosen step of a playbook as a form: its members, and where the run goes on from it. */
import { Button, Group, NativeSelect, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, call } from '../api/call.ts'
import { labelOf, wordOf } from '../parts/words.ts'
import { type Step, type Way, waysOf } from './flow.ts'
import { movedStep, renamedStep, withMember, withoutStep, withStepOn } from './step-edits.ts'
import { newStep, OWN_TYPES, PARAMETERS, TEMPLATES } from './step-templates.ts'
import { textOfValue, valueOfText } from './step-value.ts'

type ActionType = AnswerOf<'GET /api/v1/actions/types'>['items'][number]
type Edit = (edit: (text: string) => string) => void

export type Problem = { readonly path: string; readonly reason: string }

const TYPES_MAX = 100
const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'in', 'exists'].map((value) => ({
  value,
  label: { eq: 'is', ne: 'is not', gt: '>', gte: '≥', lt: '<', lte: '≤', in: 'is one of' }[value] ?? value,
}))
const ON_FAILURE = [
  { value: '', label: 'end the run' },
  { value: 'continue', label: 'continue' },
  { value: 'retry', label: 'try again' },
]

type StepPanelProps = {
  readonly id: string
  readonly step: Step
  /** All steps, in their order. */
  readonly ids: readonly string[]
  /** Problems of this step; their paths begin inside of it. */
  readonly problems: readonly Problem[]
  readonly edit: Edit
  readonly choose: (id: string | null) => void
}

export function StepPanel(props: StepPanelProps) {
  const { id, step, problems, edit, choose } = props
  const types = useQuery({
    queryKey: ['action-types'],
    queryFn: () => call('GET /api/v1/actions/types', { query: { limit: TYPES_MAX } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const action = types.data?.items.find(({ name }) => name === step.type)
  const set = (path: readonly string[], value: unknown) => edit((text) => withMember(text, id, path, value))
  const fault = (path: string) => problems.find((one) => one.path === path)?.reason
  const field = { step, set, fault }
  return (
    <Stack gap="sm" className="step-panel" role="group" aria-label={`Step ${id}`}>
      <Group gap="xs">
        <Button variant="default" onClick={() => edit((text) => movedStep(text, id, -1))}>
          Move up
        </Button>
        <Button variant="default" onClick={() => edit((text) => movedStep(text, id, 1))}>
          Move down
        </Button>
        <Button
          variant="default"
          onClick={() => {
            edit((text) => withoutStep(text, id))
            choose(null)
          }}
        >
          Remove step
        </Button>
      </Group>
      <div className="fields">
        <Id key={id} {...props} error={fault('id')} />
        <Field {...field} name="name" label="Title" />
        <NativeSelect
          label="Type"
          value={String(step.type ?? '')}
          error={fault('type')}
          data={typeChoices(step.type, types.data?.items ?? [])}
          onChange={(event) => set(['type'], event.currentTarget.value)}
        />
        {(action === undefined ? step.target !== undefined : action.target !== 'message') && (
          <Field
            {...field}
            name="target"
            label={action ? `Target (${wordOf(action.target).toLowerCase()})` : 'Target'}
          />
        )}
      </div>
      <Parameters {...field} action={action} />
      <Condition key={`${id} condition`} {...field} />
      <div className="fields">
        {waysOf(step).map((way) => (
          <WayField key={way.key} {...props} way={way} error={fault(way.key)} />
        ))}
      </div>
      <details>
        <summary>Loop, failure and time limits</summary>
        <div className="fields">
          <Field {...field} name="for_each" label="For each of the list" />
          <NativeSelect
            label="If it fails"
            value={String(step.on_failure ?? '')}
            data={ON_FAILURE}
            onChange={(event) => set(['on_failure'], event.currentTarget.value || undefined)}
          />
          <Count {...field} name="retry_max" label="Attempts after the first" />
          <Count {...field} name="timeout_seconds" label="Time limit (seconds)" />
          <Count {...field} name="rollback_after_seconds" label="Undo after (seconds)" />
        </div>
      </details>
      <Others problems={problems} />
    </Stack>
  )
}

function typeChoices(current: unknown, actions: readonly ActionType[]) {
  const known = new Set([...OWN_TYPES, ...actions.map(({ name }) => name)])
  const choice = (value: string) => ({ value, label: wordOf(value) })
  return [
    ...(known.has(String(current ?? ''))
      ? []
      : [{ value: String(current ?? ''), label: String(current ?? 'Choose a type') }]),
    { group: 'Steps', items: OWN_TYPES.map(choice) },
    { group: 'Actions', items: actions.map(({ name }) => choice(name)) },
  ]
}

type FieldProps = {
  readonly step: Step
  readonly set: (path: readonly string[], value: unknown) => void
  readonly fault: (path: string) => string | undefined
}

function Field({ step, set, fault, name, label }: FieldProps & { readonly name: string; readonly label: string }) {
  return (
    <TextInput
      label={label}
      value={textOfValue(step[name])}
      error={fault(name)}
      onChange={(event) => set([name], event.currentTarget.value || undefined)}
      spellCheck={false}
    />
  )
}

function Count({ step, set, fault, name, label }: FieldProps & { readonly name: string; readonly label: string }) {
  const value = step[name]
  return (
    <NumberInput
      label={label}
      value={typeof value === 'number' ? value : ''}
      error={fault(name)}
      onChange={(next) => set([name], typeof next === 'number' ? next : undefined)}
      min={0}
      allowDecimal={false}
      hideControls
    />
  )
}

/** Other steps refer to the id: it changes when the field is left, and with it whatever refers to it. */
function Id({ id, ids, edit, choose, error }: StepPanelProps & { readonly error: string | undefined }) {
  const [value, setValue] = useState(id)
  const isTaken = value !== id && ids.includes(value)
  const isWrong = !/^[a-z][a-z0-9_-]{0,59}$/.test(value)
  const leave = () => {
    if (value === id) return
    if (isTaken || isWrong) return setValue(id)
    edit((text) => renamedStep(text, id, value))
    choose(value)
  }
  return (
    <TextInput
      label="Id"
      value={value}
      error={isTaken ? 'another step has this id' : isWrong ? 'small letters, digits, - and _' : error}
      onChange={(event) => setValue(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
      spellCheck={false}
    />
  )
}

function Parameters({ step, set, fault, action }: FieldProps & { readonly action: ActionType | undefined }) {
  const [name, setName] = useState('')
  const present =
    typeof step.params === 'object' && step.params !== null ? (step.params as Record<string, unknown>) : {}
  const type = String(step.type)
  const known = action ? Object.keys(action.parameters) : (PARAMETERS[type] ?? [])
  const names = [...new Set([...known, ...Object.keys(present)])]
  const isOpen = type === 'set' || type === 'http'
  const add = () => {
    set(['params', name], '')
    setName('')
  }
  if (names.length === 0 && !isOpen) return null
  return (
    <>
      <div className="fields">
        {names.map((one) => (
          <Textarea
            key={one}
            label={labelOf(one)}
            required={action?.parameters[one] === 'required'}
            value={textOfValue(present[one])}
            error={fault(`params.${one}`)}
            // An empty field of a known parameter is none; any other stays, so that its field does.
            onChange={(event) =>
              set(
                ['params', one],
                event.currentTarget.value === '' && known.includes(one) ? undefined : event.currentTarget.value,
              )
            }
            autosize
            minRows={1}
            maxRows={8}
            spellCheck={false}
          />
        ))}
      </div>
      {isOpen && (
        <Group gap="xs" align="end">
          <TextInput
            label={type === 'http' ? 'Another header (header_x_name)' : 'Another variable'}
            value={name}
            onChange={(event) => setName(event.currentTarget.value.trim())}
            maxLength={60}
            spellCheck={false}
          />
          <Button variant="default" disabled={name === '' || names.includes(name)} onClick={add}>
            Add
          </Button>
        </Group>
      )}
      {fault('params') && (
        <Text size="xs" className="late">
          {fault('params')}
        </Text>
      )}
    </>
  )
}

/** Any step may have a condition, and is skipped if it does not hold; a step of that type decides the way. */
function Condition({ step, set, fault }: FieldProps) {
  const condition = typeof step.condition === 'object' && step.condition !== null ? (step.condition as Step) : null
  const [value, setValue] = useState(() => textOfValue(condition?.value))
  if (condition === null)
    return (
      <Group>
        <Button
          variant="subtle"
          onClick={() => set(['condition'], { field: 'trigger.alert.severity', operator: 'eq', value: 'critical' })}
        >
          {step.type === 'condition' ? 'Set the condition' : 'Only under a condition'}
        </Button>
      </Group>
    )
  const { operator } = condition
  return (
    <fieldset className="step-condition">
      <legend>{step.type === 'condition' ? 'Condition' : 'Only if'}</legend>
      <TextInput
        label="Field"
        value={textOfValue(condition.field)}
        error={fault('condition.field')}
        onChange={(event) => set(['condition', 'field'], event.currentTarget.value)}
        spellCheck={false}
      />
      <NativeSelect
        label="Comparison"
        data={OPERATORS}
        value={String(operator)}
        onChange={(event) => {
          set(['condition', 'operator'], event.currentTarget.value)
          set(['condition', 'value'], valueOfText(value, event.currentTarget.value))
        }}
      />
      {operator !== 'exists' && (
        <TextInput
          label="Value"
          description={operator === 'in' ? 'Several, with commas between them' : undefined}
          value={value}
          error={fault('condition.value')}
          onChange={(event) => {
            setValue(event.currentTarget.value)
            set(['condition', 'value'], valueOfText(event.currentTarget.value, operator))
          }}
          spellCheck={false}
        />
      )}
      {step.type !== 'condition' && (
        <Button variant="subtle" onClick={() => set(['condition'], undefined)}>
          Always
        </Button>
      )}
    </fieldset>
  )
}

const IN_ORDER = ''
const END = '/end'
const NEW = '/new/'

type WayFieldProps = StepPanelProps & { readonly way: Way; readonly error: string | undefined }

/** Where a run goes on from the step: another step, a new one, or the end. */
function WayField({ id, step, ids, way, edit, choose, error }: WayFieldProps) {
  const to = step[way.key]
  const after = way.key === 'next' || step.next === undefined ? ids[ids.indexOf(id) + 1] : step.next
  const inOrder = typeof after === 'string' ? `the next step: ${after}` : 'end of the run'
  const go = (value: string) => {
    if (!value.startsWith(NEW))
      return edit((text) =>
        withMember(text, id, [way.key], value === IN_ORDER ? undefined : value === END ? null : value),
      )
    const made = newStep(value.slice(NEW.length), new Set(ids))
    edit((text) => withStepOn(text, id, way.key, made.text))
    choose(made.id)
  }
  return (
    <NativeSelect
      label={way.label === '' ? 'Then' : `If ${way.label}`}
      error={error}
      value={to === undefined ? IN_ORDER : to === null ? END : String(to)}
      data={[
        { value: IN_ORDER, label: inOrder },
        { value: END, label: 'End the run' },
        { group: 'Go to', items: ids.filter((one) => one !== id).map((value) => ({ value, label: value })) },
        {
          group: 'Insert a new step',
          items: Object.keys(TEMPLATES).map((type) => ({ value: `${NEW}${type}`, label: wordOf(type) })),
        },
      ]}
      onChange={(event) => go(event.currentTarget.value)}
    />
  )
}

/** Members that have a field, which shows the problem itself. */
const SHOWN =
  /^(?:id|name|type|target|params(?:\..*)?|condition\.(?:field|value)|next\w*|for_each|retry_max|timeout_seconds|rollback_after_seconds)$/

function Others({ problems }: Pick<StepPanelProps, 'problems'>) {
  const others = problems.filter(({ path }) => !SHOWN.test(path))
  if (others.length === 0) return null
  return (
    <ul className="faults" aria-label="Problems of this step">
      {others.map(({ path, reason }) => (
        <li key={`${path} ${reason}`}>
          <span className="mono">{path}</span> {reason}
        </li>
      ))}
    </ul>
  )
}
