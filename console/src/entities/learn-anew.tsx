/** Discards what is known as usual of an entity, for a reason that colleagues read. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, lacking } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Dialog, Lacks } from '../parts/operation-form.tsx'
import { Person } from '../parts/person.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { wordOf } from '../parts/words.ts'

const RESET = 'DELETE /api/v1/ueba/baselines/{entity_id}'
const REASON_MAX = 500

/** Explains to colleagues why little is known of the entity. */
export function Resets({ resets }: { readonly resets: Schemas['UebaEntityView']['resets'] }) {
  return resets.map(({ entity_type: type, reset_at: at, reset_by: by, reason }) => (
    <Text key={type} size="sm" className="quiet" mt="xs">
      Learned anew as {wordOf(type)} since <Time at={at} />
      {by !== null && (
        <>
          , by <Person id={by} />
        </>
      )}
      {reason !== null && (
        <>
          : <Shown text={reason} lengthMax={500} />
        </>
      )}
    </Text>
  ))
}

type LearnAnewProps = { readonly entity: string; readonly kinds: readonly string[] }

/** For an entity whose work has changed, such as a host with a new role. */
export function LearnAnew({ entity, kinds }: LearnAnewProps) {
  const lacks = lacking(useSession(), RESET)
  const queries = useQueryClient()
  const [kind, setKind] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const reset = useMutation({
    mutationFn: (entityType: string) =>
      call(RESET, { path: { entity_id: entity }, query: { entity_type: entityType, reason: reason.trim() } }),
    onSuccess: async () => {
      setKind(null)
      setReason('')
      await queries.invalidateQueries({ queryKey: ['ueba', entity] })
    },
  })
  if (lacks !== null) return <Lacks operation={RESET} />
  return (
    <Group gap="xs" mt="sm">
      {kinds.map((one) => (
        <Button
          key={one}
          variant="default"
          onClick={() => setKind(one)}
          aria-label={`Learn anew what is usual of ${entity.slice(0, 80)} as ${one}`}
        >
          {kinds.length === 1 ? 'Learn it anew' : `Learn it anew as ${one}`}
        </Button>
      ))}
      <Dialog title="Learn it anew" isOpen={kind !== null} close={() => setKind(null)} size="md">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (kind !== null) reset.mutate(kind)
          }}
        >
          <Stack gap="sm">
            <Text size="sm">
              Everything that is usual of it is forgotten within seconds. It has no anomalies until it is known for a
              week again.
            </Text>
            <TextInput
              label="Reason"
              description="Shown here to your colleagues for 31 days, and kept in the audit log."
              required
              maxLength={REASON_MAX}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
            {reset.error && <Failure error={reset.error} />}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={() => setKind(null)}>
                Cancel
              </Button>
              <Button type="submit" loading={reset.isPending} disabled={reason.trim() === ''}>
                Learn it anew
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </Group>
  )
}
