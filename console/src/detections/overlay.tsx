import { Button, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiProblem, bodyOf, DELETE, GET, PUT, type Schemas } from '../api/client.ts'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { OverlayForm } from './overlay-form.tsx'
import { overlayAmong } from './overlay-of.ts'

type Overlay = Schemas['Overlay']

const LIST_MAX = 500

/**
 * Null if the rule has no overlay. It is read from the list while that has one page, because browsers log a 404 as an
 * error.
 */
async function overlayOf(id: string, ruleIds: readonly string[]): Promise<Overlay | null> {
  const { items, next_cursor: next } = await bodyOf(
    GET('/api/v1/rules/overlays', { params: { query: { limit: LIST_MAX } } }),
  )
  const found = overlayAmong(items, id, ruleIds)
  if (found !== undefined || next === undefined) return found ?? null
  return bodyOf(GET('/api/v1/rules/{id}/overlay', { params: { path: { id } } })).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  })
}

type OverlayOfProps = { readonly id: string; readonly ruleIds: readonly string[]; readonly mayWrite: boolean }

/** The tenant's adjustments of a rule, which leave the rule's text unchanged. */
export function OverlayOf({ id, ruleIds, mayWrite }: OverlayOfProps) {
  const params = { path: { id } }
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['overlay', id],
    queryFn: () => overlayOf(id, ruleIds),
  })
  const changed = () => void queries.invalidateQueries({ queryKey: ['overlay', id] })
  const put = useMutation({
    mutationFn: (body: Schemas['OverlayPut']) => bodyOf(PUT('/api/v1/rules/{id}/overlay', { params, body })),
    onSuccess: changed,
  })
  const remove = useMutation({
    mutationFn: () => bodyOf(DELETE('/api/v1/rules/{id}/overlay', { params })),
    onSuccess: changed,
  })
  return (
    <Loaded query={query} lines={3}>
      {(overlay) => (
        <div className="stack">
          {overlay === null ? (
            <Text size="sm">None: the rule applies as written.</Text>
          ) : (
            <OverlayText overlay={overlay} />
          )}
          {mayWrite && (
            <OverlayForm key={overlay?.updated_at ?? ''} overlay={overlay} put={put.mutate} isBusy={put.isPending} />
          )}
          {mayWrite && overlay !== null && (
            <div>
              <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
                Remove overlay
              </Button>
            </div>
          )}
          {(put.error ?? remove.error) && <Failure error={put.error ?? remove.error} />}
        </div>
      )}
    </Loaded>
  )
}

function OverlayText({ overlay }: { readonly overlay: Overlay }) {
  return (
    <Text size="sm" component="div">
      {overlay.disabled ? 'Switched off' : 'In force'}
      {overlay.min_severity && `, from severity ${overlay.min_severity}`}. <Shown text={overlay.reason} />{' '}
      <span className="quiet">
        (<Time at={overlay.updated_at} />)
      </span>
      <ListsOf lists={overlay.suppress_when} words="not when all of these hold" />
      <ListsOf lists={overlay.allowlists} words="not when one of these holds" />
    </Text>
  )
}

type ListsOfProps = { readonly lists: Overlay['allowlists']; readonly words: string }

function ListsOf({ lists, words }: ListsOfProps) {
  const fields = Object.entries(lists)
  if (fields.length === 0) return null
  return (
    <div>
      {words}:
      {fields.map(([field, values]) => (
        <div key={field} className="mono">
          <Shown text={field} /> is <Shown text={values.join(', ')} lengthMax={300} />
        </div>
      ))}
    </div>
  )
}
