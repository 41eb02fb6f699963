import { Button, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bodyOf, GET, POST } from '../api/client.ts'
import { useCases } from '../parts/choices.ts'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'

const SHOWN_MAX = 20
const WORDS = { merge: 'merged', split: 'split off', move: 'moved' } as const

/** Merges, splits and moves of a case; each can be undone. */
export function Moves({ id, mayWrite }: { readonly id: string; readonly mayWrite: boolean }) {
  const queries = useQueryClient()
  const moves = useQuery({
    queryKey: ['case', id, 'moves'],
    queryFn: () => bodyOf(GET('/api/v1/cases/{id}/moves', { params: { path: { id }, query: { limit: SHOWN_MAX } } })),
  })
  const undo = useMutation({
    mutationFn: (move: string) =>
      bodyOf(POST('/api/v1/cases/moves/{move_id}/undo', { params: { path: { move_id: move } } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['case'] })
      await queries.invalidateQueries({ queryKey: ['cases'] })
    },
  })
  if (moves.data?.items.length === 0) return null
  return (
    <Section title="Merged and moved">
      <Loaded query={moves} lines={2}>
        {({ items }) => (
          <ul className="plain">
            {items.map((move) => {
              const isFrom = move.from_case_id === id
              return (
                <li key={move.id}>
                  <Text size="sm">
                    {WORDS[move.kind]} {isFrom ? 'into' : 'from'}{' '}
                    <CaseLink id={isFrom ? move.to_case_id : move.from_case_id} />, {move.alert_count}{' '}
                    {move.alert_count === 1 ? 'alert' : 'alerts'}
                  </Text>
                  <Text size="xs" className="quiet">
                    <Time at={move.created_at} /> {move.reason !== null && <Shown text={move.reason} lengthMax={200} />}
                    {move.undone_at !== null && (
                      <>
                        {' '}
                        · undone <Time at={move.undone_at} />
                      </>
                    )}
                  </Text>
                  {mayWrite && move.undone_at === null && (
                    <Button {...{ size: 'compact-xs', variant: 'subtle' }} onClick={() => undo.mutate(move.id)}>
                      Take back
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </Loaded>
      {undo.error && <Failure error={undo.error} />}
    </Section>
  )
}

function CaseLink({ id }: { readonly id: string }) {
  const name = useCases()?.find(({ value }) => value === id)?.label
  return (
    <Link to="/cases/$id" params={{ id }} className="in-text">
      {name === undefined ? 'another case' : <Shown text={name} lengthMax={120} />}
    </Link>
  )
}
