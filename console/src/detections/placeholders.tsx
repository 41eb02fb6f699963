/** The values of %name% in the tenant's Sigma rules. */

import { ActionIcon, Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { mayCall } from '../api/call.ts'
import { bodyOf, GET, PUT } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Back, Page, Section } from '../parts/page.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'

type Lists = Readonly<Record<string, readonly string[]>>

export function PlaceholdersPage() {
  const session = useSession()
  const query = useQuery({
    queryKey: ['placeholders'],
    queryFn: () => bodyOf(GET('/api/v1/rules/placeholders')),
  })
  return (
    <>
      <Back>
        <Link to="/detections">← Detections</Link>
      </Back>
      <Page
        title="Placeholders"
        about="The values of names between percent signs in your Sigma rules, such as %Administrators%. Active within seconds."
      >
        <Loaded query={query} lines={6}>
          {({ placeholders }) => (
            <Edit
              key={JSON.stringify(placeholders)}
              lists={placeholders}
              mayWrite={mayCall(session, 'PUT /api/v1/rules/placeholders')}
            />
          )}
        </Loaded>
      </Page>
    </>
  )
}

function Edit({ lists, mayWrite }: { readonly lists: Lists; readonly mayWrite: boolean }) {
  const queries = useQueryClient()
  const [edited, setEdited] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, values.join('\n')])),
  )
  const save = useMutation({
    mutationFn: () =>
      bodyOf(
        PUT('/api/v1/rules/placeholders', {
          body: {
            placeholders: Object.fromEntries(
              Object.entries(edited).map(([name, text]) => [
                name,
                text.split('\n').filter((line) => line.trim() !== ''),
              ]),
            ),
          },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['placeholders'] }),
  })
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '')
      .trim()
      .replace(/^%|%$/g, '')
    if (name !== '' && !(name in edited)) setEdited({ ...edited, [name]: '' })
    event.currentTarget.reset()
  }
  const names = Object.keys(edited).sort()
  return (
    <>
      {mayWrite && (
        <Group justify="space-between" align="flex-end">
          <form onSubmit={add}>
            <Group gap="xs" align="flex-end">
              <TextInput label="New placeholder" name="name" placeholder="Administrators" maxLength={128} />
              <Button type="submit" variant="default" size="sm">
                Add
              </Button>
            </Group>
          </form>
          <Button size="sm" loading={save.isPending} onClick={() => save.mutate()}>
            Save all
          </Button>
        </Group>
      )}
      {save.error && <Failure error={save.error} />}
      {save.isSuccess && (
        <Text size="sm" role="status">
          Saved: rules use them within seconds.
        </Text>
      )}
      {names.length === 0 && (
        <Empty title="No placeholder is set">
          A rule with a placeholder without values cannot match on it: add the values here, one per line.
        </Empty>
      )}
      <div className="cards">
        {names.map((name) => (
          <Section
            key={name}
            title={`%${name}%`}
            aside={
              mayWrite && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove ${name}`}
                  title="Remove"
                  onClick={() => setEdited(Object.fromEntries(Object.entries(edited).filter(([key]) => key !== name)))}
                >
                  ×
                </ActionIcon>
              )
            }
          >
            <Textarea
              aria-label={`Values of ${name}, one per line`}
              autosize
              minRows={3}
              maxRows={12}
              readOnly={!mayWrite}
              value={edited[name] ?? ''}
              onChange={(event) => setEdited({ ...edited, [name]: event.currentTarget.value })}
            />
          </Section>
        ))}
      </div>
    </>
  )
}
