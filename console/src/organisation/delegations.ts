/** Delegations that one was given, by whatever tenant. */
import { type AnswerOf, call } from '../api/call.ts'
import { everyPage } from '../parts/every-page.ts'

export type Delegation = AnswerOf<'GET /api/v1/delegations'>['items'][number]

const DELEGATIONS_PAGE = 500
const DELEGATIONS_PAGES = 10

/** The newest first, ended ones too; not whole past the bound of pages. */
export const allDelegations = () =>
  everyPage<Delegation>(DELEGATIONS_PAGES, (of) =>
    call('GET /api/v1/delegations', { query: { limit: DELEGATIONS_PAGE, ...of } }),
  )
