/**
 * Answers of all enrichment providers about an entity, with their age, or the reason why a provider could not answer.
 */

import { Button, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { mayCall } from '../api/call.ts'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { labelOf } from '../parts/words.ts'
import { knownFacts } from './known-facts.ts'

type Answer = Schemas['Enriched']['entities'][number]['answers'][number]
export type KnownKind = Schemas['Enriched']['entities'][number]['kind']

const STATES: Readonly<Record<Answer['status'], string>> = {
  found: 'Found',
  nothing: 'Nothing known',
  could_not_check: 'Could not check',
}
const VALUE_CHARS = 400

const ORDER: readonly Answer['status'][] = ['found', 'nothing', 'could_not_check']
/** Providers with data first. */
const inOrder = (answers: readonly Answer[]) =>
  answers.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))

export function Known({ kind, value }: { readonly kind: KnownKind; readonly value: string }) {
  const mayRead = mayCall(useSession(), 'POST /api/v1/intel/check')
  const queries = useQueryClient()
  const queryKey = ['enrichment', kind, value]
  const ask = (more: { readonly max_age_seconds?: number }) =>
    bodyOf(POST('/api/v1/enrichment', { body: { entities: [{ kind, value }], ...more } }))
  const found = useQuery({
    queryKey,
    enabled: mayRead,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: () => ask({}),
  })
  /** Also requests answers again that are cached. */
  const again = useMutation({
    mutationFn: () => ask({ max_age_seconds: 0 }),
    onSuccess: (answer) => queries.setQueryData(queryKey, answer),
  })
  if (!mayRead) return null
  return (
    <Section
      title="Enrichment"
      aside={
        <Button
          size="xs"
          variant="default"
          loading={found.isFetching || again.isPending}
          onClick={() => again.mutate()}
        >
          Ask again
        </Button>
      }
    >
      {again.error && <Failure error={again.error} />}
      <Loaded query={found} lines={4}>
        {({ entities }) => (
          <KnownTable name="Enrichment sources" answers={entities.flatMap(({ answers }) => answers)} />
        )}
      </Loaded>
    </Section>
  )
}

type KnownTableProps = { readonly name: string; readonly answers: readonly Answer[] }

/** Answers about one entity. */
export function KnownTable({ name, answers }: KnownTableProps) {
  return (
    <Table
      name={name}
      rows={inOrder(answers)}
      keyOf={({ provider }) => provider}
      columns={[
        { head: 'Source', isShort: true, cell: ({ provider }) => provider },
        {
          head: 'State',
          isShort: true,
          cell: ({ status }) => <span className={status === 'found' ? undefined : 'quiet'}>{STATES[status]}</span>,
        },
        { head: 'Answer', cell: (answer) => <AnswerText answer={answer} /> },
        { head: 'Checked', isShort: true, cell: ({ checked_at: at }) => (at === null ? '' : <Time at={at} />) },
      ]}
    />
  )
}

function AnswerText({ answer: { data, reason } }: { readonly answer: Answer }) {
  return (
    <div className="wide-cell">
      {knownFacts(data ?? {}).map(({ name, text, at }) => (
        <Text key={name} size="xs">
          <span className="quiet">{labelOf(name)}</span>{' '}
          {at === null ? <Shown text={text} lengthMax={VALUE_CHARS} /> : <Time at={at} />}
        </Text>
      ))}
      {reason !== null && (
        <Text size="xs" className="quiet">
          {data === null ? '' : 'From an older lookup: '}
          <Shown text={reason} lengthMax={VALUE_CHARS} />
        </Text>
      )}
    </div>
  )
}
