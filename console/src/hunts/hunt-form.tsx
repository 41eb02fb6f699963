/** The form that creates or changes a hunt: query, time range, and schedule. */
import { Button, Checkbox, Group, Modal, NativeSelect, NumberInput, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bodyOf, PATCH, POST, type Schemas } from '../api/client.ts'
import { Failure } from '../parts/states.tsx'

type Hunt = Schemas['Hunt']
type Draft = Pick<Schemas['HuntCreate'], 'query' | 'language' | 'window_hours'>

const LANGUAGES = [
  { value: 'lucene', label: 'Search' },
  { value: 'kql', label: 'KQL' },
  { value: 'sql', label: 'SQL' },
]
const EVERY_MINUTES_USUAL = 1_440
const WINDOW_HOURS_MAX = 4_464

type HuntDialogProps = {
  readonly opened: boolean
  readonly close: () => void
  /** The hunt to change. */
  readonly hunt?: Hunt
  /** Initial values of a new hunt. */
  readonly draft?: Partial<Draft>
  readonly done: (hunt: Hunt) => void
}

export function HuntDialog({ opened, close, hunt, draft, done }: HuntDialogProps) {
  return (
    <Modal opened={opened} onClose={close} size="lg" title={hunt ? 'Change this hunt' : 'New hunt'}>
      {opened && <HuntForm {...(hunt ? { hunt } : {})} {...(draft ? { draft } : {})} done={done} />}
    </Modal>
  )
}

type HuntFormProps = Pick<HuntDialogProps, 'hunt' | 'draft' | 'done'>

function HuntForm({ hunt, draft, done }: HuntFormProps) {
  const [isTimed, setTimed] = useState(hunt?.every_minutes != null)
  const [language, setLanguage] = useState<string>(hunt?.language ?? draft?.language ?? 'lucene')
  const save = useSaveHunt(hunt, done)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(huntOf(new FormData(event.currentTarget), language, isTimed))
  }
  const isFixed = hunt?.is_builtin === true
  return (
    <form onSubmit={submit} className="stack">
      {isFixed && (
        <Text size="sm" className="quiet">
          This hunt belongs to the product: you can only change its schedule.
        </Text>
      )}
      <Suspicion hunt={hunt} isFixed={isFixed} />
      <Group gap="sm" align="flex-end" grow>
        <NativeSelect
          label="Language"
          data={LANGUAGES}
          value={language}
          disabled={isFixed}
          onChange={(event) => setLanguage(event.currentTarget.value)}
        />
        <TextInput
          label="Techniques"
          name="techniques"
          placeholder="T1059.001 T1027"
          defaultValue={hunt?.techniques.join(' ') ?? ''}
          readOnly={isFixed}
        />
        <NumberInput
          label="Hours back"
          name="window"
          min={1}
          max={WINDOW_HOURS_MAX}
          defaultValue={hunt?.window_hours ?? draft?.window_hours ?? 24}
          readOnly={isFixed}
          hideControls
        />
      </Group>
      <Textarea
        label="Query"
        name="query"
        required
        autosize
        minRows={3}
        maxRows={14}
        spellCheck={false}
        classNames={{ input: 'mono-input' }}
        description={language === 'sql' ? 'Its time is {from:DateTime64(3)} and {to:DateTime64(3)}' : undefined}
        defaultValue={hunt?.query ?? draft?.query ?? ''}
        readOnly={isFixed}
      />
      <Schedule isTimed={isTimed} setTimed={setTimed} everyMinutes={hunt?.every_minutes ?? EVERY_MINUTES_USUAL} />
      {save.error && <Failure error={save.error} />}
      <Group justify="flex-end">
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </Group>
    </form>
  )
}

function useSaveHunt(hunt: Hunt | undefined, done: (hunt: Hunt) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['HuntCreate']) =>
      hunt === undefined
        ? bodyOf(POST('/api/v1/hunts', { body }))
        : bodyOf(
            PATCH('/api/v1/hunts/{hunt_id}', {
              params: { path: { hunt_id: hunt.id } },
              body: hunt.is_builtin ? scheduleOf(body) : body,
            }),
          ),
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: ['hunts'] })
      await queries.invalidateQueries({ queryKey: ['hunt', saved.id] })
      done(saved)
    },
  })
}

function huntOf(form: FormData, language: string, isTimed: boolean): Schemas['HuntCreate'] {
  const words = (name: string) => String(form.get(name) ?? '').trim()
  return {
    ...{ title: words('title'), hypothesis: words('hypothesis'), query: words('query') },
    language: language as NonNullable<Schemas['HuntCreate']['language']>,
    techniques: words('techniques')
      .toUpperCase()
      .split(/[\s,]+/)
      .filter((one) => one !== ''),
    window_hours: Number(form.get('window')),
    every_minutes: isTimed ? Number(form.get('every')) : null,
    enabled: isTimed,
  }
}

function Suspicion({ hunt, isFixed }: { readonly hunt: Hunt | undefined; readonly isFixed: boolean }) {
  return (
    <>
      <TextInput
        label="Title"
        name="title"
        required
        maxLength={200}
        defaultValue={hunt?.title ?? ''}
        readOnly={isFixed}
      />
      <Textarea
        label="Suspicion"
        description="What a hit would suggest"
        name="hypothesis"
        required
        autosize
        minRows={2}
        maxLength={2_000}
        defaultValue={hunt?.hypothesis ?? ''}
        readOnly={isFixed}
      />
    </>
  )
}

type ScheduleProps = {
  readonly isTimed: boolean
  readonly setTimed: (isTimed: boolean) => void
  readonly everyMinutes: number
}

function Schedule({ isTimed, setTimed, everyMinutes }: ScheduleProps) {
  return (
    <Group gap="sm" align="center">
      <Checkbox
        label="Run it on a schedule"
        checked={isTimed}
        onChange={(event) => setTimed(event.currentTarget.checked)}
      />
      {isTimed && (
        <NumberInput
          aria-label="Minutes between two runs"
          name="every"
          min={15}
          max={525_600}
          defaultValue={everyMinutes}
          suffix=" min"
          w={130}
          hideControls
        />
      )}
    </Group>
  )
}

function scheduleOf({ every_minutes = null, enabled = false }: Schemas['HuntCreate']): Schemas['HuntChange'] {
  return { enabled, ...(every_minutes === null ? {} : { every_minutes }) }
}
