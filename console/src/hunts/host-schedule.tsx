/** The configuration of all hosts with osquery: its schedule and packs as rows, and all of it as JSON. */
import { Button, Group, NumberInput, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { actions } from '../parts/columns.tsx'
import { durationOf } from '../parts/durations.ts'
import { None } from '../parts/none.tsx'
import { Dialog, Lacks } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded, NotPermitted, Waiting } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import {
  configOfText,
  type HostConfig,
  type ScheduledRow,
  scheduledOf,
  textOfConfig,
  withoutScheduled,
  withScheduled,
} from './host-config.ts'

const RuleText = lazy(() => import('../detections/rule-text.tsx'))

const READ = 'GET /api/v1/osquery/config'
const WRITE = 'PUT /api/v1/osquery/config'
const INTERVAL_MIN = 10
const INTERVAL_MAX = 604_800
const INTERVAL_USUAL = 3_600

export function HostSchedule() {
  const lacks = lacking(useSession(), READ)
  return lacks === null ? (
    <Schedule />
  ) : (
    <NotPermitted what={`Queries on a schedule: this needs the permission ${lacks}`} />
  )
}

function Schedule() {
  const found = useQuery({ queryKey: [READ], queryFn: () => call(READ) })
  return (
    <Section title="What hosts report">
      <Loaded query={found} lines={4}>
        {({ config, updated_at: at }) => (
          <div className="stack">
            <Text size="sm" className="quiet about">
              Every host of this tenant runs these queries, and their rows become events of the source osquery.{' '}
              {at === null ? (
                'This is the default.'
              ) : (
                <>
                  Last changed <Time at={at} />.
                </>
              )}
            </Text>
            <Queries key={at} config={config} />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

/** Replaces the configuration as a whole. */
function useSave(done: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: HostConfig) => call(WRITE, { body }),
    onSuccess: async () => {
      done()
      await queries.invalidateQueries({ queryKey: [READ] })
    },
  })
}

const PACK: Column<ScheduledRow> = {
  head: 'Pack',
  cell: ({ pack }) => (pack === null ? <None /> : <Shown text={pack} lengthMax={120} />),
}

function Queries({ config }: { readonly config: HostConfig }) {
  const mayWrite = lacking(useSession(), WRITE) === null
  const [open, setOpen] = useState<'add' | 'text' | null>(null)
  const [removed, setRemoved] = useState<ScheduledRow | null>(null)
  const rows = scheduledOf(config)
  return (
    <>
      {rows.length === 0 ? (
        <Empty title="No query on a schedule">Hosts answer questions that are asked of them alone.</Empty>
      ) : (
        <Table
          name="Queries on a schedule"
          rows={rows}
          keyOf={({ pack, name }) => `${pack ?? ''} ${name}`}
          columns={[
            { head: 'Name', isMono: true, cell: ({ name }) => <Shown text={name} lengthMax={120} /> },
            { head: 'Query', isMono: true, cell: ({ query }) => <Shown text={query} lengthMax={400} /> },
            { head: 'Every', isShort: true, cell: ({ interval }) => durationOf(interval) },
            {
              head: 'Reports',
              isShort: true,
              cell: ({ snapshot, removed: isRemoved = true }) =>
                snapshot === true ? 'all rows each time' : isRemoved ? 'rows that came and went' : 'rows that came',
            },
            { head: 'On', isShort: true, cell: ({ platform }) => platform ?? 'every system' },
            ...(rows.some(({ pack }) => pack !== null) ? [PACK] : []),
            ...(mayWrite
              ? [
                  actions<ScheduledRow>((row) => (
                    <Button variant="subtle" aria-label={`Remove ${row.name}`} onClick={() => setRemoved(row)}>
                      Remove
                    </Button>
                  )),
                ]
              : []),
          ]}
        />
      )}
      {mayWrite && (
        <Group gap="xs">
          <Button variant="default" onClick={() => setOpen('add')}>
            Add a query
          </Button>
          <Button
            variant="default"
            aria-expanded={open === 'text'}
            onClick={() => setOpen(open === 'text' ? null : 'text')}
          >
            Edit all of it
          </Button>
        </Group>
      )}
      <Lacks operation={WRITE} />
      {open === 'text' && <WholeText config={config} close={() => setOpen(null)} />}
      <Dialog title="Add a query to the schedule" isOpen={open === 'add'} close={() => setOpen(null)}>
        <AddQuery config={config} close={() => setOpen(null)} />
      </Dialog>
      <Dialog
        title={`Remove ${removed?.name ?? ''}`}
        isOpen={removed !== null}
        close={() => setRemoved(null)}
        size="md"
      >
        {removed !== null && <RemoveQuery config={config} row={removed} close={() => setRemoved(null)} />}
      </Dialog>
    </>
  )
}

type FormProps = { readonly config: HostConfig; readonly close: () => void }

function AddQuery({ config, close }: FormProps) {
  const save = useSave(close)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const query = {
      query: text('query'),
      interval: Number(text('interval').replaceAll(/\D/g, '')),
      ...(form.get('snapshot') === 'on' ? { snapshot: true } : {}),
      ...(text('platform') === '' ? {} : { platform: text('platform') }),
    }
    save.mutate(withScheduled(config, text('name'), query))
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="A query of this name is replaced."
          name="name"
          required
          withAsterisk={false}
          maxLength={100}
          autoComplete="off"
        />
        <Textarea
          label="Query"
          description="In osquery's SQL"
          name="query"
          placeholder="SELECT name, path, pid FROM processes WHERE on_disk = 0"
          required
          withAsterisk={false}
          maxLength={20_000}
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
          classNames={{ input: 'mono-input' }}
        />
        <NumberInput
          label="Every (seconds)"
          name="interval"
          defaultValue={INTERVAL_USUAL}
          min={INTERVAL_MIN}
          max={INTERVAL_MAX}
          allowDecimal={false}
          required
          withAsterisk={false}
          hideControls
        />
        <TextInput
          label="On these systems only"
          name="platform"
          placeholder="linux, darwin or windows"
          maxLength={100}
          autoComplete="off"
        />
        <Switch name="snapshot" label="Report all rows each time, and not those that came and went" />
        {save.error && <Failure error={save.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Add
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function RemoveQuery({ config, row, close }: FormProps & { readonly row: ScheduledRow }) {
  const save = useSave(close)
  return (
    <Stack gap="sm">
      <Text size="sm">Hosts stop running it within a minute or so. Events that it brought stay.</Text>
      {save.error && <Failure error={save.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button loading={save.isPending} onClick={() => save.mutate(withoutScheduled(config, row))}>
          Remove
        </Button>
      </Group>
    </Stack>
  )
}

/** Options, packs, decorators and file paths have no form: the text is in osquery's own format. */
function WholeText({ config, close }: FormProps) {
  const [text, setText] = useState(() => textOfConfig(config))
  const save = useSave(close)
  const parsed = configOfText(text)
  return (
    <div className="stack">
      <Suspense fallback={<Waiting lines={8} />}>
        <RuleText text={text} language="json" name="Configuration of hosts as JSON" change={setText} />
      </Suspense>
      {'fault' in parsed && (
        <Text size="sm" className="late" role="status">
          {parsed.fault}
        </Text>
      )}
      {save.error && <Failure error={save.error} />}
      <Group gap="xs">
        <Button
          disabled={'fault' in parsed}
          loading={save.isPending}
          onClick={() => 'config' in parsed && save.mutate(parsed.config)}
        >
          Save
        </Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </Group>
    </div>
  )
}
