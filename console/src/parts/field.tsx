/** One field of a request, drawn from its schema. */

import type { FieldSchema } from 'virtual:requests'
import {
  Button,
  Fieldset,
  Group,
  JsonInput,
  MultiSelect,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { Choice } from './choices.ts'
import { type FieldKind, kindOf, localMoment, present, type Values } from './request.ts'
import { labelOf, wordOf } from './words.ts'

export type FieldProps = {
  readonly name: string
  readonly schema: FieldSchema
  readonly value: unknown
  readonly isRequired: boolean
  readonly choices?: readonly Choice[] | undefined
  readonly change: (value: unknown) => void
}

export function Field({ name, schema: schemaOrRef, value, isRequired, choices, change }: FieldProps) {
  const schema = present(schemaOrRef)
  const about = schemaOrRef.description ?? (schema.format === 'uuid' && !choices ? ID : undefined)
  const own = { label: labelOf(name), description: inWords(about), required: isRequired }
  const kind = kindOf(name, schema)
  if (choices) return <Chosen own={own} kind={kind} choices={choices} value={value} change={change} />
  const drawn: DrawnProps = { own, name, schema, value, change }
  return DRAWN[kind](drawn)
}

const ID = 'Its ID, or the address of its page'

/** Descriptions name fields and values as the API spells them, such as `time_zone`. */
const inWords = (description: string | undefined): string | undefined =>
  description?.replace(/`([a-z][a-z0-9_]*)`/g, (_, name: string) => wordOf(name))

type Own = {
  readonly label: string
  readonly description: string | undefined
  readonly required: boolean
}
type DrawnProps = {
  readonly own: Own
  readonly name: string
  readonly schema: FieldSchema
  readonly value: unknown
  readonly change: (value: unknown) => void
}

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))
const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

function Typed({ own, schema, value, change, type = 'text' }: DrawnProps & { readonly type?: string }) {
  return (
    <TextInput
      {...own}
      type={schema.format === 'email' ? 'email' : type}
      value={type === 'datetime-local' ? localMoment(value) || text(value) : text(value)}
      onChange={(event) => change(event.currentTarget.value)}
      maxLength={schema.maxLength}
      autoComplete="off"
    />
  )
}

const DRAWN: Readonly<Record<FieldKind, (props: DrawnProps) => React.ReactNode>> = {
  text: (props) => <Typed {...props} />,
  moment: (props) => <Typed {...props} type="datetime-local" />,
  date: (props) => <Typed {...props} type="date" />,
  clock: (props) => <Typed {...props} type="time" />,
  long: ({ own, schema, value, change }) => (
    <Textarea
      {...own}
      value={text(value)}
      onChange={(event) => change(event.currentTarget.value)}
      maxLength={schema.maxLength}
      autosize
      minRows={2}
      maxRows={10}
    />
  ),
  secret: ({ own, value, change }) => (
    <PasswordInput
      {...own}
      value={text(value)}
      onChange={(event) => change(event.currentTarget.value)}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
    />
  ),
  number: ({ own, schema, value, change }) => (
    <NumberInput
      {...own}
      value={value === undefined || value === null ? '' : Number(value)}
      onChange={change}
      min={schema.minimum}
      max={schema.maximum}
      allowDecimal={schema.type === 'number'}
      hideControls
    />
  ),
  switch: ({ own, value, change }) => (
    <Switch
      label={own.label}
      description={own.description}
      checked={value === true}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  ),
  one: ({ own, schema, value, change }) => (
    <NativeSelect
      {...own}
      data={[
        { value: '', label: own.required ? 'Choose one' : 'Not set' },
        ...(schema.enum ?? []).map((one) => ({ value: String(one), label: wordOf(String(one)) })),
      ]}
      value={text(value)}
      onChange={(event) => change(event.currentTarget.value)}
    />
  ),
  some: ({ own, schema, value, change }) => (
    <MultiSelect
      {...own}
      required={false}
      data={(schema.items?.enum ?? []).map((one) => ({ value: String(one), label: wordOf(String(one)) }))}
      value={list(value)}
      onChange={change}
      searchable
      hidePickedOptions
    />
  ),
  words: ({ own, schema, value, change }) => (
    <TagsInput
      {...own}
      required={false}
      placeholder="Enter after each"
      value={list(value)}
      onChange={change}
      maxTags={schema.maxItems}
      acceptValueOnBlur
    />
  ),
  numbers: ({ own, value, change }) => (
    <TagsInput {...own} required={false} value={list(value)} onChange={change} acceptValueOnBlur />
  ),
  pairs: (props) => <Pairs {...props} />,
  rows: (props) => <Rows {...props} />,
  object: ({ own, schema, value, change }) => (
    <Fieldset legend={own.label}>
      <Fields schema={schema} values={(value ?? {}) as Values} change={change} />
    </Fieldset>
  ),
  json: ({ own, value, change }) => (
    <JsonInput
      {...own}
      value={typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2)}
      onChange={change}
      validationError="This is not valid JSON"
      autosize
      minRows={3}
      maxRows={16}
      className="mono"
    />
  ),
}

type ChosenProps = Pick<FieldProps, 'value' | 'change'> & {
  readonly own: Own
  readonly kind: FieldKind
  readonly choices: readonly Choice[]
}

function Chosen({ own, kind, choices, value, change }: ChosenProps) {
  // Days are chosen by name: how the API numbers them is not needed.
  const description = kind === 'numbers' || kind === 'number' ? undefined : own.description
  const shared = { ...own, description, data: [...choices], searchable: true, nothingFoundMessage: 'No matches' }
  return kind === 'words' || kind === 'some' || kind === 'numbers' ? (
    <MultiSelect {...shared} required={false} value={list(value)} onChange={change} hidePickedOptions />
  ) : (
    <Select {...shared} value={text(value) || null} onChange={(next) => change(next ?? '')} clearable={!own.required} />
  )
}

type FieldsProps = {
  readonly schema: FieldSchema
  readonly values: Values
  readonly change: (values: Values) => void
  readonly choices?: Readonly<Record<string, readonly Choice[] | undefined>>
  /** The fields to show, in this order; every field of the schema if left out. */
  readonly only?: readonly string[]
}

export function Fields({ schema, values, change, choices = {}, only }: FieldsProps) {
  const names = only ?? Object.keys(schema.properties ?? {})
  return names.map((name) => {
    const own = schema.properties?.[name]
    return own === undefined ? null : (
      <Field
        key={name}
        name={name}
        schema={own}
        value={values[name]}
        isRequired={schema.required?.includes(name) ?? false}
        choices={choices[name]}
        change={(value) => change({ ...values, [name]: value })}
      />
    )
  })
}

/** Names and their values, one pair on each line. */
function Pairs({ own, value, change }: DrawnProps) {
  const pairs = Object.entries((value ?? {}) as Record<string, string>)
  const put = (next: readonly (readonly [string, string])[]) => change(Object.fromEntries(next))
  return (
    <Fieldset legend={own.label}>
      {pairs.map(([key, held], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place while its name is typed
        <Group key={at} gap="xs" mb="xs" wrap="nowrap">
          <TextInput
            aria-label={`Name ${at + 1}`}
            value={key}
            onChange={(event) => put(pairs.with(at, [event.currentTarget.value, held]))}
          />
          <TextInput
            aria-label={`Value ${at + 1}`}
            className="grow"
            value={held}
            onChange={(event) => put(pairs.with(at, [key, event.currentTarget.value]))}
          />
          <Button
            variant="subtle"
            aria-label={`Remove ${key || `line ${at + 1}`}`}
            onClick={() => put(pairs.toSpliced(at, 1))}
          >
            Remove
          </Button>
        </Group>
      ))}
      <Button variant="default" disabled={pairs.some(([key]) => key === '')} onClick={() => put([...pairs, ['', '']])}>
        Add a line
      </Button>
    </Fieldset>
  )
}

function Rows({ own, schema, value, change }: DrawnProps) {
  const rows = (Array.isArray(value) ? value : []) as Values[]
  return (
    <Fieldset legend={own.label}>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own
        <div key={at} className="fields">
          <Fields schema={schema.items ?? {}} values={row} change={(next) => change(rows.with(at, next))} />
          <Button variant="subtle" onClick={() => change(rows.toSpliced(at, 1))}>
            Remove
          </Button>
        </div>
      ))}
      <Button variant="default" onClick={() => change([...rows, {}])}>
        Add one
      </Button>
    </Fieldset>
  )
}
