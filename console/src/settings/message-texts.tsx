/** The texts of each kind of message, with a preview in the current branding. */
import { Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type AnswerOf, call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'

type MessageText = AnswerOf<'GET /api/v1/branding/messages'>['items'][number]

export function MessageTexts() {
  const session = useSession()
  const mayRead = lacking(session, 'GET /api/v1/branding/messages') === null
  const found = useQuery({
    queryKey: ['message-texts'],
    queryFn: () => call('GET /api/v1/branding/messages', { query: { limit: 100 } }),
    enabled: mayRead,
  })
  const [kind, setKind] = useState<MessageText['kind']>('escalation')
  if (!mayRead) return null
  return (
    <Section title="Messages">
      <Loaded query={found} lines={6}>
        {({ items }) => {
          const one = items.find((item) => item.kind === kind)
          return (
            <Stack gap="sm">
              <Select
                label="Kind of message"
                data={items.map((item) => ({ value: item.kind, label: `${item.kind}: ${item.about}` }))}
                value={kind}
                onChange={(next) => next !== null && setKind(next as MessageText['kind'])}
                allowDeselect={false}
                searchable
              />
              {one && <Words key={JSON.stringify(one)} of={one} />}
            </Stack>
          )
        }}
      </Loaded>
    </Section>
  )
}

const own = (value: string | null, source: string) => (source === 'tenant' ? (value ?? '') : '')

function Words({ of }: { readonly of: MessageText }) {
  const { kind, sources } = of
  const session = useSession()
  const queries = useQueryClient()
  const [subject, setSubject] = useState(own(of.subject, sources.subject))
  const [body, setBody] = useState(own(of.body, sources.body))
  const request = { path: { kind }, body: { subject: subject || null, body: body || null } }
  const save = useMutation({
    mutationFn: () => call('PUT /api/v1/branding/messages/{kind}', request),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['message-texts'] }),
  })
  const preview = useMutation({ mutationFn: () => call('POST /api/v1/branding/messages/{kind}/preview', request) })
  const may = lacking(session, 'PUT /api/v1/branding/messages/{kind}') === null
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <TextInput
          label="Subject"
          value={subject}
          readOnly={!may}
          onChange={(event) => setSubject(event.currentTarget.value)}
          placeholder={of.subject ?? 'the default text'}
          description={`Empty: from the ${from(sources.subject)}. ${namesOf(of.subject_placeholders)}`}
          maxLength={200}
        />
        <Textarea
          label="Body"
          value={body}
          readOnly={!may}
          onChange={(event) => setBody(event.currentTarget.value)}
          placeholder={of.body ?? 'the default text'}
          description={`Empty: from the ${from(sources.body)}. ${namesOf(of.body_placeholders)}`}
          autosize
          minRows={4}
          maxLength={4000}
        />
        {(save.error ?? preview.error) && <Failure error={save.error ?? preview.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" loading={preview.isPending} onClick={() => preview.mutate()}>
            Preview
          </Button>
          {may && (
            <Button type="submit" loading={save.isPending}>
              Save words
            </Button>
          )}
        </Group>
        {preview.data && (
          <div className="brand-preview" role="status" aria-label="Preview of the message">
            <b>
              <Shown text={preview.data.subject} lengthMax={200} />
            </b>
            <Text size="sm" component="pre" style={{ whiteSpace: 'pre-wrap', fontFamily: 'inherit' }}>
              <Shown text={preview.data.text} lengthMax={6000} />
            </Text>
          </div>
        )}
      </Stack>
    </form>
  )
}

const from = (source: string) => (source === 'organisation' ? 'organisation' : 'organisation, or the platform')
const namesOf = (names: readonly string[]) => names.map((name) => `{${name}}`).join(' ')
