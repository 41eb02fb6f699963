/** Checks a rule's text while the user writes it: shows its faults with their places, and tests it with events. */
import { Alert, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { eventsIn } from './events-in.ts'
import { TrialResult } from './trial-result.tsx'

type Language = Schemas['RuleCheck']['language']
type Checked = Schemas['RuleChecked']

const PAUSE_MS = 700
const EVENTS_MAX = 20

type CheckedTextProps = {
  readonly language: Language
  readonly text: string
  /** Id of the rule that the text replaces; null for a new rule. */
  readonly insteadOf: string | null
  /** Receives the lines with faults in the current text. */
  readonly found: (faultyLines: readonly number[]) => void
}

const NO_LINES: readonly number[] = []

export function CheckedText({ language, text, insteadOf, found }: CheckedTextProps) {
  const [written, setWritten] = useState('')
  const [debounced] = useDebouncedValue({ text, written }, PAUSE_MS)
  const { events, fault } = eventsIn(debounced.written, EVENTS_MAX)
  const query = useQuery({
    queryKey: ['rule-check', language, debounced.text, insteadOf, events],
    queryFn: () =>
      bodyOf(POST('/api/v1/rules/check', { body: { language, text: debounced.text, instead_of: insteadOf, events } })),
    enabled: debounced.text.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const faults = query.data?.faults
  useEffect(() => {
    found(faults?.map(({ line }) => line) ?? NO_LINES)
    return () => found(NO_LINES)
  }, [faults, found])
  return (
    <div className="stack">
      <div role="status">
        {query.error ? (
          <Failure error={query.error} />
        ) : query.data ? (
          <CheckResult checked={query.data} />
        ) : (
          <Text size="sm" className="quiet">
            Write a rule: it is checked as you go.
          </Text>
        )}
      </div>
      <Textarea
        label="Events as JSON, to try it on"
        value={written}
        onChange={(event) => setWritten(event.currentTarget.value)}
        autosize
        minRows={4}
        maxRows={14}
        error={fault}
        spellCheck={false}
      />
      {query.data?.results_unknown_because && (
        <Text size="sm">
          <Shown text={query.data.results_unknown_because} />
        </Text>
      )}
      {query.data?.results?.map((result, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: results stand in the order of the events
        <TrialResult key={at} result={result} />
      ))}
    </div>
  )
}

function CheckResult({ checked }: { readonly checked: Checked }) {
  const { ok, title, severity, faults, unresolved } = checked
  if (ok)
    return (
      <div>
        <Text size="sm" fw={600}>
          The rule is valid
        </Text>
        <Text size="sm">
          <Shown text={title ?? ''} lengthMax={200} />
          {severity !== null && `, ${severity}`}
          {unresolved.length > 0 && `. Without a value: ${unresolved.join(', ')}`}
        </Text>
      </div>
    )
  return (
    <Alert color="red" variant="light" title="The rule has faults">
      <ul className="faults">
        {faults.map(({ line, column, reason }) => (
          <li key={`${line}:${column}:${reason}`}>
            {line > 0 && <span className="mono">{column > 0 ? `${line}:${column}` : `line ${line}`} </span>}
            <Shown text={reason} lengthMax={400} />
          </li>
        ))}
      </ul>
    </Alert>
  )
}
