import { Button, Checkbox, Fieldset, Group, NativeSelect, TagsInput, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Schemas } from '../api/client.ts'
import { type Line, linesOf, listsFrom } from './overlay-lists.ts'

type Overlay = Schemas['Overlay']

const FIELDS_MAX = 16
const VALUES_MAX = 1_000
const SEVERITIES = ['', 'informational', 'low', 'medium', 'high', 'critical']

type OverlayFormProps = {
  readonly overlay: Overlay | null
  readonly put: (body: Schemas['OverlayPut']) => void
  readonly isBusy: boolean
}

export function OverlayForm({ overlay, put, isBusy }: OverlayFormProps) {
  const [any, setAny] = useState(() => linesOf(overlay?.allowlists ?? {}))
  const [all, setAll] = useState(() => linesOf(overlay?.suppress_when ?? {}))
  const [fault, setFault] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [allowlists, suppressWhen] = [listsFrom(any), listsFrom(all)]
    if (allowlists === null || suppressWhen === null)
      return setFault('Give every field a value, and every value a field.')
    setFault(null)
    put({
      ...{ suppress_when: suppressWhen, allowlists, disabled: form.get('disabled') === 'on' },
      min_severity: (String(form.get('severity')) || null) as Overlay['min_severity'],
      reason: String(form.get('reason')),
    })
  }
  return (
    <form onSubmit={submit} className="stack">
      <Checkbox
        label="Disable the rule for this tenant"
        name="disabled"
        defaultChecked={overlay?.disabled ?? false}
        size="sm"
      />
      <NativeSelect
        label="Only from severity"
        name="severity"
        defaultValue={overlay?.min_severity ?? ''}
        data={SEVERITIES.map((value) => ({ value, label: value === '' ? 'any' : value }))}
      />
      <Lists legend="Not when one of these holds" lines={any} change={setAny} />
      <Lists legend="Not when all of these hold" lines={all} change={setAll} />
      <TextInput label="Reason" name="reason" required withAsterisk={false} maxLength={500} />
      {fault !== null && (
        <Text size="sm" role="alert" className="fault">
          {fault}
        </Text>
      )}
      <div>
        <Button type="submit" variant="default" loading={isBusy}>
          Set overlay
        </Button>
      </div>
    </form>
  )
}

type ListsProps = {
  readonly legend: string
  readonly lines: readonly Line[]
  readonly change: (lines: readonly Line[]) => void
}

/** Fields of events, each with the values for which the rule is suppressed. */
function Lists({ legend, lines, change }: ListsProps) {
  return (
    <Fieldset legend={legend}>
      <div className="stack">
        {lines.map(({ field, values }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place while its field is typed
          <div key={at} className="stack tight">
            <Group gap="xs" wrap="nowrap" align="flex-end">
              <TextInput
                label="Field"
                className="grow"
                placeholder="host, user, src_ip, Image …"
                value={field}
                maxLength={200}
                onChange={(event) => change(lines.with(at, { field: event.currentTarget.value, values }))}
              />
              <Button
                variant="subtle"
                aria-label={`Remove ${field || `line ${at + 1}`}`}
                onClick={() => change(lines.toSpliced(at, 1))}
              >
                Remove
              </Button>
            </Group>
            <TagsInput
              label="Values"
              placeholder={values.length === 0 ? 'Enter after each; 10.0.0.0/8 stands for addresses' : ''}
              value={[...values]}
              maxTags={VALUES_MAX}
              acceptValueOnBlur
              onChange={(next) => change(lines.with(at, { field, values: next }))}
            />
          </div>
        ))}
        <div>
          <Button
            variant="default"
            disabled={lines.length >= FIELDS_MAX}
            aria-label={`Add a field: ${legend.toLowerCase()}`}
            onClick={() => change([...lines, { field: '', values: [] }])}
          >
            Add a field
          </Button>
        </div>
      </div>
    </Fieldset>
  )
}
