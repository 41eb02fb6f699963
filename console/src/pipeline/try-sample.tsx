/** Shows how a sample of a source is read, and makes a table for a source that none knows. Nothing of a sample is stored. */
import { Autocomplete, Button, Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { bodyOf, GET, POST } from '../api/client.ts'
import { Section } from '../parts/page.tsx'
import { Empty, Failure } from '../parts/states.tsx'
import { LearnTable } from './learn-table.tsx'
import { SampleBox } from './sample-box.tsx'
import { type SampleOutcome, SampleReading } from './sample-reading.tsx'

const FORMATS_MAX = 500

const NOTHING: SampleOutcome = { now: null, withTable: null }

export function TrySample() {
  const { table: changed } = useSearch({ from: '/pipeline' })
  const [sample, setSample] = useState('')
  const [format, setFormat] = useState('')
  const [outcome, setOutcome] = useState(NOTHING)
  const [isLearning, setLearning] = useState(false)
  const input = { sample, ...(format.trim() === '' ? {} : { format: format.trim() }) }
  const attempt = useMutation({
    mutationFn: () => bodyOf(POST('/api/v1/sources/try', { body: input })),
    onSuccess: (now) => {
      setOutcome({ now, withTable: null })
      // A table that is worked on stays, whatever the next sample is.
      if (now.known < now.events_total) setLearning(true)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate()
  }
  return (
    <>
      <Section title="A sample">
        <form onSubmit={submit} className="stack">
          <SampleBox
            text={sample}
            change={(text) => {
              setSample(text)
              setOutcome(NOTHING)
            }}
          />
          <Group gap="sm" align="flex-end">
            <FormatField value={format} change={setFormat} />
            <Button type="submit" size="sm" loading={attempt.isPending} disabled={sample.trim() === ''}>
              Try it
            </Button>
          </Group>
          {attempt.error && <Failure error={attempt.error} />}
        </form>
      </Section>
      <Section title="How it is read">
        {outcome.now === null && outcome.withTable === null ? (
          <Empty title="Nothing was tried yet">
            Paste a sample and try it: here you see the table that reads each event, its class, time and entities, and
            the values that no field has.
          </Empty>
        ) : (
          <SampleReading {...outcome} />
        )}
      </Section>
      {(changed !== undefined || isLearning) && (
        <LearnTable key={changed} changed={changed} input={input} show={setOutcome} />
      )}
    </>
  )
}

type FormatFieldProps = { readonly value: string; readonly change: (format: string) => void }

function FormatField({ value, change }: FormatFieldProps) {
  const templates = useQuery({
    queryKey: ['push-templates'],
    queryFn: () => bodyOf(GET('/api/v1/inbox/templates', { params: { query: { limit: FORMATS_MAX } } })),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const names = [...new Set(templates.data?.items.map(({ source_format: name }) => name))].sort()
  return (
    <Autocomplete
      label="Format"
      placeholder="auto"
      data={names}
      value={value}
      onChange={change}
      limit={20}
      maxLength={64}
      autoComplete="off"
    />
  )
}
