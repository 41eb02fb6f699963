/** The delegations of the user, from all tenants. */
import { type AnswerOf, call } from '../api/call.ts'
import { everyPage } from '../parts/every-page.ts'

export type Delegation = AnswerOf<'GET /api/v1/delegations'>['items'][number]

const DELEGATIONS_PAGE = 500
const DELEGATIONS_PAGES = 10

/** Newest first, including ended ones; incomplete beyond the limit of pages. */
export const allDelegations = () =>
  everyPage<Delegation>(DELEGATIONS_PAGES, (of) =>
    call('GET /api/v1/delegations', { query: { limit: DELEGATIONS_PAGE, ...of } }),
  )
