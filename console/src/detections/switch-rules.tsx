import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { Shown } from '../parts/shown.tsx'

type Rule = Schemas['Rule']

/** Switches several rules one after the other, and lists those that the API refused. */
export function SwitchRules({ rules, done }: { readonly rules: readonly Rule[]; readonly done: () => void }) {
  const queries = useQueryClient()
  const [at, setAt] = useState(0)
  const flip = useMutation({
    mutationFn: async (isOn: boolean) => {
      const refused: string[] = []
      for (const [index, { id, title }] of rules.entries()) {
        setAt(index + 1)
        const params = { path: { id } }
        const wanted = isOn
          ? POST('/api/v1/rules/{id}/enable', { params })
          : POST('/api/v1/rules/{id}/disable', { params })
        await bodyOf(wanted).catch((error: Error) => refused.push(`${title}: ${error.message}`))
      }
      return refused
    },
    onSuccess: (refused) => refused.length === 0 && done(),
    onSettled: () => queries.invalidateQueries({ queryKey: ['rules'] }),
  })
  return (
    <div className="bulk" role="toolbar" aria-label="Chosen rules">
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {rules.length} chosen
        </Text>
        <Button variant="default" loading={flip.isPending} onClick={() => flip.mutate(true)}>
          Switch on
        </Button>
        <Button variant="default" loading={flip.isPending} onClick={() => flip.mutate(false)}>
          Switch off
        </Button>
        <Button variant="subtle" onClick={done}>
          Choose none
        </Button>
        {flip.isPending && (
          <Text size="sm" role="status">
            {at} of {rules.length}
          </Text>
        )}
      </Group>
      {flip.data !== undefined && flip.data.length > 0 && (
        <Alert color="red" variant="light" mt="xs" title={`${flip.data.length} could not be changed`}>
          {flip.data.slice(0, 10).map((one) => (
            <Text size="sm" key={one}>
              <Shown text={one} lengthMax={300} />
            </Text>
          ))}
        </Alert>
      )}
    </div>
  )
}
