/** Proposes a rule, or a change of one, for somebody else to approve, with events that it must and must not match. */
import { Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { eventsIn } from '../detections/events-in.ts'
import { Dialog } from '../parts/operation-form.tsx'
import { Failure } from '../parts/states.tsx'

type Proposed = Schemas['DetectionProposalCreate']
/** Maximum number of fixtures of each kind in the API. */
const FIXTURES_MAX = 200

type ProposeProps = {
  readonly language: Schemas['RuleCreate']['language']
  readonly text: string
  /** The tenant's rule that the proposal changes; null for a new rule. */
  readonly base: { readonly id: string; readonly title: string } | null
  readonly isDisabled?: boolean
}

export function Propose({ language, text, base, isDisabled = false }: ProposeProps) {
  const [isOpen, setOpen] = useState(false)
  // YARA matches bytes, so there are no events for a replay.
  if (language === 'yara') return null
  return (
    <>
      <Button variant="default" disabled={isDisabled} onClick={() => setOpen(true)}>
        Propose …
      </Button>
      <Dialog
        title={base === null ? 'Propose the rule' : 'Propose the change'}
        isOpen={isOpen}
        close={() => setOpen(false)}
      >
        <ProposalForm language={language} text={text} base={base} />
      </Dialog>
    </>
  )
}

type FormProps = Pick<ProposeProps, 'text' | 'base'> & { readonly language: Proposed['rule_language'] }

function ProposalForm({ language, text, base }: FormProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [found, setFound] = useState('')
  const [quiet, setQuiet] = useState('')
  const [positives, negatives] = [eventsIn(found, FIXTURES_MAX), eventsIn(quiet, FIXTURES_MAX)]
  const propose = useMutation({
    mutationFn: (body: Proposed) => bodyOf(POST('/api/v1/detection-proposals', { body })),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ['proposals'] })
      void navigate({ to: '/detections/proposals/$id', params: { id } })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    propose.mutate({
      ...{ title: String(form.get('title')), description: String(form.get('description')), logic: text },
      ...{ rule_language: language, base_rule_id: base?.id ?? null },
      ...{ positive_fixtures: positives.events, negative_fixtures: negatives.events },
    })
  }
  const isFaulty = positives.fault !== null || negatives.fault !== null
  return (
    <form onSubmit={submit} className="stack">
      <Text size="sm" className="quiet">
        Somebody else decides. A rule can be approved only after it passes a run over the events below.
      </Text>
      <TextInput label="Title" name="title" required maxLength={300} defaultValue={base?.title ?? titleIn(text)} />
      <Textarea label="Why it is needed" name="description" required autosize minRows={2} maxLength={10_000} />
      <Events label="Events that it must find" value={found} change={setFound} fault={positives.fault} />
      <Events label="Events that it must not find" value={quiet} change={setQuiet} fault={negatives.fault} />
      {propose.error && <Failure error={propose.error} />}
      <Group justify="flex-end">
        <Button type="submit" loading={propose.isPending} disabled={isFaulty}>
          Propose
        </Button>
      </Group>
    </form>
  )
}

type EventsProps = {
  readonly label: string
  readonly value: string
  readonly change: (text: string) => void
  readonly fault: string | null
}

function Events({ label, value, change, fault }: EventsProps) {
  return (
    <Textarea
      label={label}
      description="As JSON: one per line, or a list"
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      error={fault}
      autosize
      minRows={3}
      maxRows={10}
      spellCheck={false}
    />
  )
}

/** The title in the rule's text. */
const titleIn = (text: string): string => /^(?:title|name):\s*(.+)$/m.exec(text)?.[1]?.trim() ?? ''
