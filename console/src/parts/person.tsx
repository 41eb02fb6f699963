/** A person by name, where the account may read names, and by the beginning of the id where it may not. */
import { useIsFetching } from '@tanstack/react-query'
import { useSession } from '../api/session.ts'
import { usePeople } from './choices.ts'
import { useAssignees } from './people.ts'
import { Shown } from './shown.tsx'
import { isUuid } from './uuid.ts'

const ID_LENGTH = 8

/** Programs and accounts that are gone stand by a name in place of an id. */
const unnamed = (id: string) =>
  isUuid(id) ? <span className="mono">{id.slice(0, ID_LENGTH)}</span> : <Shown text={id} lengthMax={80} />

export function Person({ id, nobody = 'nobody' }: { readonly id: string | null; readonly nobody?: string }) {
  const { me } = useSession()
  const people = useAssignees()
  const users = usePeople(people === undefined)
  const areComing = useIsFetching({ queryKey: ['assignees'] }) > 0
  if (id === null) return <span className="quiet">{nobody}</span>
  if (id === me?.id) return <span>you</span>
  const name = people?.find((one) => one.id === id)?.name ?? users?.find(({ value }) => value === id)?.label
  if (name === undefined && areComing) return <span className="quiet">…</span>
  return name === undefined ? unnamed(id) : <Shown text={name} lengthMax={80} />
}
