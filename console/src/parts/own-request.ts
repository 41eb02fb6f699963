import type { Schemas } from '../api/client.ts'

type Request = Pick<Schemas['Approval'], 'requested_by' | 'requested_by_person'>

/** True when this person asked for it, also by an API key: the API lets somebody else approve it, and them withdraw it. */
export const isOwnRequest = (
  { requested_by: by, requested_by_person: person }: Request,
  id: string | undefined,
): boolean => id !== undefined && (person ?? by) === id
