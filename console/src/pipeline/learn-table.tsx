/** A table for the source of a sample: proposed, edited, tried on the sample and applied. */
import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { lacking } from '../api/call.ts'
import { bodyOf, GET, POST, PUT } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Lacks } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Failure, Loaded, Waiting } from '../parts/states.tsx'
import { counted } from '../parts/words.ts'
import type { SampleOutcome } from './sample-reading.tsx'
import { TableEdit } from './table-edit.tsx'
import { type SourceTable, tableOfText, textOfTable } from './table-text.ts'

const RuleText = lazy(() => import('../detections/rule-text.tsx'))

const APPLY = 'PUT /api/v1/sources/tables/{name}'
const NAME = '[a-z0-9][a-z0-9\\-]{0,47}'

type LearnTableProps = {
  /** The applied table that is changed; undefined for a new one. */
  readonly changed: string | undefined
  readonly input: { readonly sample: string; readonly format?: string }
  readonly show: (outcome: SampleOutcome) => void
}

export function LearnTable(props: LearnTableProps) {
  const { changed } = props
  const versions = useQuery({
    queryKey: ['GET /api/v1/sources/tables/{name}', changed],
    enabled: changed !== undefined,
    queryFn: () =>
      bodyOf(GET('/api/v1/sources/tables/{name}', { params: { path: { name: changed ?? '' }, query: { limit: 1 } } })),
  })
  if (changed === undefined) return <Learning {...props} before={null} />
  return (
    <Loaded query={versions} lines={6}>
      {({ items: [newest] }) => <Learning {...props} before={newest?.definition ?? null} />}
    </Loaded>
  )
}

type LearningProps = LearnTableProps & { readonly before: SourceTable | null }

function Learning({ changed, input, show, before }: LearningProps) {
  const [name, setName] = useState(changed ?? '')
  const [text, setText] = useState(before === null ? null : textOfTable(before))
  const isNamed = new RegExp(`^${NAME}$`).test(name)
  const propose = useMutation({
    mutationFn: () => bodyOf(POST('/api/v1/sources/tables/propose', { body: { name, ...input } })),
    onSuccess: ({ table, before: now, after: withTable }) => {
      setText(textOfTable(table))
      show({ now, withTable })
    },
  })
  return (
    <Section title={changed === undefined ? 'A table for this source' : `The table ${changed}`}>
      <div className="stack">
        <Text size="sm" className="quiet about">
          {changed === undefined
            ? 'For events that no table of the product knows, svc proposes a table from the sample: look at what it does with each event, correct it, and apply it. It reads events that arrive from then on.'
            : 'Paste events of this source above, change the table, and try it on them before you apply it as the next version.'}
        </Text>
        {changed === undefined && (
          <Group gap="sm" align="flex-end">
            <TextInput
              label="Name of the table"
              description="Small letters, digits and dashes, such as acme-vpn"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              maxLength={48}
              error={name !== '' && !isNamed ? 'Small letters, digits and dashes alone' : undefined}
              autoComplete="off"
            />
            <Button
              variant="default"
              size="sm"
              disabled={!isNamed}
              loading={propose.isPending}
              onClick={() => propose.mutate()}
            >
              {text === null ? 'Propose a table' : 'Propose it anew'}
            </Button>
          </Group>
        )}
        {propose.error && <Failure error={propose.error} />}
        {text !== null && (
          <Editor name={name} isNamed={isNamed} input={input} text={text} setText={setText} show={show} />
        )}
      </div>
    </Section>
  )
}

type EditorProps = Pick<LearnTableProps, 'input' | 'show'> & {
  readonly name: string
  readonly isNamed: boolean
  readonly text: string
  readonly setText: (text: string) => void
}

function Editor({ name, isNamed, input, text, setText, show }: EditorProps) {
  const parsed = tableOfText(text)
  const hasSample = input.sample.trim() !== ''
  return (
    <>
      {'table' in parsed && <TableEdit table={parsed.table} change={(table) => setText(textOfTable(table))} />}
      <details>
        <summary>All of it as JSON</summary>
        <Suspense fallback={<Waiting lines={8} />}>
          <RuleText text={text} language="json" name="Table as JSON" change={setText} />
        </Suspense>
      </details>
      {'fault' in parsed ? (
        <Text size="sm" className="late" role="alert">
          {parsed.fault}
        </Text>
      ) : (
        <Acts name={name} isNamed={isNamed} input={input} table={parsed.table} hasSample={hasSample} show={show} />
      )}
    </>
  )
}

type ActsProps = Pick<EditorProps, 'name' | 'isNamed' | 'input' | 'show'> & {
  readonly table: SourceTable
  readonly hasSample: boolean
}

function Acts({ name, isNamed, input, table, hasSample, show }: ActsProps) {
  const session = useSession()
  const queries = useQueryClient()
  const attempt = useMutation({
    mutationFn: () =>
      Promise.all([
        bodyOf(POST('/api/v1/sources/try', { body: input })),
        bodyOf(POST('/api/v1/sources/try', { body: { ...input, table } })),
      ]),
    onSuccess: ([now, withTable]) => show({ now, withTable }),
  })
  const apply = useMutation({
    mutationFn: () =>
      bodyOf(PUT('/api/v1/sources/tables/{name}', { params: { path: { name } }, body: { table, ...input } })),
    onSuccess: () => queries.invalidateQueries(),
  })
  const error = attempt.error ?? apply.error
  return (
    <>
      <Group gap="xs">
        <Button
          variant="default"
          disabled={!hasSample}
          loading={attempt.isPending}
          onClick={() => {
            apply.reset()
            attempt.mutate()
          }}
        >
          Try the table
        </Button>
        {lacking(session, APPLY) === null && (
          <Button
            disabled={!hasSample || !isNamed}
            loading={apply.isPending}
            onClick={() => {
              attempt.reset()
              apply.mutate()
            }}
          >
            Apply it as {name || '…'}
          </Button>
        )}
        {!hasSample && (
          <Text size="sm" className="quiet">
            Paste events of the source above first: a table is tested on them.
          </Text>
        )}
      </Group>
      <Lacks operation={APPLY} />
      {error && <Failure error={error} />}
      {apply.data && (
        <Alert
          color="teal"
          variant="light"
          title={`${apply.data.name} is applied as version ${apply.data.version}`}
          role="status"
        >
          <Text size="sm">
            It reads {counted(apply.data.fidelity.taken, 'event', 'events')} of the sample. Events that arrive from now
            on are read by it within seconds:{' '}
            <Link to="/pipeline" search={{ tab: 'tables' }}>
              own tables
            </Link>
            .
          </Text>
        </Alert>
      )}
    </>
  )
}
