/**
 * Options that a form shows by name where the API needs an id. A list that the account may not read is not requested.
 */
import { useQuery } from '@tanstack/react-query'
import { type AnswerOf, call, lacking, type Operation } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { useAssignees } from './people.ts'
import { shown } from './shown.tsx'

export type Choice = { readonly value: string; readonly label: string }

const LIST_MAX = 200
const TIME_ZONES: readonly Choice[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
].map((value) => ({ value, label: value }))
/** By their numbers in ISO 8601. */
const WEEKDAYS: readonly Choice[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
  (label, at) => ({ value: String(at + 1), label }),
)

/** Undefined when the list cannot be read: then the form has a field for the id. */
export function useChoices<K extends Operation>(
  operation: K,
  choicesOf: (answer: AnswerOf<K>) => readonly Choice[] | undefined,
  isWanted = true,
): readonly Choice[] | undefined {
  const session = useSession()
  const enabled = isWanted && lacking(session, operation) === null
  const found = useQuery({
    queryKey: [operation, 'choices'],
    queryFn: () => call(operation, { query: { limit: LIST_MAX } }),
    enabled,
    staleTime: 60_000,
  })
  return found.data === undefined ? undefined : choicesOf(found.data)
}

/** Active users, from the tenant's user list if the account may not read alerts; with delegates unless `areOwn`. */
export function usePeople(isWanted = true, areOwn = false): readonly Choice[] | undefined {
  const people = useAssignees(isWanted)
  const mayReadAlerts = lacking(useSession(), 'GET /api/v1/alerts/assignees') === null
  const users = useChoices(
    'GET /api/v1/users',
    ({ items }) =>
      items
        .filter(({ is_active: isActive }) => isActive)
        .map(({ id, username }) => ({ value: id, label: shown(username, 120) })),
    isWanted && !mayReadAlerts,
  )
  return (
    people
      ?.filter(({ isActive, isDelegate }) => isActive && !(areOwn && isDelegate))
      .map(({ id, name }) => ({ value: id, label: shown(name, 120) })) ?? users
  )
}

export const useQueues = (isWanted = true) =>
  useChoices(
    'GET /api/v1/cases/queues',
    ({ items }) => items.map(({ id, name }) => ({ value: id, label: shown(name, 120) })),
    isWanted,
  )

export const usePolicies = (isWanted = true) =>
  useChoices(
    'GET /api/v1/cases/sla-policies',
    ({ items }) => items.map(({ id, name }) => ({ value: id, label: shown(name, 120) })),
    isWanted,
  )

/** By number and title. Undefined as well if there are more than one page has: the others could not be chosen. */
export const useCases = (isWanted = true) =>
  useChoices(
    'GET /api/v1/cases',
    ({ items, next_cursor: next }) =>
      next === undefined
        ? items.map(({ id, case_number: number, title }) => ({ value: id, label: shown(`${number} ${title}`, 120) }))
        : undefined,
    isWanted,
  )

/** The lists from which the ids, time zones and days in a request are chosen. */
export function useChoicesOf(names: readonly string[]): Readonly<Record<string, readonly Choice[] | undefined>> {
  const has = (...wanted: string[]) => wanted.some((one) => names.includes(one))
  const people = usePeople(has('assignee_id', 'to_user_id', 'required_user_id'))
  const own = usePeople(has('user_ids', 'deputy_id'), true)
  const queues = useQueues(has('queue_id'))
  const policies = usePolicies(has('sla_policy_id'))
  const cases = useCases(has('case_id'))
  const { me } = useSession()
  // Nobody hands a shift over to themselves, or is their own deputy.
  const others = (all: readonly Choice[] | undefined) => all?.filter(({ value }) => value !== me?.id)
  return {
    ...{ assignee_id: people, to_user_id: others(people), required_user_id: people },
    ...{ user_ids: own, deputy_id: others(own) },
    ...{ queue_id: queues, sla_policy_id: policies, case_id: cases },
    ...{ time_zone: TIME_ZONES, timezone: TIME_ZONES, business_days: WEEKDAYS, weekday: WEEKDAYS },
  }
}
