/** Indicators of this tenant and its feeds; an indicator marked as wrong no longer matches. */

import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, mayCall } from '../api/call.ts'
import { bodyOf, GET, PATCH } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { State } from '../parts/columns.tsx'
import { More } from '../parts/more.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { selectionColumn } from '../parts/selection-column.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { IndicatorBar } from './indicator-bar.tsx'

const PAGE_SIZE = 100

type Indicator = AnswerOf<'GET /api/v1/intel/iocs'>['items'][number]

export function Indicators() {
  const mayWrite = mayCall(useSession(), 'PATCH /api/v1/intel/iocs/{id}')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const queries = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: ['iocs'],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(GET('/api/v1/intel/iocs', { params: { query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  const mark = useMark()
  return (
    <Section
      title="Indicators"
      aside={
        <FormButton
          operation="POST /api/v1/intel/iocs"
          label="New indicator"
          only={[
            'ioc_type',
            'value',
            'severity',
            'confidence',
            'threat_actor',
            'malware_family',
            'tlp',
            'expires_at',
            'tags',
          ]}
          initial={{ severity: 'high', confidence: 80 }}
          done={() => void queries.invalidateQueries({ queryKey: ['iocs'] })}
        />
      }
    >
      {mark.error && <Failure error={mark.error} />}
      <Loaded query={query} lines={8}>
        {({ pages }) => {
          const iocs = pages.flatMap(({ items }) => items)
          const boxes = selectionColumn<Indicator>({
            ...{ rows: iocs, chosen, choose: setChosen },
            keyOf: ({ id }) => id,
            nameOf: ({ value }) => value,
          })
          if (iocs.length === 0)
            return (
              <Empty title="No indicator">
                Add one here, connect a feed under Feeds, or import a file with svc intel import.
              </Empty>
            )
          return (
            <>
              <IndicatorBar chosen={iocs.filter(({ id }) => chosen.has(id))} clear={() => setChosen(new Set())} />
              <Table
                name="List of indicators"
                rows={iocs}
                keyOf={({ id }) => id}
                columns={[
                  ...(mayWrite ? [boxes] : []),
                  { head: 'Kind', isShort: true, cell: ({ ioc_type: kind }) => kind },
                  { head: 'Value', isMono: true, cell: ({ value }) => <Shown text={value} lengthMax={200} /> },
                  { head: 'Severity', isShort: true, cell: ({ severity }) => <Severity level={severity} /> },
                  { head: 'Confidence', isNumber: true, isShort: true, cell: ({ confidence }) => confidence },
                  { head: 'From', cell: ({ source }) => <Shown text={source} lengthMax={80} /> },
                  {
                    head: 'Until',
                    isShort: true,
                    cell: ({ expires_at: until }) => (until === null ? '–' : <Time at={until} />),
                  },
                  {
                    head: 'State',
                    isShort: true,
                    cell: ({ is_active: isActive, false_positive: isWrong }) => (
                      <State of={isWrong ? 'false_positive' : isActive ? 'active' : 'off'} />
                    ),
                  },
                  {
                    head: 'Do',
                    isShort: true,
                    isActions: true,
                    cell: (indicator) => (mayWrite ? <IndicatorActions indicator={indicator} mark={mark} /> : null),
                  },
                ]}
              >
                <More query={query} />
              </Table>
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}

function useMark() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, isWrong }: { id: string; isWrong: boolean }) =>
      bodyOf(PATCH('/api/v1/intel/iocs/{id}', { params: { path: { id } }, body: { false_positive: isWrong } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['iocs'] }),
  })
}

type IndicatorActionsProps = { readonly indicator: Indicator; readonly mark: ReturnType<typeof useMark> }

function IndicatorActions({ indicator: { id, value, false_positive: isWrong }, mark }: IndicatorActionsProps) {
  return (
    <>
      <Button
        variant="subtle"
        onClick={() => mark.mutate({ id, isWrong: !isWrong })}
        aria-label={`${isWrong ? 'Use again' : 'False positive'}: ${value.slice(0, 60)}`}
      >
        {isWrong ? 'Use again' : 'False positive'}
      </Button>
      <ActButton
        operation="DELETE /api/v1/intel/iocs/{id}"
        path={{ id }}
        label="Delete"
        ariaLabel={`Delete ${value.slice(0, 60)}`}
        variant="subtle"
        confirm="Events no longer match it. A feed that lists it again adds it again."
      />
    </>
  )
}
