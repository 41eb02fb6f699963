/** Looks one value up: events of the tenant that had it, indicators that name it, and lists that call it known good. */
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { Section } from '../parts/page.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { quoted } from '../search/completion.ts'

type Kind = Schemas['Ioc']['ioc_type']
type Found = Schemas['IntelEnriched']['indicators'][number]

/** Guesses the kind of a value by its format; the API refuses a wrong kind. */
function kindOf(value: string): Kind {
  if (/^[0-9a-f]{32}$/i.test(value)) return 'md5' as Kind
  if (/^[0-9a-f]{40}$/i.test(value)) return 'sha1' as Kind
  if (/^[0-9a-f]{64}$/i.test(value)) return 'sha256' as Kind
  if (/^https?:\/\//i.test(value)) return 'url' as Kind
  if (value.includes('@')) return 'email' as Kind
  return (/^[\d.]+$/.test(value) || value.includes(':') ? 'ip' : 'domain') as Kind
}

export function LookUp() {
  const [value, setValue] = useState('')
  const found = useMutation({
    mutationFn: (text: string) =>
      bodyOf(POST('/api/v1/intel/enrich', { body: { indicators: [{ type: kindOf(text), value: text }] } })),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value.trim()) found.mutate(value.trim())
  }
  return (
    <Section title="Search in events">
      <form onSubmit={submit}>
        <Group gap="xs">
          <TextInput
            className="grow"
            aria-label="Value"
            placeholder="Address, domain, URL, hash or mail address"
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            maxLength={2048}
          />
          <Button type="submit" loading={found.isPending}>
            Look up
          </Button>
        </Group>
      </form>
      {found.error && <Failure error={found.error} />}
      {found.data?.indicators.map((one) => (
        <Answer key={`${one.type} ${one.value}`} of={one} />
      ))}
    </Section>
  )
}

function Answer({ of }: { readonly of: Found }) {
  const { matches, known_good: good, seen, sources_checked: checked, normalised } = of
  const unchecked = checked.filter(({ status }) => status === 'could_not_check')
  if (normalised === null)
    return (
      <Text size="sm" mt="sm" role="status">
        Not a valid {of.type}.
      </Text>
    )
  return (
    <div className="stack look-up" role="status">
      <Seen value={normalised} seen={seen} />
      {matches.length === 0 ? (
        <Text size="sm">No indicator with this value.</Text>
      ) : (
        <Table
          name="Indicators with this value"
          rows={matches}
          keyOf={({ id }) => id}
          columns={[
            { head: 'Listed by', cell: ({ source }) => <Shown text={source} lengthMax={80} /> },
            { head: 'Severity', isShort: true, cell: ({ severity }) => <Severity level={severity} /> },
            {
              head: 'Confidence now',
              isNumber: true,
              isShort: true,
              cell: ({ effective_confidence: now, confidence }) => (
                <span title={`${confidence} when it was listed`}>{Math.round(now)}</span>
              ),
            },
            {
              head: 'Who and with what',
              cell: ({ threat_actor: actor, malware_family: family }) => (
                <Shown text={[actor, family].filter((one) => one !== null).join(', ') || '–'} lengthMax={160} />
              ),
            },
          ]}
        />
      )}
      {good.map(({ list, entry, effect }) => (
        <Text key={`${list} ${entry}`} size="sm">
          Known good on <Shown text={list} lengthMax={120} /> (<Shown text={entry} lengthMax={200} />)
          {effect === 'suppress' ? ': indicators of it do not match' : ''}.
        </Text>
      ))}
      {unchecked.map(({ name, reason }) => (
        <Text key={name} size="xs" className="late">
          <Shown text={name} lengthMax={80} /> could not answer: <Shown text={reason ?? 'no reason'} lengthMax={200} />
        </Text>
      ))}
    </div>
  )
}

function Seen({ value, seen }: { readonly value: string; readonly seen: Found['seen'] }) {
  if (seen === null || !seen.is_indexed)
    return (
      <Text size="sm" className="quiet">
        Values of this type are not indexed: search the events instead.
      </Text>
    )
  if (seen.events === 0 || seen.first_seen === null || seen.last_seen === null)
    return (
      <Text size="sm">
        Never seen in events{seen.indexed_from === null ? '' : `, as far as the index goes back: ${seen.indexed_from}`}.
      </Text>
    )
  return (
    <Text size="sm">
      <b>{seen.events.toLocaleString()}</b> {seen.events === 1 ? 'event has' : 'events have'} it, from{' '}
      <Time at={seen.first_seen} /> to <Time at={seen.last_seen} />, in{' '}
      {seen.sources.map(({ source }) => source).join(', ')}.{' '}
      <Link
        to="/search"
        search={{
          query: quoted(value),
          from: seen.first_seen,
          to: new Date(Date.parse(seen.last_seen) + 1000).toISOString(),
        }}
      >
        Show them
      </Link>
    </Text>
  )
}
