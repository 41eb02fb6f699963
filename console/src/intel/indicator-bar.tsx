/** One change of the chosen indicators: all of them or none. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, call } from '../api/call.ts'
import { Dialog } from '../parts/operation-form.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { counted } from '../parts/words.ts'

type Indicator = AnswerOf<'GET /api/v1/intel/iocs'>['items'][number]

const MAX = 500
const SHOWN_MAX = 12

/** A change of null deletes. */
const CHANGES = [
  { label: 'Switch off', change: { is_active: false } },
  { label: 'Switch on', change: { is_active: true } },
  { label: 'False positive', change: { false_positive: true } },
  { label: 'Use again', change: { false_positive: false } },
  { label: 'Delete', change: null },
] as const
type Change = (typeof CHANGES)[number]

type IndicatorBarProps = { readonly chosen: readonly Indicator[]; readonly clear: () => void }

export function IndicatorBar({ chosen, clear }: IndicatorBarProps) {
  const queries = useQueryClient()
  const [pending, setPending] = useState<Change | null>(null)
  const apply = useMutation({
    mutationFn: ({ change }: Change) =>
      call('POST /api/v1/intel/iocs/bulk', { body: { ioc_ids: chosen.map(({ id }) => id), change } }),
    onSuccess: async () => {
      setPending(null)
      clear()
      await queries.invalidateQueries({ queryKey: ['iocs'] })
    },
  })
  if (chosen.length === 0) return null
  return (
    <>
      <Group gap="xs" className="bulk" role="toolbar" aria-label="Chosen indicators" mb="xs">
        <Text size="sm" fw={600} role="status">
          {chosen.length} chosen
        </Text>
        {chosen.length > MAX ? (
          <Text size="sm">At most {MAX} are changed at once.</Text>
        ) : (
          CHANGES.map((one) => (
            <Button key={one.label} size="xs" variant="default" onClick={() => setPending(one)}>
              {one.label}
            </Button>
          ))
        )}
        <Button size="xs" variant="subtle" onClick={clear}>
          Clear
        </Button>
      </Group>
      <Dialog
        title={`${pending?.label ?? ''}: ${counted(chosen.length, 'indicator', 'indicators')}`}
        isOpen={pending !== null}
        close={() => {
          setPending(null)
          apply.reset()
        }}
        size="md"
      >
        <Stack gap="sm">
          <ul className="faults">
            {chosen.slice(0, SHOWN_MAX).map(({ id, value }) => (
              <li key={id} className="mono">
                <Shown text={value} lengthMax={120} />
              </li>
            ))}
            {chosen.length > SHOWN_MAX && <li>and {chosen.length - SHOWN_MAX} more</li>}
          </ul>
          <Text size="sm">All of them are changed, or none.</Text>
          {apply.error && <Failure error={apply.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setPending(null)}>
              Cancel
            </Button>
            <Button loading={apply.isPending} onClick={() => pending && apply.mutate(pending)}>
              {pending?.label}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}
