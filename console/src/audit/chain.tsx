/** The chain of the audit log: its signed head, whether it continues an older one, its keys, and the log as a file. */
import { Button, Group, NativeSelect, NumberInput, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { mono, when } from '../parts/columns.tsx'
import { Figures } from '../parts/figures.tsx'
import { Listing } from '../parts/listing.tsx'
import { Section } from '../parts/page.tsx'
import { saveAs } from '../parts/save-as.ts'
import { Failure, Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { SignedExports } from './signed-exports.tsx'

const FORMATS = [
  { value: 'bundle', label: 'with proofs (NDJSON)', end: 'ndjson' },
  { value: 'csv', label: 'as CSV', end: 'csv' },
  { value: 'html', label: 'to print (HTML)', end: 'html' },
] as const

export function Chain() {
  const head = useQuery({ queryKey: ['audit-head'], queryFn: () => call('GET /api/v1/audit/head') })
  return (
    <>
      <Section title="Head of the chain" aside={<Export />}>
        <Loaded query={head} lines={3}>
          {({ size, time_ms: at, root, key_id: key }) => (
            <Figures
              of={[
                { name: 'Entries', value: size.toLocaleString() },
                { name: 'Signed', value: <Time at={new Date(at).toISOString()} /> },
                {
                  name: 'Root',
                  value: <span className="mono">{root.slice(0, 16)}…</span>,
                  note: `key ${key.slice(0, 12)}`,
                },
              ]}
            />
          )}
        </Loaded>
        <Text size="sm" className="quiet about" mt="sm">
          Keep a root outside of svc. With it anyone can check later that no earlier entry was changed: svc audit verify
          does so offline, from an exported file.
        </Text>
      </Section>
      <SignedExports />
      <Consistency />
      <Listing<'GET /api/v1/audit/keys'>
        title="Signing keys"
        list="GET /api/v1/audit/keys"
        keyOf={({ key_id: id }) => id}
        empty={{ title: 'No key yet' }}
        columns={[
          mono('Key', 'key_id'),
          mono('Public key', 'public_key'),
          when('Since', 'created_at'),
          when('Until', 'retired_at', 'in use'),
        ]}
      />
    </>
  )
}

function Export() {
  const [format, setFormat] = useState<(typeof FORMATS)[number]['value']>('bundle')
  const made = useMutation({
    mutationFn: async () => {
      const text: unknown = await call('GET /api/v1/audit/export', { query: { format }, parseAs: 'text' })
      const end = FORMATS.find(({ value }) => value === format)?.end ?? 'txt'
      saveAs(new Blob([String(text)]), `audit-${new Date().toISOString().slice(0, 10)}.${end}`)
    },
  })
  return (
    <Group gap="xs">
      {made.error && <Failure error={made.error} />}
      <NativeSelect
        aria-label="Format"
        size="xs"
        data={FORMATS.map(({ value, label }) => ({ value, label }))}
        value={format}
        onChange={(event) => setFormat(event.currentTarget.value as typeof format)}
      />
      <Button variant="default" loading={made.isPending} onClick={() => made.mutate()}>
        Export
      </Button>
    </Group>
  )
}

function Consistency() {
  const [older, setOlder] = useState<number | string>('')
  const [newer, setNewer] = useState<number | string>('')
  const proof = useMutation({
    mutationFn: () => call('GET /api/v1/audit/consistency', { query: { older: Number(older), newer: Number(newer) } }),
  })
  return (
    <Section title="Does it continue an older head">
      <Group gap="xs" align="end">
        <NumberInput label="Entries of the older head" value={older} onChange={setOlder} min={1} hideControls />
        <NumberInput label="Entries of the newer head" value={newer} onChange={setNewer} min={1} hideControls />
        <Button
          variant="default"
          disabled={older === '' || newer === ''}
          loading={proof.isPending}
          onClick={() => proof.mutate()}
        >
          Prove it
        </Button>
      </Group>
      {proof.error && <Failure error={proof.error} />}
      {proof.data && (
        <Text size="sm" role="status" mt="sm">
          {proof.data.path.length} hashes lead from root{' '}
          <span className="mono">{proof.data.older.root.slice(0, 16)}…</span> of {proof.data.older.size} entries to{' '}
          <span className="mono">{proof.data.newer.root.slice(0, 16)}…</span> of {proof.data.newer.size}. Compare the
          first with the root that you kept.
        </Text>
      )}
    </Section>
  )
}
