import { Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { mayCall } from '../api/call.ts'
import { bodyOf, GET, POST, PUT, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { type FileResult, LookUpFile } from './look-up-file.tsx'

type Provider = Schemas['SandboxProvider']

/** Sandbox reports on a file, by its hash, and the setting that allows uploads of files. */
export function Sandboxes() {
  const providers = useQuery({
    queryKey: ['sandboxes'],
    queryFn: () => bodyOf(GET('/api/v1/sandbox/providers', { params: { query: { limit: 10 } } })),
  })
  return (
    <Section title="Sandboxes">
      <Loaded query={providers} lines={3}>
        {({ items }) => (
          <>
            <LookUp providers={items.filter(({ available, name }) => available && name !== 'mock')} />
            <List providers={items} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function LookUp({ providers }: { readonly providers: readonly Provider[] }) {
  const request = useMutation({
    mutationFn: (sha256: string) =>
      Promise.all(
        providers.map(({ name: provider }) => bodyOf(POST('/api/v1/sandbox/lookup', { body: { sha256, provider } }))),
      ),
  })
  const [file, setFile] = useState<FileResult | null>(null)
  if (providers.length === 0) return null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sha256 = String(new FormData(event.currentTarget).get('sha256') ?? '').trim()
    if (sha256) request.mutate(sha256)
  }
  return (
    <>
      <form onSubmit={submit}>
        <Group gap="xs" mb="sm">
          <TextInput
            className="grow"
            aria-label="SHA-256 of a file"
            name="sha256"
            placeholder="SHA-256 of a file"
            pattern="[0-9a-fA-F]{64}"
            maxLength={64}
          />
          <Button type="submit" variant="default" loading={request.isPending}>
            Ask sandboxes
          </Button>
          <LookUpFile providers={providers} done={setFile} />
        </Group>
      </form>
      {request.error && <Failure error={request.error} />}
      {[...(request.data ?? []), ...(file === null ? [] : [file])].map((result) => (
        <ResultLine key={`${result.provider} ${result.sha256}`} of={result} />
      ))}
    </>
  )
}

function ResultLine({ of: { provider, outcome, detail, report, uploaded } }: { readonly of: FileResult }) {
  return (
    <Text size="sm" role="status">
      {provider}: {outcome.replaceAll('_', ' ')}
      {report !== null && `, ${report.verdict.replaceAll('_', ' ')}`} – <Shown text={detail} lengthMax={300} />
      {uploaded && ' The file was sent.'}
    </Text>
  )
}

function List({ providers }: { readonly providers: readonly Provider[] }) {
  const session = useSession()
  const queries = useQueryClient()
  const decide = useMutation({
    mutationFn: ({ name, disclosure, uploads_enabled: isOn }: Provider) =>
      bodyOf(
        PUT('/api/v1/sandbox/consent', {
          body: { provider: name, uploads_enabled: !isOn, consent_text_version: disclosure.version },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sandboxes'] }),
  })
  return (
    <>
      {decide.error && <Failure error={decide.error} />}
      <Table
        name="List of sandboxes"
        rows={providers}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Sandbox', isShort: true, cell: ({ title }) => title },
          {
            head: 'Available',
            cell: ({ excluded_reason: why }) => (why === null ? 'yes' : <Shown text={why} lengthMax={200} />),
          },
          { head: 'Terms of an upload', cell: ({ disclosure }) => disclosure.text },
          {
            head: 'Uploads',
            isShort: true,
            cell: (provider) => (
              <>
                {provider.uploads_enabled ? 'agreed to' : 'not agreed to'}
                {mayCall(session, 'PUT /api/v1/sandbox/consent') && (
                  <Button
                    variant="subtle"
                    onClick={() => decide.mutate(provider)}
                    aria-label={`${provider.uploads_enabled ? 'Withdraw' : 'Agree'}: ${provider.title}`}
                  >
                    {provider.uploads_enabled ? 'Withdraw' : 'Agree'}
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
    </>
  )
}
