import { Button, Group, Popover, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useFormats } from '../parts/time.tsx'
import { hoursOf, labelOfHours, localInput, SPANS, type Span } from './time-span.ts'

export type ChosenTime = {
  readonly hours?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

type TimePickerProps = {
  readonly chosen: ChosenTime
  readonly span: Span
  readonly choose: (time: ChosenTime) => void
}

/** Selects a number of hours back from now, or two times. */
export function TimePicker({ chosen, span, choose }: TimePickerProps) {
  const { short } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const label =
    chosen.from !== undefined
      ? `${short.format(new Date(span.from))} – ${short.format(new Date(span.to))}`
      : labelOfHours(chosen.hours ?? '24')
  const pick = (time: ChosenTime) => {
    setOpen(false)
    choose({ hours: undefined, from: undefined, to: undefined, ...time })
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={340} trapFocus withinPortal shadow="md">
      <Popover.Target>
        <Button variant="default" size="sm" onClick={() => setOpen(!isOpen)} aria-label={`Time: ${label}`}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Time">
        <Text size="xs" fw={600} mb={6}>
          Back from now
        </Text>
        <div className="spans">
          {SPANS.map(({ hours, label: name }) => (
            <Button
              key={hours}
              variant={chosen.from === undefined && (chosen.hours ?? '24') === hours ? 'light' : 'subtle'}
              justify="flex-start"
              onClick={() => pick({ hours })}
            >
              {name}
            </Button>
          ))}
        </div>
        <Back choose={pick} />
        <Between span={span} choose={pick} />
      </Popover.Dropdown>
    </Popover>
  )
}

type ChooseProps = { readonly choose: (time: ChosenTime) => void }

function Back({ choose }: ChooseProps) {
  const [fault, setFault] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const hours = hoursOf(String(new FormData(event.currentTarget).get('back') ?? ''))
    if (hours === null) setFault('Such as 90m, 36h, 10d, at most 186 days')
    else choose({ hours: String(Number(hours.toFixed(4))) })
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-start" mt="sm" wrap="nowrap">
        <TextInput
          className="grow"
          size="xs"
          name="back"
          aria-label="So long back"
          placeholder="90m, 36h, 10d"
          error={fault}
        />
        <Button type="submit" variant="default">
          Set
        </Button>
      </Group>
    </form>
  )
}

function Between({ span, choose }: ChooseProps & { readonly span: Span }) {
  const [fault, setFault] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [fromMs, toMs] = [Date.parse(String(form.get('from'))), Date.parse(String(form.get('to')))]
    if (!(fromMs < toMs)) setFault('The first time is before the second')
    else choose({ from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() })
  }
  return (
    <form onSubmit={submit}>
      <Text size="xs" fw={600} mt="md" mb={6}>
        Between two times, in your zone
      </Text>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <div className="stack grow tight">
          <TextInput
            size="xs"
            type="datetime-local"
            name="from"
            aria-label="From"
            defaultValue={localInput(span.from)}
            error={fault}
          />
          <TextInput size="xs" type="datetime-local" name="to" aria-label="To" defaultValue={localInput(span.to)} />
        </div>
        <Button type="submit" variant="default">
          Set
        </Button>
      </Group>
    </form>
  )
}
