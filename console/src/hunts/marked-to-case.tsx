/**
 * Creates a case from hits marked as interesting: each becomes an entry of its timeline, their entities its
 * observables.
 */
import { Button, Group, Modal, NativeSelect, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { SEVERITIES } from '../parts/alert-words.ts'
import { Failure } from '../parts/states.tsx'
import { entriesOf, observablesOf } from './case-of-hits.ts'

type Hunt = Schemas['Hunt']
type Hit = Schemas['HuntHit']

const TITLE_MAX = 300

export function MarkedToCase({ hunt, hits }: { readonly hunt: Hunt; readonly hits: readonly Hit[] }) {
  const [isConfirming, setConfirming] = useState(false)
  if (hits.length === 0) return null
  return (
    <>
      <Button variant="default" onClick={() => setConfirming(true)}>
        Open a case with {hits.length} marked
      </Button>
      <Modal opened={isConfirming} onClose={() => setConfirming(false)} title="Open a case with the marked hits">
        <CaseForm hunt={hunt} hits={hits} />
      </Modal>
    </>
  )
}

function CaseForm({ hunt, hits }: { readonly hunt: Hunt; readonly hits: readonly Hit[] }) {
  const [at, setAt] = useState(0)
  const entries = entriesOf(hits)
  const observables = observablesOf(hits)
  const make = useMutation({
    mutationFn: async (value: Pick<Schemas['CaseCreate'], 'title' | 'severity'>) => {
      const made = await bodyOf(
        POST('/api/v1/cases', {
          body: {
            ...value,
            description:
              `Of the hunt "${hunt.title}": ${hunt.hypothesis}\n\nIts query, ${hunt.language}:\n${hunt.query}`.slice(
                0,
                20_000,
              ),
            mitre_techniques: hunt.techniques.filter((one) => /^T\d{4}(\.\d{3})?$/.test(one)),
          },
        }),
      )
      const params = { path: { id: made.id } }
      const refused: string[] = []
      const note = (error: Error) => void refused.push(error.message)
      for (const [index, body] of entries.entries()) {
        setAt(index + 1)
        await bodyOf(POST('/api/v1/cases/{id}/timeline', { params, body })).catch(note)
      }
      for (const body of observables) await bodyOf(POST('/api/v1/cases/{id}/observables', { params, body })).catch(note)
      return { id: made.id, refused }
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    make.mutate({
      title: String(form.get('title')).trim(),
      severity: String(form.get('severity')) as (typeof SEVERITIES)[number],
    })
  }
  if (make.data)
    return (
      <div className="stack">
        <Text size="sm">
          The case is open, with {entries.length - make.data.refused.length > 0 ? 'its hits' : 'no hit'} in its
          timeline.
          {make.data.refused.length > 0 && ` ${make.data.refused.length} parts were refused: ${make.data.refused[0]}`}
        </Text>
        <Group justify="flex-end">
          <Button renderRoot={(props) => <Link to="/cases/$id" params={{ id: make.data.id }} {...props} />}>
            Go to the case
          </Button>
        </Group>
      </div>
    )
  return (
    <form onSubmit={submit} className="stack">
      <TextInput
        label="Title"
        name="title"
        required
        minLength={3}
        maxLength={TITLE_MAX}
        defaultValue={`Hunt: ${hunt.title}`.slice(0, TITLE_MAX)}
      />
      <NativeSelect label="Severity" name="severity" data={[...SEVERITIES]} defaultValue="medium" />
      <Text size="sm" className="quiet">
        {entries.length === 1 ? '1 hit goes' : `${entries.length} hits go`} into its timeline, and {observables.length}{' '}
        their users, hosts and addresses become observables.
      </Text>
      {make.error && <Failure error={make.error} />}
      <Group justify="flex-end">
        <Button type="submit" loading={make.isPending}>
          {make.isPending ? `${at} of ${entries.length}` : 'Open the case'}
        </Button>
      </Group>
    </form>
  )
}
