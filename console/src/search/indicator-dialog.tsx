import { Button, Group, Modal, NativeSelect, NumberInput, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { SEVERITIES } from '../parts/alert-words.ts'
import { Failure } from '../parts/states.tsx'

type IocCreate = Schemas['IocCreate']

export type IndicatorDraft = {
  readonly kind: IocCreate['ioc_type']
  readonly value: string
  readonly eventUid?: string
}

const KINDS = [
  ...([
    'ip',
    'cidr',
    'domain',
    'url',
    'md5',
    'sha1',
    'sha256',
    'email',
    'filename',
    'ja3',
    'ja4',
    'user_agent',
  ] as const),
]

type IndicatorDialogProps = { readonly draft: IndicatorDraft | null; readonly close: () => void }

/** Creates an indicator from a displayed value. It matches events that arrive from now on. */
export function IndicatorDialog({ draft, close }: IndicatorDialogProps) {
  return (
    <Modal opened={draft !== null} onClose={close} title="Create an indicator">
      {draft !== null && <IndicatorForm key={draft.value} draft={draft} close={close} />}
    </Modal>
  )
}

function IndicatorForm({ draft, close }: { readonly draft: IndicatorDraft; readonly close: () => void }) {
  const make = useMutation({
    mutationFn: (body: IocCreate) => bodyOf(POST('/api/v1/intel/iocs', { body })),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    make.mutate({
      ioc_type: String(form.get('kind')) as IocCreate['ioc_type'],
      value: String(form.get('value')).trim(),
      severity: String(form.get('severity')) as NonNullable<IocCreate['severity']>,
      confidence: Number(form.get('confidence')),
      ...(draft.eventUid ? { source_ref: `event ${draft.eventUid}` } : {}),
    })
  }
  if (make.data)
    return (
      <div className="stack">
        <Text size="sm">Indicator created: new events with this value will match it.</Text>
        <Group justify="flex-end">
          <Button variant="default" component={Link} to="/intel">
            Intel
          </Button>
          <Button onClick={close}>Done</Button>
        </Group>
      </div>
    )
  return (
    <form onSubmit={submit} className="stack">
      <NativeSelect label="Kind" name="kind" data={KINDS} defaultValue={draft.kind} />
      <TextInput label="Value" name="value" required maxLength={2_048} defaultValue={draft.value} />
      <NativeSelect label="Severity" name="severity" data={[...SEVERITIES]} defaultValue="medium" />
      <NumberInput label="Confidence, 0 to 100" name="confidence" defaultValue={70} min={0} max={100} />
      {make.error && <Failure error={make.error} />}
      <Group justify="flex-end">
        <Button type="submit" loading={make.isPending}>
          Make it
        </Button>
      </Group>
    </form>
  )
}
