/** Exports the events of a search: the loaded ones directly from the page, or all of them by the server. */
import { Alert, Button, Menu, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { Dialog } from '../parts/operation-form.tsx'
import { saveAs } from '../parts/save-as.ts'
import { Failure } from '../parts/states.tsx'
import { asCsv, asNdjson } from './event-files.ts'
import { ExportJob } from './export-job.tsx'
import { ExportJobs } from './export-jobs.tsx'
import { EXPORT_ROWS_MAX, fetchAll } from './export-rows.ts'
import type { Span } from './time-span.ts'

type ExportProps = {
  readonly question: Span & { readonly query: string; readonly language: 'lucene' | 'kql' }
  readonly columns: readonly string[]
}

export function Export({ question, columns }: ExportProps) {
  const [rows, setRows] = useState(0)
  const make = useMutation({
    mutationFn: async (format: 'csv' | 'ndjson') => {
      setRows(0)
      const all = await fetchAll({ ...question, fields: [...columns] }, setRows)
      const name = `events-${question.from.slice(0, 10)}-${question.to.slice(0, 10)}.${format}`
      if (format === 'csv') saveAs(new Blob([asCsv(all.events, columns)], { type: 'text/csv' }), name)
      else saveAs(new Blob([asNdjson(all.events)], { type: 'application/x-ndjson' }), name)
      return all
    },
  })
  const [job, setJob] = useState<string | null>(null)
  const [isListed, setListed] = useState(false)
  const sign = useSignedEvents(question)
  const start = useMutation({
    mutationFn: (format: Schemas['ExportStart']['format']) => {
      const { query, from, to } = question
      return bodyOf(POST('/api/v1/exports/jobs', { body: { query, from, to, ...(format && { format }) } }))
    },
    onSuccess: ({ id }) => setJob(id),
  })
  const { data } = make
  const cut = data && (data.isCut || data.missing.length > 0)
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" disabled={make.isPending}>
            {make.isPending ? `Export: ${rows.toLocaleString()} …` : 'Export'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>The newest {EXPORT_ROWS_MAX.toLocaleString()} events at most, with these columns</Menu.Label>
          <Menu.Item onClick={() => make.mutate('csv')}>CSV</Menu.Item>
          <Menu.Item onClick={() => make.mutate('ndjson')}>NDJSON</Menu.Item>
          <Menu.Label>Up to 10,000 events with every column, signed</Menu.Label>
          <Menu.Item onClick={() => sign.mutate()}>Signed NDJSON</Menu.Item>
          {question.language === 'lucene' && (
            <>
              <Menu.Label>All events, with every column, made by the server and signed</Menu.Label>
              <Menu.Item onClick={() => start.mutate('csv')}>All as CSV</Menu.Item>
              <Menu.Item onClick={() => start.mutate('ndjson')}>All as NDJSON</Menu.Item>
              <Menu.Item onClick={() => start.mutate('parquet')}>All as Parquet</Menu.Item>
            </>
          )}
          <Menu.Divider />
          <Menu.Item onClick={() => setListed(true)}>Exports of the last day …</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog title="Exports of the last day" isOpen={isListed} close={() => setListed(false)} size="xl">
        <ExportJobs
          open={(id) => {
            setListed(false)
            setJob(id)
          }}
        />
      </Dialog>
      {job !== null && <ExportJob key={job} id={job} close={() => setJob(null)} />}
      {[start, sign].map(
        ({ error, reset }, at) =>
          error && (
            // biome-ignore lint/suspicious/noArrayIndexKey: there are two, in this order
            <Alert key={at} className="toast" color="orange" title="The export" withCloseButton onClose={() => reset()}>
              <Failure error={error} />
            </Alert>
          ),
      )}
      {(cut || make.error) && (
        <Alert className="toast" color="orange" title="The export" withCloseButton onClose={() => make.reset()}>
          {make.error ? (
            <Failure error={make.error} />
          ) : (
            <Text size="sm">
              {data?.isCut && `It holds the newest ${data.events.length.toLocaleString()} events, and there are more. `}
              {data && data.missing.length > 0 && 'Part of the time range was not searched: see the page. '}
              Choose less time for the rest.
            </Text>
          )}
        </Alert>
      )}
    </>
  )
}

/** A ZIP file with the events, oldest first, and their signature. */
function useSignedEvents({ query, from, to, language }: ExportProps['question']) {
  return useMutation({
    mutationFn: async () => {
      const parameters = { ...(query === '' ? {} : { query }), from, to, language }
      const file: unknown = await call('GET /api/v1/exports/events', { query: parameters, parseAs: 'blob' })
      saveAs(file as Blob, `events-${from.slice(0, 10)}-${to.slice(0, 10)}.zip`)
    },
  })
}
