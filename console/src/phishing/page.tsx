import { Button, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { mayCall } from '../api/call.ts'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { State } from '../parts/columns.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'

type Submission = Schemas['PhishingSubmission']
type Kind = Submission['artifact_kind']

const LIST_MAX = 100
const KINDS: readonly { readonly value: Kind; readonly label: string; readonly about: string }[] = [
  { value: 'email', label: 'A mail', about: 'The whole mail with its headers, as "Show original" gives it' },
  { value: 'url', label: 'Addresses', about: 'One a line' },
  { value: 'attachment', label: 'Hashes of files', about: 'SHA-256, one a line' },
  { value: 'domain', label: 'A domain', about: 'Its name' },
]

export function PhishingPage() {
  const session = useSession()
  const [opened, setOpened] = useState<Submission | null>(null)
  return (
    <Page title="Phishing" about="Mails that people reported as suspicious, with the evidence.">
      {mayCall(session, 'POST /api/v1/phishing/submit') && <Submit show={setOpened} />}
      {opened && <Judgement found={opened} />}
      <Submissions show={setOpened} />
    </Page>
  )
}

function Submit({ show }: { readonly show: (found: Submission) => void }) {
  const queries = useQueryClient()
  const [kind, setKind] = useState<Kind>('email')
  const submit = useMutation({
    mutationFn: (text: string) => bodyOf(POST('/api/v1/phishing/submit', { body: bodyFor(kind, text) })),
    onSuccess: async (found) => {
      show(found)
      await queries.invalidateQueries({ queryKey: ['phishing'] })
    },
  })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text') ?? '')
    if (text.trim()) submit.mutate(text)
  }
  return (
    <Section title="Submit a mail">
      <form onSubmit={send}>
        <Stack gap="xs">
          <NativeSelect
            label="What it is"
            data={KINDS.map(({ value, label }) => ({ value, label }))}
            value={kind}
            onChange={(event) =>
              setKind(KINDS.find(({ value }) => value === event.currentTarget.value)?.value ?? 'email')
            }
          />
          <Textarea
            label="Content"
            description={KINDS.find(({ value }) => value === kind)?.about}
            name="text"
            rows={6}
            spellCheck={false}
            className="mono"
          />
          <div>
            <Button type="submit" loading={submit.isPending}>
              Check
            </Button>
          </div>
          {submit.error && <Failure error={submit.error} />}
        </Stack>
      </form>
    </Section>
  )
}

function bodyFor(kind: Kind, text: string): Schemas['PhishingSubmit'] {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  if (kind === 'url') return { artifact_kind: kind, urls: lines }
  if (kind === 'attachment') return { artifact_kind: kind, attachment_hashes: lines }
  return { artifact_kind: kind, raw_content: kind === 'domain' ? text.trim() : text }
}

const verdictText = (verdict: Submission['verdict']) => verdict.replaceAll('_', ' ')

function Judgement({ found }: { readonly found: Submission }) {
  return (
    <Section title={`Judged: ${verdictText(found.verdict)}, ${found.score} of 100`}>
      <Text size="sm">
        <Shown text={found.subject ?? found.sender ?? found.artifact_kind} lengthMax={300} />
        {found.alert_id !== null && (
          <>
            {' '}
            <Link to="/alerts/$id" params={{ id: found.alert_id }}>
              Its alert
            </Link>
          </>
        )}
      </Text>
      {found.signals.length === 0 ? (
        <Text size="sm">No sign of phishing was found; the mail may still be harmful.</Text>
      ) : (
        <Table
          name="List of signs"
          rows={found.signals}
          keyOf={({ name, detail }) => `${name} ${detail}`}
          columns={[
            { head: 'Sign', isShort: true, cell: ({ name }) => name.replaceAll('_', ' ') },
            { head: 'Weight', isNumber: true, isShort: true, cell: ({ weight }) => weight },
            { head: 'What it is', cell: ({ detail }) => <Shown text={detail} lengthMax={300} /> },
          ]}
        />
      )}
      <Text size="xs" className="quiet" mt="xs">
        Not checked: {found.not_checked.join('; ')}
      </Text>
    </Section>
  )
}

function Submissions({ show }: { readonly show: (found: Submission) => void }) {
  const submissions = useQuery({
    queryKey: ['phishing'],
    queryFn: () => bodyOf(GET('/api/v1/phishing/submissions', { params: { query: { limit: LIST_MAX } } })),
  })
  return (
    <Section title="Sent in">
      <Loaded query={submissions} lines={5}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No submissions">
              Paste a suspicious mail above. A mailbox for reports can submit mails automatically with an API key.
            </Empty>
          ) : (
            <Table
              name="List of submissions"
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                { head: 'When', isShort: true, cell: ({ created_at: at }) => <Time at={at} /> },
                { head: 'Kind', isShort: true, cell: ({ artifact_kind: kind }) => kind },
                {
                  head: 'What',
                  cell: ({ subject, sender, links }) => (
                    <Shown text={subject ?? sender ?? links[0]?.url ?? '–'} lengthMax={160} />
                  ),
                },
                {
                  head: 'Verdict',
                  isShort: true,
                  cell: ({ verdict }) => <State of={verdict} />,
                },
                { head: 'Score', isNumber: true, isShort: true, cell: ({ score }) => score },
                {
                  head: 'Do',
                  isShort: true,
                  isActions: true,
                  cell: (found) => (
                    <Button variant="subtle" onClick={() => show(found)} aria-label={`Show ${found.id}`}>
                      Show
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  )
}
