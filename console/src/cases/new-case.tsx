import { Button, Group, Modal, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { SEVERITIES } from '../parts/alert-words.ts'
import { Failure } from '../parts/states.tsx'

type NewCaseProps = { readonly opened: boolean; readonly close: () => void }

export function NewCase({ opened, close }: NewCaseProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: (body: Schemas['CaseCreate']) => bodyOf(POST('/api/v1/cases', { body })),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['cases'] })
      close()
      await navigate({ to: '/cases/$id', params: { id } })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const description = String(form.get('description') ?? '').trim()
    create.mutate({
      title: String(form.get('title') ?? '').trim(),
      severity: form.get('severity') as (typeof SEVERITIES)[number],
      ...(description ? { description } : {}),
    })
  }
  return (
    <Modal opened={opened} onClose={close} title="New case" centered>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Title"
            name="title"
            required
            withAsterisk={false}
            minLength={3}
            maxLength={300}
            data-autofocus
          />
          <NativeSelect label="Severity" name="severity" data={[...SEVERITIES]} defaultValue="medium" />
          <Textarea label="Description" name="description" autosize minRows={3} maxLength={20_000} />
          {create.error && <Failure error={create.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Open case
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
