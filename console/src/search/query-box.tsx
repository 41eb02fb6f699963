/**
 * The query box: it grows with the text, and suggests fields and values while the user types. Enter runs the query,
 * Shift and Enter start a new line. A statement in SQL has many lines: there Control and Enter run it.
 */
import { Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { bodyOf, GET, POST } from '../api/client.ts'
import { Shown } from '../parts/shown.tsx'
import { completed, type Offer, offersFor, type Place, placeAt, quoted } from './completion.ts'
import { sqlOffers, sqlPlaceAt } from './sql-completion.ts'
import { SqlParameters } from './sql-parameters.tsx'
import type { Values } from './sql-statement.ts'
import type { Span } from './time-span.ts'
import { useSqlTables } from './use-sql-tables.ts'

const VALUES_OFFERED = 8
const TYPING_MS = 250
const QUERY_CHARS_MAX = 4_096

export type Language = 'lucene' | 'kql' | 'sql'

const EXAMPLES: Readonly<Record<Language, string>> = {
  lucene: 'user:kim AND severity:>=high, or words of the raw text',
  kql: 'SecurityEvent | where EventID == 4625',
  sql: 'SELECT source, count() FROM events GROUP BY source',
}

type QueryBoxProps = {
  readonly query: string
  readonly language: Language
  readonly span: Span
  /** Values of the parameters of a statement in SQL. */
  readonly values: Values
}

export function QueryBox({ query, language, span, values }: QueryBoxProps) {
  const isSql = language === 'sql'
  const box = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(query)
  const [place, setPlace] = useState<Place | null>(null)
  const [at, setAt] = useState(0)
  useEffect(() => setText(query), [query])
  const offers = useOffers(text, place, language, span)
  const choose = (offer: Offer) => {
    if (place === null || box.current === null) return
    const next = completed(text, box.current.selectionStart, place, offer.text)
    // At once, so that a letter that is typed next stands behind the completed text.
    flushSync(() => {
      setText(next.text)
      setPlace(null)
    })
    box.current.setSelectionRange(next.cursor, next.cursor)
    if (next.text.endsWith(':')) setPlace(placeIn(next.text, next.cursor, language))
  }
  const key = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isOpen = offers.length > 0 && place !== null
    if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      setAt((now) => (now + (event.key === 'ArrowDown' ? 1 : -1) + offers.length) % offers.length)
    } else if (isOpen && event.key === 'Tab' && offers[at]) {
      event.preventDefault()
      choose(offers[at])
    } else if (isOpen && event.key === 'Escape') {
      event.stopPropagation()
      setPlace(null)
    } else if (event.key === 'Enter' && runs(event, isSql)) {
      event.preventDefault()
      setPlace(null)
      event.currentTarget.form?.requestSubmit()
    }
  }
  return (
    <>
      <div className="query-box grow" data-wide={isSql || undefined}>
        <Textarea
          // The height is measured anew where another number of lines is the least.
          key={isSql ? 'statement' : 'query'}
          ref={box}
          aria-label="Query"
          name="query"
          autosize
          minRows={isSql ? 4 : 1}
          maxRows={isSql ? 24 : 10}
          value={text}
          placeholder={EXAMPLES[language]}
          maxLength={QUERY_CHARS_MAX}
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: 'mono-input' }}
          aria-haspopup="listbox"
          aria-controls="query-offers"
          aria-autocomplete="list"
          {...(offers.length > 0 ? { 'aria-activedescendant': `query-offer-${at}` } : {})}
          onChange={(event) => {
            const { value, selectionStart } = event.currentTarget
            setText(value)
            setAt(0)
            setPlace(placeIn(value, selectionStart, language))
          }}
          onKeyDown={key}
          onBlur={() => setPlace(null)}
        />
        <div id="query-offers" role="listbox" aria-label="Completions" className="offers" hidden={offers.length === 0}>
          {offers.map((offer, index) => (
            <div
              key={offer.text}
              id={`query-offer-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              // The box keeps the focus.
              onMouseDown={(event) => {
                event.preventDefault()
                choose(offer)
              }}
            >
              <span className="mono">
                <Shown text={offer.text} lengthMax={80} />
              </span>
              <span className="quiet">{offer.about}</span>
            </div>
          ))}
          <div className="quiet offers-keys" role="presentation">
            ↑↓ choose · Tab complete · {isSql ? 'Ctrl+Enter run' : 'Enter run · Shift+Enter new line'}
          </div>
        </div>
      </div>
      {isSql && <SqlParameters sql={text} values={values} />}
    </>
  )
}

function runs({ shiftKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent, isSql: boolean): boolean {
  return !nativeEvent.isComposing && (isSql ? ctrlKey || metaKey : !shiftKey)
}

const placeIn = (text: string, cursor: number, language: Language): Place | null =>
  language === 'sql' ? sqlPlaceAt(text, cursor) : placeAt(text, cursor, language)

function useOffers(text: string, place: Place | null, language: Language, span: Span): readonly Offer[] {
  const tables = useSqlTables(language === 'sql')
  const fields = useQuery({
    queryKey: ['event-fields'],
    queryFn: () => bodyOf(GET('/api/v1/events/fields')),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [settled] = useDebouncedValue(place, TYPING_MS)
  const completedValue = settled?.kind === 'value' && language === 'lucene' ? settled : null
  const values = useQuery({
    queryKey: ['values', completedValue?.field, completedValue?.typed, span],
    enabled: completedValue !== null,
    retry: false,
    queryFn: () => {
      const { field = '', typed = '' } = completedValue ?? {}
      const query = typed === '' ? `${field}:*` : `${field}:${begins(typed)}*`
      return bodyOf(POST('/api/v1/events/facets', { body: { query, ...span, fields: [field], limit: VALUES_OFFERED } }))
    },
  })
  if (place === null) return []
  if (place.kind === 'field' && language === 'sql') return sqlOffers(text, place, tables)
  if (place.kind === 'field' && language !== 'sql')
    return offersFor(
      place,
      (fields.data?.fields ?? []).map(({ name, description }) => ({ text: name, about: description })),
      language,
    )
  // Values found for a shorter prefix still fit if they begin with the typed text.
  const low = place.typed.toLowerCase()
  return (values.data?.facets[0]?.values ?? []).flatMap(({ value, events }) =>
    value?.toLowerCase().startsWith(low) && value !== place.typed
      ? [{ text: quoted(value), about: events.toLocaleString() }]
      : [],
  )
}

/** Escapes characters that have a meaning in the query language with a backslash. */
function begins(typed: string): string {
  return typed.replace(/[^\w.-]/g, '\\$&')
}
